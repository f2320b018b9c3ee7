import { type Answer, comparedWithOrder, type OrderNow } from "./answer.ts";
import {
  type Attempt,
  canBeQueried,
  type Facts,
  type LaunchFailure,
  type Resolution,
  rank,
  type State,
  type Verdict,
  windowMs,
} from "./attempt.ts";
import type { Announcement, Change } from "./change.ts";
import { believedAfterMs, closelyMs, nextQueryAt } from "./schedule.ts";

/** A session that the router has created for an attempt. */
export interface NewSession {
  SESSION: string;
  sealedKey: string;
  /** SHA-256 of the token in its return address, hex. */
  returnHash: string;
  /** The store's clock right before the bank was asked for it. */
  createdAt: number;
}

/** How an attempt is launched: in which language, where, and where the buyer goes back to. */
export type LaunchFacts = Pick<Facts, "language" | "mode" | "returnTo" | "origin">;

/** What happens to an attempt. */
export type TransitionEvent =
  /** The buyer clicked, and a session is about to be created or handed out again. */
  | { type: "launchBegun" }
  /** The launch page is about to be served. `session` is missing when the attempt has one. */
  | { type: "launched"; launch: LaunchFacts; session?: NewSession }
  /** The launch never reached the bank's page. */
  | { type: "launchFailed"; reason: LaunchFailure }
  /** A browser came to the return or cancel address. */
  | { type: "visited"; via: "return" | "cancel" }
  /** The bank was asked. `orderNow`: what the order costs by now, where the shop told; asked for with an approval. */
  | { type: "answered"; answer: Answer; orderNow?: OrderNow | undefined }
  /** Its time has come, and the bank was not asked. */
  | { type: "timePassed" }
  /** A person has found out whether it was paid. */
  | { type: "resolved"; resolution: Resolution };

/** The answer "nothing was charged" counts when the bank forgets the session within this time. */
export const evidenceMs = 45_000;

const announcements = {
  expired: "attempt.expired",
  unknown: "attempt.unknown",
  declined: "attempt.declined",
  review: "attempt.review",
  approved: "order.paid",
} as const satisfies Partial<Record<State, Announcement>>;

type AnnouncedState = keyof typeof announcements;

/**
 * Decides everything about an attempt: what to write, when to ask the bank next (`dueAt`), and what to announce. Pure.
 * The state only ever moves to a higher rank, so events may come in any order and from any process.
 * @param now the store's clock, in milliseconds
 * @returns `undefined` when the event changes nothing
 */
export function next(attempt: Attempt, event: TransitionEvent, now: number): Change | undefined {
  switch (event.type) {
    case "launchBegun":
      return launchBegun(attempt);
    case "launched":
      return launched(attempt, event, now);
    case "launchFailed":
      return attempt.state === "preparing" ? keep(attempt, { launchFailure: event.reason }) : undefined;
    case "visited":
      return visited(attempt, event.via, now);
    case "answered":
      return answered(attempt, comparedWithOrder(attempt, event.answer, event.orderNow), now);
    case "timePassed":
      return isOver(attempt) ? { ...keep(attempt), dueAt: null } : conclude(attempt, keep(attempt), now);
    case "resolved":
      return resolved(attempt, event.resolution);
  }
}

/** Whether a person's word on the attempt is awaited. */
function isResolvable({ state, facts }: Attempt): boolean {
  const { resolution, unconfirmedAt } = facts;
  // A resolution that says paid, beside another state than approved, was cut short before its second write.
  if (resolution !== undefined && !(resolution.paid && state !== "approved")) return false;
  return state === "unknown" || state === "review" || (state === "declined" && unconfirmedAt !== undefined);
}

function keep({ state, facts }: Attempt, added: Partial<Facts> = {}): Change {
  return { state, facts: { ...facts, ...added } };
}

function moveTo(state: AnnouncedState, facts: Facts): Change {
  return { state, facts, announce: announcements[state] };
}

function isOver(attempt: Attempt): boolean {
  return rank(attempt.state) > rank("opened") && !canBeQueried(attempt);
}

/** Forgets how an earlier launch ended, so that nobody takes that for the end of this one. */
function launchBegun(attempt: Attempt): Change | undefined {
  const { launchFailure, returnedAt, returnedVia, emptyAnswers, ...facts } = attempt.facts;
  const isClean = launchFailure === undefined && returnedAt === undefined && emptyAnswers === undefined;
  return isClean || rank(attempt.state) > rank("opened") ? undefined : { state: attempt.state, facts };
}

