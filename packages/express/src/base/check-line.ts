import { ArgumentError } from "@ventanilla/client";

/**
 * Checks a text of one line, and returns it without spaces around it.
 * @throws ArgumentError naming the field
 */
export function checkLine(name: string, value: unknown, maxLength: number): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > maxLength || /[\p{Cc}\p{Cs}]/u.test(text)) {
    throw new ArgumentError(`${name}: expected 1 to ${maxLength} characters, without control characters`);
  }
  return text;
}
