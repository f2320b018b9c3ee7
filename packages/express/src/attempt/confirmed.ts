import type { Attempt, Resolution, Verdict } from "./attempt.ts";

/**
 * The best known time of the charge of a payment that a person confirms: when the bank gave the answer under review,
 * else when the buyer came back, else when their card was sent, else the window's end. Never later than the window's
 * end.
 */
export function chargedAt({ state, createdAt, windowEndsAt = createdAt, facts }: Attempt): number {
  const { settledAt, returnedVia, returnedAt, cardSentAt } = facts;
  const cameBackAt = returnedVia === "return" ? returnedAt : undefined;
  const known = state === "review" ? settledAt : (cameBackAt ?? cardSentAt);
  return Math.min(known ?? windowEndsAt, windowEndsAt);
}

/**
 * The verdict of a payment that a person confirms: what the bank answered, with the numbers that the person recorded.
 */
export function confirmedVerdict(
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
