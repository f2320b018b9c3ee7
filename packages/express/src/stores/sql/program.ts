import type { Delivery, Store } from "../store.ts";
import type { Statement } from "./statement.ts";

/** What a statement gave: its rows, how many rows it has written, and where it is known, whether a transaction is open. */
export interface Answer {
  rows: unknown[];
  changes: number;
  isOpen?: boolean;
}

/**
 * Steps over a database: it yields statements of which none depends on the answer to another, and gets their answers. So
 * the same steps run at once in SQLite, and over a network in the other engines.
 */
export type Program<T> = Generator<readonly Statement[], T, readonly Answer[]>;

/** A step that reads rows, each as `keptAs` makes it. Default: as it is; columns of 64 bits may come as text. */
export const rowsOf = function* <Row, T = Row>(statement: Statement, keptAs?: (row: Row) => T): Program<T[]> {
  const [rows] = yield* rowsOfAll<[Row[]]>([statement]);
  return keptAs === undefined ? (rows as unknown[] as T[]) : rows.map(keptAs);
};

/** Reads by several statements, in one round trip where the engine can. */
export function* rowsOfAll<Rows extends unknown[][]>(statements: readonly Statement[]): Program<Rows> {
  return (yield statements).map(({ rows }) => rows) as Rows;
}

/** A step that reads the first row, as {@link rowsOf} does; `undefined` where there is none. */
export const rowOf = function* <Row, T = Row>(statement: Statement, keptAs?: (row: Row) => T): Program<T | undefined> {
  return (yield* rowsOf(statement, keptAs))[0];
};

/** A step that writes; it answers the number of rows written. */
export const change = function* (statement: Statement): Program<number> {
  return (yield* changeAll([statement]))[0] ?? 0;
};

/** Writes by several statements, in one round trip where the engine can; returns the numbers of rows written. */
export function* changeAll(statements: readonly Statement[]): Program<number[]> {
  if (statements.length === 0) return [];
  return (yield statements).map(({ changes }) => changes);
}

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
  /** See `Store.lostFile`. Absent where there are no files. */
  lostFile?(): string | undefined;
  /** Begins a transaction that a hook writes through; see `ShopStore.openDelivery`. */
  begin(delivered: DeliveredEvent): Promise<Delivery | undefined>;
  /**
   * Applies the versions that the database lacks; resolves to their numbers. One process migrates at a time.
   * @param name the tables' own, 1 to 20 small letters: `@links` and `@links_uses` belong to `links`. `router`: the router's
   * @param texts the statements that lead to each version from the one before it, oldest first, with `;` between them and
   * the types `@serial`, `@int`, `@name`, `@key`, `@wide` and `@text`. A table ends in `@options`
   */
  migrate(name: string, texts: readonly string[]): Promise<number[]>;
  /** Closes what the store has opened itself. */
  close?(): void;
}

/** A store's database, for a package's own tables. In a hook it refuses to write once the `transaction` has begun. */
export type OwnTables = Pick<Database, "read" | "write" | "transaction" | "now" | "migrate">;

/** What `sqliteStore`, `postgresStore` and `mysqlStore` return: see docs/guide/own-database.md#tables-of-a-package */
export type SqlStore = Store & { database: OwnTables };

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
  while (!step.done) step = steps.next(step.value.map(ask));
  return step.value;
}

/** The same over a network. */
export async function runLater<T>(
  steps: Program<T>,
  ask: (statements: readonly Statement[]) => Promise<Answer[]>,
): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await ask(step.value));
  return step.value;
}
