import type { Attempt } from "../../attempt/attempt.ts";
import { wasReversed } from "../../attempt/needs-person.ts";
import { partsOf, type Return } from "../give-back/returns.ts";
import { type BankPayment, keyOf } from "./columns.ts";

/** A void or refund of the bank's file whose part is recorded here with a time of another batch. */
export interface ReturnElsewhere extends BankPayment {
  part: Return;
}

/**
 * Takes from the payments that only the bank has those that agree with what the shop has recorded as given back:
 *
 * - of an approved payment, a void or refund of each part that went back;
 * - of a payment that was never approved here, its charge together with the void or refund of the same amount.
 * A part that counts in another batch here is met, too, so that nobody records it again; it agrees with nothing of this batch.
 * @param known the shop's attempts, by the line of the payment
 * @param countsHere whether a part counts in the batch of the file
 * @returns `returned`: how much of each attempt went back in the file and counts in its batch, in minor units, by its id;
 * `met`: the keys of the parts that are in the file
 */
export function withoutReversed(
  onlyBank: readonly BankPayment[],
  known: ReadonlyMap<number, readonly Attempt[]>,
  countsHere: (part: Return) => boolean,
): {
  reversed: BankPayment[];
  elsewhere: ReturnElsewhere[];
  onlyBank: BankPayment[];
  returned: ReadonlyMap<string, number>;
  met: ReadonlySet<string>;
} {
  const agreed = new Set<BankPayment>();
  const elsewhere = new Map<BankPayment, ReturnElsewhere>();
  const returned = new Map<string, number>();
  const met = new Set<string>();
  /** The part that a void or refund is, of all that it may be of: by its own reference, else one of this batch. */
  const partFor = ({ line, reference, amount }: BankPayment): Return | undefined => {
    const attempts = known.get(line) ?? [];
    const own = attempts.filter((each) => (amount.currency ?? each.amount.currency) === each.amount.currency);
    const open = own.flatMap(partsOf).filter((part) => part.amount.minor === -amount.minor && !met.has(part.key));
    const named = open.filter((part) => part.reference !== undefined && keyOf(part.reference) === reference);
    // The payment's own reference tells none of its parts from another.
    const isOfPart = ({ payment }: Return) => keyOf(payment.facts.verdict?.reference) !== reference;
    return named.find(countsHere) ?? named.find(isOfPart) ?? open.find(countsHere) ?? open[0];
  };
  const attemptOf = ({ line }: BankPayment, isWanted: (attempt: Attempt) => boolean) => known.get(line)?.find(isWanted);

  for (const back of onlyBank.filter(({ amount }) => amount.minor < 0)) {
    const minor = -back.amount.minor;
    const part = partFor(back);
    const attempt = part?.payment ?? attemptOf(back, (each) => wasReversed(each) && !returned.has(each.id));
    // Most belong to no payment here. For them the search below, through the whole list, is not made.
    if (attempt === undefined) continue;
    if (part !== undefined) {
      met.add(part.key);
      if (!countsHere(part)) {
        elsewhere.set(back, { ...back, part });
        continue;
      }
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
    elsewhere: [...elsewhere.values()],
    onlyBank: onlyBank.filter((payment) => !agreed.has(payment) && !elsewhere.has(payment)),
    returned,
    met,
  };
}
