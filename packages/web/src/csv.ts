import { decimalText } from "./money.ts";

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
 * @param text of a cell, without quotes around it
 * @returns the text for a cell
 * @example
 * withoutFormula("=1+1"); // "'=1+1"
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function withoutFormula(text: string): string {
  const guarded = text.replaceAll(cellStarts, (_, sign: string) => (isFormulaSign(sign) ? "'" : ""));
  return /^\p{C}/u.test(guarded) ? `'${guarded}` : guarded;
}

/** Words that spreadsheets read as a part of a date, in English and in Spanish. */
const months = "(?:jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sep|set|oct|nov|dec|dic)\\p{L}*";

/** Digits with nothing else than what belongs to numbers, dates, times and amounts: `1-2`, `12E45`, `1:30 pm`, `3-MAR`. */
const figure = new RegExp(
  `^(?=.*\\d)(?:[^\\p{L};|"\\p{C}]|(?<=\\d)[de]|(?<=\\d ?)[ap]m?(?!\\p{L})|(?<!\\p{L})(?:${months}|rd|us))*$`,
  "iu",
);
const truth = /^(?:true|false|verdadero|falso)$/i;
/** A whole number that a spreadsheet shows as it is written. */
const plainNumber = /^(?:0|[1-9]\d{0,10})$/;
/** Of what may begin a formula, only a number with its sign. */
const signed = /^[=+-]\d+(?:[.,]\d+)*$/;

/**
 * Whether a spreadsheet would show an id as something else: `00123` as 123, `12E45` as 1.2E+46, `1-2` as a date, 16
 * digits as 15.
 */
function wouldChange(id: string): boolean {
  if (plainNumber.test(id)) return false;
  return truth.test(id) || (figure.test(id) && (signed.test(id) || withoutFormula(id) === id));
}

/** A cell: text; an id, which a spreadsheet has to show as it is; an amount or a count, which it adds up; or a time. */
export type Cell =
  | string
  | {
      /** In which every character counts. */
      readonly id: string;
    }
  | {
      /** An amount in minor units, negative too: it is written in major units. */
      readonly minor: number | bigint;
    }
  | {
      /** How many. */
      readonly count: number;
    }
  | {
      /** A day, `2026-11-20`, or a time on the clock of its place: `2026-11-20 14:03:22`. */
      readonly time: string;
    };

/**
 * One row of CSV with its line end (RFC 4180). A spreadsheet runs no text as a formula. An id that it would change is
 * written as `="00123"`, a formula of ours whose value is the text.
 * @param cells in their order
 * @returns the row
 * @example
 * const row = csvRow([{ id: "00123" }, "Bizcocho", "2950.00"]);
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(given: Cell): string {
  if (typeof given === "object") {
    if ("minor" in given) return decimalText(given.minor);
    if ("count" in given) return String(given.count);
    if ("time" in given) return given.time;
    if (wouldChange(given.id)) return `"=""${given.id}"""`;
  }
  const cell = withoutFormula(typeof given === "object" ? given.id : given);
  return /[,;|"\p{C}]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
