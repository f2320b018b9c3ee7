import { chargeOf, isHolding, reversalOf } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { isSafeToRetry } from "./outcome.ts";

/**
 * The attempt that pages and status name as why an order cannot be paid now (whether a launch is refused is decided in
 * `decide-insertion.ts`): the one that has paid or authorized it; else the latest
 * under `review`; else the latest that is `unknown`; else the latest whose outcome is still open. `undefined` when
 * nothing prevents a payment. Captures do not count, because the shop makes them; neither do authorizations that were
 * released or given back, because they have ended. Of several payments, one that was given back comes last.
 * @param attempts all attempts of one order, oldest first
 */
export function decisiveAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const open = attempts.filter((attempt) => {
    const { state, facts } = attempt;
    const isPayment = facts.captureOf === undefined && facts.released === undefined;
    const hasEnded = state === "approved" && !isHolding(attempt);
    return isPayment && !hasEnded && state !== "preparing" && !isSafeToRetry(attempt);
  });
  const approved = open.filter(({ state }) => state === "approved");
  const kept = approved.filter((attempt) => reversalOf(chargeOf(attempt, attempts)) === undefined);
  return (
    kept.find(({ facts }) => facts.duplicate === undefined) ??
    kept[0] ??
    approved[0] ??
    open.findLast(({ state }) => state === "review") ??
    open.findLast(({ state }) => state === "unknown") ??
    open.at(-1)
  );
}
