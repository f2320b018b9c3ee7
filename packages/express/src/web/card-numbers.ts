import { cardSchemeOf } from "@ventanilla/client";
import { cardSeparators, passesLuhn } from "@ventanilla/web";

/** What may stand between two groups of digits: as people write it, any space or dash, too. */
const gap = String.raw`[\p{Zs}\p{Pd}${cardSeparators}]{1,2}`;

/** How a card number is written, the longest first: in one piece, or in the groups of the card. */
const forms = [
  String.raw`\d{13,19}`,
  String.raw`(?:\d{4}${gap}){4}\d{1,3}`,
  String.raw`(?:\d{4}${gap}){3}\d{4}`,
  String.raw`\d{8}${gap}\d{8}`,
  String.raw`\d{4}${gap}\d{6}${gap}\d{4,5}`,
  // Neither an amount with its cents, nor a part of a longer number.
].map((form) => new RegExp(String.raw`${form}(?!\d|\.\d\d)`, "uy"));

const groups = /(?<!\d)\d{4}/g;

/**
 * Masks every full card number in a text, except its first six and last four digits. A bank's portal may put one into
 * its list, and a person into a reason; no page of the counter shows one.
 */
export function withoutCardNumbers(text: string): string {
  let masked = "";
  let end = 0;
  for (const { index } of text.matchAll(groups)) {
    const written = index < end ? undefined : cardAt(text, index);
    if (written === undefined) continue;
    const digits = digitsOf(written);
    masked += `${text.slice(end, index)}${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`;
    end = index + written.length;
  }
  return masked + text.slice(end);
}

/** The card number that begins here, as it is written. */
function cardAt(text: string, index: number): string | undefined {
  for (const form of forms) {
    form.lastIndex = index;
    const [written] = form.exec(text) ?? [];
    if (written !== undefined && isCard(digitsOf(written))) return written;
  }
  return undefined;
}

const digitsOf = (written: string): string => written.replaceAll(/\D/g, "");

const isCard = (digits: string): boolean => cardSchemeOf(digits) !== "other" && passesLuhn(digits);
