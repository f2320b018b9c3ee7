/** Control characters, line separators, halves of surrogate pairs, and what turns the direction of a line. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text for one line of a log or a terminal: what could break the line, colour it or turn it round stands there as
 * `\u{…}`, and no more than `most` characters are left.
 */
export function printable(text: string, most = 500): string {
  const escaped = text
    .slice(0, most)
    .replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return escaped.length > most || text.length > most ? `${escaped.slice(0, most - 1)}…` : escaped;
}
