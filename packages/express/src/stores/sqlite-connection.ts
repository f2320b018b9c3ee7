import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { Transaction } from "./store.ts";

/** A SQLite file with its statements, and one writer at a time in this process. Rows are lists, in the columns' order. */
export interface Connection {
  one<Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]): Row[];
  /** Answers the number of rows changed. */
  run(text: string, ...values: SQLInputValue[]): number;
  /** One write: all of `work` or nothing. Waits while a hook's transaction is open in this process. */
  atomically<T>(work: () => T): Promise<T>;
  /** The same for work whose single statement is atomic by itself. */
  alone<T>(work: () => T): Promise<T>;
  /** A transaction that stays open over awaits, apart from all other work. The file is locked for writing meanwhile. */
  begin(): Promise<Transaction & { end(statement: "COMMIT" | "ROLLBACK"): void }>;
  exec(text: string): void;
  close(): void;
}

/**
 * Opens a SQLite file: write-ahead log, synchronous FULL.
 * @throws the engine's error when the file cannot be opened
 */
export function openConnection(path: string): Connection {
  const open = (): DatabaseSync => {
    const db = new DatabaseSync(path, { timeout: 5000 });
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    return db;
  };
  const main = open();
  let hooks: DatabaseSync | undefined;
  /** The end of the hook's transaction that is open in this process, or of the last one that waits for its turn. */
  let writer: Promise<void> | undefined;
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

  /** Waits its turn to write; answers how to end the turn. */
  async function turn(): Promise<() => void> {
    const before = writer;
    let end = (): void => {};
    const own = new Promise<void>((resolve) => {
      end = () => {
        if (writer === own) writer = undefined;
        resolve();
      };
    });
    writer = own;
    await before;
    return end;
  }

  async function alone<T>(work: () => T): Promise<T> {
    if (!writer) return work();
    await writer;
    return alone(work);
  }

  return {
    // The tables are STRICT: what a column holds is what the schema says.
    one: <Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]) =>
      sql(text).get(...values) as unknown as Row | undefined,
    all: <Row extends SQLOutputValue[]>(text: string, ...values: SQLInputValue[]) =>
      sql(text).all(...values) as unknown as Row[],
    run: (text, ...values) => Number(sql(text).run(...values).changes),
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
      // A database in memory has one connection only; what others read meanwhile is for tests.
      if (path !== ":memory:") hooks ??= open();
      const db = hooks ?? main;
      let isOpen = true;
      try {
        db.exec("BEGIN IMMEDIATE");
      } catch (error) {
        endTurn();
        throw error;
      }
      return {
        async query<Row>(text: string, values: readonly unknown[] = []) {
          if (!isOpen) throw new Error("transaction: expected an open one, this one has ended");
          return { rows: db.prepare(text).all(...(values as SQLInputValue[])) as Row[] };
        },
        end(statement) {
          if (!isOpen) return;
          isOpen = false;
          try {
            if (db.isTransaction) db.exec(statement);
            else if (statement === "COMMIT") throw new Error("transaction: it was ended by one of its own statements");
          } catch (error) {
            if (db.isTransaction) db.exec("ROLLBACK");
            throw error;
          } finally {
            endTurn();
          }
        },
      };
    },
    exec: (text) => main.exec(text),
    close() {
      for (const db of [hooks, main]) if (db?.isOpen) db.close();
    },
  };
}
