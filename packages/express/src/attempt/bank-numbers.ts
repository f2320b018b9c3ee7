/**
 * The form of a reference by which payments are found and approvals are unique: digits without the zeros before them,
 * which people and spreadsheets drop.
 */
export const withoutZeros = (reference: string): string => reference.replace(/^0+(?=\d+$)/, "");

/**
 * The form of an authorization code by which payments are found: people type capitals as small letters, and
 * spreadsheets drop the zeros before it.
 */
export const canonicalCode = (code: string): string =>
  /^[0-9A-Za-z]+$/.test(code) ? code.replace(/^0+(?=.)/, "").toUpperCase() : code;
