import { compareWithOrder } from "./answer.ts";
import type { Attempt, Facts } from "./attempt.ts";
import { type Change, conclude, end, keep, moveTo } from "./change.ts";
import type { TransitionEvent } from "./event.ts";
import { visitNames } from "./history.ts";
import { onAnswered, onAsking, withoutQuestion } from "./question.ts";
import { canBeQueried, isOver, windowMs } from "./rules.ts";
import { authorizationDueAt } from "./schedule.ts";
import { isLive } from "./state.ts";

/**
 * Decides everything about an attempt: what to write, when to ask the bank next (`dueAt`), and what to announce. Pure.
 * The state only ever moves to a higher rank, so events may come in any order and from any process.
 * @param now the store's clock, in milliseconds
 * @returns `undefined` when the event changes nothing
 */
export function next(attempt: Attempt, event: TransitionEvent, now: number): Change | undefined {
  // A question looks itself at times that are to come: one that was last asked "now" would never be asked again.
  const believed = event.type === "asking" ? attempt : believable(attempt, now);
  const change = decide(believed, event, now);
  const { windowEndsAt } = believed;
  if (change === undefined || windowEndsAt === undefined || windowEndsAt === attempt.windowEndsAt) return change;
  return { windowEndsAt, ...change };
}

function decide(attempt: Attempt, event: TransitionEvent, now: number): Change | undefined {
  switch (event.type) {
    case "launchBegun":
      return clearPreviousLaunch(attempt);
    case "launched":
      return onLaunched(attempt, event, now);
    case "launchFailed":
      return attempt.state === "preparing" && attempt.facts.captureOf === undefined
        ? keep(attempt, { launchFailure: event.reason })
        : undefined;
    case "visited":
      return onVisited(attempt, event.via, now);
    case "asking":
      return onAsking(withoutQuestion(attempt, event.answered), event.question, event.isUrgent, now);
    case "answered": {
      const answer = compareWithOrder(attempt, event.answer, event.orderNow);
      return onAnswered(withoutQuestion(attempt, event.question), answer, now, event.askedAt);
    }
    case "unasked":
      return onUnasked(attempt, now);
    case "timePassed":
      return onTimePassed(attempt, now);
    case "decided":
      return event.decide(attempt, now);
  }
}

function onTimePassed(attempt: Attempt, now: number): Change {
  const { windowEndsAt = 0, facts } = attempt;
  if (isOver(attempt)) return { ...keep(attempt), dueAt: authorizationDueAt(facts, now) };
  // No look at the clock alone ends what the bank can still be asked about.
  const isUnheard = canBeQueried(attempt) && now >= windowEndsAt;
  return conclude(attempt, keep(attempt, isUnheard ? { unheardSince: facts.unheardSince ?? now } : {}), now);
}

/**
 * A session that nobody can ask about ends with its window: what was heard before proves nothing. Until then another
 * router may ask.
 */
function onUnasked(attempt: Attempt, now: number): Change | undefined {
  if (isOver(attempt) || attempt.state === "preparing") return onTimePassed(attempt, now);
  if (now < (attempt.windowEndsAt ?? now)) return undefined;
  const { clearAt, goneAt, ...facts } = attempt.facts;
  return end(keep({ ...attempt, facts }), now);
}

/**
 * Forgets how an earlier launch ended, so that it is not taken for the end of this one. When the buyer came back stays
 * until the bank has said that nothing was charged: an answer to a question from before that proves nothing.
 */
function clearPreviousLaunch({ state, facts }: Attempt): Change | undefined {
  const { launchFailure, returnedAt, returnedVia, emptyAnswers, ...rest } = facts;
  const isInDoubt = returnedAt !== undefined && facts.clearAt === undefined;
  const kept: Facts = { ...rest, ...(isInDoubt && { returnedAt }) };
  return !isLive(state) || Object.keys(kept).length === Object.keys(facts).length ? undefined : { state, facts: kept };
}

/** Written before a browser sees SESSION: from then on the buyer may be charged. */
function onLaunched(
  attempt: Attempt,
  { launch, session, kept, sender }: Extract<TransitionEvent, { type: "launched" }>,
  now: number,
): Change | undefined {
  if (!isLive(attempt.state)) return undefined;
  const { returnTo, origin, ...known } = attempt.facts;
  const facts: Facts = { ...known, ...launch, openedAt: now };
  // Another process was quicker: its session is the attempt's, and no browser sees this one.
  if (attempt.state === "opened") return conclude(attempt, { state: "opened", facts }, now);
  // Another call is the capture's sender now: this session is never posted.
  if (session === undefined || attempt.facts.sender?.id !== sender) return undefined;
  const { SESSION, sealedKey, returnHash, createdAt } = session;
  const windowEndsAt = createdAt + windowMs;
  const { email, product, ...others } = facts;
  const own: Facts = { ...(kept ? { ...others, ...kept } : facts), SESSION, sealedKey };
  const change = { state: "opened", facts: own, windowEndsAt, returnHash } as const;
  return conclude({ ...attempt, windowEndsAt }, change, now);
}

