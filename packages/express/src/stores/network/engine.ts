import type { Answer, Dialect, SqlValue, Statement } from "../sql/program.ts";
import type { TypeNames } from "../sql/tables.ts";

/** A connection of a pool, with what the engines name differently. */
export interface Connection {
  /** Runs statements of the store's own, with `?` for each value, at once where the engine can; `begins` a transaction. */
  ask(statements: readonly Statement[], begins: boolean): Promise<Answer[]>;
  /** Runs a statement of a hook, in the engine's own SQL. */
  query(text: string, values: readonly unknown[]): Promise<Answer>;
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
  /** Before anything else: makes other processes wait until this one has migrated, or rejects. */
  lock(query: (text: string) => Promise<readonly unknown[]>, deadlineMs: number): Promise<void>;
  unlock: string;
  /** Makes what the tables are in. */
  prepare: readonly string[];
  /**
   * What an error says where a statement of a version has been run before: where the engine commits each by itself, and the
   * process that began the version has ended.
   */
  repeated: readonly Meaning[];
  meaningOf(error: unknown): Meaning | undefined;
  /** The caller's pool, and how many connections it has, if it says so. */
  pool: object;
  max: unknown;
  /** Takes a connection of the pool. */
  connect(): Promise<Connection>;
  /** How many connections are in use, for messages; if the pool says so. */
  counts?(): string;
  /** Begins a hook's transaction: with what ends it when this process is gone. */
  beginHook: readonly string[];
  /** Runs after its end, before the connection goes back to the pool. */
  afterHook: readonly string[];
  /** A statement of the store's own as a hook sends it. */
  inHook(statement: Statement): Statement;
  /** The SQL without its comments, texts and quoted names. */
  codeOf(text: string): string;
  /** Statements that would end it, beside those that would in any engine. */
  controls?: RegExp;
  /** The statement that reads the clock, as `now` in milliseconds, and the connection's `encoding`. */
  readClock: string;
  /** The setting of a pool that names its encoding, and the only one that loses no character. */
  encoding: { setting: string; expected: string };
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
