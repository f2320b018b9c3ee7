import { type BankAmount, isAmount, readAmount, saysMoney, sumsOf } from "./amount.ts";
import { type BankRow, isLabeled } from "./read-csv.ts";
import { maxCellLength } from "./text.ts";

/**
 * Finds the rows without a key that may be payments: those with money that are not known to be a sum. A row is a sum if
 * one of its cells says so, or if it is the first row below all payments that has their sum: of two or more payments,
 * in one currency or in all.
 * @param amountColumn counted from 0
 */
export function rowsWithMoney(
  rows: readonly BankRow[],
  payments: readonly { line: number; amount: BankAmount }[],
  amountColumn: number,
): Set<BankRow> {
  const last = payments.at(-1)?.line ?? 0;
  const isBelow = ({ line, isAbove, isSplit }: BankRow) => !isAbove && !isSplit && line >= last;
  const sums = knownSums(payments);
  const found = new Set<BankRow>();
  for (const row of rows.filter((each) => hasMoney(each, amountColumn) && !saysSum(each, payments.length))) {
    const sum = isBelow(row) ? sums.find((each) => isAmountOf(each, row.cells[amountColumn])) : undefined;
    // Each sum is there once: a second row with its amount may be a payment.
    if (sum) sums.splice(sums.indexOf(sum), 1);
    else found.add(row);
  }
  return found;
}

/** Whether a cell of the row names a sum. If it names a number of payments, that has to be right. */
function saysSum({ cells }: BankRow, payments: number): boolean {
  return cells.some((cell) => {
    const name = readSumName(cell);
    return name !== undefined && (name.count === undefined || name.count === String(payments));
  });
}

/** Whether the cell has the amount of the sum. A currency that is missing on one side does not matter. */
function isAmountOf({ minor, currency }: KnownSum, cell = ""): boolean {
  const said = readAmount(cell);
  if (said === undefined || minor !== BigInt(said.minor)) return false;
  return said.currency === undefined || currency === undefined || said.currency === currency;
}

function hasMoney({ cells, isAbove, isSplit }: BankRow, amountColumn: number): boolean {
  if (isAbove || isSplit) return true;
  const says = isLabeled(cells) ? saysMoney : isAmount;
  return cells.some((cell, at) => {
    const isSaid = at === amountColumn ? /[\p{L}\p{N}]/u.test(cell) : says(cell);
    return isSaid && readAmount(cell)?.minor !== 0;
  });
}

interface KnownSum {
  minor: bigint;
  /** `undefined` when the amounts have none, "" when they are in several. */
  currency: string | undefined;
}

/** The sums of two or more payments: for each currency, and for all. Payments of 0 do not count. */
function knownSums(payments: readonly { amount: BankAmount }[]): KnownSum[] {
  const amounts = payments.map(({ amount }) => amount).filter(({ minor }) => minor !== 0);
  const sums = sumsOf(amounts);
  const ofMany = sums.filter((sum) => amounts.filter(({ currency }) => currency === sum.currency).length > 1);
  const all = sums.reduce((total, { minor }) => total + minor, 0n);
  return [
    ...ofMany.map(({ minor, currency }) => ({ minor, currency })),
    ...(sums.length > 1 ? [{ minor: all, currency: "" }] : []),
  ];
}

/** Words with which the name of a sum begins, and words that may follow, in both languages and without accents. */
const heads = [
  "(?:(?:gran|grand|monto|importe|valor|net|batch) ?)?(?:sub\\W?)?total(?:s|es)?",
  "sum(?:a|as)?|neto|net|saldo|balance|comision(?:es)?|fees?|itbis|impuestos?|tax(?:es)?|retencion(?:es)?",
].join("|");
const tails = [
  "general|net[oa]?s?|brut[oa]s?|gross|ventas|sales|cobros?|charges|comision(?:es)?|fees?|itbis|impuestos?|tax(?:es)?",
  "retencion(?:es)?|descuentos?|transaccion(?:es)?|transactions?|aprobad[oa]s?|approved|deposit(?:o|os|ado|ar)",
  "pagado|pagar|paid|amount|dia|day|mes|month|anterior|actual|pesos?|dolares|visa|mastercard|amex",
  "(?:lote|batch)(?:\\W*\\d+)?|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|a|de|del|el|en|in|y|of|for|the|rd|us|dop|usd",
].join("|");

// Spaces and other signs separate the words, but not `_` and `-`. A count or the sum itself may follow.
const apart = "[^\\p{L}\\p{N}_-]+";
const sumWord = new RegExp(
  `^\\W*(?:${heads})(?:${apart}(?:${tails})(?![\\p{L}\\p{N}]))*` +
    `(?:${apart}(?:(?<count>\\d+)|\\d[\\d.,]*[.,]\\d\\d))?[^\\p{L}\\p{N}]*$`,
  "iu",
);

/**
 * Reads the name of a sum: `Total`, `TOTAL 3`. `undefined` for any other cell.
 * @returns `count`: the number of payments that it says, as it is written
 */
function readSumName(cell: string): { count: string | undefined } | undefined {
  if (cell.length > maxCellLength) return undefined;
  const found = sumWord.exec(cell.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim());
  return found === null ? undefined : { count: found.groups?.count };
}

/** Whether a cell is the name of a sum. An order may be called `TOTAL-1` or `TAX 7`, and a shop `Total Naco`. */
export const isSum = (cell: string): boolean =>
  readSumName(cell) !== undefined && (/total/i.test(cell) || !/\d/.test(cell));