/**
 * A visit casts doubt on every answer to a question from before it, also a second visit: a buyer whose card was refused,
 * or who went back to the bank's page, may have sent another one.
 */
function onVisited(attempt: Attempt, via: "return" | "cancel", now: number): Change | undefined {
  if (attempt.state === "preparing") return undefined;
  const { clearAt, ...facts } = attempt.facts;
  const isRepeated = facts.returnedVia === via;
  const visit = { ...facts, returnedAt: now, returnedVia: via, emptyAnswers: 0 };
  if (isOver(attempt)) return onVisitedAfterEnd(attempt, { ...attempt.facts, ...visit }, via, now);
  // After the window's end the bank's page itself sends browsers to the cancel address: that says nothing about money.
  const castsDoubt = via === "return" || now < (attempt.windowEndsAt ?? now);
  // Where an answer is neither there nor under way, there is nothing to doubt: a replay writes no more than the bank is
  // asked.
  const { question, returnedAt = 0 } = facts;
  const isAwaited = question !== undefined && returnedAt <= question.at;
  if (isRepeated && !(castsDoubt && (clearAt !== undefined || isAwaited))) return undefined;
  const kept: Facts = {
    ...visit,
    ...(clearAt !== undefined && !castsDoubt && { clearAt }),
    ...(via === "return" && { cardSentAt: facts.cardSentAt ?? now }),
  };
  return conclude(attempt, { state: attempt.state, facts: kept }, now);
}

/** The bank cannot be asked any more, and a buyer who comes to the return address may have been charged. */
function onVisitedAfterEnd(attempt: Attempt, facts: Facts, via: "return" | "cancel", now: number): Change | undefined {
  const { state, facts: before } = attempt;
  if (via === "return" && state === "expired") return moveTo("unknown", { ...facts, cardSentAt: now, settledAt: now });
  // A refused buyer comes to the return address once, too. After another card they come again.
  const isSecond = via === "return" && state === "declined" && before.cardSentAt !== undefined;
  if (isSecond && before.unconfirmedAt === undefined) {
    return { state, facts: { ...facts, unconfirmedAt: now }, announce: "attempt.unconfirmed" };
  }
  // One visit to an address is enough, or anyone could cause writes forever.
  const isRecorded = before.history?.entries.some(({ what }) => what === visitNames[via]);
  if (isRecorded || before.returnedVia === via) return undefined;
  return { state, facts: { ...facts, ...(via === "return" && { cardSentAt: now }) } };
}

/** Clocks of two processes, and a database's clock that is estimated, differ by less. */
const toleranceMs = 5000;
/** Times that prove something only when they have passed. */
const proofs = ["clearAt", "goneAt", "unheardSince", "lapseSeenAt", "sender"] as const;
/** Times at which something happened. */
const happenings = ["openedAt", "returnedAt", "askedAt", "aliveAt", "cardSentAt"] as const;

/**
 * The attempt without what was written while the clock was ahead: a time in the future proves nothing, and something that
 * has happened has happened by now. So it is with a window that ends later than that of a session of this moment.
 */
function believable(attempt: Attempt, now: number): Attempt {
  const { createdAt, windowEndsAt, facts } = attempt;
  const isToCome = (time: number | undefined): boolean => time !== undefined && time > now + toleranceMs;
  const wrongProofs = proofs.filter((name) => isToCome(name === "sender" ? facts.sender?.at : facts[name]));
  const wrongHappenings = happenings.filter((name) => isToCome(facts[name]));
  const isWrong = isToCome(createdAt);
  const isWindowWrong = isToCome(windowEndsAt && windowEndsAt - windowMs);
  if (!isWrong && !isWindowWrong && wrongProofs.length + wrongHappenings.length === 0) return attempt;
  const believed: Facts = { ...facts };
  for (const name of wrongProofs) delete believed[name];
  for (const name of wrongHappenings) believed[name] = now;
  return {
    ...attempt,
    ...(isWrong && { createdAt: now }),
    ...(isWindowWrong && { windowEndsAt: now + windowMs }),
    facts: believed,
  };
}
