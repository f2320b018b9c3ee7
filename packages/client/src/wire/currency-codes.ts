/** The currencies of the service, with their numbers on the wire (ISO 4217). */
export const currencyCodes = { DOP: "214", USD: "840" } as const;
