import { isRealNumber } from "@ventanilla/client";
import { isBeingSent, isGivenBack, isHolding, isPayer, partsGivenBack, returnsOf, sumOf } from "./approval.ts";
import type { Attempt, Facts } from "./attempt.ts";
import type { Change } from "./change.ts";
import type { Decision, OrderRows, Plan, UpdatedAttempt } from "./order-rows.ts";
import type { EventType } from "./outbox-event.ts";
import { withoutZeros } from "./shelf-of.ts";
import { rank } from "./state.ts";

/** Whether a change was written, and the attempt as it is now. */
export interface Written {
  /** `false`: a later version was there, or the change was refused. */
  written: boolean;
  /** The attempt after the write, or as it stands instead. */
  attempt: Attempt;
}

/** Whether the change depends on other attempts of the order, or writes to one, or has an event, or is a sum of money. */
export function concernsOrder({ announce, reversed, state, facts }: Change, before: Attempt): boolean {
  const sumsOf = (each: Facts) =>
    `${partsGivenBack({ ...before, facts: each }).length} ${each.resolution?.approvedAmount?.minor}`;
  const isOther = sumsOf(facts) !== sumsOf(before.facts);
  return (announce ?? reversed) !== undefined || (state === "approved" && before.state !== "approved") || isOther;
}

/** What a change makes of an attempt, as it is written. */
export function updateOf(before: Attempt, change: Change): UpdatedAttempt {
  const { state, facts, dueAt, returnHash, windowEndsAt } = change;
  const known = { ...before, state, facts, version: before.version + 1 };
  const attempt = windowEndsAt === undefined ? known : { ...known, windowEndsAt };
  return { before, attempt, ...(dueAt !== undefined && { dueAt }), ...(returnHash !== undefined && { returnHash }) };
}

/**
 * Decides what a change of an attempt becomes beside the other attempts of its order:
 * - The first approval of the order is announced as `order.paid` or `order.authorized`, any later one as
 *   `order.paidAgain`. A payment (a sale or a capture) is the first unless another payment has paid the order. An
 *   authorization is the first unless the order is paid, or authorized and not given back.
 * - An approval becomes `review` when another attempt of the bank was approved with the same reference. Where a person
 *   has named that reference, nothing is written instead. A capture may have the reference of its own authorization.
 * - What a person did about two payments is written to both, or to none; announced of the one whose charge went back.
 * @param version of the attempt that the change was made for
 * @throws Error when the order has no attempt with this id
 */
export function decideChange(rows: OrderRows, id: string, version: number, given: Change): Decision<Written> {
  const change = { ...given, facts: withRealReference(given) };
  const before = rows.attempts.find((attempt) => attempt.id === id);
  if (before === undefined) throw new Error("there is no attempt with this id");
  const refused = { result: { written: false, attempt: before } };
  if (before.version !== version || rank(change.state) < rank(before.state)) return refused;
  const marked = change.reversed === undefined ? [] : markReversed(rows.attempts, change.reversed, change.facts);
  const judged = judge(rows, before, change);
  if (marked === undefined || judged === undefined) return refused;
  const { change: decided, approvalKey } = judged;
  const update = { ...updateOf(before, decided), ...(approvalKey !== undefined && { approvalKey }) };
  const event = eventOf(decided.announce, marked[0] ?? update);
  const plan: Plan = { updates: [update, ...marked], ...(event !== undefined && { event }) };
  return { result: { written: true, attempt: update.attempt }, plan };
}

/** Writes what a person did to the payment that was given back. `undefined` when it cannot. */
function markReversed(attempts: readonly Attempt[], id: string, { handled }: Facts): UpdatedAttempt[] | undefined {
  const other = attempts.find((attempt) => attempt.id === id);
  if (other?.state !== "approved" || isGivenBack(other) || isBeingSent(other) || handled === undefined)
    return undefined;
  return [updateOf(other, { state: other.state, facts: { ...other.facts, reversed: handled } })];
}

/** The facts, those of an approval without a reference of zeros alone: every later one would look like another's. */
function withRealReference({ state, facts }: Change): Facts {
  if (state !== "approved" || facts.verdict?.reference === undefined) return facts;
  const { reference, ...verdict } = facts.verdict;
  return isRealNumber(reference) ? facts : { ...facts, verdict };
}

/** @returns the change as it is written, and the key of its approval; `undefined` when the approval is refused */
function judge({ attempts, taken }: OrderRows, before: Attempt, change: Change) {
  const { announce, facts } = change;
  if (change.state !== "approved" || before.state === "approved") {
    if (announce === "order.paid" || announce === "order.authorized") {
      throw new Error(`${announce} goes with the move to approved, and with nothing else`);
    }
    return { change };
  }
  const key = approvalKeyOf(before, facts);
  const holder = taken.approval?.key === key ? taken.approval?.attempt : undefined;
  // A capture may have the reference of its own authorization, which keeps the key.
  if (holder !== undefined && holder !== facts.captureOf) {
    if (facts.resolution?.reference !== undefined) return undefined;
    // Nobody has named the reference that another attempt has.
    const mismatch = [...new Set([...(facts.verdict?.mismatch ?? []), "RetrievalReferenceNumber"])];
    const verdict = { code: "00", ...facts.verdict, mismatch };
    const disputed: Change = { ...change, state: "review", facts: { ...facts, verdict }, announce: "attempt.review" };
    return { change: disputed };
  }
  const approvalKey = holder === undefined ? key : undefined;
  const isFirst = facts.capture === undefined ? !attempts.some(isPayer) : !attempts.some(isHolding);
  if (isFirst) return { change, approvalKey };
  const further: Change = { ...change, facts: { ...facts, duplicate: true } };
  return { change: announce ? { ...further, announce: "order.paidAgain" as const } : further, approvalKey };
}

/** The key by which approvals are unique: a bank gives each of its references once. None without a reference. */
function approvalKeyOf({ bank }: Attempt, { verdict }: Facts): string | undefined {
  return verdict?.reference === undefined ? undefined : `${bank} ${withoutZeros(verdict.reference)}`;
}

/** The id of an event: the same for every repetition. */
export function eventIdOf(type: EventType, attempt: Attempt): string {
  const { id, order, facts } = attempt;
  if (type === "order.paid") return `paid:${order}`;
  const name = `${type.slice(type.indexOf(".") + 1)}:${id}`;
  if (type === "order.returnUnclear") return `${name}:${facts.sentBack?.id}`;
  return type === "order.givenBack" ? `${name}:${partsGivenBack(attempt).length}` : name;
}

/** @param update the attempt that it is announced of: of two payments the one that went back */
function eventOf(type: EventType | undefined, { before, attempt }: UpdatedAttempt): Plan["event"] {
  if (type === undefined) return undefined;
  // Not of what the bank only held, nor before somebody has named the part that it approved.
  if (type === "order.givenBack" && sumOf(returnsOf(attempt)) <= sumOf(returnsOf(before))) return undefined;
  const { id, order, bank, facts } = attempt;
  const verdict = facts.verdict && { verdict: facts.verdict };
  return { id: eventIdOf(type, attempt), type, order, attempt: id, bank, ...verdict };
}
