import type { StatementSync } from "node:sqlite";
import { type Answer, DuplicateError, type Statement } from "../sql/program.ts";
import { retryAtStart, retryWhileBusy } from "./busy.ts";
import { answerOf, DatabaseSync, sqliteText } from "./engine.ts";
import { createPrivate, explainOpening } from "./files.ts";
import { HookTransactions } from "./hooks.ts";
import { makeSharedCommit, type Outcome, type Write } from "./shared-commit.ts";

/** How many prepared statements are kept. The staff's lists have one for each combination of filters. */
const maxStatements = 200;

/** Extended result codes of unique keys and primary keys. */
const duplicates: unknown[] = [2067, 1555];

/**
 * A SQLite file with its statements, and one writer at a time in this process. Call `ask` and `one` inside work that
 * runs again while another process locks the file: that of `shared`, or of `retryWhileBusy`.
 */
export class SqliteConnection {
  readonly #main: DatabaseSync;
  /** The transactions of hooks, which stay open over awaits. Nothing else can write meanwhile. */
  readonly hooks: HookTransactions;
  /** Runs work that writes: all of it or nothing. Waits while a hook's transaction is open, in any process. */
  readonly shared = makeSharedCommit(
    (writes) => this.#commit(writes),
    (work, waitedMs) => this.whenFree(work, waitedMs),
  );
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the file. @throws an Error with the engine's as its cause, when it cannot be opened */
  constructor(path: string) {
    createPrivate(path);
    try {
      this.#main = retryAtStart(() => open(path));
    } catch (error) {
      throw explainOpening(path, error);
    }
    // A database in memory has only one connection.
    this.hooks = new HookTransactions(this.#main, () => (path === ":memory:" ? this.#main : open(path)));
  }

  /** Runs a statement. The tables are STRICT, so a column holds what the schema says. */
  ask(statement: Statement): Answer {
    const { text } = statement;
    let prepared = this.#statements.get(text);
    if (!prepared) {
      if (this.#statements.size >= maxStatements) this.#statements.clear();
      prepared = this.#prepared(text);
      this.#statements.set(text, prepared);
    }
    try {
      return answerOf(prepared, statement);
    } catch (error) {
      throw duplicates.includes((error as { errcode?: unknown }).errcode) ? new DuplicateError(error) : error;
    }
  }

  /** The store's own tables are made when the file is opened: what is missing is a package's. */
  #prepared(text: string): StatementSync {
    try {
      return this.#main.prepare(sqliteText(text));
    } catch (error) {
      const { message } = error as Error;
      if (!message.startsWith("no such table: ")) throw error;
      const expected = "a package's tables are made by its own `migrate()`";
      throw new Error(`sqliteStore: ${message}: ${expected}`, { cause: error });
    }
  }

  /** Runs a query; returns its first row. */
  one<Row>(query: Statement): Row | undefined {
    return this.ask(query).rows[0] as Row | undefined;
  }

  /** Runs statements without values, separated by `;`. */
  exec(text: string): void {
    this.#main.exec(text);
  }

  /** Runs the work in a transaction, without waiting: throws while another process holds the write lock. */
  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#main.isTransaction) this.exec("ROLLBACK");
      throw error;
    }
  }

  /** Runs work as soon as neither a hook's transaction nor another process holds the file. */
  async whenFree<T>(work: () => T, waitedMs = 0): Promise<T> {
    while (this.hooks.openUntil) await this.hooks.openUntil;
    return retryWhileBusy(work, waitedMs);
  }

  /** Runs writes in one transaction. One that fails is undone alone, unless the engine has undone all. */
  #commit(writes: readonly Write[]): Outcome[] {
    const [first, ...others] = writes;
    if (first !== undefined && others.length === 0) return [{ result: this.transaction(first) }];
    return this.transaction(() => writes.map((write) => this.#within(write)));
  }

  /** Throws where the write cannot be undone alone: then all of the transaction is undone, and no half of a write is kept. */
  #within(write: Write): Outcome {
    this.exec("SAVEPOINT own");
    let outcome: Outcome;
    try {
      outcome = { result: write() };
    } catch (error) {
      if (!this.#main.isTransaction) throw error;
      this.exec("ROLLBACK TO own");
      outcome = { error };
    }
    this.exec("RELEASE own");
    return outcome;
  }

  /** Closes both connections to the file. Does nothing when they are closed. */
  close(): void {
    this.hooks.close();
    this.shared.finish();
    if (this.#main.isOpen) this.#main.close();
  }
}

/** Opens a connection to the file: write-ahead log, synchronous FULL. It never waits for a lock: see `busy.ts`. */
function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
