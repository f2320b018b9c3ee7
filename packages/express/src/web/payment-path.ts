/** Where a payment's page is, below the counter. */
export const paymentPath = (attempt: string): string => `payments/${encodeURIComponent(attempt)}`;
