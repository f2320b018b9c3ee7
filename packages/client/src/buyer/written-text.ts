/** No field of a buyer is read further: the longest that is sent has 255 bytes. */
const maxRead = 1000;
const lineBreaks = /[\r\n\v\f\u0085\u2028\u2029]+/;

/** What people and programs write into a field that has to stay empty. `NA` alone is Namibia. */
const nothing = /^\s*(?:n\s*\/\s*[ad]\.?|null|undefined)\s*$/i;

/** What a form or a database has in a field, as text: a number by its digits. `undefined` for anything else. */
export function writtenText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "bigint") {
    return Number.isNaN(value) ? undefined : String(value).slice(0, maxRead);
  }
  if (typeof value !== "string") return undefined;
  const text = value.slice(0, maxRead);
  return nothing.test(text) ? "" : text;
}

/** A text in one line: without control and invisible characters, one space for every kind and number of spaces. */
export function plainText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(/\p{C}/gu, "")
    .replace(/ +/g, " ")
    .trim();
}

/** The lines of a text that are not empty, each as {@link plainText} has it. */
function plainLines(text: string): string[] {
  return text
    .split(lineBreaks)
    .map(plainText)
    .filter((line) => line !== "");
}

/** A text in a compatibility form of Unicode, in which one character may become 18: no more of it than is read. */
export const inForm = (text: string, form: "NFKC" | "NFKD"): string => text.normalize(form).slice(0, maxRead);

/** A text without accents, in one line: `José Núñez` as `Jose Nunez`. */
export const folded = (text: string): string => plainText(inForm(text, "NFKD").replace(/\p{Mn}/gu, ""));

/** What names are compared by: upper-case letters and digits, without accents. */
export const nameKey = (text: string): string =>
  folded(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A text that was made to fit, and whether something of it is missing. */
interface Fitted<T> {
  text: T;
  isCut: boolean;
}

const fits = (text: string, bytes: number): boolean => Buffer.byteLength(text) <= bytes;

/** The text in at most so many bytes of UTF-8: as it is, else without accents, else cut after a whole character. */
export function fitted(text: string, bytes: number): Fitted<string> {
  const short = fits(text, bytes) ? text : folded(text);
  return fits(short, bytes) ? { text: short, isCut: false } : { text: cut(short, bytes).trimEnd(), isCut: true };
}

/**
 * Lines of a text in at most `count` lines of so many bytes. What does not fit in a line continues on the next one;
 * what does not fit at all, also without accents, is cut.
 */
export function fittedLines(lines: readonly (string | undefined)[], bytes: number): Fitted<string[]> {
  const given = lines.map((line) => plainLines(line ?? ""));
  const isFitting = given.every((parts) => parts.length < 2 && fits(parts[0] ?? "", bytes));
  if (isFitting) return { text: given.map(([part = ""]) => part), isCut: false };
  const parts = given.flat();
  const foldedParts = parts.map(folded).filter((part) => part !== "");
  for (const each of [parts, foldedParts]) {
    for (const wrapped of [each.flatMap((part) => wrap(part, bytes)), wrap(each.join(" "), bytes)]) {
      if (wrapped.length <= lines.length) return { text: wrapped, isCut: false };
    }
  }
  const wrapped = wrap(foldedParts.join(" "), bytes);
  const last = lines.length - 1;
  return { text: [...wrapped.slice(0, last), cut(wrapped.slice(last).join(" "), bytes).trimEnd()], isCut: true };
}

/** Breaks a line between words, and a word that is too long between characters. */
function wrap(text: string, bytes: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && fits(`${line} ${word}`, bytes)) lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(...pieces(word, bytes));
  }
  return lines;
}

function pieces(word: string, bytes: number): string[] {
  const all: string[] = [];
  for (let rest = word; rest !== ""; ) {
    const piece = cut(rest, bytes);
    all.push(piece);
    rest = rest.slice(piece.length);
  }
  return all;
}

const characters = new Intl.Segmenter("es", { granularity: "grapheme" });

/** The beginning of a text, up to a whole character; a character that is longer than all of it is cut between its parts. */
function cut(text: string, bytes: number): string {
  const begin = beginning(
    Array.from(characters.segment(text.slice(0, bytes + 1)), ({ segment }) => segment),
    bytes,
  );
  return begin === "" ? beginning(text.slice(0, bytes + 1), bytes) : begin;
}

function beginning(parts: Iterable<string>, bytes: number): string {
  let begin = "";
  for (const part of parts) {
    if (!fits(begin + part, bytes)) break;
    begin += part;
  }
  return begin;
}
