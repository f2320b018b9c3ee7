import { type Attempt, windowMs } from "./attempt.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * Longer than the bank is asked after a session's window: an attempt that nobody asks about does not hold its order
 * forever.
 */
const heldMs = 40 * 60_000;

/**
 * Whether a card may be in progress in the attempt's session: the bank has said so, or the buyer has come back, and no
 * answer since has said that nothing was charged. Another session of the order could charge it twice. The stores have
 * the same rule in SQL.
 * @param joinableUntil see `Store.insertAttempt`
 */
export function isUnderWay(attempt: Attempt, joinableUntil: number): boolean {
  const { state, createdAt, windowEndsAt = createdAt + windowMs, facts } = attempt;
  const { cardSentAt, returnedAt = windowEndsAt, clearAt } = facts;
  if (outcomeOf(attempt) !== "pending" || windowEndsAt + heldMs <= joinableUntil) return false;
  if (state === "declined") return true;
  return state === "opened" && (cardSentAt !== undefined || (returnedAt < windowEndsAt && clearAt === undefined));
}
