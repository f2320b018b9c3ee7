import { partsGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { wasReversed } from "../../attempt/needs-person.ts";
import type { BankPayment } from "./columns.ts";

/**
 * Takes from the payments that only the bank has those that agree with what the shop has recorded as given back:
 *
 * - of an approved payment, a void or refund of each part that went back;
 * - of a payment that was never approved here, its charge together with the void or refund of the same amount.
 * @param known the shop's attempts, by the line of the payment
 * @returns `returned`: how much of each attempt went back in the file, in minor units, by its id
 */
export function withoutReversed(
  onlyBank: readonly BankPayment[],
  known: ReadonlyMap<number, readonly Attempt[]>,
): { reversed: BankPayment[]; onlyBank: BankPayment[]; returned: ReadonlyMap<string, number> } {
  const agreed = new Set<BankPayment>();
  const returned = new Map<string, number>();
  const open = new Map<string, number[]>();
  /** The parts of an attempt that no void or refund of the file has met, in minor units. */
  const openParts = (attempt: Attempt): number[] => {
    const parts = open.get(attempt.id) ?? partsGivenBack(attempt).map(({ amount }) => amount.minor);
    open.set(attempt.id, parts);
    return parts;
  };
  const attemptOf = ({ line }: BankPayment, isWanted: (attempt: Attempt) => boolean) => known.get(line)?.find(isWanted);

  for (const back of onlyBank.filter(({ amount }) => amount.minor < 0)) {
    const minor = -back.amount.minor;
    const approved = attemptOf(back, (attempt) => {
      const isCurrency = (back.amount.currency ?? attempt.amount.currency) === attempt.amount.currency;
      return isCurrency && openParts(attempt).includes(minor);
    });
    const attempt = approved ?? attemptOf(back, (each) => wasReversed(each) && !returned.has(each.id));
    // Most belong to no payment here. For them the search below, through the whole list, is not made.
    if (attempt === undefined) continue;
    if (approved !== undefined) {
      const parts = openParts(approved);
      parts.splice(parts.indexOf(minor), 1);
    } else {
      const charge = onlyBank.find(
        (each) =>
          each.amount.minor === minor &&
          each.amount.currency === back.amount.currency &&
          attemptOf(each, ({ id }) => id === attempt.id) !== undefined,
      );
      if (charge === undefined) continue;
      agreed.add(charge);
    }
    returned.set(attempt.id, (returned.get(attempt.id) ?? 0) + minor);
    agreed.add(back);
  }
  return {
    reversed: onlyBank.filter((payment) => agreed.has(payment)),
    onlyBank: onlyBank.filter((payment) => !agreed.has(payment)),
    returned,
  };
}
