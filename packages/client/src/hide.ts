import { cardSeparators } from "@ventanilla/web";
import { isDigit, layersOf, type Reading, readingsOf, withoutGaps } from "./readings.ts";

/**
 * The text with every secret in it replaced by `[hidden]`: as it is, in upper or lower case, percent-encoded, as it is
 * written in JSON, JavaScript or HTML, in base64 or hex, and broken up by white space; a card number also by what may
 * stand between its digits. A secret of a few digits (a cvv) is hidden only where no other digit is next to it.
 */
export function hide(text: string, secrets: readonly string[]): string {
  return hideEach([text], needlesOf(secrets))[0] ?? "";
}

/** Whether a text can be hidden: one or two characters are not secret, and hiding them would leave nothing to read. */
export const canBeHidden = (value: unknown): value is string => typeof value === "string" && value.length > 2;

/**
 * Hides the secrets in the texts, numbers and names of a parsed answer, in place. They are searched together, as one
 * text: the work grows with the answer's length, however many names it has.
 */
export function hideIn<T extends object>(answer: T, secrets: readonly string[]): T {
  // No recursion: an answer may be nested more deeply than the stack is.
  const holders: object[] = [answer];
  const texts = new Set<string>();
  const needles = needlesOf(secrets);
  const add = (text: string): void => {
    if (text.length >= needles.minLength) texts.add(text);
  };
  for (const holder of holders) {
    for (const [name, value] of Object.entries(holder) as [string, unknown][]) {
      add(name);
      if (typeof value === "object" && value !== null) holders.push(value);
      else if (typeof value === "string" || typeof value === "number") add(String(value));
    }
  }
  const before = [...texts];
  const after = hideEach(before, needles);
  const clean = new Map(before.flatMap((text, n) => (text === after[n] ? [] : [[text, after[n] ?? hidden] as const])));
  if (clean.size === 0) return answer;
  for (const holder of holders) rewrite(holder, clean);
  return answer;
}

/** Replaces texts, numbers and names. When a name changes, all properties are defined again, to keep their order. */
function rewrite(holder: object, clean: ReadonlyMap<string, string>): void {
  const entries = Object.entries(holder) as [string, unknown][];
  const renamed = entries.some(([name]) => clean.has(name));
  if (renamed) {
    for (const [name] of entries) Reflect.deleteProperty(holder, name);
  }
  for (const [name, value] of entries) {
    const text = typeof value === "string" || typeof value === "number" ? clean.get(String(value)) : undefined;
    if (!renamed && text === undefined) continue;
    // Defined, not assigned: a name may be __proto__.
    const property = { value: text ?? value, writable: true, enumerable: true, configurable: true };
    Reflect.defineProperty(holder, clean.get(name) ?? name, property);
  }
}

/** Separates texts that are searched together: no secret contains it. */
const separator = "\u241E";

/** The texts with every secret in them replaced, in the same order. */
function hideEach(texts: readonly string[], needles: Needles): string[] {
  const bytes = Buffer.from(texts.join(separator));
  const found = rangesOf(bytes, needles);
  if (found.length === 0) return [...texts];
  const clean: string[] = [];
  let start = 0;
  let next = 0;
  for (const text of texts) {
    const end = start + Buffer.byteLength(text);
    const first = next;
    while ((found[next]?.[0] ?? end) < end) next++;
    clean.push(next === first ? text : withoutRanges(bytes, start, end, found.slice(first, next)));
    start = end + Buffer.byteLength(separator);
  }
  return clean;
}

/** The text from `start` to `end` with each of its ranges replaced. A range may reach beyond the end. */
function withoutRanges(bytes: Buffer, start: number, end: number, ranges: readonly Range[]): string {
  let clean = "";
  let at = start;
  for (const [from, to] of ranges) {
    clean += bytes.toString("utf8", at, from) + hidden;
    at = to;
  }
  return clean + bytes.toString("utf8", at, Math.max(at, end));
}

type Range = readonly [from: number, to: number];

/** The ranges of secrets in a text, in order; those that touch or overlap are one. */
function rangesOf(text: Buffer, { numbers, cards, whole, parts, minLength }: Needles): Range[] {
  if (text.length < minLength) return [];
  const found: Range[] = [];
  for (const reading of readingsOf(text)) {
    search(reading, numbers, found, true);
    const lower = { ...reading, bytes: toLowerAscii(reading.bytes) };
    search(lower, whole, found);
    search(withoutGaps(lower), parts, found);
    if (cards.length > 0) search(withoutGaps(reading, cardSeparators), cards, found);
  }
  return mergeRanges(found);
}

/** The byte strings that are searched for. */
interface Needles {
  /** Secrets of a few digits. */
  readonly numbers: readonly Buffer[];
  /** Secrets that may be card numbers, which are also among the others. */
  readonly cards: readonly Buffer[];
  /** All secrets but those of a few digits, in lower case. */
  readonly whole: readonly Buffer[];
  /** The same without white space, control characters and hyphens. */
  readonly parts: readonly Buffer[];
  /** Length of the shortest, in characters. A shorter text contains no secret: encoding never makes one shorter. */
  readonly minLength: number;
}

function needlesOf(secrets: readonly string[]): Needles {
  const numbers = secrets.filter((one) => shortNumber.test(one));
  const others = secrets.filter((one) => !shortNumber.test(one));
  // A secret may look like an escape itself, which is then undone in the text: so its layers are searched for, too. A
  // form may have + for a space.
  const forms = others.flatMap((one) => [one, one.replaceAll(" ", "+")]).map((one) => layersOf(toLowerAscii(one)));
  const layers = forms.flatMap(([whole, ...undone]) => (whole ? [whole, ...undone.filter(isLong)] : []));
  const inHex = others.map((one) => ({ bytes: Buffer.from(Buffer.from(one).toString("hex")) }));
  const needles = {
    numbers: numbers.map((one) => Buffer.from(one)),
    cards: others.filter((one) => cardNumber.test(one)).map((one) => Buffer.from(one)),
    whole: unique([...layers, ...inHex]),
    parts: unique([...layers.map((layer) => withoutGaps(layer)).filter(isLong), ...inHex]),
  };
  const lengths = Object.values(needles).flatMap((some) => some.map((one) => one.toString().length));
  return { ...needles, minLength: Math.min(...lengths) };
}

const shortNumber = /^\d{1,6}$/;
const cardNumber = /^\d{13,19}$/;

/** Shorter ones, broken up or with their escapes undone, occur in many texts by chance. */
const isLong = ({ bytes }: Reading): boolean => bytes.length >= 6;

/** The bytes of readings, each once, none empty. */
const unique = (readings: readonly Pick<Reading, "bytes">[]): Buffer[] =>
  [...new Set(readings.map(({ bytes }) => bytes.toString("latin1")))].flatMap((text) =>
    text === "" ? [] : [Buffer.from(text, "latin1")],
  );

function search({ bytes, from, to }: Reading, needles: Iterable<Buffer>, found: Range[], isolated = false): void {
  for (const needle of needles) {
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
      const end = at + needle.length;
      if (isolated && (isDigit(bytes[at - 1]) || isDigit(bytes[end]))) continue;
      found.push([from[at] ?? 0, to[end - 1] ?? 0]);
    }
  }
}

function mergeRanges(found: Range[]): Range[] {
  const ranges: [number, number][] = [];
  for (const [from, to] of found.toSorted(([one], [other]) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}

/** In lower case. Only ASCII letters change, so that every byte keeps its place. */
function toLowerAscii(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) bytes[at] = byte | 0x20;
  }
  return bytes;
}

const hidden = "[hidden]";
