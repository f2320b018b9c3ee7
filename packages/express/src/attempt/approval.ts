import type { Money } from "@ventanilla/client";
import type { Attempt, Handling } from "./attempt.ts";

type Approval = Pick<Attempt, "amount" | "facts">;

/**
 * The amount that the bank approved: the amount that a person recorded, else the whole amount. `undefined` when the
 * bank approved a part (code 10), which its answer does not name, and nobody has recorded it.
 */
export function approvedAmountOf({ amount, facts }: Approval): Money | undefined {
  return facts.resolution?.approvedAmount ?? (facts.verdict?.code === "10" ? undefined : amount);
}

/** The amount of an approval that counts in sums: 0 for a part that nobody has named. */
export function countedAmount(attempt: Approval): Money {
  return approvedAmountOf(attempt) ?? { ...attempt.amount, minor: 0 };
}

/** Whether the bank approved only a part of the amount, whether that part is known or not. */
export function isPartial(attempt: Approval): boolean {
  return approvedAmountOf(attempt)?.minor !== attempt.amount.minor;
}

/** The ITBIS of an approval. `undefined` for a part: the bank does not say what of it is tax. */
export function knownTaxOf(attempt: Approval & Pick<Attempt, "tax">): Money | undefined {
  return isPartial(attempt) ? undefined : attempt.tax;
}

/** Whether this is an approved authorization that was neither released nor given back. A captured one still counts. */
export function isAuthorized(attempt: Attempt): boolean {
  const { state, facts } = attempt;
  const isHeld = state === "approved" && facts.capture === "later" && facts.released === undefined;
  return isHeld && reversalOf(attempt) === undefined;
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

/**
 * The attempt that counts when money is given back or added up: for a captured authorization its capture, which has the
 * amount and reference of the charge; else the attempt itself. An authorization and its capture are one payment.
 * @param attempts all attempts of its order
 */
export function chargeOf(attempt: Attempt, attempts: readonly Attempt[]): Attempt {
  return attempts.find(({ state, facts }) => state === "approved" && facts.captureOf === attempt.id) ?? attempt;
}

/**
 * What a person recorded about giving this payment back. `undefined` when it was not given back, or another one was.
 */
export function reversalOf({ id, facts: { handled, reversed } }: Pick<Attempt, "id" | "facts">): Handling | undefined {
  if (reversed !== undefined) return reversed;
  return handled?.returned === true && (handled.returnedAttempt ?? id) === id ? handled : undefined;
}
