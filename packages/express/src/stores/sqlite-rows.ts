import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, State, Verdict } from "../attempt/attempt.ts";
import type { EventType, OutboxEvent } from "./store.ts";

/** What {@link attemptOf} reads, in its order. */
export const attemptColumns =
  "id, order_id, state, version, transaction_id, amount, tax, currency, created_at, window_ends_at, facts, bank";

export type AttemptRow = [
  id: string,
  order: string,
  state: State,
  version: number,
  transactionId: string,
  amount: number,
  tax: number,
  currency: Money["currency"],
  createdAt: number,
  windowEndsAt: number | null,
  facts: string,
  bank: string,
];

export function attemptOf([
  id,
  order,
  state,
  version,
  transactionId,
  amount,
  tax,
  currency,
  createdAt,
  windowEndsAt,
  facts,
  bank,
]: AttemptRow): Attempt {
  return {
    id,
    order,
    bank,
    state,
    version,
    transactionId,
    amount: { minor: amount, currency },
    tax: { minor: tax, currency },
    createdAt,
    ...(windowEndsAt !== null && { windowEndsAt }),
    facts: JSON.parse(facts) as Facts,
  };
}

/** What {@link eventOf} reads, in its order. */
export const eventColumns = "id, type, order_id, attempt_id, created_at, verdict";

export type EventRow = [
  id: string,
  type: EventType,
  order: string,
  attempt: string,
  createdAt: number,
  verdict: string | null,
];

export function eventOf([id, type, order, attempt, createdAt, verdict]: EventRow): OutboxEvent {
  return {
    id,
    type,
    order,
    attempt,
    ...(verdict !== null && { verdict: JSON.parse(verdict) as Verdict }),
    createdAt,
  };
}
