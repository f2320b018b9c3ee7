/**
 * Decodes a part of an address or of a cookie, as `decodeURIComponent` does, but throws no error.
 * @param text with percent-encoded characters
 * @returns undefined for a text that `decodeURIComponent` throws on
 * @example
 * decodeComponent("A%201"); // "A 1"
 * decodeComponent("100%"); // undefined
 */
export function decodeComponent(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
