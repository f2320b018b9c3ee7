import { cardSchemeOf } from "@ventanilla/client";
import { cardSeparators, passesLuhn } from "@ventanilla/web";

/** How a card number is written, the longest first: in one piece, or in the groups of the card. */
const formsWith = (gap: string): RegExp[] =>
  [
    String.raw`\d{13,19}`,
    String.raw`(?:\d{4}${gap}){4}\d{1,3}`,
    String.raw`(?:\d{4}${gap}){3}\d{4}`,
    String.raw`\d{8}${gap}\d{8}`,
    String.raw`\d{4}${gap}\d{6}${gap}\d{4,5}`,
    // Neither an amount with its cents, nor a part of a longer number.
  ].map((form) => new RegExp(String.raw`${form}(?!\d|\.\d\d)`, "uy"));

/** Between two groups as people write them: spaces, or a separator with or without spaces around it. */
const spoken = formsWith(String.raw`(?:\p{Zs}{1,2}|\p{Zs}?[\p{Pd}:|${cardSeparators}]{1,2}\p{Zs}?)`);
/** In a list with columns: nothing that may stand between two of them, which would become one. */
const listed = formsWith(String.raw`[\p{Zs}._-]{1,2}`);

const groups = /(?<!\d)\d{4}/g;

/**
 * Masks every full card number in a text, except its first six and last four digits. A person may put one into a reason,
 * and a bank's portal into a cell of its list; no page of the counter shows one.
 */
export function withoutCardNumbers(text: string): string {
  return masked(text, spoken);
}

/** The same in a list of several columns, in which a number stands in one of them. */
export function withoutListedCardNumbers(text: string): string {
  return masked(text, listed);
}

function masked(text: string, forms: readonly RegExp[]): string {
  let shown = "";
  let end = 0;
  for (const { index } of text.matchAll(groups)) {
    const written = index < end ? undefined : cardAt(text, index, forms);
    if (written === undefined) continue;
    const digits = digitsOf(written);
    shown += `${text.slice(end, index)}${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`;
    end = index + written.length;
  }
  return shown + text.slice(end);
}

/** The card number that begins here, as it is written. */
function cardAt(text: string, index: number, forms: readonly RegExp[]): string | undefined {
  for (const form of forms) {
    form.lastIndex = index;
    const [written] = form.exec(text) ?? [];
    if (written !== undefined && isCard(digitsOf(written))) return written;
  }
  return undefined;
}

const digitsOf = (written: string): string => written.replaceAll(/\D/g, "");

const isCard = (digits: string): boolean => cardSchemeOf(digits) !== "other" && passesLuhn(digits);
