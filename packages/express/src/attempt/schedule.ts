import type { Change } from "../stores/store.ts";
import { type Attempt, believedAfterMs, type Facts, rank, type State, windowMs } from "./attempt.ts";

const second = 1000;
const minute = 60 * second;

/** After the buyer is back; the first question is asked while they wait. */
const afterReturn = [1, 2, 4, 8].map((n) => n * second);
/** After the launch page was served, while nobody has come back. */
const afterOpening = [0.75, 1.5, 2.5, 4, 6, 8, 11, 14, 17, 20, 23, 26].map((n) => n * minute);
/** The last calls before the bank forgets, against the window's end. */
const lastCalls = [-120, -60, -20, -5].map((n) => n * second);
/** The first of them, against the window's end, in milliseconds: before it. */
export const firstLastCall: number = Math.min(...lastCalls);
/** "30 minutes after the original submission" (seed, section 3) may begin later than the session. */
const pastTheEnd = [20, 60, 180, 600, 1860].map((n) => n * second);
/** A second card in the same session is not excluded. */
const afterRefusal = 2 * minute;

/** When an attempt whose session was never created, or never seen by a browser, has expired by itself. */
export function unopenedUntil({
  createdAt,
  windowEndsAt = createdAt + windowMs,
}: Pick<Attempt, "createdAt" | "windowEndsAt">): number {
  return windowEndsAt + 20 * second;
}

/**
 * When the bank is to be asked about an attempt again: the first time of its schedule after `now`, or `null` when
 * nothing that it could still say would change anything.
 * @param now the store's clock, in milliseconds
 */
export function nextQuestion(attempt: Attempt, now: number): number | null {
  const next = Math.min(...timesOf(attempt).filter((time) => time > now));
  return Number.isFinite(next) ? next : null;
}

/**
 * What to write of an attempt that has just been looked at: when to look again, or, when nothing more is to be asked,
 * its end. The session key goes with the last question.
 */
export function conclude(attempt: Attempt, moved: { state: State; facts: Facts }, now: number): Change {
  const dueAt = nextQuestion({ ...attempt, ...moved }, now);
  if (dueAt !== null) return { ...moved, dueAt };
  const { sealedKey, ...facts } = moved.facts;
  if (rank(moved.state) > rank("opened")) return { state: moved.state, facts, dueAt };
  return { state: moved.state === "opened" ? "unknown" : "expired", facts: { ...facts, settledAt: now }, dueAt };
}

function timesOf(attempt: Attempt): number[] {
  const { createdAt, facts } = attempt;
  const windowEndsAt = attempt.windowEndsAt ?? createdAt + windowMs;
  const { openedAt = createdAt, returnedAt, goneAt, settledAt = createdAt } = facts;
  switch (attempt.state) {
    case "preparing":
      return [unopenedUntil(attempt)];
    case "opened": {
      const jitter = jitterOf(attempt);
      return [
        ...(returnedAt === undefined ? [] : afterReturn.map((wait) => returnedAt + wait)),
        ...afterOpening
          .map((wait) => openedAt + Math.round(wait * jitter))
          .filter((time) => time < windowEndsAt + firstLastCall),
        ...lastCalls.map((wait) => windowEndsAt + wait),
        ...pastTheEnd.map((wait) => windowEndsAt + wait),
        ...(goneAt === undefined ? [] : [goneAt + believedAfterMs]),
      ];
    }
    case "declined":
    case "review":
      return [settledAt + afterRefusal, windowEndsAt - 20 * second].filter((time) => time < windowEndsAt);
    default:
      return [];
  }
}

/** Between 0.9 and 1.1, the same for every question about an attempt: launches of one moment drift apart. */
function jitterOf({ id }: Attempt): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return 0.9 + (hash % 2001) / 10_000;
}
