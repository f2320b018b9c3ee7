import type { Delivery } from "../store.ts";

/** A value of a parameter. */
export type SqlValue = string | number | null;

/** A statement of SQL, with `?` for each value. */
export interface Statement {
  text: string;
  values: readonly SqlValue[];
}

/** What a statement gave: its rows, and how many rows it has written. */
export interface Answer {
  rows: readonly unknown[];
  changes: number;
}

/**
 * Steps over a database: it yields statements, and gets their answers. So the same steps run at once in SQLite, and over
 * a network in the other engines.
 */
export type Program<T> = Generator<Statement, T, Answer>;

/** Reads rows. */
export function* rowsOf<Row>(text: string, ...values: SqlValue[]): Program<Row[]> {
  return (yield { text, values }).rows as Row[];
}

/** Reads the first row. */
export function* rowOf<Row>(text: string, ...values: SqlValue[]): Program<Row | undefined> {
  return (yield* rowsOf<Row>(text, ...values))[0];
}

/** Writes; returns the number of rows written. */
export function* change(text: string, ...values: SqlValue[]): Program<number> {
  return (yield { text, values }).changes;
}

/** A list for `IN`, with one parameter for each value. Few engines know `()`: an empty list is a query without rows. */
export const listOf = (values: readonly unknown[]): string =>
  values.length === 0 ? "(SELECT '' WHERE 1 = 0)" : `(${values.map(() => "?").join(", ")})`;

/** A database, as the statements of a store see it. */
export interface Database {
  /** Runs steps that only read. */
  read<T>(steps: () => Program<T>): Promise<T>;
  /** Runs steps with one writing statement. */
  write<T>(steps: () => Program<T>): Promise<T>;
  /** Runs steps in a transaction: all that they write, or nothing. They may run again when the engine refuses. */
  transaction<T>(steps: () => Program<T>): Promise<T>;
  /** The store's clock, in milliseconds since the epoch. */
  now(): Promise<number>;
  /** How far that is ahead of the clock of this host, in milliseconds. Absent where it does not follow that. */
  aheadMs?(): number;
  /** Throws where a new attempt would be lost: the files of the database are not those that were opened. */
  assertIntact?(): void;
  /** Before the names of tables. */
  prefix: string;
  /** After a SELECT: locks its rows, and leaves out those that another transaction has locked. */
  skipLocked: string;
  /** After the name of a table: makes the engine read it by this index. Empty where the engine chooses well. */
  using(index: string): string;
  /** Begins a transaction that a hook writes through; see `beginDelivery`. */
  begin(delivered: DeliveredEvent): Promise<Delivery | undefined>;
}

/** The statements by which an event is delivered in a hook's transaction. */
export interface DeliveredEvent {
  /** Finds and locks the event, while its claim is held. */
  lock: Statement;
  /** Marks it as delivered: the last statement of the transaction. */
  mark(now: number): Statement;
}

/** A unique key has refused what was written. */
export class DuplicateError extends Error {
  constructor(cause: unknown) {
    super("a unique key refused the write", { cause });
  }
}

/** What a plan was made for has changed: the transaction is undone, and it is decided again. */
export class ChangedError extends Error {}

/** Runs steps at once, on a database that answers at once. An error of the database ends them. */
export function runNow<T>(steps: Program<T>, ask: (statement: Statement) => Answer): T {
  let step = steps.next();
  while (!step.done) step = steps.next(ask(step.value));
  return step.value;
}

/** Runs steps on a database over a network. An error of the database ends them. */
export async function runLater<T>(steps: Program<T>, ask: (statement: Statement) => Promise<Answer>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await ask(step.value));
  return step.value;
}
