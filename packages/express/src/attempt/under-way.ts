import type { Attempt } from "./attempt.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * Whether a card may be in progress in the attempt's session: the bank has said so, or the buyer has come back, and no
 * answer since has said that nothing was charged. Another session of the order could charge it twice. The stores have
 * the same rule in SQL.
 */
export function isUnderWay(attempt: Attempt): boolean {
  const { cardSentAt, returnedAt = 0, clearAt = 0 } = attempt.facts;
  const isPending = attempt.state === "opened" && outcomeOf(attempt) === "pending";
  return isPending && (cardSentAt !== undefined || returnedAt > clearAt);
}
