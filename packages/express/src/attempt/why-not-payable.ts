import { standingOf } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { earlierCapture } from "./may-be-launched.ts";
import { isSafeToRetry } from "./outcome.ts";

/**
 * The attempt that pages and status name as why an order cannot be paid now (whether a launch is refused is decided in
 * `may-be-launched.ts`): the one that has paid or authorized it; else the latest under `review`; else the latest that is
 * `unknown`; else the latest whose outcome is still open; else a capture that is open or in doubt, of an authorization
 * that has ended. `undefined` when nothing prevents a payment, as an authorization that was released or given back.
 * @param attempts all attempts of one order, oldest first
 */
export function decisiveAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const open = attempts.filter((attempt) => {
    const isOpen = !["preparing", "approved"].includes(attempt.state) && !isSafeToRetry(attempt);
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
