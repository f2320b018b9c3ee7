import type { Answer, Dialect, SqlValue, Statement } from "../sql/program.ts";
import type { TypeNames } from "../sql/tables.ts";

/** A connection of a pool, with what the engines name differently. */
export interface Connection {
  /** Runs statements of the store's own, with `?` for each value, at once where the engine can; may begin a transaction. */
  ask(statements: readonly Statement[], begins?: boolean): Promise<Answer[]>;
  /** Runs a statement in the engine's own SQL. */
  query(text: string, values?: readonly unknown[]): Promise<Answer>;
  /** Gives it back to the pool, or closes it when there is an error. */
  release(error?: Error): void;
}

/**
 * What an error of the database says: there are no tables, or they are made already; a unique key refused the write; the
 * transaction was undone for another one, and can be run again.
 */
export type Meaning = "missing" | "made" | "duplicate" | "undone";

/** What differs between the engines that are reached over a network. */
export interface Engine extends Dialect {
  /** The function that made the store. */
  name: string;
  types: TypeNames;
  /** What errors say, by the driver's `code` or `errno`. */
  meanings: Record<string | number, Meaning>;
  /** The caller's pool, and how many connections it has, if it says so. */
  pool: object;
  max: unknown;
  /** Takes a connection of the pool. */
  connect(): Promise<Connection>;
  /** Before a migration: other processes wait, and one of the answers has `locked`. It is 0 after so many seconds in vain. */
  lock(seconds: number): readonly string[];
  unlock: string;
  /**
   * What an error says where a statement of a version has been run before: where the engine commits each by itself, and the
   * process that began the version has ended.
   */
  repeated: readonly unknown[];
  /** Begins a hook's transaction: with what ends it when this process is gone. */
  beginHook: readonly string[];
  /** Runs after its end, before the connection goes back to the pool. */
  afterHook: readonly string[];
  /** A statement of the store's own as a hook sends it. */
  inHook(statement: Statement): Statement;
  /** Comments, texts and quoted names in a statement of a hook. */
  notCode: RegExp;
  /** Statements that would end its transaction, beside those that would in any engine. */
  controls?: RegExp;
  /** The statement that reads the clock, as `now` in milliseconds, and the connection's `encoding`. */
  readClock: string;
  /** The setting of a pool that names its encoding, and the only one that loses no character. */
  encoding: { setting: string; expected: string };
}

export function meaningOf({ meanings }: Engine, error: unknown): Meaning | undefined {
  const { code, errno } = (error ?? {}) as { code?: string; errno?: number };
  return meanings[`${errno}`] ?? meanings[`${code}`];
}

/** The text of a statement with its values in it. */
export function withLiterals({ text, values }: Statement, literalOf: (value: SqlValue) => string): string {
  let count = 0;
  return text.replaceAll("?", () => literalOf(values[count++] ?? null));
}

/** A value as SQL writes it. What a backslash means in a text is the engine's. */
export function quoted(value: SqlValue): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
