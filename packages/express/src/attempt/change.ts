import type { Attempt, Facts } from "./attempt.ts";
import type { EventType } from "./outbox-event.ts";
import { authorizationDueAt, nextQueryAt } from "./schedule.ts";
import { isLive, type State } from "./state.ts";

/** What a transition writes. `state` is the current one or a higher one. */
export interface Change {
  /** The state after the change. */
  state: State;
  /** All facts after the change. */
  facts: Facts;
  /** When the bank forgets the session. Absent: unchanged. */
  windowEndsAt?: number;
  /** SHA-256 of the token in the session's return address, hex. */
  returnHash?: string;
  /** When the bank is to be asked again. `null`: never. Absent: unchanged. */
  dueAt?: number | null;
  /**
   * The id of another approved attempt of the order. The same write copies the fact `handled` of this attempt to that
   * one, as its fact `reversed`. Nothing is written when that one already has this fact, or is not an approved attempt
   * of the order.
   */
  reversed?: string;
  /**
   * The event to write with the change. With `reversed` it is the other attempt's; `order.givenBack` is written where more
   * of a charge has gone back than before.
   */
  announce?: EventType;
}

/** What a state announces when it is reached; an attempt's facts may make it another event. */
export const announcements = {
  expired: "attempt.expired",
  unknown: "attempt.unknown",
  declined: "attempt.declined",
  review: "attempt.review",
  approved: "order.paid",
} as const satisfies Partial<Record<State, EventType>>;

/** The answer "nothing was charged" counts as the last one if the bank forgets the session within this time after it. */
export const evidenceMs = 45_000;

/** How long after an announcement that comes with the end of the queries the next one is made. */
const nextAnnouncementMs = 20_000;

/** Keeps the state, and adds facts. */
export function keep({ state, facts }: Attempt, added: Partial<Facts> = {}): Change {
  return { state, facts: { ...facts, ...added } };
}

/** Moves to a state, and announces it. */
export function moveTo(state: keyof typeof announcements, facts: Facts): Change {
  if (state === "approved" && facts.capture === "later") return { state, facts, announce: "order.authorized" };
  // A capture has no buyer: the event is for the shop.
  const isFailedCapture = facts.captureOf !== undefined && (state === "declined" || state === "expired");
  return { state, facts, announce: isFailedCapture ? "capture.failed" : announcements[state] };
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
  if (isLive(change.state)) {
    const isUnpaid = change.state === "preparing" || (facts.cardSentAt === undefined && wasClear(facts));
    return { ...over, ...moveTo(isUnpaid ? "expired" : "unknown", { ...facts, settledAt: now }) };
  }
  if (change.state !== "declined") return over;
  // One announcement at a time: that of the refusal itself comes first.
  if (change.announce !== undefined) return { ...change, dueAt: now + nextAnnouncementMs };
  if (wasClear(facts) || facts.unconfirmedAt !== undefined) return over;
  return { ...over, facts: { ...facts, unconfirmedAt: now }, announce: "attempt.unconfirmed" };
}

/** Whether the bank said that nothing was charged, and forgot the session shortly afterwards. */
function wasClear({ clearAt, goneAt }: Facts): boolean {
  if (clearAt === undefined || goneAt === undefined) return false;
  // When the clock was set back, the two times prove nothing.
  return goneAt >= clearAt && goneAt - clearAt <= evidenceMs;
}
