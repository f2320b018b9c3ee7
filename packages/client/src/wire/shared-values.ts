/**
 * The form of a response code: two digits or letters. Codes of one character occur, too. A single 0 is not one: it may
 * only be a program's default, and would look like an approval.
 */
export const codeForm = /^(?:[1-9A-Za-z]|[0-9A-Za-z]{2})$/;

/** The currencies of the service, with their numbers on the wire (ISO 4217). */
export const currencyCodes = { DOP: "214", USD: "840" } as const;

/**
 * The largest amount in minor units: 12 digits of a payment request, which are ten before the point and two after it in
 * REST.
 */
export const maxMinor = 999_999_999_999;
