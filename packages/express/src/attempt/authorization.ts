import type { Attempt } from "./attempt.ts";

/** Whether the bank holds the money for this attempt, and has not been paid it by this attempt. */
export function isAuthorized({ state, facts }: Attempt): boolean {
  return state === "approved" && facts.capture === "later";
}

/** How an order stands by the attempts at it: an authorization has not paid it, its capture has. */
export function standingOf(attempts: readonly Attempt[]): { paid: boolean; authorized: boolean } {
  const paid = attempts.some((attempt) => attempt.state === "approved" && !isAuthorized(attempt));
  return { paid, authorized: !paid && attempts.some(isAuthorized) };
}

/** What a capture returns to the bank and is not there, by the names of the wire: never given, or kept no longer. */
export function missingForCapture({ facts: { verdict, authorization } }: Attempt): string[] {
  const needed = {
    CreditCardNumber: verdict?.maskedCard,
    AuthorizationCode: verdict?.authorizationCode,
    RetrievalReferenceNumber: verdict?.reference,
    TxToken: authorization?.sealedToken,
  };
  return Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
}
