import type { Attempt } from "./attempt.ts";
import { givenBackOf } from "./given-back.ts";

/** Whether this is an approved authorization that was neither released nor given back. A captured one still counts. */
export function isAuthorized(attempt: Attempt): boolean {
  const { state, facts } = attempt;
  const isHeld = state === "approved" && facts.capture === "later" && facts.released === undefined;
  return isHeld && givenBackOf(attempt) === undefined;
}

/** Whether the attempt prevents its order from being paid again: it paid, or the bank holds money for it. */
export function isHolding(attempt: Attempt): boolean {
  return attempt.state === "approved" && (attempt.facts.capture === undefined || isAuthorized(attempt));
}

/** Whether the attempts at an order have paid it: a capture has, an authorization has not. */
export function paidOrAuthorized(attempts: readonly Attempt[]): { paid: boolean; authorized: boolean } {
  const paid = attempts.some(({ state, facts }) => state === "approved" && facts.capture === undefined);
  return { paid, authorized: !paid && attempts.some(isAuthorized) };
}