/** Written before a browser sees SESSION: money may move from here. */
function launched(
  attempt: Attempt,
  { launch, session }: Extract<TransitionEvent, { type: "launched" }>,
  now: number,
): Change | undefined {
  if (rank(attempt.state) > rank("opened")) return undefined;
  const { returnTo, origin, ...known } = attempt.facts;
  const facts: Facts = { ...known, ...launch, openedAt: now };
  // Where another process was quicker, its session is the attempt's, and no browser ever sees this one.
  if (attempt.state === "opened") return conclude(attempt, { state: "opened", facts }, now);
  if (session === undefined) return undefined;
  const { SESSION, sealedKey, returnHash, createdAt } = session;
  const windowEndsAt = createdAt + windowMs;
  const change = { state: "opened", facts: { ...facts, SESSION, sealedKey }, windowEndsAt, returnHash } as const;
  return conclude({ ...attempt, windowEndsAt }, change, now);
}

function visited(attempt: Attempt, via: "return" | "cancel", now: number): Change | undefined {
  if (attempt.state === "preparing") return undefined;
  const { clearAt, ...facts } = attempt.facts;
  const isRepeated = facts.returnedVia === via;
  const visit = { ...facts, returnedAt: now, returnedVia: via, emptyAnswers: 0 };
  if (isOver(attempt)) return visitedAfterwards(attempt, { ...attempt.facts, ...visit }, via, now);
  // The bank's own page leads to the cancel address when the time is over, which says nothing about money.
  const isDoubt = via === "return" || now < (attempt.windowEndsAt ?? now);
  // Who comes by the return address once more may have sent another card; anything else is a replay.
  if (isRepeated && !(via === "return" && clearAt !== undefined)) return undefined;
  const cardSentAt = facts.cardSentAt ?? (via === "return" ? now : undefined);
  const kept: Facts = {
    ...visit,
    ...(clearAt !== undefined && !isDoubt && { clearAt }),
    ...(cardSentAt !== undefined && { cardSentAt }),
  };
  return conclude(attempt, { state: attempt.state, facts: kept }, now);
}

/** The bank cannot be asked any more, and who comes by the return address may have been charged. */
function visitedAfterwards(attempt: Attempt, facts: Facts, via: "return" | "cancel", now: number): Change | undefined {
  const { state, facts: before } = attempt;
  if (via === "return" && state === "expired") return moveTo("unknown", { ...facts, cardSentAt: now, settledAt: now });
  // Who was refused comes by that address, too: once. After another card they come again.
  const isSecond = via === "return" && state === "declined" && before.cardSentAt !== undefined;
  if (isSecond && before.unconfirmedAt === undefined) {
    return { state, facts: { ...facts, unconfirmedAt: now }, announce: "attempt.unconfirmed" };
  }
  return before.returnedVia === via
    ? undefined
    : { state, facts: { ...facts, ...(via === "return" && { cardSentAt: now }) } };
}

function answered(attempt: Attempt, answer: Answer, now: number): Change | undefined {
  if (attempt.state === "preparing") return undefined;
  if (isOver(attempt)) return answeredAfterwards(attempt, answer, now);
  const { clearAt, goneAt, ...rest } = attempt.facts;
  const facts: Facts = { ...rest, askedAt: now };
  switch (answer.kind) {
    case "approved":
    case "review":
    case "declined": {
      const alive = { ...facts, aliveAt: now, ...(answer.kind === "declined" && { clearAt: now }) };
      const change =
        rank(answer.kind) > rank(attempt.state) && !isForPerson(attempt, answer.verdict)
          ? moveTo(answer.kind, { ...alive, verdict: answer.verdict, settledAt: now })
          : { state: attempt.state, facts: alive };
      return conclude(attempt, change, now);
    }
    case "inProgress": {
      const observed = { ...facts, aliveAt: now, cardSentAt: facts.cardSentAt ?? now, emptyAnswers: 0 };
      return conclude(attempt, { state: attempt.state, facts: observed }, now);
    }
    case "empty": {
      const emptyAnswers = (facts.emptyAnswers ?? 0) + 1;
      const observed = { ...facts, aliveAt: now, clearAt: now, emptyAnswers };
      return conclude(attempt, { state: attempt.state, facts: observed }, now);
    }
    case "gone":
      return gone(attempt, now);
    case "wrongKey":
    case "unclear":
      return conclude(attempt, keep(attempt, { askedAt: now }), now);
  }
}

