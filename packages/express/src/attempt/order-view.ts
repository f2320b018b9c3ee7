import { paidOrAuthorized } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { isOrderPaidTwice, isPaidTwice } from "./needs-person.ts";
import { type AttemptView, viewOf } from "./outcome.ts";
import { decisiveAttempt } from "./why-not-payable.ts";

/** The state of an order, for the merchant's own pages. */
export interface OrderView {
  /** Whether one of the attempts paid the order. */
  paid: boolean;
  /** Whether the bank holds the money for an attempt that is still to be captured. */
  authorized: boolean;
  /** All attempts at the order, oldest first, without secrets. */
  attempts: AttemptView[];
  /**
   * The attempt that decides why the order cannot be paid now: the one that `GET {mount}/orders/{order}` answers about.
   * Absent when nothing prevents it.
   */
  decisive?: AttemptView;
  /** Whether it has more than one payment or authorization, and a person has still to handle one: one of `toHandle`. */
  paidTwice: boolean;
  /**
   * Its further payments that a person has still to handle: `payments.recordHandling` takes their ids. Without `paidTwice`
   * one is the only payment that is left, because another was given back.
   */
  toHandle: AttemptView[];
}

/** Returns the state of an order from all its attempts, oldest first. */
export function orderViewOf(attempts: readonly Attempt[]): OrderView {
  const decisive = decisiveAttempt(attempts);
  return {
    ...paidOrAuthorized(attempts),
    attempts: attempts.map(viewOf),
    ...(decisive && { decisive: viewOf(decisive) }),
    paidTwice: isOrderPaidTwice(attempts),
    toHandle: attempts.filter(isPaidTwice).map(viewOf),
  };
}
