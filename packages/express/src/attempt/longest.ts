/** The most characters of what a person says about a payment, of their name, and of the bank's two numbers for it. */
export const longest = { reason: 500, name: 100, reference: 12, authorizationCode: 6 } as const;
