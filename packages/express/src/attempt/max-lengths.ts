/** The most characters of a person's reason, of their name, and of the bank's two numbers for a payment. */
export const maxLengths = { reason: 500, name: 100, reference: 12, authorizationCode: 6 } as const;
