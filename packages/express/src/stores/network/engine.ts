import type { Answer } from "../sql/program.ts";
import { type Dialect, type SqlValue, type Statement, textIn } from "../sql/statement.ts";
import type { TypeNames } from "../sql/tables.ts";

/** A connection of a pool, with what the engines name differently. */
export interface Connection {
  /** Runs statements without parameters, at once where the engine can. */
  ask(texts: readonly string[]): Promise<Answer[]>;
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
  /** Begin a transaction. */
  begin: readonly string[];
  /** Run after these for a hook: what ends its transaction when this process is gone. */
  beginHook: readonly string[];
  /** Run after its end, before the connection goes back to the pool. */
  endHook: readonly string[];
  /** A text by its bytes in UTF-8, which are given in hex. */
  textOf(hex: string): string;
  /** Comments, texts and quoted names in a statement of a hook. */
  notCode: RegExp;
  /** Statements that would end its transaction, beside those that would in any engine. */
  controls?: RegExp;
  /** The statement that reads the clock, as `now` in milliseconds, and the connection's `encoding`. */
  readClock: string;
  /** The only one that loses no character. */
  encoding: string;
}

export function meaningOf({ meanings }: Engine, error: unknown): Meaning | undefined {
  const { code, errno } = (error ?? {}) as { code?: string; errno?: number };
  return meanings[`${errno}`] ?? meanings[`${code}`];
}

/**
 * The text of a statement with its values in it: one of several in a message takes no parameters, and drivers escape texts
 * by backslashes, which with NO_BACKSLASH_ESCAPES end no quote.
 */
export function inText(engine: Engine, { text, values }: Statement): string {
  let count = 0;
  // Without values, a `?` is one of a text.
  const valueAt = (mark: string) => (values.length === 0 ? mark : literalOf(engine, values[count++] ?? null));
  return textIn(engine, text).replaceAll("?", valueAt);
}

/** A value as SQL writes it: no setting of a connection gives another meaning to these characters. */
function literalOf({ textOf }: Engine, value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value !== "string") return String(value);
  return /^[ -[\]-~]*$/.test(value) ? `'${value.replaceAll("'", "''")}'` : textOf(Buffer.from(value).toString("hex"));
}
