import type { SQLInputValue } from "node:sqlite";
import { type Answer, type Database, DuplicateError, runNow, type Statement } from "../sql/program.ts";
import { retryWhileBusy } from "./busy.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";

/** Extended result codes of unique keys and primary keys. */
const duplicates: unknown[] = [2067, 1555];

/** A SQLite file, as the statements of a store see it. */
export function databaseOn(
  connection: SqliteConnection,
  clock: KeptClock,
  lostFile: () => string | undefined,
): Database {
  function ask({ text, values }: Statement): Answer {
    try {
      if (text.startsWith("SELECT")) return { rows: connection.all(text, ...(values as SQLInputValue[])), changes: 0 };
      return { rows: [], changes: connection.run(text, ...(values as SQLInputValue[])) };
    } catch (error) {
      throw duplicates.includes((error as { errcode?: unknown }).errcode) ? new DuplicateError(error) : error;
    }
  }
  return {
    read: (steps) => retryWhileBusy(() => runNow(steps(), ask)),
    write: (steps) => connection.write(() => runNow(steps(), ask)),
    transaction: (steps) => connection.write(() => connection.transaction(() => runNow(steps(), ask))),
    aheadMs: () => Math.round(clock.ahead()),
    assertIntact() {
      const lost = lostFile();
      if (lost !== undefined) throw new Error(`sqliteStore: ${lost} was deleted or replaced while it is open`);
    },
    async now() {
      void clock.persist();
      return clock.now();
    },
    begin: (delivered) => connection.begin(delivered, clock.now),
  };
}
