import type { Attempt } from "../../attempt/attempt.ts";
import type { OutboxEvent } from "../../attempt/outbox-event.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import type { SqlValue } from "./statement.ts";

/** Values by the names of their columns: `reached_at` for `reachedAt`. */
export const named = (values: object): Record<string, SqlValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnOf(name), value]));

/** The columns that were named before: every write names them all. `reversed` is the name of a fact. */
const columns = new Map([["reversed", "reversal"]]);

export function columnOf(name: string): string {
  const column = columns.get(name) ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(name, column);
  return column;
}

/** The columns of an attempt: what it is, as JSON, and what it is found by. */
export const columnsOf = (attempt: Attempt): Record<string, SqlValue> => ({
  ...foundBy(attempt),
  attempt: JSON.stringify(attempt),
});

/** What an attempt is found, listed, counted and claimed by. */
export function foundBy(attempt: Attempt): Record<string, SqlValue> {
  const { id, order, bank, state, version, amount, createdAt } = attempt;
  return {
    ...named({ ...shelfOf(attempt), id, bank, state, version, createdAt }),
    order_id: order,
    amount: amount.minor,
    currency: amount.currency,
  };
}

/** The columns of a claim. Drivers give integers of 64 bits as numbers or as text. */
export type LeasedRow = Record<"seq" | "due_at" | "fence" | "tries", unknown>;

/** What an attempt is made of. */
export interface AttemptRow {
  attempt: string;
}

export const attemptFromRow = ({ attempt }: AttemptRow): Attempt => JSON.parse(attempt) as Attempt;

/** What an event is made of. */
export interface EventRow {
  event: string;
}

export const eventFromRow = ({ event }: EventRow): OutboxEvent => JSON.parse(event) as OutboxEvent;

/**
 * A column of 64 bits as a number: drivers give it as a number, as text, or as a BigInt. A sum of nothing is 0.
 * @throws Error when it is not an integer that a JavaScript number can hold
 */
export function integer(value: unknown): number {
  const number = Number(value ?? 0);
  if (!Number.isSafeInteger(number)) throw new Error("store: a column holds a number that is out of bounds");
  return number;
}
