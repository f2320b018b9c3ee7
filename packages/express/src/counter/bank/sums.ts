import { type BankAmount, isAmount, readAmount, saysMoney, sumsOf } from "./amount.ts";
import { type BankRow, isLabelled } from "./csv.ts";
import { countIn } from "./sum-word.ts";

/**
 * The rows that may be payments, of those that nothing names: they say money, and are not known to be a sum. A sum says so
 * in a word; or it is the first row below all payments with the amount of two or more of them together.
 * @param amount the column of the amounts
 */
export function rowsWithMoney(
  rows: readonly BankRow[],
  payments: readonly { line: number; amount: BankAmount }[],
  amount: number,
): Set<BankRow> {
  const last = payments.at(-1)?.line ?? 0;
  const isBelow = ({ line, isAbove, isSplit }: BankRow) => !isAbove && !isSplit && line >= last;
  const sums = knownSums(payments);
  const found = new Set<BankRow>();
  for (const row of rows.filter((each) => hasMoney(each, amount) && !saysSum(each, payments.length))) {
    const sum = isBelow(row) ? sums.find((each) => isAmountOf(each, row.cells[amount])) : undefined;
    // Each sum stands there once: a second row with its amount may be a payment.
    if (sum) sums.splice(sums.indexOf(sum), 1);
    else found.add(row);
  }
  return found;
}

/** Whether the row says that it is a sum, of as many payments as there are where it names a number. */
function saysSum({ cells }: BankRow, payments: number): boolean {
  return cells.map(countIn).some((count) => count === "" || count === String(payments));
}

function isAmountOf({ minor, currency }: KnownSum, cell = ""): boolean {
  const said = readAmount(cell);
  if (said === undefined || minor !== BigInt(said.minor)) return false;
  return (said.currency ?? currency) === (currency ?? said.currency);
}

function hasMoney({ cells, isAbove, isSplit }: BankRow, amount: number): boolean {
  if (isAbove || isSplit) return true;
  const says = isLabelled(cells) ? saysMoney : isAmount;
  return cells.some((cell, at) => {
    const isSaid = at === amount ? /[\p{L}\p{N}]/u.test(cell) : says(cell);
    return isSaid && readAmount(cell)?.minor !== 0;
  });
}

interface KnownSum {
  minor: bigint;
  /** `undefined`: of amounts that name none; "": of amounts in several. */
  currency: string | undefined;
}

/** What two or more payments amount to: those of each currency, and all. Who pays nothing is none of them. */
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
