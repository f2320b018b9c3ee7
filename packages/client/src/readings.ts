/** One way to read a text as bytes, each with its place in the text. Places are indexes of the text's bytes. */
export interface Reading {
  readonly bytes: Buffer;
  /** For each byte, where what it was read from begins. */
  readonly from: Uint32Array;
  /** For each byte, where what it was read from ends. */
  readonly to: Uint32Array;
}

/** Layers of escapes that are undone. JSON in JSON, or in a query, is escaped twice; three layers cover what occurs. */
const maxLayers = 3;

/**
 * Every way to read a text: as it is; with its escapes undone; and with its runs of base64 decoded, at each of the four
 * alignments that a group may have, and with one layer of escapes undone in that. The number of readings is bounded and
 * each is made in one pass, so the work grows only with the length of the text.
 */
export function readingsOf(text: Buffer): Reading[] {
  const readings = layersOf(text);
  const sextets = sextetsOf(readings.at(-1) ?? readingOf(text));
  for (let phase = 0; phase < 4; phase++) {
    const decoded = decode(sextets, phase);
    readings.push(decoded, ...undo(decoded));
  }
  return readings;
}

/** A text, and its escapes undone (percent-encoding, JSON, JavaScript, entities of HTML), one layer after the other. */
export function layersOf(text: Buffer): Reading[] {
  const layers = [readingOf(text)];
  for (const layer of layers) {
    if (layers.length <= maxLayers) layers.push(...undo(layer));
  }
  return layers;
}

/** A text as it is. */
function readingOf(bytes: Buffer): Reading {
  const places = new Uint32Array(bytes.length + 1);
  for (let at = 0; at < places.length; at++) places[at] = at;
  return { bytes, from: places, to: places.subarray(1) };
}

/**
 * The reading without what may break a value up: white space, control characters and hyphens.
 * @param separators other ASCII characters that may
 */
export function withoutGaps(reading: Reading, separators = ""): Reading {
  const { bytes } = reading;
  const more = Buffer.from(separators);
  let at = 0;
  while (at < bytes.length && gapAt(bytes, at, more) === 0) at++;
  if (at === bytes.length) return reading;
  const rest = new Writer(bytes.length);
  for (at = 0; at < bytes.length; ) {
    const gap = gapAt(bytes, at, more);
    if (gap === 0) rest.put(bytes[at] ?? 0, reading, at, at);
    at += gap || 1;
  }
  return rest.finish();
}

/** The length of the gap that begins here, in bytes of UTF-8; 0 when none does. */
function gapAt(bytes: Buffer, at: number, separators: Buffer): number {
  const byte = bytes[at] ?? 0;
  if (byte <= 0x20 || byte === 0x2d || byte === 0x7f || separators.includes(byte)) return 1;
  const next = bytes[at + 1] ?? 0;
  // c2: no-break space and soft hyphen. e2: U+2000 to U+207F, such as zero-width characters, line separators and
  // dashes. ef: the byte order mark.
  if (byte === 0xc2) return next === 0xa0 || next === 0xad ? 2 : 0;
  if (byte === 0xe2) return next === 0x80 || next === 0x81 ? 3 : 0;
  return byte === 0xef && next === 0xbb && bytes[at + 2] === 0xbf ? 3 : 0;
}

/** Whether a byte is an ASCII digit. */
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Builds a reading, which is never longer than the one that it is made from. */
class Writer {
  readonly #bytes: Buffer;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.alloc(capacity);
    this.#from = new Uint32Array(capacity);
    this.#to = new Uint32Array(capacity);
  }

  /** Adds a byte that was read from those of `source` from `first` to `last`. */
  put(byte: number, source: Reading, first: number, last: number): void {
    this.#bytes[this.#length] = byte;
    this.#from[this.#length] = source.from[first] ?? 0;
    this.#to[this.#length] = source.to[last] ?? 0;
    this.#length++;
  }

  /** Removes the last bytes. */
  takeBack(count: number): void {
    this.#length -= count;
  }

  /** The reading of all bytes that were added. */
  finish(): Reading {
    const end = this.#length;
    return { bytes: this.#bytes.subarray(0, end), from: this.#from.subarray(0, end), to: this.#to.subarray(0, end) };
  }
}

const escapes =
  /(?:%|\\x)([\da-f]{2})|\\(?:u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([bfnrt"\\/]))|&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp|plus));/gi;
const named: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  plus: "+",
};

/** The reading with one layer of escapes undone, in a list, which is empty when there are no escapes. */
function undo(reading: Reading): Reading[] {
  const { bytes } = reading;
  // One character for each byte, so that places in the one are places in the other.
  const text = bytes.toString("latin1");
  const rest = new Writer(bytes.length);
  let end = 0;
  for (const match of text.matchAll(escapes)) {
    for (; end < match.index; end++) rest.put(bytes[end] ?? 0, reading, end, end);
    end = match.index + match[0].length;
    for (const byte of decodeEscape(match)) rest.put(byte, reading, match.index, end - 1);
  }
  if (end === 0) return [];
  for (; end < bytes.length; end++) rest.put(bytes[end] ?? 0, reading, end, end);
  return [rest.finish()];
}

/** The bytes that an escape stands for, in UTF-8. */
function decodeEscape([, byte, high, low, unit, braced, short, hex = braced, decimal, name]: RegExpMatchArray) {
  if (byte !== undefined) return Buffer.from(byte, "hex");
  const units = [high, low, unit].flatMap((one) => (one === undefined ? [] : Number.parseInt(one, 16)));
  if (units.length > 0) return Buffer.from(String.fromCharCode(...units));
  if (short !== undefined) return Buffer.from(named[short] ?? short);
  if (name !== undefined) return Buffer.from(entities[name.toLowerCase()] ?? "");
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return Buffer.from(point <= 0x10_ff_ff ? String.fromCodePoint(point) : "");
}

/** The value of each byte in the alphabets of base64 and base64url; -1 for a byte that is in neither. */
const sextetOf = Int8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte).replace("-", "+").replace("_", "/");
  return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(char);
});

/** Shorter runs of base64 are ignored: they hold at most five bytes, and every word of a text is one. */
const minRun = 8;

/** The runs of base64 in a reading: a sextet for each byte, and 64 after each run. Line breaks do not end a run. */
function sextetsOf(reading: Reading): Reading {
  const { bytes } = reading;
  const rest = new Writer(bytes.length + 1);
  let run = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0x7f;
    const sextet = sextetOf[byte] ?? -1;
    if (sextet >= 0) {
      rest.put(sextet, reading, at, at);
      run++;
    } else if (byte > 0x20) {
      if (run >= minRun) rest.put(64, reading, at, at);
      else rest.takeBack(run);
      run = 0;
    }
  }
  return rest.finish();
}

/** Decodes the runs, each from its sextet number `phase` on, and puts a zero byte after each run. */
function decode(sextets: Reading, phase: number): Reading {
  const { bytes } = sextets;
  const rest = new Writer(bytes.length);
  let place = -phase;
  for (let at = 0; at < bytes.length; at++) {
    const sextet = bytes[at] ?? 64;
    const next = bytes[at + 1] ?? 64;
    if (sextet === 64) {
      rest.put(0, sextets, at, at);
      place = -phase;
      continue;
    }
    const within = place % 4;
    const isBeforePhase = place < 0;
    place++;
    if (isBeforePhase || within === 3 || next === 64) continue;
    // Eight bits that begin at the first, third or fifth bit of a sextet.
    rest.put(((sextet << (2 + 2 * within)) | (next >> (4 - 2 * within))) & 0xff, sextets, at, at + 1);
  }
  return rest.finish();
}
