import type { Attempt } from "./attempt.ts";

/** Whether the bank holds the money for this attempt. */
export function isAuthorized({ state, facts }: Attempt): boolean {
  return state === "approved" && facts.capture === "later" && facts.released === undefined;
}

/** Whether the attempts at an order have paid it: a capture has, an authorization has not. */
export function paidOrAuthorized(attempts: readonly Attempt[]): { paid: boolean; authorized: boolean } {
  const paid = attempts.some(({ state, facts }) => state === "approved" && facts.capture === undefined);
  return { paid, authorized: !paid && attempts.some(isAuthorized) };
}
