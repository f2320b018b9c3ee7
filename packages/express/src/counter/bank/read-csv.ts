import { isAmount, saysMoney } from "./amount.ts";
import { BankFileError, maxCellLength } from "./text.ts";
import { atOnce, partsOf, type Steps } from "./turns.ts";

/** The separator between the cells of a row. */
export type Delimiter = "," | ";" | "\t" | "|";

/** A table of the bank's portal. */
export interface BankTable {
  delimiter: Delimiter;
  /** The names of the columns. `undefined` when the table has no row of names. */
  names: string[] | undefined;
  /**
   * The rows below the names, and those above that may be payments. All have as many cells as the table has columns.
   */
  rows: BankRow[];
  /** How many columns the table has, 2 to 200. */
  columns: number;
}

/** A row of the table. */
export interface BankRow {
  /** Its line in the file, counted from 1. */
  line: number;
  cells: string[];
  /**
   * Its cells do not match the columns: an unquoted `1,234.00` was split, or a quote was not closed where it should be.
   */
  isSplit?: true;
  /** It is above the names of the columns, where another table may end: its cells do not match the columns. */
  isAbove?: true;
}

/** More rows than a merchant has in a day. A file with a whole year is refused. */
const maxRows = 50_000;
/** The rows, and the titles above them. */
const maxRecords = maxRows + 100;
const maxColumns = 200;
/** The most cells of the file, and of the table once all its rows have the same width. */
const maxCells = 400_000;
/** How many cells are read before the event loop runs: about ten milliseconds of work. */
const cellsInTurn = 10_000;

/**
 * In order of preference, when several split the rows equally well. The comma is last, because it may also be a decimal
 * comma. No amount contains one of the others.
 */
const delimiters: readonly Delimiter[] = ["\t", ";", "|", ","];

/**
 * Reads CSV as banks and spreadsheets write it: cells separated by `,`, `;`, tab or `|`, quoted or not, with or without
 * a row of names, with titles above and empty rows between.
 * @throws BankFileError naming what is wrong with the file
 */
export function* tableSteps(text: string): Steps<BankTable> {
  const { separator, body, line } = withoutSeparatorLine(text.replace(/^\uFEFF/, ""));
  if (body.trim() === "") throw new BankFileError("empty");
  const delimiter = separator ?? delimiterOf(body);
  const records = yield* recordsOf(body, delimiter, line, maxRecords + 1);
  if (records.length > maxRecords) throw new BankFileError("too-long");
  const columns = usualColumns(records);
  if (columns < 2) throw new BankFileError("no-columns");
  const { names, found } = splitRecords(records, columns);
  // When a comma has split the amounts of all rows, there are fewer names than cells.
  const width = delimiter === "," && names !== undefined ? names.findLastIndex((name) => name !== "") + 1 : columns;
  if (found.length > maxRows || found.length * columns > maxCells) throw new BankFileError("too-long");
  const rows: BankRow[] = [];
  for (const part of partsOf(found)) {
    rows.push(...part.map((record) => fitRow(record, columns, width)));
    yield;
  }
  if (rows.length === 0) throw new BankFileError("empty");
  return { delimiter, names, rows, columns };
}

/** Takes off a first line that tells Excel the separator: `sep=;`. `line`: the line with which the rest begins. */
function withoutSeparatorLine(text: string): { separator?: Delimiter; body: string; line: number } {
  const [found, separator] = /^"?sep=([,;|\t])"?\r?\n/i.exec(text) ?? [];
  if (found === undefined) return { body: text, line: 1 };
  return { separator: separator as Delimiter, body: text.slice(found.length), line: 2 };
}

/**
 * The separator that splits most of the first rows into the same number of cells.
 * @throws BankFileError when no separator makes columns, and a quote is never closed
 */
function delimiterOf(text: string): Delimiter {
  let problem: unknown;
  const scores = delimiters.map((delimiter) => {
    try {
      const records = atOnce(recordsOf(text, delimiter, 1, 100));
      const columns = usualColumns(records);
      return columns < 2 ? 0 : records.filter(({ cells }) => cells.length === columns).length / records.length;
    } catch (error) {
      problem = error;
      return 0;
    }
  });
  const best = Math.max(...scores);
  if (best === 0 && problem !== undefined) throw problem;
  return delimiters[scores.indexOf(best)] ?? ",";
}

/** The number of cells that most rows have. Of two equally frequent numbers the larger: titles have few cells. */
function usualColumns(records: readonly BankRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let usual = 0;
  let most = 0;
  for (const [columns, count] of counts) {
    if (count > most || (count === most && columns > usual)) {
      usual = columns;
      most = count;
    }
  }
  return Math.min(usual, maxColumns);
}

/**
 * The row with exactly as many cells as the table has columns.
 * @param width how many columns have values: text in a later cell means that the row was split
 */
function fitRow({ cells, ...row }: BankRow, columns: number, width: number): BankRow {
  const isSplit = row.isSplit || cells.slice(width).some((cell) => cell !== "");
  return { ...row, cells: Array.from({ length: columns }, (_, at) => cells[at] ?? ""), ...(isSplit && { isSplit }) };
}

