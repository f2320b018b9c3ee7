import type { Attempt, Facts, State } from "../attempt/attempt.ts";
import { type AttemptDraft, type EventType, eventTypes, type OutboxEvent } from "./store.ts";

/** For tests: the time that a store goes by, in milliseconds, in place of the host's. */
export interface StoreClock {
  now(): number;
}

/** TransactionIds are six digits, given in turn. */
export const firstTransactionId = 100_000;
export const lastTransactionId = 999_999;

/** Whether a launch of this draft is served by the attempt. */
export function isJoinable(attempt: Attempt, { amount, tax }: AttemptDraft, until: number): boolean {
  const { state, windowEndsAt = 0 } = attempt;
  const same =
    attempt.amount.minor === amount.minor &&
    attempt.tax.minor === tax.minor &&
    attempt.amount.currency === amount.currency;
  return same && (state === "preparing" || (state === "opened" && windowEndsAt > until));
}

/** Whether a move to this state is told. */
export function isEvent(state: State): state is keyof typeof eventTypes {
  return Object.hasOwn(eventTypes, state);
}

/**
 * The event of an attempt's move to this state.
 * @param again whether its order was paid before
 */
export function eventOfMove(
  { id, order }: Attempt,
  { verdict }: Facts,
  state: keyof typeof eventTypes,
  again: boolean,
  now: number,
): OutboxEvent {
  const key = state === "approved" ? (again ? `paidAgain:${id}` : `paid:${order}`) : `${state}:${id}`;
  const type: EventType = again ? "order.paidAgain" : eventTypes[state];
  return { id: key, type, order, attempt: id, ...(verdict && { verdict }), createdAt: now };
}

/** The facts of an approval whose reference another attempt was approved with: a person has to look. */
export function withTakenReference(facts: Facts): Facts {
  return { ...facts, verdict: { code: "00", ...facts.verdict, mismatch: ["RetrievalReferenceNumber"] } };
}
