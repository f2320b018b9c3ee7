import { chargeOf, isGivenBack, isHolding } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { earlierCapture } from "./may-be-launched.ts";
import { isSafeToRetry } from "./outcome.ts";

/**
 * The attempt that pages and status name as why an order cannot be paid now (whether a launch is refused is decided in
 * `may-be-launched.ts`): the one that has paid or authorized it; else the latest under `review`; else the latest that is
 * `unknown`; else the latest whose outcome is still open; else a capture that is open or in doubt, of an authorization
 * that has ended. `undefined` when nothing prevents a payment. Authorizations that were released or given back do not
 * count. Of several payments, one that was given back comes last.
 * @param attempts all attempts of one order, oldest first
 */
export function decisiveAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const open = attempts.filter((attempt) => {
    const { state, facts } = attempt;
    const isPayment = facts.captureOf === undefined && facts.released === undefined;
    const hasEnded = state === "approved" && !isHolding(attempt);
    return isPayment && !hasEnded && state !== "preparing" && !isSafeToRetry(attempt);
  });
  const capture = earlierCapture(attempts);
  const approved = open.filter(({ state }) => state === "approved");
  const kept = approved.filter((attempt) => !isGivenBack(chargeOf(attempt, attempts)));
  return (
    kept.find(({ facts }) => facts.duplicate === undefined) ??
    kept[0] ??
    approved[0] ??
    open.findLast(({ state }) => state === "review") ??
    open.findLast(({ state }) => state === "unknown") ??
    open.at(-1) ??
    (capture?.kind === "paid" ? undefined : capture?.attempt)
  );
}
