import { cardSchemeOf } from "@ventanilla/client";

/** In one piece, or in the groups of the card: four by four, or 4, 6 and 5. No amount, and no part of a longer number. */
const candidates = /(?<!\d)(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{5})(?!\d|\.\d)/g;

/**
 * The text with every full card number masked, first six and last four digits left: a portal may put them into its list,
 * and no page of the counter shows one.
 */
export function withoutCardNumbers(text: string): string {
  return text.replaceAll(candidates, (written) => {
    const digits = written.replaceAll(/\D/g, "");
    const isCard = cardSchemeOf(digits) !== "other" && hasCheckDigit(digits);
    return isCard ? `${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}` : written;
  });
}

/** ISO/IEC 7812-1, annex B. */
function hasCheckDigit(digits: string): boolean {
  const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2);
  const fromTheEnd = Array.from(digits, Number).toReversed();
  return fromTheEnd.reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : doubled(digit)), 0) % 10 === 0;
}
