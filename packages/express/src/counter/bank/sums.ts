import { type BankAmount, readAmount, saysMoney, sumsOf } from "./amount.ts";
import type { BankRow } from "./csv.ts";
import { countIn } from "./sum-word.ts";

/**
 * The rows that may be payments, of those that nothing names: they say money, and are not known to be a sum. A sum says so
 * in a word; or it is the first row below all payments with the amount of two or more of them together.
 * @param named the columns in which a payment's names, or the word, stand
 */
export function rowsWithMoney(
  rows: readonly BankRow[],
  payments: readonly { line: number; amount: BankAmount }[],
  { amount, named }: { amount: number; named: readonly number[] },
): Set<BankRow> {
  const last = payments.at(-1)?.line ?? 0;
  const sums = knownSums(payments.map((payment) => payment.amount));
  const isSumRow = ({ line, cells, isAbove }: BankRow) => {
    const counts = [0, ...named].map((at) => countIn(cells[at] ?? ""));
    if (counts.some((count) => count === "" || count === String(payments.length))) return true;
    // Each sum stands there once: a second row with its amount may be a payment.
    return !isAbove && line > last && sums.delete(String(readAmount(cells[amount] ?? "")?.minor));
  };
  const hasMoney = ({ cells, isAbove }: BankRow) =>
    isAbove ||
    cells.some((cell, at) => (at === amount ? cell !== "" : saysMoney(cell)) && readAmount(cell)?.minor !== 0);
  return new Set(rows.filter((row) => hasMoney(row) && !isSumRow(row)));
}

/** The sums in minor units: of all amounts, and of those in each currency. Of a single amount there is none. */
function knownSums(amounts: readonly BankAmount[]): Set<string> {
  const sums = sumsOf(amounts);
  const all = sums.reduce((sum, { minor }) => sum + minor, 0n);
  const isOfMany = (currency: BankAmount["currency"]) =>
    amounts.filter((each) => each.currency === currency).length > 1;
  const ofCurrencies = sums.filter(({ currency }) => isOfMany(currency)).map(({ minor }) => minor);
  return new Set((amounts.length > 1 ? [all, ...ofCurrencies] : []).map(String));
}
