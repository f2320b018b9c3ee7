import type { BankAnswer } from "./answer.ts";
import type { Attempt, Facts, Verdict } from "./attempt.ts";
import { type Change, conclude, end, keep, moveTo } from "./change.ts";
import { canBeQueried, isOver } from "./rules.ts";
import { authorizationDueAt, confirmGoneAfterMs, firstFinalQuery, minPauseMs, questionMs } from "./schedule.ts";
import { rank, type State } from "./state.ts";

/** By how much the clocks of two processes may differ. A question from later than that began before a clock was set. */
const clockErrorMs = 1000;
/** Longer than a query and the write of its answer take. An older answer says nothing of what the buyer did since. */
const staleMs = 15_000;

/**
 * Since when nothing newer is known of the bank: a clear answer is as old as its question, however long it took. When
 * the bank has said since that the session is gone, that is the latest answer.
 */
export const knownAt = ({ askedAt = 0, clearAt = askedAt, goneAt = 0 }: Facts): number =>
  goneAt >= clearAt ? askedAt : Math.min(clearAt, askedAt);

/**
 * The facts when it is not known what the bank knew at that time: what was clear before it is not any more. A canceled
 * attempt is one again once the bank has no result.
 */
function withDoubt(facts: Facts, since: number): Facts {
  const { clearAt, emptyAnswers, ...rest } = facts;
  if (clearAt !== undefined && clearAt > since) return facts;
  return { ...rest, ...(emptyAnswers !== undefined && { emptyAnswers: Math.min(emptyAnswers, 1) }) };
}

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
  const isAsked = question !== undefined && question.at <= now + clockErrorMs && now - question.at < questionMs;
  if (isAsked) {
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

/**
 * What an answer of the bank does to an attempt. What it proves about money, it proves for the time of the question.
 * @param askedAt when the bank was asked, by the store's clock
 */
export function onAnswered(attempt: Attempt, answer: BankAnswer, now: number, askedAt = now): Change | undefined {
  if (attempt.state === "preparing") return undefined;
  const { clearAt = 0, goneAt = 0, aliveAt = 0, unheardSince, ...rest } = attempt.facts;
  // The buyer has come back, or another answer was written, after the bank was asked: it may say less by now.
  const isOvertaken = askedAt < Math.max(rest.askedAt ?? 0, rest.returnedAt ?? 0);
  const isStale = isOvertaken || now - askedAt > staleMs;
  if (isOver(attempt)) return onAnsweredAfterEnd(attempt, answer, now, isStale);
  const isAfterWindow = attempt.windowEndsAt !== undefined && askedAt >= attempt.windowEndsAt;
  // What a newer question has shown stays.
  const facts: Facts = {
    ...rest,
    askedAt: now,
    aliveAt: Math.max(aliveAt, isStale ? askedAt : now),
    ...(isAfterWindow && { overtime: (rest.overtime ?? 0) + 1 }),
    ...(clearAt > askedAt && { clearAt }),
    ...(goneAt > askedAt && { goneAt }),
  };
  const stay = (heard: Facts) => conclude(attempt, { state: attempt.state, facts: heard }, now);
  /** After an answer that shows that a card was sent, and not what became of it. */
  const stayInDoubt = () => stay({ ...facts, cardSentAt: facts.cardSentAt ?? now, emptyAnswers: 0 });
  if ("verdict" in answer) {
    const { kind, inDoubt, ...given } = answer;
    // Only what the bank says shortly before it forgets the session settles a refusal in doubt.
    if (inDoubt && askedAt < (attempt.windowEndsAt ?? 0) + firstFinalQuery) return stayInDoubt();
    const known: Facts = { ...facts, ...(kind === "declined" && !isStale && { clearAt: askedAt }) };
    if (!rises(attempt, kind, answer.verdict)) return stay(known);
    return conclude(attempt, moveTo(kind, { ...known, ...given, settledAt: now }), now);
  }
  switch (answer.kind) {
    case "inProgress":
      return stayInDoubt();
    case "empty":
      // One that is stale neither proves nor contradicts anything.
      if (isStale) return stay({ ...facts, ...(clearAt > 0 && { clearAt }) });
      return stay({ ...facts, clearAt: askedAt, emptyAnswers: (facts.emptyAnswers ?? 0) + 1 });
    case "gone":
      // The bank forgets no session within its window.
      return isAfterWindow ? onGone(attempt, now, askedAt) : onUnclear(attempt, attempt.facts, now, askedAt);
    case "wrongKey":
      // The session exists, and nothing is known of its money.
      return onUnclear(attempt, facts, now, askedAt);
    case "unclear": {
      const unheard = isAfterWindow && { unheardSince: unheardSince ?? askedAt };
      return onUnclear(attempt, { ...attempt.facts, ...unheard }, now, askedAt);
    }
  }
}

/** As when there was no answer. */
function onUnclear(attempt: Attempt, known: Facts, now: number, askedAt: number): Change {
  return conclude(attempt, { state: attempt.state, facts: { ...withDoubt(known, askedAt), askedAt: now } }, now);
}

/** A session is gone when the bank says so twice after the window's end, 30 s apart, with no contradiction between. */
function onGone(attempt: Attempt, now: number, askedAt: number): Change {
  const { goneAt = askedAt } = attempt.facts;
  const change = keep(attempt, { askedAt: now, goneAt });
  if (askedAt - goneAt >= confirmGoneAfterMs) return end(change, now);
  const concluded = conclude(attempt, change, now);
  // A question right before the confirming one must not take its place.
  const confirmAt = Math.max(goneAt + confirmGoneAfterMs, now + minPauseMs);
  return { ...concluded, dueAt: Math.min(concluded.dueAt ?? confirmAt, confirmAt) };
}

/** For the answer to a query that was running when the attempt ended. */
function onAnsweredAfterEnd(attempt: Attempt, answer: BankAnswer, now: number, isStale: boolean): Change | undefined {
  const facts: Facts = { ...attempt.facts, askedAt: now, settledAt: now };
  if (answer.kind === "inProgress" && attempt.state === "expired") {
    return moveTo("unknown", { ...facts, cardSentAt: now });
  }
  if (!("verdict" in answer)) return undefined;
  const { kind, inDoubt, ...given } = answer;
  if (!rises(attempt, kind, answer.verdict) || (kind === "declined" && isStale)) return undefined;
  const change = moveTo(kind, { ...facts, ...given });
  return { ...change, dueAt: authorizationDueAt(change.facts, now) };
}

/**
 * Whether a result raises the attempt's state. Not where this approval is under review already, because the order cost
 * something else, or was gone, when the router first got it: a person may be giving the money back at this moment.
 */
function rises({ state, facts: { verdict } }: Attempt, kind: State, heard: Verdict): boolean {
  const isSame = state === "review" && verdict?.code === "00" && verdict.reference === heard.reference;
  const isUnderReview = isSame && verdict.mismatch?.some((field) => field === "amount" || field === "order");
  return rank(kind) > rank(state) && !isUnderReview;
}
