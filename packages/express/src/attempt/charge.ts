import type { Attempt } from "./attempt.ts";

/**
 * The attempt that stands for a payment where money is given back or counted: of an authorization that was captured the
 * capture, with the amount and reference of the charge; else the attempt itself. The two are one payment.
 * @param attempts all of its order
 */
export function chargeOf(attempt: Attempt, attempts: readonly Attempt[]): Attempt {
  return attempts.find(({ state, facts }) => state === "approved" && facts.captureOf === attempt.id) ?? attempt;
}
