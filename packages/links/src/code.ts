import { randomInt } from "node:crypto";

/**
 * Digits and letters that nobody confuses, seen or heard: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8, B and V. Without
 * vowels no code is a word.
 */
const characters = "23456789CDFGHJKMNPQRTWXY";
const orderForm = new RegExp(`^([${characters}]{10})(?:-[${characters}]{6})?$`);

const randomText = (length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join("");

/** A code of 45 random bits. The table ensures that it is unique. */
export const newCode = (): string => randomText(10);

/** The order of one of several uses of a link: at most 20 bytes, which the bank takes. */
export const newUse = (code: string): string => `${code}-${randomText(6)}`;

/** The code of the link that an order belongs to; `undefined` for an order of the shop's own. */
export const codeOfOrder = (order: string): string | undefined => orderForm.exec(order)?.[1];

/** The code that a person has typed or read out: in any case, with spaces, hyphens or whatever else is no letter. */
export function codeOf(text: unknown): string | undefined {
  const typed = String(text).slice(0, 40).toUpperCase();
  return codeOfOrder(typed.replace(/[^\p{L}\p{N}]/gu, ""));
}

/** A number of the Dominican Republic in three groups: `809 555 0123`. */
export const shownPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3");

/** A code in two groups, as people read it: `K7MP4-XQ9TD`. */
export const shownCode = (code: string): string => code.replace(/^.{5}/, "$&-");
