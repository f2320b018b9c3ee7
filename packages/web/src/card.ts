/**
 * The characters that may stand between two digits of a card number; a form has + for a space. The hyphen is the last, as
 * it must be in a pattern's brackets.
 */
export const cardSeparators = " +.,/_*-";

/** Digits that may be a card number: at least 13, with at most one of {@link cardSeparators} between any two. */
export const cardLikeDigits: RegExp = new RegExp(`\\p{Nd}(?:[${cardSeparators}]?\\p{Nd}){12,}`, "gu");

/**
 * Writes a masked card number as buyers know it from receipts: `Visa •••• 0050`.
 * @param masked as the bank has it, such as `476134______0050`; only its last four digits are used
 * @param scheme as `cardSchemeOf` names it. Default: none is written
 * @returns the scheme, except `other`, four dots, a no-break space, and the last four digits
 * @example
 * formatCard("476134______0050", "Visa"); // "Visa •••• 0050"
 */
export function formatCard(masked: string, scheme = "other"): string {
  // It spells itself so.
  const name = scheme === "other" ? "" : `${scheme.replace("MasterCard", "Mastercard")} `;
  return `${name}••••\u00a0${masked.slice(-4)}`;
}

/**
 * Writes a card number, such as a test card's, in the groups that are printed on the card.
 * @param digits of the whole number
 * @returns groups of four digits; for the fifteen of American Express, of four, six and five
 * @example
 * formatCardNumber("4761340000000050"); // "4761 3400 0000 0050"
 */
export function formatCardNumber(digits: string): string {
  return digits.length === 15 ? digits.replace(/(.{4})(.{6})/, "$1 $2 ") : digits.replace(/(.{4})(?=.)/g, "$1 ");
}

/**
 * Whether the last digit is the check digit of those before it (ISO/IEC 7812-1, annex B: the Luhn formula).
 * @param digits of a whole card number
 * @returns false also for fewer than 2 digits, more than 19, and any other text
 * @example
 * passesLuhn("4761340000000050"); // true
 */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{2,19}$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = (digits.charCodeAt(digits.length - 1 - i) - 48) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