/**
 * Whether this very approval is a person's to judge, because the order cost something else when it was heard first: they
 * may be giving the money back at this moment.
 */
function isForPerson({ state, facts: { verdict } }: Attempt, heard: Verdict): boolean {
  if (state !== "review" || verdict?.code !== "00" || verdict.reference !== heard.reference) return false;
  return verdict.mismatch?.some((field) => field === "amount" || field === "order") ?? false;
}

/** The query was under way when the attempt ended. */
function answeredAfterwards(attempt: Attempt, answer: Answer, now: number): Change | undefined {
  const facts: Facts = { ...attempt.facts, askedAt: now, settledAt: now };
  switch (answer.kind) {
    case "approved":
    case "review":
    case "declined":
      if (rank(answer.kind) <= rank(attempt.state) || isForPerson(attempt, answer.verdict)) return undefined;
      return moveTo(answer.kind, { ...facts, verdict: answer.verdict });
    case "inProgress":
      return attempt.state === "expired" ? moveTo("unknown", { ...facts, cardSentAt: now }) : undefined;
    default:
      return undefined;
  }
}

/** Believed after the window's end, when the bank says so twice, some time apart, and nothing else in between. */
function gone(attempt: Attempt, now: number): Change {
  const { windowEndsAt = now + 1, facts } = attempt;
  if (now < windowEndsAt) return conclude(attempt, keep(attempt, { askedAt: now }), now);
  const { goneAt = now } = facts;
  const change = keep(attempt, { askedAt: now, goneAt });
  return now - goneAt < believedAfterMs ? conclude(attempt, change, now) : end(change, now);
}

function resolved(attempt: Attempt, resolution: Resolution): Change | undefined {
  if (!isResolvable(attempt)) return undefined;
  if (!resolution.paid) return keep(attempt, { resolution });
  const { sealedKey, verdict, ...facts } = attempt.facts;
  const approved = approvedBy(attempt);
  const change = moveTo("approved", {
    ...facts,
    ...(approved && { verdict: approved }),
    resolution,
    settledAt: resolution.at,
  });
  return { ...change, dueAt: null };
}

/** What the bank said of the approval that a person vouches for. */
function approvedBy({ state, facts: { verdict, resolution } }: Attempt): Verdict | undefined {
  // The verdict of a refused attempt is that of another card.
  if (verdict === undefined || state === "declined") return undefined;
  if (resolution === undefined) return verdict;
  // The store kept the approval under review, because its reference is another attempt's. The person's word stands, and
  // the reference stays with the attempt that has it.
  const { reference, ...rest } = verdict;
  return rest;
}

/** Completes a change with the time of the next query, or with the attempt's end when there is none. */
function conclude(attempt: Attempt, change: Change, now: number): Change {
  const dueAt = nextQueryAt({ ...attempt, ...change }, now);
  return dueAt === null ? end(change, now) : { ...change, dueAt };
}

/** Nothing more is to be asked. The session key goes. */
function end(change: Change, now: number): Change {
  const { sealedKey, ...facts } = change.facts;
  const over: Change = { ...change, facts, dueAt: null };
  switch (change.state) {
    case "preparing":
      return { ...over, ...moveTo("expired", { ...facts, settledAt: now }) };
    case "opened": {
      const state = facts.cardSentAt === undefined && wasClear(facts) ? "expired" : "unknown";
      return { ...over, ...moveTo(state, { ...facts, settledAt: now }) };
    }
    case "declined":
      // One announcement at a time: that of the refusal itself comes first.
      if (change.announce !== undefined) return { ...change, dueAt: now + closelyMs };
      if (wasClear(facts) || facts.unconfirmedAt !== undefined) return over;
      return { ...over, facts: { ...facts, unconfirmedAt: now }, announce: "attempt.unconfirmed" };
    default:
      return over;
  }
}

/** Whether the bank said that nothing was charged, and forgot the session shortly afterwards. */
function wasClear({ clearAt, goneAt }: Facts): boolean {
  if (clearAt === undefined || goneAt === undefined) return false;
  // A clock that went back has measured nothing.
  return goneAt >= clearAt && goneAt - clearAt <= evidenceMs;
}
