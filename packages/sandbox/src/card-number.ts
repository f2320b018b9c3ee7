/** The card schemes that the payment page recognizes. */
export type Scheme = "visa" | "mastercard" | "amex";

/** How the cards of a scheme are recognized and checked: name, number of digits, digits of the CVV, first digits. */
export const schemes: Record<Scheme, { name: string; length: number; cvvLength: number; starts: RegExp }> = {
  visa: { name: "Visa", length: 16, cvvLength: 3, starts: /^4/ },
  mastercard: {
    name: "Mastercard",
    length: 16,
    cvvLength: 3,
    starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  },
  amex: { name: "American Express", length: 15, cvvLength: 4, starts: /^3[47]/ },
};

/** The scheme that a card number (its digits, at least the first ones) belongs to; undefined for any other. */
export function schemeOf(digits: string): Scheme | undefined {
  if (schemes.visa.starts.test(digits)) return "visa";
  if (schemes.mastercard.starts.test(digits)) return "mastercard";
  return schemes.amex.starts.test(digits) ? "amex" : undefined;
}

/** Whether the last digit is the check digit of those before it (ISO/IEC 7812-1, Luhn). */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{2,19}$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = (digits.charCodeAt(digits.length - 1 - i) - 48) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** First six and last four digits, the rest as underscores, as live results show it: `476134______0050`. */
export function maskNumber(digits: string): string {
  return digits.slice(0, 6) + "_".repeat(Math.max(0, digits.length - 10)) + digits.slice(-4);
}
