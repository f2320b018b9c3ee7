import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, Verdict } from "../../attempt/attempt.ts";
import type { OutboxEvent } from "../../attempt/outbox-event.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import type { SqlValue } from "./program.ts";

/** Values by the names of their columns: `reached_at` for `reachedAt`. */
export const named = (values: object): Record<string, SqlValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnOf(name), value]));

/** The columns that were named before: every write names them all. `reversed` is the name of a fact. */
const columns = new Map([["reversed", "reversal"]]);

function columnOf(name: string): string {
  const column = columns.get(name) ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(name, column);
  return column;
}

/** The columns of an attempt, and those of its `Shelf`. */
export function columnsOf(attempt: Attempt): Record<string, SqlValue> {
  const { id, bank, state, version, transactionId, createdAt, windowEndsAt = null } = attempt;
  return {
    ...named({ ...shelfOf(attempt), id, bank, state, version, transactionId, createdAt, windowEndsAt }),
    order_id: attempt.order,
    amount: attempt.amount.minor,
    tax: attempt.tax.minor,
    currency: attempt.amount.currency,
    facts: JSON.stringify(attempt.facts),
  };
}

/** Columns of text, and columns of 64 bits: drivers give these as numbers or as text. */
type Row<Texts extends string, Integers extends string> = Record<Texts, string> & Record<Integers, unknown>;

/** The columns of a claim. */
export type LeasedRow = Row<never, "seq" | "due_at" | "fence" | "tries">;

/** What an attempt is made of. */
export type KeptRow = Pick<Attempt, "id" | "bank" | "state"> &
  Pick<Money, "currency"> &
  Row<"order_id" | "transaction_id" | "facts", "version" | "amount" | "tax" | "created_at" | "window_ends_at">;

/** The columns of {@link KeptRow}: those of the `Shelf` would double what is read. */
export const keptColumns =
  "id, order_id, bank, state, version, transaction_id, amount, tax, currency, created_at, window_ends_at, facts";

/** A row of the table of attempts. */
export type AttemptRow = KeptRow & LeasedRow & Row<never, "paid_at" | "reached_at">;

/** The attempt of a row. */
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
export type EventRow = Pick<OutboxEvent, "id" | "type"> &
  Row<"order_id" | "attempt_id", "created_at" | "dead" | "delivered_at"> &
  LeasedRow & { verdict: string | null; error: string | null };

/** The event of a row. */
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
