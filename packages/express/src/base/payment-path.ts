/** The path of a payment's page, below the counter. */
export const paymentPath = (attempt: string): string => `payments/${encodeURIComponent(attempt)}`;
