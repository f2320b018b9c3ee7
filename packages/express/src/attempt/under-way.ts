import { type Attempt, windowMs } from "./attempt.ts";
import { wasClear } from "./conclude.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * Longer than the bank is asked after a session's window, and after it said for the first time that the session is gone:
 * an attempt that nobody asks about does not hold its order forever.
 */
const heldMs = 40 * 60_000;

/** Until when an attempt whose outcome is open holds its order at the latest. */
export function heldUntil({ createdAt, windowEndsAt = createdAt + windowMs, facts }: Attempt): number {
  return Math.max(windowEndsAt, facts.goneAt ?? 0) + heldMs;
}

/**
 * Whether the attempt's session may have been paid, or may be at this moment: the bank has said that a card is in
 * progress; the buyer has come back, and no answer since has said that nothing was charged; or the session is gone, and
 * the attempt ends as `unknown` when the bank has said so twice. Another session of the order could charge it twice. The
 * stores have the same rule in SQL.
 * @param joinableUntil see `Store.insertAttempt`
 */
export function isUnderWay(attempt: Attempt, joinableUntil: number): boolean {
  const { state, createdAt, windowEndsAt = createdAt + windowMs, facts } = attempt;
  const { cardSentAt, returnedAt = windowEndsAt, clearAt, goneAt } = facts;
  if (outcomeOf(attempt) !== "pending" || heldUntil(attempt) <= joinableUntil) return false;
  if (state === "declined") return true;
  const isGone = goneAt !== undefined && !wasClear(facts);
  const isUnclear = isGone || (returnedAt < windowEndsAt && clearAt === undefined);
  return state === "opened" && (cardSentAt !== undefined || isUnclear);
}
