/**
 * A value as a message shows it. Not for what may be a secret or a person's.
 * @param value of any type
 * @returns the beginning of a text in quotes, a number, else the type: never an object's content
 * @example
 * shownValue("red"); // "\"red\""
 */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  return typeof value === "number" ? String(value) : value === null ? "null" : typeof value;
}
