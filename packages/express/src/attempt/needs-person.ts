import { partialApprovals } from "@ventanilla/client";
import { chargeOf, isGivenBack } from "./approval.ts";
import type { Attempt, Verdict } from "./attempt.ts";

/**
 * Whether the attempt is a further payment of its order that a person has still to handle. Of all payments of an order
 * that were not given back, at most one is neither such a payment nor was declared kept: see `paymentsInPlaceOf`.
 */
export function isPaidTwice({ state, facts }: Attempt): boolean {
  const { duplicate, released, handled } = facts;
  return state === "approved" && duplicate === true && released === undefined && handled === undefined;
}

/** Whether the attempt is a charge or hold of its order that was not given back. */
export function isInPlace(attempt: Attempt, attempts: readonly Attempt[]): boolean {
  const { id, state, facts } = attempt;
  const isKept = state === "approved" && facts.released === undefined && !isGivenBack(attempt);
  return isKept && chargeOf(attempt, attempts).id === id;
}

/** Whether an order has more than one payment or authorization, and a person has still to handle one of them. */
export function isOrderPaidTwice(attempts: readonly Attempt[]): boolean {
  return attempts.some(isPaidTwice) && attempts.filter((each) => isInPlace(each, attempts)).length > 1;
}

/**
 * Whether the attempt waits for a person to resolve it: until then its order cannot be paid. With a resolution that says
 * paid it still does: the resolution was interrupted before its second write.
 */
export function awaitsResolution({ state, facts }: Attempt): boolean {
  const isUnconfirmed = state === "declined" && facts.unconfirmedAt !== undefined;
  return (state === "unknown" || state === "review" || isUnconfirmed) && facts.resolution?.paid !== false;
}

/**
 * Why the bank's answer needs a person. All but `review` mean that the bank approved:
 *
 * - `review`: it approved something, or said something that may be an approval;
 * - `partial`: it approved a part of the amount, and its answer does not say how much;
 * - `otherAmount`: it approved an amount that the order no longer costs;
 * - `orderGone`: it approved a payment of an order that the shop no longer has.
 */
export type ReviewKind = "review" | "partial" | "otherAmount" | "orderGone";

/** Why the bank's answer needs a person: `review` where the answer is not an approval, or may not be one. */
export function reviewKind(verdict: Verdict | undefined): ReviewKind {
  const { mismatch = [] } = verdict ?? {};
  if (mismatch.includes("amount")) return "otherAmount";
  if (mismatch.includes("order")) return "orderGone";
  return mismatch.length === 0 && partialApprovals.has(`${verdict?.code}`) ? "partial" : "review";
}

/**
 * Whether the bank approved the payment, and a person has recorded that the money was given back. About any other
 * answer of the bank, a person records whether it has charged.
 */
export function wasReversed({ state, facts }: Pick<Attempt, "state" | "facts">): boolean {
  return state === "review" && facts.resolution?.paid === false && reviewKind(facts.verdict) !== "review";
}

/** Whether a part was sent back by REST, and a person has to ask the bank whether it went back. */
export const isReturnUnclear = ({ facts }: Attempt): boolean => facts.sentBack?.outcome?.what === "unclear";

/**
 * Why payments wait for a person, most urgent first: until `review` the bank has approved, or seems to have.
 *
 * - `paidTwice`: the bank approved a further payment of an order that was paid;
 * - `returnUnclear`: a part was sent back, and nobody knows whether it went. The order stays paid;
 * - `review`: the bank's answer is an approval, or may be one, and something in it does not match;
 * - `unconfirmed`: a card was refused, and a later one may have been charged;
 * - `unknown`: it may have been charged, and the bank's answers do not say.
 */
export const decisionKinds = ["paidTwice", "returnUnclear", "review", "unconfirmed", "unknown"] as const;
/** One of {@link decisionKinds}. */
export type DecisionKind = (typeof decisionKinds)[number];

/** Why the attempt waits for a person; `undefined` when it does not. */
export function decisionKindOf(attempt: Attempt): DecisionKind | undefined {
  if (isPaidTwice(attempt)) return "paidTwice";
  if (isReturnUnclear(attempt)) return "returnUnclear";
  if (!awaitsResolution(attempt)) return undefined;
  return attempt.state === "review" || attempt.state === "unknown" ? attempt.state : "unconfirmed";
}
