import type { Batch } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import type { AttemptFilter } from "../stores/counter-store.ts";
import type { Store } from "../stores/store.ts";
import type { BankPayment } from "./bank/columns.ts";
import { maxTextLength } from "./filter.ts";

/** How many payments of the bank are looked for: where more are missing, the file is of another batch. */
const maxSought = 100;
const aroundMs = 3 * 86_400_000;

/** What the bank has in a batch was begun in these days. */
export const daysAround = ({ from, until }: Batch): Pick<AttemptFilter, "from" | "until"> => ({
  from: from - aroundMs,
  until: until + aroundMs,
});

/**
 * What the shop has of payments that only the bank's list of a batch has: attempts with the same reference, authorization
 * code or order, in another state or another batch. By the line of the payment.
 */
export async function knownHere(
  store: Store,
  batch: Batch,
  payments: readonly BankPayment[],
): Promise<ReadonlyMap<number, Attempt[]>> {
  const known = new Map<number, Attempt[]>();
  for (const payment of payments.slice(0, maxSought)) {
    for (const filter of filtersFor(payment, batch)) {
      const { attempts } = await store.listAttempts({ filter, limit: 3 });
      if (attempts.length === 0) continue;
      known.set(payment.line, attempts);
      break;
    }
  }
  return known;
}

/** As the file has its names; a code also with the leading zeros that a spreadsheet may have dropped. */
function filtersFor({ written: { reference, authorizationCode, order } }: BankPayment, batch: Batch): AttemptFilter[] {
  const sought = (text: string | undefined) => (text === undefined || text.length > maxTextLength ? [] : [text]);
  // Codes come again; references do not.
  const days = daysAround(batch);
  return [
    ...sought(reference).map((each) => ({ reference: each })),
    ...sought(order).map((each) => ({ order: each })),
    ...sought(authorizationCode)
      .flatMap((each) => [...new Set([each, each.padStart(6, "0")])])
      .map((each) => ({ authorizationCode: each, ...days })),
  ];
}
