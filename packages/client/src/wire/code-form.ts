/**
 * The form of a response code: two digits or letters. Codes of one character occur, too. A single 0 is not one: it may
 * only be a program's default, and would look like an approval.
 */
export const codeForm = /^(?:[1-9A-Za-z]|[0-9A-Za-z]{2})$/;
