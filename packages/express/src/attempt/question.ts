import type { Attempt, Facts } from "./attempt.ts";
import type { Change } from "./change.ts";
import { canBeQueried } from "./rules.ts";
import { minPauseMs, questionMs } from "./schedule.ts";

/** By how much the clocks of two processes may differ. A question from later than that began before a clock was set. */
const clockErrorMs = 1000;

/** Whether a process is asking the bank about the attempt at this moment. */
function isAsked({ facts: { question } }: Attempt, now: number): boolean {
  return question !== undefined && question.at <= now + clockErrorMs && now - question.at < questionMs;
}

/**
 * The facts when it is not known what the bank knew at that time: what was clear before it is not any more. A canceled
 * attempt is one again once the bank has no result.
 */
export function withDoubt(facts: Facts, since: number): Facts {
  const { clearAt, emptyAnswers, ...rest } = facts;
  if (clearAt !== undefined && clearAt > since) return facts;
  return { ...rest, ...(emptyAnswers !== undefined && { emptyAnswers: Math.min(emptyAnswers, 1) }) };
}

/**
 * Since when nothing newer is known of the bank: a clear answer is as old as its question, however long it took. When
 * the bank has said since that the session is gone, that is the latest answer.
 */
export const knownAt = ({ askedAt = 0, clearAt = askedAt, goneAt = 0 }: Facts): number =>
  goneAt >= clearAt ? askedAt : Math.min(clearAt, askedAt);

/**
 * One question at a time, over all processes that share the store, and at most one a second. One that has no answer
 * after a second is taken for no answer until there is one: its process may have died, and the buyer paid since.
 * @param id of the question
 * @param isUrgent asked within that second, too
 */
export function onAsking(attempt: Attempt, id: string, isUrgent: boolean, now: number): Change | undefined {
  if (!canBeQueried(attempt)) return undefined;
  const { clearAt, emptyAnswers = 0, question } = attempt.facts;
  const since = now - knownAt(attempt.facts);
  const isUnanswered = question !== undefined && now - question.at >= minPauseMs;
  const facts = isUnanswered ? withDoubt(attempt.facts, question.at) : attempt.facts;
  if (isAsked(attempt, now)) {
    const isNew = facts.clearAt !== clearAt || (facts.emptyAnswers ?? 0) !== emptyAnswers;
    return isNew ? { state: attempt.state, facts } : undefined;
  }
  if (!isUrgent && since >= 0 && since < minPauseMs) return undefined;
  return { state: attempt.state, facts: { ...facts, question: { id, at: now } } };
}

/** The attempt once the question with this id has its answer. */
export function withoutQuestion(attempt: Attempt, id: string | undefined): Attempt {
  const { question, ...facts } = attempt.facts;
  return question === undefined || question.id !== id ? attempt : { ...attempt, facts };
}
