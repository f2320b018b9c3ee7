import type { Money } from "@ventanilla/client";
import { currencyOfSign } from "@ventanilla/web";
import { maxCellLength } from "./text.ts";

/** An amount of the bank's file. */
export interface BankAmount {
  /** In minor units. Negative for a void or a refund. */
  minor: number;
  /** Absent when the file does not name it. */
  currency?: Money["currency"];
}

/** Around the digits: a sign, a currency before or behind, and parentheses. */
const form =
  /^(?<open>\(?)(?<sign>[-+]?) ?(?<before>RD\$|US\$|DOP|USD|\$)? ?(?<inner>[-+]?) ?(?<value>[\d.,' ]*\d[.,]?) ?(?<behind>RD\$|US\$|DOP|USD)? ?(?<last>-?)(?<close>\)?)$/i;

/** The whole part in groups of three or without groups, then at most one decimal separator and its digits. */
const number = /^(?<whole>[1-9]\d{0,2}(?<group>[.,' ])\d{3}(?:\k<group>\d{3})*|\d+)(?:(?<point>[.,])(?<rest>\d*))?$/;

/**
 * Reads an amount as banks write it: `RD$ 1,234.50`, `1.234,50`, `1234,5`, `1 234.50`, `(12.00)`, `12.00-`. A single
 * separator before exactly three digits groups thousands, because no amount has three decimals: `1,234` is 1234.00.
 * @returns `undefined` for a text that is not an amount, or could be one of two
 */
export function readAmount(cell: string): BankAmount | undefined {
  if (cell.length > maxCellLength) return undefined;
  const plain = cell.normalize("NFKC").replaceAll(/[’´`]/g, "'").replaceAll("\u2212", "-").replaceAll(/\s+/g, " ");
  const { open, sign, before, inner, value = "", behind, last, close } = form.exec(plain.trim())?.groups ?? {};
  const minor = minorOf(value);
  const minuses = [sign === "-", inner === "-", last === "-", open === "("].filter(Boolean).length;
  const isBalanced = (open === "(") === (close === ")");
  if (minor === undefined || !isBalanced || minuses > 1) return undefined;
  const [currency, another] = new Set(
    [before, behind].flatMap((each) => currencyOfSign((each ?? "").toUpperCase()) ?? []),
  );
  if (another !== undefined) return undefined;
  return { minor: minuses === 1 && minor > 0 ? -minor : minor, ...(currency !== undefined && { currency }) };
}

const besideCurrency = /(?:\$|\b(?:DOP|USD)) ?\d|\d ?(?:(?:RD|US)\$|(?:DOP|USD|pesos?|d[oó]lar(?:es)?)\b)/iu;

/** Whether a cell has cents or a currency, also in a text that is not an amount: `500.00 CR`, `RD$ 500 pesos`. */
export function saysMoney(cell: string): boolean {
  if (cell.length > maxCellLength) return false;
  const plain = cell.normalize("NFKC");
  const isDate = /\d{1,4}([./-])\d{1,2}\1\d{1,4}/.test(plain);
  return besideCurrency.test(plain) || (/[.,]\d\d[^\d%]*$/.test(plain) && !isDate);
}

/** Whether a cell is an amount, as a plain number is, or has cents or a currency. */
export const isAmount = (cell: string): boolean => readAmount(cell) !== undefined || saysMoney(cell);

function minorOf(value: string): number | undefined {
  const { whole = "", group, point, rest = "" } = number.exec(value)?.groups ?? {};
  if (whole === "" || (group !== undefined && group === point)) return undefined;
  // Zeros after the cents change nothing. With other digits there it is not an amount.
  if (!/^\d{0,2}0*$/.test(rest)) return undefined;
  const minor = Number(whole.replaceAll(/\D/g, "") + rest.slice(0, 2).padEnd(2, "0"));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** The sum of amounts in one currency. A bigint is exact also when somebody chooses the references as the amounts. */
export interface AmountSum {
  minor: bigint;
  currency?: Money["currency"] | undefined;
}

/** One sum for each currency, and one for the amounts without a currency. */
export function sumsOf(amounts: readonly BankAmount[]): AmountSum[] {
  const sums = new Map<Money["currency"] | undefined, bigint>();
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(minor));
  return [...sums].map(([currency, minor]) => ({ minor, currency }));
}
