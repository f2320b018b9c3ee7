import type { BankAnswer } from "./answer.ts";
import type { Attempt, Facts, Verdict } from "./attempt.ts";
import type { Change } from "./change.ts";
import { conclude, end, keep, moveTo } from "./conclude.ts";
import { withDoubt } from "./question.ts";
import { canBeQueried } from "./rules.ts";
import { authorizationDueAt, confirmGoneAfterMs, firstFinalQuery, minPauseMs } from "./schedule.ts";
import { isLive, rank } from "./state.ts";

/** Longer than a query and the write of its answer take. An older answer says nothing of what the buyer did since. */
const staleMs = 15_000;

/** Whether the attempt has ended, and the bank cannot be asked about it any more. */
export function isOver(attempt: Attempt): boolean {
  return !isLive(attempt.state) && !canBeQueried(attempt);
}

/**
 * What an answer of the bank does to an attempt. What it proves about money, it proves for the time of the question.
 * @param askedAt when the bank was asked, by the store's clock
 */
export function onAnswered(attempt: Attempt, answer: BankAnswer, now: number, askedAt = now): Change | undefined {
  if (attempt.state === "preparing") return undefined;
  const isStale = now - askedAt > staleMs || isOvertaken(attempt, askedAt);
  if (isOver(attempt)) return onAnsweredAfterEnd(attempt, answer, now, isStale);
  const { clearAt = 0, goneAt = 0, aliveAt: heardAt = 0, unheardSince, ...rest } = attempt.facts;
  // What a newer question has shown stays.
  const facts: Facts = {
    ...rest,
    askedAt: now,
    aliveAt: Math.max(heardAt, isStale ? askedAt : now),
    ...(isAfterWindow(attempt, askedAt) && { overtime: (rest.overtime ?? 0) + 1 }),
    ...(clearAt > askedAt && { clearAt }),
    ...(goneAt > askedAt && { goneAt }),
  };
  switch (answer.kind) {
    case "approved":
    case "review":
    case "declined": {
      const { kind, inDoubt, ...given } = answer;
      if (inDoubt && askedAt < (attempt.windowEndsAt ?? 0) + firstFinalQuery) {
        // Only what the bank says shortly before it forgets the session settles a refusal in doubt.
        return conclude(attempt, { state: attempt.state, facts: withCard(facts, now) }, now);
      }
      const isClear = kind === "declined" && !isStale;
      const alive: Facts = { ...facts, ...(isClear && { clearAt: askedAt }) };
      const change =
        rank(kind) > rank(attempt.state) && !isUnderReview(attempt, answer.verdict)
          ? moveTo(kind, { ...alive, ...given, settledAt: now })
          : { state: attempt.state, facts: alive };
      return conclude(attempt, change, now);
    }
    case "inProgress":
      return conclude(attempt, { state: attempt.state, facts: withCard(facts, now) }, now);
    case "empty": {
      const { emptyAnswers = 0 } = facts;
      const { clearAt: kept } = attempt.facts;
      // One that is stale neither proves nor contradicts anything.
      const observed = isStale
        ? { ...facts, ...(kept !== undefined && { clearAt: kept }) }
        : { ...facts, clearAt: askedAt, emptyAnswers: emptyAnswers + 1 };
      return conclude(attempt, { state: attempt.state, facts: observed }, now);
    }
    case "gone":
      return onGone(attempt, now, askedAt);
    case "wrongKey":
      // The session exists, and nothing is known of its money.
      return onUnclear({ ...attempt, facts }, now, askedAt);
    case "unclear": {
      const unheard = isAfterWindow(attempt, askedAt) ? { unheardSince: unheardSince ?? askedAt } : {};
      return onUnclear({ ...attempt, facts: { ...attempt.facts, ...unheard } }, now, askedAt);
    }
  }
}

/** As when there was no answer. */
function onUnclear({ state, facts: before, ...attempt }: Attempt, now: number, askedAt: number): Change {
  const facts: Facts = { ...withDoubt(before, askedAt), askedAt: now };
  return conclude({ ...attempt, state, facts }, { state, facts }, now);
}

const isAfterWindow = ({ windowEndsAt }: Attempt, askedAt: number): boolean =>
  windowEndsAt !== undefined && askedAt >= windowEndsAt;

/** The facts after an answer that shows that a card was sent, and not what became of it. */
function withCard(facts: Facts, now: number): Facts {
  return { ...facts, cardSentAt: facts.cardSentAt ?? now, emptyAnswers: 0 };
}

/** Whether the buyer has come back, or another answer was written, after the bank was asked: it may say less by now. */
function isOvertaken({ facts }: Attempt, askedAt: number): boolean {
  return askedAt < Math.max(facts.askedAt ?? 0, facts.returnedAt ?? 0);
}

/**
 * Whether this approval is under review already, because the order cost something else, or was gone, when the router
 * first got it. A person may be giving the money back at this moment.
 */
function isUnderReview({ state, facts: { verdict } }: Attempt, heard: Verdict): boolean {
  if (state !== "review" || verdict?.code !== "00" || verdict.reference !== heard.reference) return false;
  return verdict.mismatch?.some((field) => field === "amount" || field === "order") ?? false;
}

/** For the answer to a query that was running when the attempt ended. */
function onAnsweredAfterEnd(attempt: Attempt, answer: BankAnswer, now: number, isStale: boolean): Change | undefined {
  const facts: Facts = { ...attempt.facts, askedAt: now, settledAt: now };
  switch (answer.kind) {
    case "approved":
    case "review":
    case "declined": {
      const { kind, inDoubt, ...given } = answer;
      if (rank(kind) <= rank(attempt.state) || isUnderReview(attempt, answer.verdict)) return undefined;
      if (kind === "declined" && isStale) return undefined;
      const change = moveTo(kind, { ...facts, ...given });
      return { ...change, dueAt: authorizationDueAt(change.facts, now) };
    }
    case "inProgress":
      return attempt.state === "expired" ? moveTo("unknown", { ...facts, cardSentAt: now }) : undefined;
    default:
      return undefined;
  }
}

/** A session is gone when the bank says so twice after the window's end, 30 s apart, with no contradiction between. */
function onGone(attempt: Attempt, now: number, askedAt: number): Change {
  const { windowEndsAt = askedAt + 1, facts } = attempt;
  // The bank forgets no session within its window.
  if (askedAt < windowEndsAt) return onUnclear(attempt, now, askedAt);
  const { goneAt = askedAt } = facts;
  const change = keep(attempt, { askedAt: now, goneAt });
  if (askedAt - goneAt >= confirmGoneAfterMs) return end(change, now);
  const concluded = conclude(attempt, change, now);
  // A question right before the confirming one must not take its place.
  const confirmAt = Math.max(goneAt + confirmGoneAfterMs, now + minPauseMs);
  return { ...concluded, dueAt: Math.min(concluded.dueAt ?? confirmAt, confirmAt) };
}
