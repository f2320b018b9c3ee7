import type { StatementSync } from "node:sqlite";
import { MissingError } from "../sql/migrate.ts";
import { type Answer, type DeliveredEvent, DuplicateError } from "../sql/program.ts";
import type { Statement } from "../sql/statement.ts";
import type { Delivery } from "../store.ts";
import { isBusy } from "./busy.ts";
import { answerOf, DatabaseSync, sqliteText, transactionOn } from "./engine.ts";
import { createPrivate, explainOpening } from "./files.ts";
import { holdForHook } from "./hooks.ts";
import { makeQueue } from "./queue.ts";

/** How many prepared statements are kept. The staff's lists have one for each combination of filters. */
const maxStatements = 200;

/** Extended result codes of unique keys and primary keys. */
const duplicates: unknown[] = [2067, 1555];

/**
 * Opens a SQLite file, with one writer at a time in this process. Where another process holds the file, everything waits,
 * and blocks the process, until `start` is called: no request waits yet. Another one may be building an index then, which
 * takes about a second for a million attempts.
 * @param startMs how long it waits, in milliseconds
 * @throws an Error with the engine's as its cause, when it cannot be opened
 */
export function openConnection(path: string, startMs = 60_000) {
  const main = openFirst(path, startMs);
  const { write, hold, finish } = makeQueue(main);
  let ofHooks: DatabaseSync | undefined;
  const statements = new Map<string, StatementSync>();

  function prepared(text: string): StatementSync {
    const known = statements.get(text);
    if (known) return known;
    const statement = main.prepare(sqliteText(text));
    if (statements.size >= maxStatements) statements.clear();
    statements.set(text, statement);
    return statement;
  }

  /** The connection of hooks, opened for the first of them: others see nothing of what is not committed. */
  function connectHooks(): DatabaseSync {
    if (!main.isOpen) throw new Error("the store is closed");
    // A database in memory has only one connection.
    ofHooks ??= path === ":memory:" ? main : openFile(path, 0);
    return ofHooks;
  }

  return {
    /**
     * Runs a statement. Call it in work that runs again while another process locks the file: that of `write`, or of
     * `retryWhileBusy`. The tables are STRICT, so a column holds what the schema says.
     */
    ask({ text, values }: Statement): Answer {
      try {
        return answerOf(prepared(text), values, text.startsWith("SELECT"));
      } catch (error) {
        const { errcode, message } = error as Error & { errcode?: unknown };
        if (duplicates.includes(errcode)) throw new DuplicateError(error);
        throw message.startsWith("no such table: ") ? new MissingError("sqliteStore", error) : error;
      }
    },
    /** From now on nothing waits for another process by itself. */
    start: (): void => main.exec("PRAGMA busy_timeout = 0"),
    transaction: <T>(work: () => T): T => transactionOn(main, work),
    /** Runs work that writes: all of it or nothing. Waits while a hook's transaction is open, in any process. */
    write,
    /** Begins a transaction that a hook writes through, which stays open over awaits. Nothing else can write meanwhile. */
    begin: (delivered: DeliveredEvent, now: () => number): Promise<Delivery | undefined> =>
      new Promise((resolve, reject) => hold(() => holdForHook(connectHooks, delivered, now, resolve).catch(reject))),
    /** Closes both connections to the file. Does nothing when they are closed. */
    close(): void {
      if (ofHooks?.isOpen) ofHooks.close();
      finish();
      if (main.isOpen) main.close();
    },
  };
}

export type SqliteConnection = ReturnType<typeof openConnection>;

function openFirst(path: string, timeout: number): DatabaseSync {
  try {
    createPrivate(path);
    return openFile(path, timeout);
  } catch (error) {
    throw explainOpening(path, error);
  }
}

/** Opens a connection to the file: write-ahead log, synchronous FULL. */
function openFile(path: string, timeout: number): DatabaseSync {
  const db = new DatabaseSync(path, { timeout });
  try {
    writeAhead(db, performance.now() + timeout);
    db.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** For the step of a new file to its log the engine itself does not wait: it waits for a write before that. */
function writeAhead(db: DatabaseSync, until: number): void {
  try {
    db.exec("PRAGMA journal_mode = WAL");
  } catch (error) {
    if (!isBusy(error) || performance.now() >= until) throw error;
    db.exec("BEGIN IMMEDIATE; COMMIT");
    writeAhead(db, until);
  }
}
