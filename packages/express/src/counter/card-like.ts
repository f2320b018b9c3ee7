import { passesLuhn } from "@ventanilla/web";
import { withoutCardNumbers } from "../base/card-numbers.ts";

/** The first digits of cards, whatever their scheme (ISO/IEC 7812). No year and no time in milliseconds begins like that. */
const first = "^(?:[3-6]|2[2-7])";

/**
 * Whether a text has, or is, what may be a whole card number. Nobody has to search for one: no page of the counter shows
 * it again, and no address keeps it.
 */
export function isCardLike(text: string): boolean {
  const plain = text.normalize("NFKC");
  const digits = plain.replaceAll(/\D/g, "");
  const isNumber = digits.length >= 13 && new RegExp(first).test(digits) && passesLuhn(digits);
  return isNumber || withoutCardNumbers(plain) !== plain;
}

/** {@link isCardLike} of a whole text, in a browser: what is not sent stands in no log of a proxy. */
export const isCardLikeScript: string = `
const isCardLike = (text) => {
  const digits = text.normalize("NFKC").replace(/\\D/g, "");
  if (digits.length < 13 || digits.length > 19 || !/${first}/.test(digits)) return false;
  const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (1 + (at % 2)));
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
};`;
