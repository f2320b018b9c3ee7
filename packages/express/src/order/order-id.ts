import { randomBytes } from "node:crypto";
import { ArgumentError } from "@ventanilla/client";
import type { Order } from "./order.ts";

/** How many bytes of UTF-8 the id of an order may have, and what a page calls it: a signed token names one, too. */
const [maxOrderBytes, maxNameBytes] = [255, 2048];

/**
 * Whether an order may be kept under a text: printable, of at most 255 bytes, and without spaces around it. A database
 * column of integers would find the row of `1005` for the same number with a space before it, and one row would be many
 * orders. Where the bank takes fewer bytes, the order gets a reference: {@link newReference}.
 */
export const isOrderId = (text: string): boolean => isOrderName(text, maxOrderBytes);

/** Whether the shop is asked about a visitor's text. An order that it finds by a long one has an id of its own. */
export function isOrderName(text: string, maxBytes: number = maxNameBytes): boolean {
  return (
    Buffer.byteLength(text) <= maxBytes && text !== "" && text.trim() === text && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** The id that `order()` answers as the order's own. A number is a field of the shop's own, as the key of a row may be. */
export const ownId = ({ id }: Order): string | undefined => (typeof id === "string" ? id : undefined);

/** The id under which an order is kept: its own, else the one that was asked for. */
export const keptId = (asked: string, order: Order): string => ownId(order) ?? asked;

/** What is logged and remembered of a visitor's text: a token is nobody's business, and holds a buyer's contact. */
export function shownName(asked: string): string {
  const bytes = Buffer.byteLength(asked);
  return bytes > maxOrderBytes || /^eyJ[\w-]+\.eyJ[\w-]+\./.test(asked) ? `a name of ${bytes} bytes` : asked;
}

/** How messages name an order. */
export const orderLabel = (id: string): string => `order(${JSON.stringify(shownName(id))})`;

/** A value as a message shows it: `1005 (number)`. Never an object's content. */
export function describeValue(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return `${value} (${typeof value})`;
  if (value === "") return "an empty one";
  return value === null ? "null" : typeof value;
}

/** @throws ArgumentError when the id of an order that the shop asks about is not a string: a number would find nothing */
export function orderIdOf(order: unknown): string {
  if (typeof order === "string" && order !== "") return order;
  throw new ArgumentError(`order: expected the order's id, a string that is not empty, got ${describeValue(order)}`);
}

/** Digits and letters that nobody confuses on the telephone: without I, L, O and U. */
const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A reference for an order whose id the bank does not take: V and 14 characters, of 70 random bits. As long as an
 * invoice number of a REST operation may be (contract §2.1). The store ensures that it is unique.
 */
export function newReference(): string {
  const rest = Array.from(randomBytes(14), (byte) => characters[byte % characters.length]);
  return `V${rest.join("")}`;
}

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

/** What the log says of a launch whose id no order may have. */
export const badOrder =
  "a launch was refused: its order id: expected 1 to 255 bytes of printable text, with no spaces around it";

/** What the log says of a launch whose id has the spelling of another order, and that the shop has not named by its own. */
export const spelledLike = (known: string): string =>
  `a launch was refused: its order id differs from that of ${orderLabel(known)} only in how it is spelled: ${answerId}`;

/** What the log says of a launch that the shop has not named by its own id. `undefined`: it is spelled as ids are stored. */
export function oddityOf(id: string): string | undefined {
  if (!isOrderId(id)) return badOrder;
  if (isPlainlySpelled(id)) return undefined;
  return `a launch was refused: its order id has characters of full width, other digits or invisible characters, or is not in Unicode's form C: ${answerId}`;
}

/** Whether an id is spelled as ids are stored: in Unicode's form C, in the usual width and digits, and all of it seen. */
export function isPlainlySpelled(id: string): boolean {
  return id === id.normalize("NFC") && !/[\uff00-\uffef]|(?![0-9])\p{Nd}|\p{Default_Ignorable_Code_Point}/u.test(id);
}
