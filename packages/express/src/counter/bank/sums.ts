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
  const sums = knownSums(payments);
  const isSumRow = ({ line, cells, isAbove, isSplit }: BankRow) => {
    const counts = cells.map(countIn);
    if (counts.some((count) => count === "" || count === String(payments.length))) return true;
    const found = readAmount(cells[amount] ?? "");
    if (found === undefined || isAbove || isSplit || line < last) return false;
    const sum = sums.find(
      ({ minor, currency }) =>
        minor === BigInt(found.minor) && (found.currency ?? currency) === (currency ?? found.currency),
    );
    // Each sum stands there once: a second row with its amount may be a payment.
    if (sum !== undefined) sums.splice(sums.indexOf(sum), 1);
    return sum !== undefined;
  };
  return new Set(rows.filter((row) => hasMoney(row, amount) && !isSumRow(row)));
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
