import { cardPrefixes } from "./card-scheme-of.ts";

/**
 * The card schemes whose numbers REST takes: the first digits by which a number is recognized, how many digits a number
 * may have, and how many a cvv has. A masked number can be of further schemes, which `cardSchemeOf` knows.
 * @see docs/decisions/0002-mandatory-fields.md
 */
export const cardSchemes = {
  Visa: { pattern: cardPrefixes.Visa, digits: [13, 16, 19], cvv: 3 },
  MasterCard: { pattern: cardPrefixes.MasterCard, digits: [16], cvv: 3 },
  "American Express": { pattern: cardPrefixes["American Express"], digits: [15], cvv: 4 },
} as const;

/** The name of a card number's scheme, and its row of `cardSchemes`; undefined for a scheme that is not in it. */
export function restSchemeOf(number: string) {
  return Object.entries(cardSchemes).find(([, { pattern }]) => pattern.test(number));
}
