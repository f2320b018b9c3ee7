import { paidOrAuthorized, standingOf } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { earlierCapture } from "./may-be-launched.ts";
import { isOrderPaidTwice, isPaidTwice } from "./needs-person.ts";
import { type AttemptView, isSafeToRetry, viewOf } from "./outcome.ts";

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

/**
 * The attempt that pages and status name as why an order cannot be paid now (whether a launch is refused is decided in
 * `may-be-launched.ts`): the one that has paid or authorized it; else the latest under `review`; else the latest that is
 * `unknown`; else the latest whose outcome is still open; else a capture that is open or in doubt, of an authorization
 * that has ended. `undefined` when nothing prevents a payment, as an authorization that was released or given back.
 * @param attempts all attempts of one order, oldest first
 */
export function decisiveAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const open = attempts.filter((attempt) => {
    const isOpen = attempt.state !== "preparing" && attempt.state !== "approved" && !isSafeToRetry(attempt);
    return isOpen && attempt.facts.captureOf === undefined;
  });
  const capture = earlierCapture(attempts);
  return (
    standingOf(attempts) ??
    open.findLast(({ state }) => state === "review") ??
    open.findLast(({ state }) => state === "unknown") ??
    open.at(-1) ??
    (capture?.kind === "paid" ? undefined : capture?.attempt)
  );
}
