import { ArgumentError } from "./argument-error.ts";

/**
 * Checks a text of one line that people see, and returns it without spaces around it.
 * @param name of the field
 * @param value of any type
 * @param maxLength in characters
 * @returns the text
 * @throws ArgumentError naming the field; never its value
 * @example
 * const name = checkLine("storefront.name", options.storefront?.name, 80);
 */
export function checkLine(name: string, value: unknown, maxLength: number): string {
  const text = typeof value === "string" ? value.trim() : "";
  const isSeen = /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
  if (!isSeen || text.length > maxLength || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) {
    const came = typeof value === "string" ? `${text.length} characters` : typeof value;
    throw new ArgumentError(`${name}: expected 1 to ${maxLength} characters of one line, got ${came}`);
  }
  return text;
}
