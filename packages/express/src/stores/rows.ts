import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, State, Verdict } from "../attempt/attempt.ts";
import type { EventType, OutboxEvent } from "./outbox-event.ts";
import type { Claim } from "./store.ts";

/** The columns of a claim. */
interface LeasedRow {
  due_at: unknown;
  fence: unknown;
  tries: unknown;
}

/** A row of the table of attempts, with the names of its columns. Drivers give 64-bit integers and JSON as text. */
export interface AttemptRow extends LeasedRow {
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

/**
 * The attempt of a row.
 * @throws Error when a column holds a number that is out of bounds
 */
export function attemptFromRow(row: AttemptRow): Attempt {
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

/** A row of the outbox. */
export interface EventRow extends LeasedRow {
  id: string;
  type: EventType;
  order_id: string;
  attempt_id: string;
  verdict: unknown;
  created_at: unknown;
}

/**
 * The event of a row.
 * @throws Error when a column holds a number that is out of bounds
 */
export function eventFromRow(row: EventRow): OutboxEvent {
  return {
    id: row.id,
    type: row.type,
    order: row.order_id,
    attempt: row.attempt_id,
    ...(row.verdict !== null && { verdict: parsed<Verdict>(row.verdict) }),
    createdAt: integer(row.created_at),
  };
}

/** The claim of a row, from its columns as they are after the claim. */
export function claimFromRow<T>(row: LeasedRow, item: T): Claim<T> {
  return { item, fence: integer(row.fence), tries: integer(row.tries) - 1, leaseUntil: integer(row.due_at) };
}

/**
 * A column of 64 bits as a number: drivers give it as a number, as text, or as a BigInt.
 * @throws Error when it is not an integer that a JavaScript number can hold
 */
export function integer(value: unknown): number {
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw new Error("store: a column holds a number that is out of bounds");
  return number as number;
}

/** A JSON column: some drivers parse it, others give the text. */
export function parsed<T>(value: unknown): T {
  return (typeof value === "string" ? JSON.parse(value) : value) as T;
}
