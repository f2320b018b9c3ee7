/**
 * The card schemes: the first digits by which a number is recognized, how many digits a number may have, and how many a
 * cvv has.
 * @see docs/decisions/0002-mandatory-fields.md
 */
export const cardSchemes = {
  Visa: { pattern: /^4/, digits: [13, 16, 19], cvv: 3 },
  MasterCard: { pattern: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, digits: [16], cvv: 3 },
  "American Express": { pattern: /^3[47]/, digits: [15], cvv: 4 },
} as const;

/** The scheme of a card number and its name; undefined for other schemes. */
export function cardScheme(number: string) {
  return Object.entries(cardSchemes).find(([, { pattern }]) => pattern.test(number));
}
