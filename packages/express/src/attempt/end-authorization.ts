import { isAuthorized } from "./approval.ts";
import type { Attempt, Facts, Release } from "./attempt.ts";
import type { Change } from "./change.ts";
import { keep } from "./change.ts";
import { isOver } from "./rules.ts";
import { lapseLookMs } from "./schedule.ts";

/**
 * How long the data that a capture needs is kept. The contract sets no limit; card schemes hold money for a
 * pre-authorization for at most 30 days.
 */
export const authorizationKeptMs: number = 31 * lapseLookMs;
/** How long before an authorization lapses the shop is told. */
const lapseToldMs = 3 * lapseLookMs;

/** Deletes what a capture would have needed. */
export function withoutAuthorization(change: Change): Change {
  const { authorization, ...facts } = change.facts;
  return { ...change, facts };
}

/** Ends an authorization that the bank no longer holds. */
export function releaseAuthorization(attempt: Attempt, released: Release): Change {
  return { ...withoutAuthorization(keep(attempt, { released })), dueAt: null };
}

const lapse = { reason: "31 days have passed", by: "ventanilla" };

/**
 * What becomes of an authorization, or of what is kept of one, when it is looked at. The shop is told some days before it
 * lapses. It lapses when its days have passed at two looks a day apart, with none between at which they had not: a clock
 * that was ahead in between deletes nothing.
 */
export function lookAtAuthorization(attempt: Attempt, now: number): Change | undefined {
  const { lapseSeenAt, lapseToldAt, ...facts } = attempt.facts;
  if (facts.authorization === undefined || !isOver(attempt)) return undefined;
  const endsAt = (facts.settledAt ?? attempt.createdAt) + authorizationKeptMs;
  const told = lapseToldAt === undefined ? {} : { lapseToldAt };
  const dueAt = now + lapseLookMs;
  if (now < endsAt - lapseToldMs) return { state: attempt.state, facts, dueAt };
  const tells = lapseToldAt === undefined && isAuthorized(attempt);
  const announced = tells ? ({ announce: "order.lapsing" } as const) : {};
  const later: Facts = { ...facts, ...told, ...(tells && { lapseToldAt: now }) };
  if (now < endsAt) return { state: attempt.state, facts: later, dueAt, ...announced };
  // Looked at much later than planned: the clock was set, or nobody looked. Only the next look counts.
  const isFirst = lapseSeenAt === undefined || now - lapseSeenAt > 3 * lapseLookMs;
  if (isFirst) return { state: attempt.state, facts: { ...later, lapseSeenAt: now }, dueAt, ...announced };
  if (now - lapseSeenAt < lapseLookMs) {
    return { state: attempt.state, facts: { ...later, lapseSeenAt }, dueAt: lapseSeenAt + lapseLookMs, ...announced };
  }
  return isAuthorized(attempt)
    ? { ...releaseAuthorization(attempt, { ...lapse, at: now }), announce: "order.lapsed" }
    : { ...withoutAuthorization(keep(attempt)), dueAt: null };
}
