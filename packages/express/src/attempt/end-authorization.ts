import type { Attempt, Release } from "./attempt.ts";
import type { Change } from "./change.ts";
import { keep } from "./conclude.ts";

/** Deletes what a capture would have needed. */
export function withoutAuthorization(change: Change): Change {
  const { authorization, ...facts } = change.facts;
  return { ...change, facts };
}

/** Ends an authorization that the bank no longer holds. */
export function releaseAuthorization(attempt: Attempt, released: Release): Change {
  return { ...withoutAuthorization(keep(attempt, { released })), dueAt: null };
}

/** Makes an authorization a further payment, because another attempt has paid the order. */
export function overtakeAuthorization(attempt: Attempt): Change {
  return { ...keep(attempt, { furtherApproval: true }), announce: "order.paidAgain" };
}
