import { cardSchemeOf } from "@ventanilla/client";

/** What may stand between two groups. */
const gap = String.raw`[\s._-]{1,2}`;

/**
 * In one piece, or in the groups of the card: four by four, two of eight, or 4, 6 and the rest. No amount with its cents,
 * and no part of a longer number.
 */
const candidates = new RegExp(
  String.raw`(?<!\d)(?:\d{13,19}|(?:\d{4}${gap}){3}\d{4}(?:${gap}\d{1,3})?|\d{8}${gap}\d{8}|\d{4}${gap}\d{6}${gap}\d{4,5})(?!\d|\.\d\d)`,
  "gu",
);

/**
 * The text with every full card number masked, first six and last four digits left: a portal may put them into its list,
 * and a person into a reason. No page of the counter shows one.
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
