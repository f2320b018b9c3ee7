import type { Attempt } from "./attempt.ts";

/**
 * The attempt that counts when money is given back or added up: for a captured authorization its capture, which has the
 * amount and reference of the charge; else the attempt itself. An authorization and its capture are one payment.
 * @param attempts all attempts of its order
 */
export function chargeOf(attempt: Attempt, attempts: readonly Attempt[]): Attempt {
  return attempts.find(({ state, facts }) => state === "approved" && facts.captureOf === attempt.id) ?? attempt;
}
