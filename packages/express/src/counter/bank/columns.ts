import type { Money } from "@ventanilla/client";
import { withoutZeros } from "../../attempt/shelf-of.ts";
import { maxFieldLength } from "../list/filter.ts";
import { type BankAmount, readAmount } from "./amount.ts";
import { type BankRow, type BankTable, filledCells } from "./read-csv.ts";
import { type CountedStates, stateOf, statesIn } from "./states.ts";
import { isSum, rowsWithMoney } from "./sums.ts";
import { partsOf, type Steps } from "./turns.ts";

/** The keys that identify a payment in the bank's file. Of several that both sides have, the first one decides. */
export const keyNames = ["reference", "authorizationCode", "order"] as const;
/** One of {@link keyNames}. */
export type KeyName = (typeof keyNames)[number];

/** The roles that a column of the bank's file can have. */
export const roles = [...keyNames, "amount", "currency", "state"] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/** The column of each role, counted from 0. A comparison needs columns for which {@link isComplete} is true. */
export type Columns = Partial<Record<Role, number>>;

/** How a table is read: what its columns are, and which states count in the column of the state. */
export interface Layout {
  columns: Columns;
  /** Empty where no column has a state. */
  states: CountedStates;
}

/** Whether the columns identify a payment and give its amount. */
export function isComplete(columns: Columns): boolean {
  return columns.amount !== undefined && keyNames.some((name) => columns[name] !== undefined);
}

/** Why the assigned columns cannot be used. The texts have a sentence for each. */
export type ColumnsProblem = "twice" | "incomplete" | "manyStates" | "noState";

/** Whether it is decided about every state of the table, and some of them count. Always without a column of states. */
export function isDecided({ columns: { state }, states }: Layout, table: BankTable): boolean {
  if (state === undefined) return true;
  const found = statesIn(table, state) ?? [{ state: "" }];
  return [...states.values()].includes(true) && found.every((each) => states.has(each.state));
}

/** A payment of the bank's file, with its keys as {@link keyOf} makes them. */
export interface BankPayment extends Partial<Record<KeyName, string>> {
  /** Its line in the file, counted from 1. */
  line: number;
  /** Its keys as they are written in the file. */
  written: Partial<Record<KeyName, string>>;
  /** Negative for a void or a refund. */
  amount: BankAmount;
  /** Its state, in the bank's words. Absent where no column has a state. */
  state?: string;
}

/** The rows of the bank's file: each is in exactly one of the lists. */
export interface BankRows {
  payments: BankPayment[];
  /** Those whose state does not count, such as declined ones. */
  uncounted: BankPayment[];
  /** Rows without a key: empty lines, titles and sums. */
  unnamed: BankRow[];
  /**
   * Rows with a key whose amount, currency or state cannot be read, and rows without a key with money that is not a sum.
   */
  unreadable: BankRow[];
  /** How many payments have a key that a spreadsheet has rounded: `1.23457E+11`. */
  rounded: number;
}

/** Reads the payments out of the table. */
export function* paymentSteps({ names, rows }: BankTable, layout: Layout): Steps<BankRows> {
  const read: BankRows = { payments: [], uncounted: [], unnamed: [], unreadable: [], rounded: 0 };
  const { amount = -1 } = layout.columns;
  const columnCurrency = currencyIn(names?.[amount]);
  for (const part of partsOf(rows)) {
    for (const row of part) readRow(read, row, layout, columnCurrency);
    yield;
  }
  const left = rowsWithMoney(read.unnamed, read.payments, amount);
  read.unreadable = [...read.unreadable, ...left].toSorted((a, b) => a.line - b.line);
  read.unnamed = read.unnamed.filter((row) => !left.has(row));
  return read;
}

/**
 * Adds the row to one of the lists.
 * @param columnCurrency the currency in the name of the amount column
 */
function readRow(
  read: BankRows,
  row: BankRow,
  { columns, states }: Layout,
  columnCurrency: Money["currency"] | undefined,
): void {
  const textIn = (role: Role) => (row.isAbove ? "" : (row.cells[columns[role] ?? -1] ?? ""));
  const written: BankPayment["written"] = {};
  const keys: Partial<Record<KeyName, string>> = {};
  for (const name of keyNames) {
    const text = textIn(name);
    const key = keyOf(text);
    if (key === undefined) continue;
    keys[name] = key;
    written[name] = text;
  }
  const amount = row.isSplit ? undefined : inCurrency(readAmount(textIn("amount")), textIn("currency"), columnCurrency);
  const counts = columns.state === undefined || states.get(stateOf(textIn("state")));
  if (Object.keys(keys).length === 0 || isFooter(row)) {
    read.unnamed.push(row);
  } else if (amount === undefined || counts === undefined) {
    read.unreadable.push(row);
  } else {
    if (keyNames.some((name) => /^\d[.,]?\d*E\+\d+$/.test(keys[name] ?? ""))) read.rounded++;
    const state = columns.state !== undefined && { state: textIn("state") };
    (counts ? read.payments : read.uncounted).push({ line: row.line, written, ...keys, amount, ...state });
  }
}

