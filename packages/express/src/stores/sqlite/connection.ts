import { closeSync, openSync } from "node:fs";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { DeliveredEvent } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import { retryAtStart, retryWhileBusy } from "./busy.ts";
import { DatabaseSync, sqliteText } from "./engine.ts";
import { explainOpening } from "./explain-opening.ts";
import { HookTransactions } from "./hooks.ts";
import { type ArrangeValues, parametersOf } from "./parameters.ts";

const inMemory = ":memory:";

/** How many prepared statements are kept. The staff's lists have one for each combination of filters. */
const maxStatements = 200;

interface Prepared {
  statement: StatementSync;
  parameters: ArrangeValues;
}

/**
 * A SQLite file with its statements, and one writer at a time in this process. Call `one`, `all` and `run` inside work
 * that runs again while another process locks the file: that of `write`, or of `retryWhileBusy`.
 */
export class SqliteConnection {
  readonly #main: DatabaseSync;
  readonly #hooks: HookTransactions;
  readonly #statements = new Map<string, Prepared>();

  /**
   * Opens the file: write-ahead log, synchronous FULL, and no waiting in the engine. Only the owner can read a file
   * that is created here, and its log, which gets the mode of the file from the engine.
   * @throws the engine's error when the file cannot be opened
   */
  constructor(path: string) {
    if (path !== inMemory && !path.startsWith("file:")) createPrivate(path);
    try {
      this.#main = retryAtStart(() => open(path));
    } catch (error) {
      throw explainOpening(path, error);
    }
    // A database in memory has only one connection.
    this.#hooks = new HookTransactions(this.#main, () => (path === inMemory ? this.#main : open(path)));
  }

  /** Runs a statement; returns its first row. The tables are STRICT, so a column holds what the schema says. */
  one<Row>(text: string, ...values: SQLInputValue[]): Row | undefined {
    const { statement, parameters } = this.#prepare(text);
    return statement.get(...parameters(values)) as Row | undefined;
  }

  /** Runs a statement; returns all rows. */
  all<Row>(text: string, ...values: SQLInputValue[]): Row[] {
    const { statement, parameters } = this.#prepare(text);
    return statement.all(...parameters(values)) as Row[];
  }

  /** Runs a statement; returns the number of rows changed. */
  run(text: string, ...values: SQLInputValue[]): number {
    const { statement, parameters } = this.#prepare(text);
    return Number(statement.run(...parameters(values)).changes);
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

  /** Runs work that writes: all of it or nothing. Waits while a hook's transaction is open, in any process. */
  async write<T>(work: () => T): Promise<T> {
    while (this.#hooks.openUntil) await this.#hooks.openUntil;
    return retryWhileBusy(work);
  }

  /** Begins the transaction of a hook, which stays open over awaits. Nothing else can write meanwhile. */
  begin(delivered: DeliveredEvent, now: () => number): Promise<Delivery | undefined> {
    return this.#hooks.begin(delivered, now);
  }

  /** Closes both connections to the file. Does nothing when they are closed. */
  close(): void {
    this.#hooks.close();
    if (this.#main.isOpen) this.#main.close();
  }

  #prepare(text: string): Prepared {
    let prepared = this.#statements.get(text);
    if (!prepared) {
      if (this.#statements.size >= maxStatements) this.#statements.clear();
      const taken = sqliteText(text);
      prepared = { statement: this.#main.prepare(taken), parameters: parametersOf(taken) };
      this.#statements.set(text, prepared);
    }
    return prepared;
  }
}

/** Opens a connection to the file. It never waits for a lock: see `busy.ts`. */
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

/** Creates a missing file that only its owner can read. The engine would use the process's mode for new files. */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // The engine opens the same file next, and reports what is wrong with it.
  }
}
