/**
 * The first digits of a card number by scheme, as the schemes publish them (issuer identification numbers of
 * ISO/IEC 7812). Of two that match, the first counts.
 * @see https://en.wikipedia.org/wiki/Payment_card_number
 */
export const cardPrefixes = {
  Visa: /^4/,
  MasterCard: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  "American Express": /^3[47]/,
  "Diners Club": /^3(?:0[0-5]|[689])/,
  Discover: /^6(?:011|4[4-9]|5)/,
  JCB: /^35(?:2[89]|[3-8])/,
  UnionPay: /^62/,
} as const;

/** A card scheme whose first digits are known. */
export type CardScheme = keyof typeof cardPrefixes;

/**
 * The scheme of a card, by the first digits of its masked number.
 * @param masked as the bank has it, such as `476134______0050`
 * @returns the scheme; `other` for other first digits, or where they are masked or absent
 * @example
 * cardSchemeOf("476134______0050"); // "Visa"
 */
export function cardSchemeOf(masked: string | undefined): CardScheme | "other" {
  const text = typeof masked === "string" ? masked : "";
  const found = Object.entries(cardPrefixes).find(([, prefix]) => prefix.test(text));
  return found === undefined ? "other" : (found[0] as CardScheme);
}
