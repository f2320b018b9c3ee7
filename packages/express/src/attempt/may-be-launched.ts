import { isHolding, isPayer } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { heldUntil, holdsOrder, minTimeToPayMs } from "./holds-order.ts";
import { AlikeOrderError, OrderReferenceTakenError } from "./insertion-errors.ts";
import { awaitsResolution } from "./needs-person.ts";
import type { AttemptDraft, Decision, Insertion, OrderRows } from "./order-rows.ts";
import { isLive } from "./state.ts";

/**
 * Decides whether an order gets a new attempt.
 * @param joinableUntil a live attempt is joined only if it can still be paid after this time: five minutes after the
 * launch began, as less is too short to pay
 * @throws OrderReferenceTakenError when another order has the draft's reference, as its own or as its id
 * @throws AlikeOrderError when another order has the draft's `spelling`
 */
export function decideInsertion(
  { attempts, reference, transactionId, taken }: OrderRows,
  draft: AttemptDraft,
  joinableUntil: number,
  now: number,
): Decision<Insertion> {
  // A form that is sent again carries an id that is taken: a new attempt gets one of its own.
  const isTaken = taken.id === draft.id;
  const earlier = earlierAttempt(attempts, draft, joinableUntil);
  if (earlier !== undefined) {
    if (isTaken) return { result: earlier };
    // A browser that is refused learns the state of the order, but has not launched the attempt.
    const browserHash = earlier.kind === "joined" ? draft.browserHash : "";
    return { result: earlier, plan: { launch: { id: draft.id, attempt: earlier.attempt.id, browserHash } } };
  }
  const { orderReference: asked, ...facts } = draft.facts;
  const { order, browserHash, dueAt } = draft;
  const named = reference ?? asked ?? order;
  if (taken.reference === named) throw new OrderReferenceTakenError(named);
  const { spelling } = draft;
  if (spelling !== undefined && taken.spelling?.text === spelling) throw new AlikeOrderError(taken.spelling.order);
  const attempt: Attempt = {
    id: isTaken ? crypto.randomUUID() : draft.id,
    order,
    bank: draft.bank,
    state: "preparing",
    version: 1,
    transactionId,
    amount: draft.amount,
    tax: draft.tax,
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
function earlierAttempt(
  earlier: readonly Attempt[],
  draft: AttemptDraft,
  joinableUntil: number,
): Insertion | undefined {
  const capture = earlierCapture(earlier);
  if (draft.facts.captureOf !== undefined) return capture;
  const holding = earlier.find(isHolding);
  if (holding) return { kind: "paid", attempt: earlier.find(isPayer) ?? holding };
  // The authorization of the capture has ended, and the capture may still settle it.
  const blocked = earlier.findLast(awaitsResolution) ?? capture?.attempt;
  if (blocked) return { kind: "blocked", attempt: blocked };
  const joinable = earlier.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
  const held = earlier.findLast(
    (attempt) =>
      attempt !== joinable &&
      (holdsOrder(attempt, joinableUntil - minTimeToPayMs) || holdsElsewhere(attempt, draft, joinableUntil)),
  );
  if (held) return { kind: "blocked", attempt: held };
  return joinable && { kind: "joined", attempt: joinable };
}

/** Whether the attempt was begun at the bank, and for the merchant and terminal, of the draft. */
function isOfSameMerchant({ bank, facts: { merchant } }: Attempt, { bank: draftBank, facts }: AttemptDraft): boolean {
  const { number, terminal } = facts.merchant ?? {};
  return bank === draftBank && merchant?.number === number && merchant?.terminal === terminal;
}

/**
 * Whether the attempt can be paid at another bank, or to another merchant, than the draft's: nobody can join it
 * here, and a session beside it could charge the order twice.
 * @param until see `decideInsertion`
 */
function holdsElsewhere(attempt: Attempt, draft: AttemptDraft, until: number): boolean {
  const { state, facts } = attempt;
  const isOpen = isLive(state) && facts.launchFailure === undefined;
  return isOpen && !isOfSameMerchant(attempt, draft) && heldUntil(attempt) > until;
}

/** Whether a launch with this draft can join the attempt, which must still be payable after `until`. */
export function isJoinable(attempt: Attempt, draft: AttemptDraft, until: number): boolean {
  const { state, windowEndsAt = 0 } = attempt;
  const { amount, tax, facts } = draft;
  const isSame =
    isOfSameMerchant(attempt, draft) &&
    attempt.facts.capture === facts.capture &&
    attempt.amount.minor === amount.minor &&
    attempt.tax.minor === tax.minor &&
    attempt.amount.currency === amount.currency;
  return isSame && (state === "preparing" || (state === "opened" && windowEndsAt > until));
}

/** The capture that prevents another one, and why: it is done (`paid`), in doubt (`blocked`), or open (`joined`). */
export function earlierCapture(attempts: readonly Attempt[]): Insertion | undefined {
  const captures = attempts.filter(({ facts }) => facts.captureOf !== undefined);
  const find = (kind: Insertion["kind"], which: (attempt: Attempt) => boolean): Insertion | undefined => {
    const attempt = captures.findLast(which);
    return attempt && { kind, attempt };
  };
  return (
    find("paid", ({ state }) => state === "approved") ??
    find("blocked", awaitsResolution) ??
    find("joined", ({ state }) => isLive(state))
  );
}
