import type { Money } from "@ventanilla/client";
import { type BankAmount, readAmount } from "./amount.ts";
import { type BankRow, type BankTable, filledOf } from "./csv.ts";
import { isSum } from "./sum-word.ts";
import { rowsWithMoney } from "./sums.ts";
import { atOnce, partsOf, type Steps } from "./turns.ts";

/** No order, reference, code or column has a longer name. */
const maxNameLength = 255;

/** What names a payment in the bank's file. Of two that both sides have, the first decides. */
export const keyNames = ["reference", "authorizationCode", "order"] as const;
/** One of {@link keyNames}. */
export type KeyName = (typeof keyNames)[number];

/** What a column of the bank's file is for. */
export const roles = [...keyNames, "amount", "currency"] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/** The column of each role, counted from 0. Good for a comparison when {@link isComplete}. */
export type Columns = Partial<Record<Role, number>>;

/** Whether the columns name a payment and its amount. */
export function isComplete(columns: Columns): boolean {
  return columns.amount !== undefined && keyNames.some((name) => columns[name] !== undefined);
}

/** A payment of the bank's file. */
export interface BankPayment extends Partial<Record<KeyName, string>> {
  /** Its line in the file, counted from 1. */
  line: number;
  /** Its names as they stand in the file. */
  written: Partial<Record<KeyName, string>>;
  amount: BankAmount;
}

/** The rows of the bank's file: each is in exactly one of the lists. */
export interface BankRows {
  payments: BankPayment[];
  /** Without anything that names a payment: empty lines, titles and sums. */
  unnamed: BankRow[];
  /** With a name and without an amount in a currency that can be read, or with money that is no sum and without a name. */
  unreadable: BankRow[];
  /** How many rows have a name that a spreadsheet has rounded: `1.23457E+11`. */
  rounded: number;
}

/** Reads the payments out of the table. */
export const readPayments = (table: BankTable, columns: Columns): BankRows => atOnce(paymentSteps(table, columns));

/** {@link readPayments}, step by step. */
export function* paymentSteps({ names, rows }: BankTable, columns: Columns): Steps<BankRows> {
  const read: BankRows = { payments: [], unnamed: [], unreadable: [], rounded: 0 };
  const ofColumn = currencyIn(names?.[columns.amount ?? -1]);
  for (const part of partsOf(rows)) {
    for (const row of part) readRow(read, row, columns, ofColumn);
    yield;
  }
  const left = rowsWithMoney(read.unnamed, read.payments, columns.amount ?? -1);
  read.unreadable = [...read.unreadable, ...left].toSorted((a, b) => a.line - b.line);
  read.unnamed = read.unnamed.filter((row) => !left.has(row));
  return read;
}

/** @param ofColumn the currency that the column's name says */
function readRow(read: BankRows, row: BankRow, columns: Columns, ofColumn: Money["currency"] | undefined): void {
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
  const amount = row.isSplit ? undefined : inCurrency(readAmount(textIn("amount")), textIn("currency"), ofColumn);
  if (Object.keys(keys).length === 0 || isFooter(row)) read.unnamed.push(row);
  else if (amount === undefined) read.unreadable.push(row);
  else {
    if (keyNames.some((name) => /^\d[.,]?\d*E\+\d+$/.test(keys[name] ?? ""))) read.rounded++;
    read.payments.push({ line: row.line, written, ...keys, amount });
  }
}

/** Whether a row says one thing that is no number of a payment: `Fin del reporte`, `Página 1 de 1`. */
function isFooter({ cells, isSplit }: BankRow): boolean {
  const [text = "", ...others] = filledOf(cells);
  return (
    !isSplit && others.length === 0 && (!/\d/.test(text) || /\p{L}+\P{L}+\p{L}/u.test(text.replaceAll(/[_-]/g, "")))
  );
}

/**
 * What a reference or code is compared as. Spreadsheets drop the zeros before a number, and people change letters and
 * spaces; nothing but zeros, `N/A`, the name of a sum, or a text longer than any name names no payment.
 */
export function keyOf(text = ""): string | undefined {
  if (text.length > maxNameLength) return undefined;
  if (isSum(text)) return undefined;
  const key = text
    .normalize("NFKC")
    .replaceAll(/[\s\p{Cf}]/gu, "")
    .toUpperCase();
  if (key === "" || /^(?:0+|-+|N\/?A|NULL)$/.test(key)) return undefined;
  return /^\d+$/.test(key) ? key.replace(/^0+/, "") : key;
}

/**
 * The amount in the currency that its cell and the cell of the currency say, else in that of the column's name.
 * @param named the text of the cell of the currency
 * @returns `undefined` where the cells differ, or the cell names a currency that is not known
 */
function inCurrency(
  amount: BankAmount | undefined,
  named: string,
  ofColumn: Money["currency"] | undefined,
): BankAmount | undefined {
  const ofCell = currencyOf(named);
  if (amount === undefined || (ofCell === undefined && named !== "")) return undefined;
  if (amount.currency !== undefined && ofCell !== undefined && amount.currency !== ofCell) return undefined;
  const currency = amount.currency ?? ofCell ?? ofColumn;
  return currency === undefined ? amount : { ...amount, currency };
}

function currencyOf(text: string): Money["currency"] | undefined {
  const plain = text.slice(0, maxNameLength).normalize("NFKD").toUpperCase();
  const name = plain
    .replaceAll(/[\p{M}.]/gu, "")
    .trim()
    .replaceAll(/\s+/g, " ");
  if (/^(?:DOP|RD\$?|214|(?:RD )?PESOS?(?: DOM(?:INICANOS?)?)?)$/.test(name)) return "DOP";
  const dollars = /^(?:USD?\$?|840|(?:US )?(?:DOLAR(?:ES)?|DOLLARS?)(?: (?:USA?|EEUU|AMERICANOS?|ESTADOUNIDENSES?))?)$/;
  return dollars.test(name) ? "USD" : undefined;
}

/** What the name of the column of the amounts says: `Monto RD$`. */
function currencyIn(name = ""): Money["currency"] | undefined {
  const found = name
    .slice(0, maxNameLength)
    .normalize("NFKC")
    .toUpperCase()
    .split(/[^\p{L}$]+/u)
    .map(currencyOf)
    .filter((currency) => currency !== undefined);
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** Words of the names of columns, most telling first. */
const words: Record<Role, readonly RegExp[]> = {
  reference: [/\brrn\b/, /pnref/, /\bref/, /retriev/],
  authorizationCode: [/autoriz/, /aprobaci/, /\bauth/, /approval/, /\baut\b/],
  order: [/orden ?id/, /pedido en el banco/, /order at the bank/, /\borden\b/, /pedido/, /\border\b/, /factura/],
  amount: [/monto/, /importe/, /amount/, /\bvalor\b/, /\btotal\b/],
  currency: [/moneda/, /currency/, /divisa/],
};

/** The columns that the names, or the cells, look like: a proposal for whoever assigns them. */
export function likelyColumns({ names, rows, columns }: BankTable): Columns {
  const proposed: Columns = {};
  const plainName = (name: string) => name.slice(0, maxNameLength).normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const plain = names?.map((name) => plainName(name).toLowerCase()) ?? [];
  const isFree = (at: number) => at >= 0 && !Object.values(proposed).includes(at);
  for (const role of roles) {
    const found = words[role].map((word) => plain.findIndex((name, at) => isFree(at) && word.test(name)));
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
