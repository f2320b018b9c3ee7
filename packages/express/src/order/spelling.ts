import { orderLabel } from "./check-order.ts";

/** What databases read other characters as: nothing, a digit, a letter or two (`❶` as 1, `Ø` as O, `æ` as AE). */
const readings = ["", ..."0123456789abcdefghijklmnopqrstuvwxyz".split(""), ..."ae oe ss aa oo ts tz dz th".split(" ")];
const { compare } = new Intl.Collator("en", { sensitivity: "base" });

/**
 * The form of an order's id without what databases and people overlook: case, accents, other forms of letters and digits,
 * and how a whole number is written (`01005`, `1e3`); no longer than stores keep. Orders with the same may be one row.
 */
export function spellingOf(id: string): string {
  const plain = id
    .normalize("NFKD")
    .replace(/\P{ASCII}/gu, (each) => readings.find((reading) => compare(reading, each) === 0) ?? each)
    // Through capitals, for what lower case keeps apart: the two forms of sigma.
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim();
  const [, digits] = /^\+?0*(\d+)(?:\.0*)?$/.exec(plain) ?? [];
  if (digits !== undefined) return digits;
  const isNumber = /^\+?(?:0[xob][\da-f]+|\d*\.?\d+(?:e\+?\d+)?)$/.test(plain);
  const number = isNumber ? Number(plain.replace(/^\+/, "")) : Number.NaN;
  return Number.isSafeInteger(number) ? String(number) : plain.slice(0, 512);
}

const answerId = "answer the order's own id from order(), as { id }, a string";

/** What the log says of a launch whose id is not {@link isPlainlySpelled}, and that the shop has not named by its own. */
export const oddlySpelled = `a launch was refused: its order id has characters of full width, other digits or invisible characters, or is not in Unicode's form C: ${answerId}`;

/** What the log says of a launch whose id no order may have. */
export const badOrder =
  "a launch was refused: its order id: expected 1 to 255 bytes of printable text, with no spaces around it";

/** What the log says of a launch whose id has the spelling of another order, and that the shop has not named by its own. */
export const spelledLike = (known: string): string =>
  `a launch was refused: its order id differs from that of ${orderLabel(known)} only in how it is spelled: ${answerId}`;

/** Whether an id is spelled as ids are stored: in Unicode's form C, in the usual width and digits, and all of it seen. */
export function isPlainlySpelled(id: string): boolean {
  return id === id.normalize("NFC") && !/[\uff00-\uffef]|(?![0-9])\p{Nd}|\p{Default_Ignorable_Code_Point}/u.test(id);
}
