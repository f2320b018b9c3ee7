import type { Attempt, Resolution, Verdict } from "./attempt.ts";

/**
 * When the buyer can have been charged, as far as known: when the bank said what is under review, else when the buyer
 * came back, else when their card was sent, else when the window ended; never later than that.
 */
export function chargedAt({ state, createdAt, windowEndsAt = createdAt, facts }: Attempt): number {
  const { settledAt, returnedVia, returnedAt, cardSentAt } = facts;
  const cameBackAt = returnedVia === "return" ? returnedAt : undefined;
  const known = state === "review" ? settledAt : (cameBackAt ?? cardSentAt);
  return Math.min(known ?? windowEndsAt, windowEndsAt);
}

/** What the bank said about the approval that a person confirms, with the numbers that it has named to them. */
export function approvedBy(
  { state, facts }: Attempt,
  { reference, authorizationCode }: Resolution,
): Verdict | undefined {
  // The verdict of a refused attempt is about another card.
  const verdict = state === "declined" ? undefined : facts.verdict;
  const named = { ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) };
  if (facts.resolution !== undefined && verdict !== undefined) {
    // The store kept the approval under review, because its reference belongs to another attempt. The person decides,
    // and the reference stays with that attempt.
    const { reference: _, ...rest } = verdict;
    return { ...rest, ...named };
  }
  return verdict === undefined && Object.keys(named).length === 0 ? undefined : { code: "00", ...verdict, ...named };
}