/**
 * Finds the names of the columns, the rows below them, and the rows above that may be payments. Without names, a row
 * above the first complete one may be a payment if it has an amount: a file may leave out the empty cells at the end of
 * a row.
 */
function splitRecords(records: readonly BankRow[], columns: number): Pick<BankTable, "names"> & { found: BankRow[] } {
  // Titles above the table have fewer cells, or are filled up with empty ones.
  const first = records.findIndex(({ cells }) => cells.length >= columns);
  const isFilled = ({ cells }: BankRow) => cells.length >= columns && filledCells(cells).length > columns / 2;
  const filled = records.findIndex((row) => isFilled(row) && (!isLabeled(row.cells) || isHeading(row.cells)));
  // When all rows end with a separator, they have one cell more than the names.
  const names = [records[filled], records[filled - 1], records[first], records[first - 1]].find(
    (record) => record !== undefined && record.cells.length >= columns - 1 && isHeading(record.cells),
  );
  if (names === undefined) {
    const above = records.slice(0, first).filter(({ cells }) => cells.length > 1 && cells.some(isAmount));
    return { names, found: [...above, ...records.slice(first)] };
  }
  const at = records.indexOf(names);
  const above = records.slice(0, at).filter(mayBePayment);
  // Each page of a report may name the columns again.
  const heading = headingOf(names);
  const below = records.slice(at + 1).filter((record) => headingOf(record) !== heading);
  const found = [...above.map((record) => ({ ...record, isAbove: true as const })), ...below];
  return { names: fitRow(names, columns, columns).cells, found };
}

/** The cells of a row in one text, without the empty ones at its end. */
const headingOf = ({ cells }: BankRow): string => cells.join("\n").trimEnd();

/**
 * Whether a row above the names has an amount, and is more than a label with its value: `VISA;1001;Aprobada;500.00`.
 */
function mayBePayment({ cells }: BankRow): boolean {
  return isLabeled(cells) ? filledCells(cells).length > 2 && cells.some(saysMoney) : cells.some(isAmount);
}

/** The cells that hold something. */
export const filledCells = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== "");

/** Whether a row is pairs of a label and its value, as titles and footers are: `Lote;12;Fecha;20/11/2026`. */
export function isLabeled(cells: readonly string[]): boolean {
  const filled = filledCells(cells);
  return filled.length < 2 || filled.every((cell, at) => at % 2 === 1 || !/\d/.test(cell));
}

/** Whether a row names columns: it has words in two cells, and no cell that is a number, an amount or a date. */
function isHeading(cells: readonly string[]): boolean {
  // Also in an unknown currency: `EUR 500`, `500 CR`.
  const isValue = (cell: string) =>
    isAmount(cell) ||
    (cell.length <= maxCellLength && /^\W*(?:\p{L}{2,4}\W*)?\d[\d\s.,:/-]*(?:\p{L}{2,4})?$/u.test(cell));
  return cells.filter((cell) => /\p{L}/u.test(cell)).length >= 2 && !cells.some(isValue);
}

/**
 * Reads rows of CSV that are not empty, at most `limit`. A quote counts only at the beginning of a cell. Text after the
 * closing quote belongs to the cell.
 * @throws BankFileError when a quote is never closed
 */
function* recordsOf(text: string, delimiter: Delimiter, firstLine: number, limit: number): Steps<BankRow[]> {
  const bar = delimiter === "|" ? "\\|" : delimiter;
  // A quoted cell, then the rest of an unquoted one, then what ends it.
  const cell = new RegExp(`(?: *"([^"]*(?:""[^"]*)*)"|)([^${bar}\\r\\n]*)(${bar}|\\r\\n|\\r|\\n|$)`, "y");
  const records: BankRow[] = [];
  let line = firstLine;
  let row: BankRow = { line, cells: [] };
  for (let read = 1; ; read++) {
    if (read > maxCells) throw new BankFileError("too-long");
    if (read % cellsInTurn === 0) yield;
    // It matches at every position: the next one begins where this one ends.
    const [, quoted, rest = "", end = ""] = cell.exec(text) ?? [];
    if (quoted === undefined && /^ *"/.test(rest)) throw new BankFileError("open-quote", line);
    // A quote at the beginning of a cell may belong to its text. Then the closing quote is found rows later.
    if (quoted?.includes(delimiter) && /[\r\n]/.test(quoted)) row.isSplit = true;
    row.cells.push(plainText(quoted === undefined ? rest : quoted.replaceAll('""', '"') + rest));
    line += lineEnds(quoted ?? "");
    if (end === delimiter) continue;
    if (row.cells.some((each) => each !== "")) records.push(row);
    if (cell.lastIndex >= text.length || records.length === limit) return records;
    line++;
    row = { line, cells: [] };
  }
}

/** The text of a cell, without the signs that keep a spreadsheet from changing it: `="00123"` or `'00123`. */
const plainText = (cell: string): string => cell.trim().replace(/^="(.*)"$|^'/s, "$1");

/** How many lines end in the text. */
const lineEnds = (text: string): number => (text === "" ? 0 : (text.match(/\r\n|\r|\n/g)?.length ?? 0));
