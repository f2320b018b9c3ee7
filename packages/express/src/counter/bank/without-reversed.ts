import { approvedAmountOf, reversalOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { wasReversed } from "../../attempt/needs-person.ts";
import type { BankPayment } from "./columns.ts";

/**
 * Takes from the payments that only the bank has those that agree with what the shop has recorded as given back:
 *
 * - of an approved payment, one void or refund of the whole amount;
 * - of a payment that was never approved here, its charge together with the void or refund of the same amount.
 * @param known the shop's attempts, by the line of the payment
 * @returns `returnedIds`: the ids of the attempts whose void or refund is in the file
 */
export function withoutReversed(
  onlyBank: readonly BankPayment[],
  known: ReadonlyMap<number, readonly Attempt[]>,
): { reversed: BankPayment[]; onlyBank: BankPayment[]; returnedIds: ReadonlySet<string> } {
  const agreed = new Set<BankPayment>();
  const returnedIds = new Set<string>();
  const attemptOf = ({ line }: BankPayment, isWanted: (attempt: Attempt) => boolean) =>
    known.get(line)?.find((attempt) => !returnedIds.has(attempt.id) && isWanted(attempt));

  for (const back of onlyBank.filter(({ amount }) => amount.minor < 0)) {
    const isSame = ({ amount }: BankPayment) =>
      amount.minor === -back.amount.minor && amount.currency === back.amount.currency;
    const approved = attemptOf(back, (attempt) => {
      const { minor, currency } = approvedAmountOf(attempt) ?? {};
      const isWhole = minor === -back.amount.minor && (back.amount.currency ?? currency) === currency;
      return isWhole && reversalOf(attempt) !== undefined;
    });
    const returned = approved ?? attemptOf(back, wasReversed);
    // Most belong to no payment here. For them the search below, through the whole list, is not made.
    if (returned === undefined) continue;
    if (approved === undefined) {
      const charge = onlyBank.find(
        (each) => isSame(each) && attemptOf(each, ({ id }) => id === returned.id) !== undefined,
      );
      if (charge === undefined) continue;
      agreed.add(charge);
    }
    returnedIds.add(returned.id);
    agreed.add(back);
  }
  return {
    reversed: onlyBank.filter((payment) => agreed.has(payment)),
    onlyBank: onlyBank.filter((payment) => !agreed.has(payment)),
    returnedIds,
  };
}
