import type { Attempt } from "./attempt.ts";
import { paidOrAuthorized } from "./authorization.ts";
import { decisiveOf } from "./decisive.ts";
import { type AttemptView, viewOf } from "./outcome.ts";

/** How an order stands, for the merchant's own pages. */
export interface OrderView {
  /** Whether one of the attempts paid the order. */
  paid: boolean;
  /** Whether the bank holds the money for an attempt that is still to be captured. */
  authorized: boolean;
  /** All of them, oldest first, without secrets. */
  attempts: AttemptView[];
  /**
   * The attempt that says why the order is not to be offered for payment: the same that `GET {mount}/orders/{order}`
   * is about. Absent when nothing prevents it.
   */
  decisive?: AttemptView;
}

/** Returns how the order stands that the attempts are at, oldest first. */
export function orderViewOf(attempts: readonly Attempt[]): OrderView {
  const decisive = decisiveOf(attempts);
  return {
    ...paidOrAuthorized(attempts),
    attempts: attempts.map(viewOf),
    ...(decisive && { decisive: viewOf(decisive) }),
  };
}
