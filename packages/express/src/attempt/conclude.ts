import type { Attempt, Facts } from "./attempt.ts";
import { type AnnouncedState, announcementOf, type Change } from "./change.ts";
import { authorizationDueAt, nextQueryAt } from "./schedule.ts";

/**
 * The answer "nothing was charged" counts as the last one if the bank forgets the session within this time after it.
 */
export const evidenceMs = 45_000;

/** How long after an announcement that comes with the end of the queries the next one is made. */
const nextAnnouncementMs = 20_000;

/** Keeps the state, and adds facts. */
export function keep({ state, facts }: Attempt, added: Partial<Facts> = {}): Change {
  return { state, facts: { ...facts, ...added } };
}

/** Moves to a state, and announces it. */
export function moveTo(state: AnnouncedState, facts: Facts): Change {
  return { state, facts, announce: announcementOf(state, facts) };
}

/** Completes a change: adds the time of the next query, or ends the attempt when there is none. */
export function conclude(attempt: Attempt, change: Change, now: number): Change {
  const dueAt = nextQueryAt({ ...attempt, ...change }, now);
  if (dueAt !== null) return { ...change, dueAt };
  // That the session is gone counts once the bank has said so twice, and then the attempt ends there.
  const { goneAt, ...facts } = change.facts;
  return end({ ...change, facts }, now);
}

/** Ends the queries about an attempt, and deletes the session key now; what a capture needs, when its time is over. */
export function end(change: Change, now: number): Change {
  const { sealedKey, question, ...facts } = change.facts;
  const over: Change = { ...change, facts, dueAt: authorizationDueAt(facts, now) };
  switch (change.state) {
    case "preparing":
      return { ...over, ...moveTo("expired", { ...facts, settledAt: now }) };
    case "opened": {
      const state = facts.cardSentAt === undefined && wasClear(facts) ? "expired" : "unknown";
      return { ...over, ...moveTo(state, { ...facts, settledAt: now }) };
    }
    case "declined":
      // One announcement at a time: that of the refusal itself comes first.
      if (change.announce !== undefined) return { ...change, dueAt: now + nextAnnouncementMs };
      if (wasClear(facts) || facts.unconfirmedAt !== undefined) return over;
      return { ...over, facts: { ...facts, unconfirmedAt: now }, announce: "attempt.unconfirmed" };
    default:
      return over;
  }
}

/** Whether the bank said that nothing was charged, and forgot the session shortly afterwards. */
function wasClear({ clearAt, goneAt }: Facts): boolean {
  if (clearAt === undefined || goneAt === undefined) return false;
  // When the clock was set back, the two times prove nothing.
  return goneAt >= clearAt && goneAt - clearAt <= evidenceMs;
}
