/** Marks a file as UTF-8: without it, Excel reads CSV in the code page of the machine. */
export const byteOrderMark = "\uFEFF";

/** Where a spreadsheet may begin a cell. It may also split at other separators than the comma, and at quotes. */
const cellStarts = /(?<=^|[,;|"\t\r\n])(?=[\s\p{C}]*(\S))/gu;

/**
 * Whether a formula may begin with the sign. Some spreadsheets also accept its full-width, small or superscript form.
 */
const isFormulaSign = (sign: string): boolean => /^[=+\-@\u2212]/.test(sign.normalize("NFKC"));

/**
 * The text with an apostrophe wherever a spreadsheet would begin a formula: before `=`, `+`, `-` and `@` at the
 * beginning of a cell, also after spaces, and before a tab or another control character there.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function withoutFormula(text: string): string {
  const guarded = text.replaceAll(cellStarts, (_, sign: string) => (isFormulaSign(sign) ? "'" : ""));
  return /^\p{C}/u.test(guarded) ? `'${guarded}` : guarded;
}

/**
 * One row of CSV with its line end (RFC 4180). A spreadsheet reads no cell as a formula, whatever its text.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(text: string): string {
  const cell = withoutFormula(text);
  return /[,;|"\p{C}]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
