import { approvedAmountOf } from "../../attempt/approved-part.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { givenBackOf } from "../../attempt/given-back.ts";
import type { BankPayment } from "./columns.ts";

/**
 * Takes out of what only the bank has the voids and refunds that meet a payment recorded as given back: with the whole
 * amount, and one for each payment.
 * @param known what the shop has of them, by their lines
 */
export function withoutGivenBack(
  onlyBank: readonly BankPayment[],
  known: ReadonlyMap<number, readonly Attempt[]>,
): { givenBack: BankPayment[]; onlyBank: BankPayment[] } {
  const met = new Set<string>();
  const meets = ({ line, amount }: BankPayment): boolean => {
    const partner = known.get(line)?.find((attempt) => {
      const { minor, currency } = approvedAmountOf(attempt) ?? {};
      const isSame = minor === -amount.minor && (amount.currency ?? currency) === currency;
      return isSame && givenBackOf(attempt) !== undefined && !met.has(attempt.id);
    });
    if (partner !== undefined) met.add(partner.id);
    return partner !== undefined;
  };
  const lists: ReturnType<typeof withoutGivenBack> = { givenBack: [], onlyBank: [] };
  for (const payment of onlyBank) lists[meets(payment) ? "givenBack" : "onlyBank"].push(payment);
  return lists;
}
