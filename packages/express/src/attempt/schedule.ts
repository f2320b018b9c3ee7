import type { Attempt, Facts } from "./attempt.ts";
import { canBeQueried, windowMs } from "./rules.ts";

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Queries after the buyer came back: milliseconds after the visit. One more is sent at once, while they wait. */
export const afterReturn: readonly number[] = [1, 2, 4, 8].map((n) => n * second);
/** Queries until the final ones begin: milliseconds after the launch page was served. */
export const afterOpening: readonly number[] = [0.75, 1.5, 2.5, 4, 6, 8, 11, 14, 17, 20, 23, 26].map((n) => n * minute);
/** Final queries, before the bank forgets the session: milliseconds relative to the window's end. */
export const finalQueries: readonly number[] = [-120, -60, -40, -20, -5, -2].map((n) => n * second);
/**
 * Queries after the window's end, in milliseconds. "30 minutes after the original submission" (contract §3.5) may begin
 * later than the session.
 */
export const afterWindowEnd: readonly number[] = [1, 20, 60, 180, 600, 1860].map((n) => n * second);
/** The least time between two queries about an attempt, in milliseconds. A return and a capture do not wait for it. */
export const minPauseMs: number = second;
/** Longer than a query and the write of its answer take. After that its process may have died: another one may ask. */
export const questionMs: number = 7 * second;
/** The pause between queries while the bank still knows the session after the window's end. */
export const pauseAfterWindowMs: number = 20 * second;
/** The pause right after the window's end: the bank may have created the session later, by as long as its answer took. */
export const pauseRightAfterWindowMs: number = 3 * second;
/** An authorization lapses when its days have passed twice, this far apart. It is looked at as often. */
export const lapseLookMs: number = day;
/** After so many answers, in about an hour, the pause grows: any session has ended by then, whatever the clock says. */
const shortOvertime = 180;
/** How long the creation of a session may take. */
const creationMs = 10 * second;
/** A session counts as gone when the bank still says so this much later. */
export const confirmGoneAfterMs: number = 30 * second;

/** The first of the final queries, in milliseconds relative to the window's end: negative. */
export const firstFinalQuery: number = Math.min(...finalQueries);
const aroundWindowEnd = [...finalQueries, ...afterWindowEnd];
const never = Number.POSITIVE_INFINITY;

/** When an attempt whose session was never created expires. */
export const unopenedUntil = (createdAt: number): number => createdAt + windowMs + 20 * second;

/** When the bank is to be asked next: the first time of the schedule after `now`. `null`: no answer would change anything. */
export function nextQueryAt(attempt: Attempt, now: number): number | null {
  const next = Math.min(...nextTimesOf(attempt, now));
  return next === never ? null : next;
}

/** When an authorization is to be looked at next: at least once a day, so that no jump of the clock makes it wait. */
export function authorizationDueAt({ authorization }: Facts, now: number): number | null {
  return authorization === undefined ? null : now + lapseLookMs;
}

/** The time after `now` of each part of the schedule. */
function nextTimesOf(attempt: Attempt, now: number): number[] {
  const { state, createdAt, windowEndsAt = createdAt + windowMs, facts } = attempt;
  if (state === "preparing") return [nextAfter(now, unopenedUntil(createdAt), [0])];
  // A second card in the same session may be approved after the first was declined: it is asked about at the same times.
  const isAskedAgain = (state === "declined" || state === "review") && canBeQueried(attempt);
  if (state !== "opened" && !isAskedAgain) return [];
  const { openedAt = createdAt, returnedAt, aliveAt = 0, goneAt, unheardSince } = facts;
  const jitter = jitterOf(attempt);
  const background = afterOpening.map((wait) => Math.round(wait * jitter));
  const inBackground = nextAfter(now, openedAt, background);
  const overtime = aliveAt >= windowEndsAt ? [pauseAfter(aliveAt - windowEndsAt, facts)] : [];
  return [
    nextAfter(now, returnedAt, afterReturn),
    inBackground < windowEndsAt + firstFinalQuery ? inBackground : never,
    nextAfter(now, windowEndsAt, aroundWindowEnd),
    nextAfter(now, aliveAt, overtime),
    nextAfter(now, unheardSince, afterWindowEnd),
    nextAfter(now, goneAt, [confirmGoneAfterMs]),
  ];
}

/** The first time after `now` that is so much later than another one, which may not be known. */
function nextAfter(now: number, since: number | undefined, waits: readonly number[]): number {
  if (since === undefined) return never;
  const wait = waits.find((each) => since + each > now);
  return wait === undefined ? never : since + wait;
}

/**
 * The pause while the bank still knows the session after the window's end: longer and longer, at a bank that never
 * forgets one. Counted in answers, because the clock is what is in doubt.
 * @param sinceEnd milliseconds from the window's end to when the bank last knew the session
 */
function pauseAfter(sinceEnd: number, { overtime = 0 }: Facts): number {
  if (sinceEnd < creationMs) return pauseRightAfterWindowMs;
  const doublings = Math.max(0, overtime - shortOvertime);
  return Math.min(pauseAfterWindowMs * 2 ** Math.min(doublings, 30), day);
}

/** A factor from 0.9 to 1.1, the same for all queries about an attempt: spreads those of one moment's launches. */
function jitterOf({ id }: Attempt): number {
  return 0.9 + (Number.parseInt(id.slice(-6), 16) % 2001) / 10_000;
}
