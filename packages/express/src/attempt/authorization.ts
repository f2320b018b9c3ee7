import type { Attempt } from "./attempt.ts";

/** Whether the bank holds the money for this attempt, and has not been paid it by this attempt. */
export function isAuthorized({ state, facts }: Attempt): boolean {
  return state === "approved" && facts.capture === "later" && facts.released === undefined;
}

/** How an order stands by the attempts at it: an authorization has not paid it, its capture has. */
export function standingOf(attempts: readonly Attempt[]): { paid: boolean; authorized: boolean } {
  const paid = attempts.some(({ state, facts }) => state === "approved" && facts.capture === undefined);
  return { paid, authorized: !paid && attempts.some(isAuthorized) };
}
