import { isAbsent } from "./spellings.ts";

/** Values are at most 40 bytes in the contract; anything beyond this is not a value of this service. */
const maxLength = 512;

/** The text of an answer's value, "" when it is absent, undefined when it is not a value at all. */
export function textOf(raw: unknown): string | undefined {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "number") return String(raw);
  if (typeof raw !== "string" || raw.length > maxLength) return undefined;
  const text = raw.trim();
  return isAbsent(text) ? "" : text;
}
