import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, State, Verdict } from "../attempt/attempt.ts";
import { integer, parsed } from "./postgres-query.ts";
import type { Claim, EventType, OutboxEvent } from "./store.ts";

/** How often a row was claimed, and until when. */
interface Leased {
  due_at: unknown;
  fence: unknown;
  tries: unknown;
}

/** A row of `ventanilla.attempts`, as drivers give it: numbers of 64 bits may be text. */
export interface AttemptRow extends Leased {
  id: string;
  order_id: string;
  bank: string;
  state: State;
  version: unknown;
  transaction_id: string;
  amount: unknown;
  tax: unknown;
  currency: Money["currency"];
  created_at: unknown;
  window_ends_at: unknown;
  facts: unknown;
}

export function attemptOf(row: AttemptRow): Attempt {
  return {
    id: row.id,
    order: row.order_id,
    bank: row.bank,
    state: row.state,
    version: integer(row.version),
    transactionId: row.transaction_id,
    amount: { minor: integer(row.amount), currency: row.currency },
    tax: { minor: integer(row.tax), currency: row.currency },
    createdAt: integer(row.created_at),
    ...(row.window_ends_at !== null && { windowEndsAt: integer(row.window_ends_at) }),
    facts: parsed<Facts>(row.facts),
  };
}

/** A row of `ventanilla.outbox`. */
export interface EventRow extends Leased {
  id: string;
  type: EventType;
  order_id: string;
  attempt_id: string;
  verdict: unknown;
  created_at: unknown;
}

export function eventOf(row: EventRow): OutboxEvent {
  return {
    id: row.id,
    type: row.type,
    order: row.order_id,
    attempt: row.attempt_id,
    ...(row.verdict !== null && { verdict: parsed<Verdict>(row.verdict) }),
    createdAt: integer(row.created_at),
  };
}

export function claimOf<T>(row: Leased, item: T): Claim<T> {
  return { item, fence: integer(row.fence), tries: integer(row.tries) - 1, leaseUntil: integer(row.due_at) };
}
