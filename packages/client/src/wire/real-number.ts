import { isAbsentInAnswer } from "./spellings.ts";

/** Words that programs write where a value is missing. */
const noValue: ReadonlySet<string> = new Set(["NA", "NULL", "NONE", "UNDEFINED", "NAN", "NIL"]);

/**
 * Whether a reference or authorization code identifies something. Fields of a fixed width are filled when there is
 * nothing to say: zeros, spaces, dashes and "N/A" identify nothing.
 * @param text as it came, or undefined
 * @returns false for what is filled or absent
 * @example
 * isRealNumber("000000000000"); // false
 */
export function isRealNumber(text: string | undefined): text is string {
  if (typeof text !== "string" || isAbsentInAnswer(text.trim())) return false;
  const bare = text.replace(/[^\p{L}\p{N}]/gu, "");
  return /[^0]/.test(bare) && !noValue.has(bare.toUpperCase());
}
