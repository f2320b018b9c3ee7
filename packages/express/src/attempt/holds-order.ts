import type { Attempt } from "./attempt.ts";
import { canBeQueried, windowMs } from "./rules.ts";

/** A session with less time left than this is not handed out again. */
export const minTimeToPayMs: number = 5 * 60_000;

/**
 * Longer than the bank is asked after a session's window, and after it said for the first time that the session is gone:
 * an attempt that nobody asks about does not hold its order forever.
 */
const heldMs = 40 * 60_000;

/** Until when an attempt holds its order at the latest, before it has ended. */
export function heldUntil({ createdAt, windowEndsAt = createdAt + windowMs, facts }: Attempt): number {
  return Math.max(windowEndsAt, facts.goneAt ?? 0) + heldMs;
}

/**
 * Whether the attempt's session holds its order: it may have been paid, or may be at this moment, so that another session
 * could charge the order twice. It holds until the bank has said, asked after the launch began, that nothing was charged;
 * once there was a sign of a card that no refusal explains, until the attempt ends; and never longer than 40 minutes after
 * its window.
 * @param launchedAt when the launch of another session began
 */
export function holdsOrder(attempt: Attempt, launchedAt: number): boolean {
  const { cardSentAt, clearAt } = attempt.facts;
  const isRefused = attempt.state === "declined" && canBeQueried(attempt);
  const isPayable = attempt.state === "opened" || isRefused;
  const isClear = clearAt !== undefined && clearAt >= launchedAt && (isRefused || cardSentAt === undefined);
  return isPayable && !isClear && heldUntil(attempt) > launchedAt + minTimeToPayMs;
}
