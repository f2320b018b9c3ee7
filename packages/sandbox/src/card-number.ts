import { cardSchemes } from "@ventanilla/client/wire";

/** The card schemes that the payment page recognizes. */
export type Scheme = "visa" | "mastercard" | "amex";

const { Visa, MasterCard, "American Express": AmericanExpress } = cardSchemes;

/**
 * How the payment page names, recognizes and checks the cards of a scheme. Its numbers have the one length of the test
 * cards; REST takes Visa numbers of 13 and 19 digits too.
 */
export const schemes: Record<Scheme, { name: string; length: number; cvvLength: number; starts: RegExp }> = {
  visa: { name: "Visa", length: 16, cvvLength: Visa.cvv, starts: Visa.pattern },
  mastercard: { name: "Mastercard", length: 16, cvvLength: MasterCard.cvv, starts: MasterCard.pattern },
  amex: { name: "American Express", length: 15, cvvLength: AmericanExpress.cvv, starts: AmericanExpress.pattern },
};

/** The scheme that a card number (its digits, at least the first ones) belongs to; undefined for any other. */
export function schemeOf(digits: string): Scheme | undefined {
  if (schemes.visa.starts.test(digits)) return "visa";
  if (schemes.mastercard.starts.test(digits)) return "mastercard";
  return schemes.amex.starts.test(digits) ? "amex" : undefined;
}

/** First six and last four digits, the rest as underscores, as live results show it: `476134______0050`. */
export function maskNumber(digits: string): string {
  return digits.slice(0, 6) + "_".repeat(Math.max(0, digits.length - 10)) + digits.slice(-4);
}
