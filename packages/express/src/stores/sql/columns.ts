import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, Verdict } from "../../attempt/attempt.ts";
import type { EventType, OutboxEvent } from "../../attempt/outbox-event.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import type { State } from "../../attempt/state.ts";
import type { SqlValue } from "./program.ts";

/** The column of what a `Shelf` has: `reached_at` for `reachedAt`. `reversed` is the name of a fact. */
const columnOf = (name: string): string =>
  name === "reversed" ? "reversal" : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of an attempt, and those of its `Shelf`. */
export function columnsOf(attempt: Attempt): Record<string, SqlValue> {
  return {
    ...Object.fromEntries(Object.entries(shelfOf(attempt)).map(([name, value]) => [columnOf(name), value])),
    id: attempt.id,
    order_id: attempt.order,
    bank: attempt.bank,
    state: attempt.state,
    version: attempt.version,
    transaction_id: attempt.transactionId,
    amount: attempt.amount.minor,
    tax: attempt.tax.minor,
    currency: attempt.amount.currency,
    created_at: attempt.createdAt,
    window_ends_at: attempt.windowEndsAt ?? null,
    facts: JSON.stringify(attempt.facts),
  };
}

/** Columns of 64 bits: drivers give them as numbers or as text. */
type Integers<Name extends string> = Record<Name, unknown>;
type Texts<Name extends string> = Record<Name, string>;

/** The columns of a claim. */
export type LeasedRow = Integers<"seq" | "due_at" | "fence" | "tries">;

/** What an attempt is made of. */
export interface KeptRow
  extends Texts<"id" | "order_id" | "bank" | "transaction_id" | "facts">,
    Integers<"version" | "amount" | "tax" | "created_at" | "window_ends_at"> {
  state: State;
  currency: Money["currency"];
}

/** The columns of {@link KeptRow}: those of the `Shelf` would double what is read. */
export const keptColumns =
  "id, order_id, bank, state, version, transaction_id, amount, tax, currency, created_at, window_ends_at, facts";

/** A row of the table of attempts. */
export type AttemptRow = KeptRow & LeasedRow & Integers<"paid_at" | "reached_at">;

/**
 * The attempt of a row.
 * @throws Error when a column holds a number that is out of bounds
 */
export function attemptFromRow(row: KeptRow): Attempt {
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
    facts: JSON.parse(row.facts) as Facts,
  };
}

/** A row of the outbox. */
export interface EventRow
  extends LeasedRow,
    Texts<"id" | "order_id" | "attempt_id">,
    Integers<"created_at" | "dead" | "delivered_at"> {
  type: EventType;
  verdict: string | null;
  error: string | null;
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
    ...(row.verdict !== null && { verdict: JSON.parse(row.verdict) as Verdict }),
    createdAt: integer(row.created_at),
  };
}

/**
 * A column of 64 bits as a number: drivers give it as a number, as text, or as a BigInt. A sum of nothing is 0.
 * @throws Error when it is not an integer that a JavaScript number can hold
 */
export function integer(value: unknown): number {
  const number = Number(value ?? 0);
  if (!Number.isSafeInteger(number)) throw new Error("store: a column holds a number that is out of bounds");
  return number;
}
