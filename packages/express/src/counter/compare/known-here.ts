import type { Batch } from "@ventanilla/client";
import type { Attempt } from "../../attempt/attempt.ts";
import type { AttemptFilter, TimeSpan } from "../../stores/staff-store.ts";
import type { ShopStore } from "../../stores/store.ts";
import type { BankPayment } from "../bank/columns.ts";
import { maxFieldLength } from "../list/filter.ts";

/** How many payments of the bank are looked up. Where more are missing, the file is of another batch. */
const maxLookups = 100;
const aroundMs = 3 * 86_400_000;

/** The days in which the payments of a batch began: three days more on each side. */
export const daysAround = ({ from, until }: Batch): TimeSpan => ({
  from: from - aroundMs,
  until: until + aroundMs,
});

/**
 * Finds the shop's attempts for payments that only the bank's list of a batch has: those with the same reference, order
 * or authorization code, in another state or another batch. At most three for each payment.
 * @returns the attempts, by the line of the payment
 */
export async function knownHere(
  store: ShopStore,
  batch: Batch,
  payments: readonly BankPayment[],
): Promise<ReadonlyMap<number, Attempt[]>> {
  const known = new Map<number, Attempt[]>();
  // Whether a charge was given back depends on its void or refund, so those come first.
  const reversalsFirst = payments.toSorted((a, b) => Math.sign(a.amount.minor) - Math.sign(b.amount.minor));
  for (const payment of reversalsFirst.slice(0, maxLookups)) {
    for (const filter of filtersFor(payment, batch)) {
      const { attempts } = await store.listAttempts({ filter, limit: 3 });
      if (attempts.length === 0) continue;
      known.set(payment.line, attempts);
      break;
    }
  }
  return known;
}

/** One filter for each number in the file. */
function filtersFor({ written: { reference, authorizationCode, order } }: BankPayment, batch: Batch): AttemptFilter[] {
  const searchable = (text: string | undefined) => (text === undefined || text.length > maxFieldLength ? [] : [text]);
  // Authorization codes repeat over time. References do not.
  const days = daysAround(batch);
  return [
    ...searchable(reference).map((each) => ({ reference: each })),
    ...searchable(order).map((each) => ({ order: each })),
    ...searchable(authorizationCode).map((each) => ({ authorizationCode: each, ...days })),
  ];
}
