import { orderLabel } from "./check-order.ts";

/**
 * The form of an order's id without what databases and people overlook: upper and lower case, accents, full width, other
 * digits, invisible characters, and how a whole number is written (`01005`, `+1005`, `1005.0`, `1e3`). Two orders with
 * the same one may be the same row of the shop's database.
 */
export function spellingOf(id: string): string {
  const plain = id
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    // Through capitals, for what lower case keeps apart: `ß` and `ss`, the two forms of sigma.
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim();
  const [, digits] = /^\+?0*(\d+)(?:\.0*)?$/.exec(plain) ?? [];
  if (digits !== undefined) return digits;
  const isNumber = /^\+?(?:0[xob][\da-f]+|\d*\.?\d+(?:e\+?\d+)?)$/.test(plain);
  const number = isNumber ? Number(plain.replace(/^\+/, "")) : Number.NaN;
  return Number.isSafeInteger(number) ? String(number) : plain;
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

/**
 * Whether an id is spelled as ids are stored: in Unicode's form C, without full or half width, other digits than 0 to 9,
 * and characters that nobody sees.
 */
export function isPlainlySpelled(id: string): boolean {
  return id === id.normalize("NFC") && !/[\uff00-\uffef]|(?![0-9])\p{Nd}|\p{Default_Ignorable_Code_Point}/u.test(id);
}
