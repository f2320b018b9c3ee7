import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { holdTransaction } from "./sqlite-delivery.ts";
import { patiently, patientlyAtStart } from "./sqlite-patience.ts";
import type { Delivery } from "./store.ts";

/**
 * A SQLite file with its statements, and one writer at a time in this process. Rows are lists, in the columns' order.
 * Statements belong into the work of `reading`, `alone` or `atomically`, which is run again while the file is locked.
 */
export interface Connection {
  one<Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]): Row[];
  /** Answers the number of rows changed. */
  run(text: string, ...values: SQLInputValue[]): number;
  exec(text: string): void;
  inTransaction(): boolean;
  reading<T>(work: () => T): Promise<T>;
  /** One write: all of `work` or nothing. Waits while a hook's transaction is open, in this process or another. */
  atomically<T>(work: () => T): Promise<T>;
  /** The same for work whose single writing statement is atomic by itself. */
  alone<T>(work: () => T): Promise<T>;
  /** A hook's transaction, which stays open over awaits, apart from all other work. Nobody else can write meanwhile. */
  begin(): Promise<Delivery>;
  close(): void;
}

/** A hook that has held the file for this long has kept other processes waiting, each in a pause of up to 25 ms. */
const longMs = 100;
/** So the next hook lets them go first. */
const restMs = 50;

/**
 * Opens a SQLite file: write-ahead log, synchronous FULL, and no waiting in the engine. A file that is made can be read
 * by its owner only, and so can its log, which gets the file's mode from the engine.
 * @throws the engine's error when the file cannot be opened
 */
export function openConnection(path: string): Connection {
  const isFile = path !== ":memory:";
  if (isFile && !path.startsWith("file:")) makePrivate(path);
  const main = patientlyAtStart(() => open(path));
  let hooks: DatabaseSync | undefined;
  /** The end of the hook's transaction that is open in this process. */
  let held: Promise<void> | undefined;
  /** The end of the last turn that a hook has taken or waits for; says how long its transaction was open. */
  let lastTurn: Promise<number> | undefined;
  const statements = new Map<string, StatementSync>();

  function sql(text: string): StatementSync {
    const known = statements.get(text);
    if (known) return known;
    const statement = main.prepare(text);
    // The names of columns would be made anew for each row, which is most of what reading one costs.
    statement.setReturnArrays(true);
    statements.set(text, statement);
    return statement;
  }

  async function alone<T>(work: () => T): Promise<T> {
    while (held) await held;
    return patiently(work);
  }

  /** Waits for the hooks before this one, and lets all else go first; answers how to end the turn. */
  async function turn(): Promise<(heldMs: number) => void> {
    const before = lastTurn;
    let end = (_heldMs: number): void => {};
    const own = new Promise<number>((resolve) => {
      end = (heldMs) => {
        if (lastTurn === own) lastTurn = undefined;
        resolve(heldMs);
      };
    });
    lastTurn = own;
    if (before) {
      const isLong = (await before) > longMs;
      await new Promise((resolve) => (isLong ? setTimeout(resolve, restMs) : setImmediate(resolve)));
    }
    return end;
  }

  return {
    // The tables are STRICT: what a column holds is what the schema says.
    one: <Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]) =>
      sql(text).get(...values) as unknown as Row | undefined,
    all: <Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]) =>
      sql(text).all(...values) as unknown as Row[],
    run: (text, ...values) => Number(sql(text).run(...values).changes),
    exec: (text) => main.exec(text),
    inTransaction: () => main.isTransaction,
    reading: patiently,
    alone,
    atomically: (work) =>
      alone(() => {
        sql("BEGIN IMMEDIATE").run();
        try {
          const result = work();
          sql("COMMIT").run();
          return result;
        } catch (error) {
          if (main.isTransaction) sql("ROLLBACK").run();
          throw error;
        }
      }),
    async begin() {
      const endTurn = await turn();
      try {
        if (!main.isOpen) throw new Error("the store is closed");
        // A database in memory has one connection only.
        if (isFile) hooks ??= await patiently(() => open(path));
        const db = hooks ?? main;
        let release = (): void => {};
        await patiently(() => {
          db.exec("BEGIN IMMEDIATE");
          held = new Promise((resolve) => (release = resolve));
        });
        const since = performance.now();
        return holdTransaction(db, () => {
          held = undefined;
          release();
          endTurn(performance.now() - since);
        });
      } catch (error) {
        endTurn(0);
        throw error;
      }
    },
    close() {
      for (const db of [hooks, main]) if (db?.isOpen) db.close();
    },
  };
}

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

/** Makes the file, if there is none, before the engine does: it would take the mode that the process has for all files. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // Whatever is wrong with it, the engine says so: it opens the same file next.
  }
}