/** Whether a row is a single text that is not the number of a payment: `Fin del reporte`, `Página 1 de 1`. */
function isFooter({ cells, isSplit }: BankRow): boolean {
  const [text = "", ...others] = filledCells(cells);
  if (isSplit || others.length > 0) return false;
  const hasSeveralWords = /\p{L}+\P{L}+\p{L}/u.test(text.replaceAll(/[_-]/g, ""));
  return hasSeveralWords || !/\d/.test(text);
}

/**
 * The form in which a reference, code or order is compared: in upper case, without spaces, and without the leading
 * zeros of a number. Spreadsheets drop these zeros, and people change case and spaces.
 * @returns `undefined` for a text that identifies no payment: zeros alone, `N/A`, the name of a sum, or a text that is
 * too long
 */
export function keyOf(text = ""): string | undefined {
  if (text.length > maxFieldLength) return undefined;
  if (isSum(text)) return undefined;
  const key = text
    .normalize("NFKC")
    .replaceAll(/[\s\p{Cf}]/gu, "")
    .toUpperCase();
  if (key === "" || /^(?:0+|-+|N\/?A|NULL)$/.test(key)) return undefined;
  return withoutZeros(key);
}

/**
 * Adds the currency to an amount: that of its cell, else of the currency cell, else of the column's name.
 * @param named the text of the currency cell
 * @returns `undefined` when there is no amount, the two cells differ, or the currency cell has an unknown text
 */
function inCurrency(
  amount: BankAmount | undefined,
  named: string,
  columnCurrency: Money["currency"] | undefined,
): BankAmount | undefined {
  const ofCell = currencyOf(named);
  if (amount === undefined || (ofCell === undefined && named !== "")) return undefined;
  if (amount.currency !== undefined && ofCell !== undefined && amount.currency !== ofCell) return undefined;
  const currency = amount.currency ?? ofCell ?? columnCurrency;
  return currency === undefined ? amount : { ...amount, currency };
}

function currencyOf(text: string): Money["currency"] | undefined {
  const plain = text.slice(0, maxFieldLength).normalize("NFKD").toUpperCase();
  const name = plain
    .replaceAll(/[\p{M}.]/gu, "")
    .trim()
    .replaceAll(/\s+/g, " ");
  if (/^(?:DOP|RD\$?|214|(?:RD )?PESOS?(?: DOM(?:INICANOS?)?)?)$/.test(name)) return "DOP";
  const dollars = /^(?:USD?\$?|840|(?:US )?(?:DOLAR(?:ES)?|DOLLARS?)(?: (?:USA?|EEUU|AMERICANOS?|ESTADOUNIDENSES?))?)$/;
  return dollars.test(name) ? "USD" : undefined;
}

/** The currency in the name of the amount column: `Monto RD$`. `undefined` for none, or several. */
function currencyIn(name = ""): Money["currency"] | undefined {
  const found = name
    .slice(0, maxFieldLength)
    .normalize("NFKC")
    .toUpperCase()
    .split(/[^\p{L}$]+/u)
    .map(currencyOf)
    .filter((currency) => currency !== undefined);
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** Words that the names of columns contain, the most specific first. */
const nameWords: Record<Role, readonly RegExp[]> = {
  reference: [/\brrn\b/, /pnref/, /\bref/, /retriev/],
  authorizationCode: [/autoriz/, /aprobaci/, /\bauth/, /approval/, /\baut\b/],
  order: [/orden ?id/, /pedido en el banco/, /order at the bank/, /\borden\b/, /pedido/, /\border\b/, /factura/],
  amount: [/monto/, /importe/, /amount/, /\bvalor\b/, /\btotal\b/],
  currency: [/moneda/, /currency/, /divisa/],
  state: [/estado/, /status/, /estatus/, /\bstate\b/, /resultado/, /\bresult\b/, /respuesta/, /response/],
};

/** Guesses the columns by their names, and the amount also by its cells: a proposal for the person who assigns them. */
export function likelyColumns({ names, rows, columns }: BankTable): Columns {
  const proposed: Columns = {};
  const plainName = (name: string) => name.slice(0, maxFieldLength).normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const plain = names?.map((name) => plainName(name).toLowerCase()) ?? [];
  const isFree = (at: number) => at >= 0 && !Object.values(proposed).includes(at);
  for (const role of roles) {
    const found = nameWords[role].map((word) => plain.findIndex((name, at) => isFree(at) && word.test(name)));
    const at = found.find(isFree);
    if (at !== undefined) proposed[role] = at;
  }
  if (proposed.amount === undefined) {
    const sample = rows.slice(0, 20);
    const isAmounts = (at: number) =>
      isFree(at) &&
      sample.every(({ cells }) => /[.,]\d\d$/.test(cells[at] ?? "") && readAmount(cells[at] ?? "") !== undefined);
    const at = Array.from({ length: columns }, (_, index) => index).find(isAmounts);
    if (at !== undefined) proposed.amount = at;
  }
  return proposed;
}
