import { type Attempt, canBeQueried } from "./attempt.ts";
import type { Change } from "./change.ts";
import { keep } from "./conclude.ts";
import { minPauseMs, questionMs } from "./schedule.ts";

/** By how much the clocks of two processes may differ. A question from later than that began before a clock was set. */
const clockErrorMs = 1000;

/** Whether a process is asking the bank about the attempt at this moment. */
function isAsked({ facts: { question } }: Attempt, now: number): boolean {
  return question !== undefined && question.at <= now + clockErrorMs && now - question.at < questionMs;
}

/**
 * One question at a time, over all processes that share the store, and at most one a second.
 * @param id of the question
 * @param isUrgent asked within that second, too
 */
export function onAsking(attempt: Attempt, id: string, isUrgent: boolean, now: number): Change | undefined {
  if (!canBeQueried(attempt) || isAsked(attempt, now)) return undefined;
  const { askedAt = 0 } = attempt.facts;
  if (!isUrgent && askedAt <= now && now - askedAt < minPauseMs) return undefined;
  return keep(attempt, { question: { id, at: now } });
}

/** The attempt once the question with this id has its answer. */
export function withoutQuestion(attempt: Attempt, id: string | undefined): Attempt {
  const { question, ...facts } = attempt.facts;
  return question === undefined || question.id !== id ? attempt : { ...attempt, facts };
}
