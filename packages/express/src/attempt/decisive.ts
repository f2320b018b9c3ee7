import type { Attempt } from "./attempt.ts";
import { isSafeToRetry } from "./outcome.ts";

/**
 * The attempt that says why an order is not simply there to be paid: the one that has paid or authorized it; else the
 * latest that waits for a person, `review` before `unknown`; else the latest that is at the bank. `undefined` when
 * there is none. A capture is the shop's, and a released authorization has ended.
 * @param attempts of one order, oldest first
 */
export function decisiveOf(attempts: readonly Attempt[]): Attempt | undefined {
  const open = attempts.filter((attempt) => {
    const { state, facts } = attempt;
    const isPayment = facts.captureOf === undefined && facts.released === undefined;
    return isPayment && state !== "preparing" && !isSafeToRetry(attempt);
  });
  const approved = open.filter(({ state }) => state === "approved");
  return (
    approved.find(({ facts }) => facts.furtherApproval === undefined) ??
    approved[0] ??
    open.findLast(({ state }) => state === "review") ??
    open.findLast(({ state }) => state === "unknown") ??
    open.at(-1)
  );
}
