/** Control characters, line separators, lone surrogates and bidirectional controls. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Escapes control and bidirectional characters as `\u{…}`, for one line of a log or a terminal.
 * @param text anything
 * @param maxLength the most characters of the result; what is left out is replaced by an ellipsis. Default: 500
 * @returns one line
 * @example
 * printable("A-1\n"); // "A-1\\u{a}"
 */
export function printable(text: string, maxLength = 500): string {
  const escaped = text
    .slice(0, maxLength)
    .replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return escaped.length > maxLength || text.length > maxLength ? `${escaped.slice(0, maxLength - 1)}…` : escaped;
}
