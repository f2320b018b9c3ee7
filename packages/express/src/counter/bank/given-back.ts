import { approvedAmountOf } from "../../attempt/approved-part.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { givenBackOf } from "../../attempt/given-back.ts";
import { wasGivenBack } from "../../attempt/review-kind.ts";
import type { BankPayment } from "./columns.ts";

/**
 * Takes out of what only the bank has what agrees with what the shop has recorded as given back: a void or refund of the
 * whole of an approved payment, one for each; and of a payment that never was approved here, its charge with the void of
 * the same amount.
 * @param known what the shop has of them, by their lines
 * @returns also the ids of the payments whose void or refund was met
 */
export function withoutGivenBack(
  onlyBank: readonly BankPayment[],
  known: ReadonlyMap<number, readonly Attempt[]>,
): { givenBack: BankPayment[]; onlyBank: BankPayment[]; met: ReadonlySet<string> } {
  const agreed = new Set<BankPayment>();
  const met = new Set<string>();
  const attemptOf = ({ line }: BankPayment, isWanted: (attempt: Attempt) => boolean) =>
    known.get(line)?.find((attempt) => !met.has(attempt.id) && isWanted(attempt));

  for (const back of onlyBank.filter(({ amount }) => amount.minor < 0)) {
    const isSame = ({ amount }: BankPayment) =>
      amount.minor === -back.amount.minor && amount.currency === back.amount.currency;
    const approved = attemptOf(back, (attempt) => {
      const { minor, currency } = approvedAmountOf(attempt) ?? {};
      const isWhole = minor === -back.amount.minor && (back.amount.currency ?? currency) === currency;
      return isWhole && givenBackOf(attempt) !== undefined;
    });
    const other = approved ?? attemptOf(back, wasGivenBack);
    // Most are of no payment here: the whole list is not searched for each of them.
    if (other === undefined) continue;
    if (approved === undefined) {
      const charge = onlyBank.find(
        (each) => isSame(each) && attemptOf(each, ({ id }) => id === other.id) !== undefined,
      );
      if (charge === undefined) continue;
      agreed.add(charge);
    }
    met.add(other.id);
    agreed.add(back);
  }
  return {
    givenBack: onlyBank.filter((payment) => agreed.has(payment)),
    onlyBank: onlyBank.filter((payment) => !agreed.has(payment)),
    met,
  };
}
