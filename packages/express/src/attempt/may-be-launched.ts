import { isHolding, isPayer } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { awaitsResolution } from "./needs-person.ts";
import type { AttemptDraft, Decision, Insertion, OrderRows } from "./order-rows.ts";
import { canBeQueried, windowMs } from "./rules.ts";
import { isLive } from "./state.ts";

/** A session with less time left than this is not handed out again: it is too short to pay. */
export const minTimeToPayMs: number = 5 * 60_000;

/** Longer than the bank is asked once a session has ended: one that nobody asks about does not hold its order forever. */
const heldMs = 40 * 60_000;

/** `insertAttempt` rejects with this error when another order has the draft's `spelling`. Nothing was inserted. */
export class AlikeOrderError extends Error {
  override name = "AlikeOrderError";
  /** The id of the other order. */
  readonly order: string;

  /** @param order the id of the other order */
  constructor(order: string) {
    super(`another order has an id that is spelled alike: ${JSON.stringify(order)}`);
    this.order = order;
  }
}

/**
 * `insertAttempt` rejects with this error when another order is known to the bank by the reference, or has it as its id.
 * Nothing was inserted.
 */
export class OrderReferenceTakenError extends Error {
  override name = "OrderReferenceTakenError";

  /** @param reference the reference that another order has */
  constructor(reference: string) {
    super(`another order has the reference ${JSON.stringify(reference)}`);
  }
}

/**
 * Decides whether an order gets a new attempt.
 * @param until a live attempt is joined only if it can be paid after this time: {@link minTimeToPayMs} after the launch
 * @throws OrderReferenceTakenError when another order has the draft's reference, as its own or as its id
 * @throws AlikeOrderError when another order has the draft's `spelling`
 */
export function decideInsertion(
  { attempts, reference, transactionId, taken }: OrderRows,
  draft: AttemptDraft,
  until: number,
  now: number,
): Decision<Insertion> {
  // A form that is sent again carries an id that is taken: a new attempt gets one of its own.
  const isTaken = taken.id === draft.id;
  const earlier = earlierAttempt(attempts, draft, until);
  if (earlier !== undefined) {
    if (isTaken) return { result: earlier };
    // A browser that is refused learns the state of the order, but has not launched the attempt.
    const browserHash = earlier.kind === "joined" ? draft.browserHash : "";
    return { result: earlier, plan: { launch: { id: draft.id, attempt: earlier.attempt.id, browserHash } } };
  }
  const { order, bank, amount, tax, spelling, browserHash, dueAt } = draft;
  const { orderReference: asked, ...facts } = draft.facts;
  const named = reference ?? asked ?? order;
  if (taken.reference === named) throw new OrderReferenceTakenError(named);
  if (spelling !== undefined && taken.spelling?.text === spelling) throw new AlikeOrderError(taken.spelling.order);
  const attempt: Attempt = {
    id: isTaken ? crypto.randomUUID() : draft.id,
    order,
    bank,
    state: "preparing",
    version: 1,
    transactionId,
    amount,
    tax,
    createdAt: now,
    facts: { ...facts, ...(named !== order && { orderReference: named }) },
  };
  const insert = { attempt, dueAt, browserHash };
  return {
    result: { kind: "inserted", attempt },
    plan: { insert, ...(reference === undefined && { reference: named }), ...(spelling !== undefined && { spelling }) },
  };
}

/** The attempt of the order that the draft joins, or that forbids a new one. What pages name is `decisiveAttempt`. */
function earlierAttempt(attempts: readonly Attempt[], draft: AttemptDraft, until: number): Insertion | undefined {
  const capture = earlierCapture(attempts);
  if (draft.facts.captureOf !== undefined) return capture;
  const holding = attempts.find(isHolding);
  if (holding) return { kind: "paid", attempt: attempts.find(isPayer) ?? holding };
  // The authorization of the capture has ended, and the capture may still settle it.
  const blocked = attempts.findLast(awaitsResolution) ?? capture?.attempt;
  if (blocked) return { kind: "blocked", attempt: blocked };
  const joinable = attempts.findLast((attempt) => isJoinable(attempt, draft, until));
  const holds = (attempt: Attempt) =>
    holdsOrder(attempt, until - minTimeToPayMs) || holdsElsewhere(attempt, draft, until);
  const held = attempts.findLast((attempt) => attempt !== joinable && holds(attempt));
  if (held) return { kind: "blocked", attempt: held };
  return joinable && { kind: "joined", attempt: joinable };
}

/** Until when an attempt holds its order at the latest, before it has ended. */
export function heldUntil({ createdAt, windowEndsAt = createdAt + windowMs, facts }: Attempt): number {
  return Math.max(windowEndsAt, facts.goneAt ?? 0) + heldMs;
}

/**
 * Whether the attempt's session holds its order: it may have been paid, or may be at this moment, so that another session
 * could charge the order twice. It holds until the bank has said, asked after the launch began, that nothing was charged;
 * once there was a sign of a card that no refusal explains, until the attempt ends; and never longer than 40 minutes after
 * its window.
 * @param launchedAt when the launch of another session began
 */
export function holdsOrder(attempt: Attempt, launchedAt: number): boolean {
  const { cardSentAt, clearAt } = attempt.facts;
  const isRefused = attempt.state === "declined" && canBeQueried(attempt);
  const isPayable = attempt.state === "opened" || isRefused;
  const isClear = clearAt !== undefined && clearAt >= launchedAt && (isRefused || cardSentAt === undefined);
  return isPayable && !isClear && heldUntil(attempt) > launchedAt + minTimeToPayMs;
}

/** Whether it can be paid at another bank or to another merchant: a session beside it could charge the order twice. */
function holdsElsewhere(attempt: Attempt, draft: AttemptDraft, until: number): boolean {
  const isOpen = isLive(attempt.state) && attempt.facts.launchFailure === undefined;
  return isOpen && !isOfSameMerchant(attempt, draft) && heldUntil(attempt) > until;
}

/** Whether the attempt was begun at the bank, and for the merchant and terminal, of the draft. */
function isOfSameMerchant({ bank, facts: { merchant } }: Attempt, { bank: draftBank, facts }: AttemptDraft): boolean {
  const { number, terminal } = facts.merchant ?? {};
  return bank === draftBank && merchant?.number === number && merchant?.terminal === terminal;
}

/** Whether a launch with this draft can join the attempt, which must still be payable after `until`. */
export function isJoinable(attempt: Attempt, draft: AttemptDraft, until: number): boolean {
  const { state, windowEndsAt = 0 } = attempt;
  const isSame =
    isOfSameMerchant(attempt, draft) &&
    attempt.facts.capture === draft.facts.capture &&
    attempt.amount.minor === draft.amount.minor &&
    attempt.tax.minor === draft.tax.minor &&
    attempt.amount.currency === draft.amount.currency;
  return isSame && (state === "preparing" || (state === "opened" && windowEndsAt > until));
}

/** The capture that prevents another one, and why: it is done (`paid`), in doubt (`blocked`), or open (`joined`). */
export function earlierCapture(attempts: readonly Attempt[]): Insertion | undefined {
  const captures = attempts.filter(({ facts }) => facts.captureOf !== undefined);
  const paid = captures.findLast(({ state }) => state === "approved");
  if (paid) return { kind: "paid", attempt: paid };
  const blocked = captures.findLast(awaitsResolution);
  if (blocked) return { kind: "blocked", attempt: blocked };
  const joined = captures.findLast(({ state }) => isLive(state));
  return joined && { kind: "joined", attempt: joined };
}
