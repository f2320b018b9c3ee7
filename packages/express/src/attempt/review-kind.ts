import type { Attempt, Verdict } from "./attempt.ts";

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
  return mismatch.length === 0 && verdict?.code === "10" ? "partial" : "review";
}

/**
 * Whether the bank approved the payment, and a person has recorded that the money was given back. About any other
 * answer of the bank, a person records whether it has charged.
 */
export function wasGivenBack({ state, facts }: Pick<Attempt, "state" | "facts">): boolean {
  return state === "review" && facts.resolution?.paid === false && reviewKind(facts.verdict) !== "review";
}
