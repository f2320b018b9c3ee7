import { cardSchemeOf } from "@ventanilla/client";
import { asciiDigits, passesLuhn } from "@ventanilla/web";
import { isAttemptId } from "../../attempt/rules.ts";
import { withoutCardNumbers } from "../../base/card-numbers.ts";
import { productOf } from "../../order/check-order.ts";

/** The first digits of cards, whatever their scheme (ISO/IEC 7812). No year and no time in milliseconds begins like that. */
const first = "^(?:[3-6]|2[2-7])";
/** Digits with anything between them but letters, of which an x may stand for a gap. */
const run = String.raw`\d+(?:(?:[^\p{L}\p{N}]|x)+\d+)*`;
/** How many digits nearly every card has, of a scheme whose cards do not have 16. */
const usualLengths: Partial<Record<string, number>> = { "American Express": 15, "Diners Club": 14 };
const date = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/;

/**
 * Whether a text has, or is, what may be a whole card number. Nobody has to search for one: no page of the counter shows
 * it again, and no address keeps it.
 *
 * Refused in vain, of numbers drawn at random: about one in twenty of those with 13 to 16 digits or more than 19, and one
 * in ten of those between. The bank's have at most 12 digits. Of one that begins with a date, the end is not tried: order
 * ids begin so. No payment's id is refused.
 */
export function isCardLike(text: string): boolean {
  const plain = asciiDigits(text.normalize("NFKC").replaceAll(/\p{Cf}/gu, ""));
  if (isAttemptId(plain.trim())) return false;
  if (withoutCardNumbers(plain) !== plain) return true;
  return [...plain.matchAll(new RegExp(run, "giu"))].some(([written]) => {
    const groups = written.match(/\d+/g) ?? [];
    return isWhole(groups.join("")) || groups.some((_, index) => partsFrom(groups, index).some(isUsual));
  });
}

/**
 * Whether a field of an address {@link isCardLike}. What is sold is kept without card numbers: what is left in it may look
 * like one, and is none.
 */
export function isCardField([name, text]: readonly [name: string, text: string]): boolean {
  const isKept = () => name === "product" && productOf({ product: text }).product === text;
  return isCardLike(name) || (isCardLike(text) && !isKept());
}

/** The fields of an address that a link may have again: those that are no {@link isCardField}, and not the language. */
export function keptFields(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter((field) => field[0] !== "lang" && !isCardField(field)));
}

/** What may be a card number beside others: whole groups of digits from this one on, and its own beginning and end. */
function partsFrom(groups: readonly string[], index: number): string[] {
  const [group = "", ...others] = groups.slice(index, index + 16);
  const parts = [group];
  for (const other of others) parts.push(`${parts.at(-1)}${other}`);
  for (const length of [14, 15, 16]) parts.push(group.slice(0, length), date.test(group) ? "" : group.slice(-length));
  return parts;
}

const isWhole = (digits: string): boolean =>
  digits.length >= 13 && new RegExp(first).test(digits) && passesLuhn(digits);

const isUsual = (digits: string): boolean => {
  const scheme = cardSchemeOf(digits);
  return scheme !== "other" && digits.length === (usualLengths[scheme] ?? 16) && passesLuhn(digits);
};

/** {@link isCardLike} of digits with no others beside them, in a browser: what is not sent stands in no log of a proxy. */
export const isCardLikeScript: string = `
const isCardLike = (text) =>
  !/^[\\da-f-]{36}$/.test(text.trim()) &&
  (text.normalize("NFKC").replace(/\\p{Cf}/gu, "").match(/${run}/giu) ?? []).some((written) => {
    const digits = written.replace(/\\D/g, "");
    if (digits.length < 13 || digits.length > 19 || !/${first}/.test(digits)) return false;
    const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (1 + (at % 2)));
    return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
  });`;
