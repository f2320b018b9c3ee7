import { type Database, type Program, runNow } from "../sql/program.ts";
import { retryWhileBusy } from "./busy.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";

/** A SQLite file, as the statements of a store see it. */
export function databaseOn(
  connection: SqliteConnection,
  clock: KeptClock,
  lostFile: () => string | undefined,
): Database {
  const run = <T>(steps: () => Program<T>): T => runNow(steps(), (statement) => connection.ask(statement));
  return {
    read: (steps) => retryWhileBusy(() => run(steps)),
    write: (steps) => connection.write(() => run(steps)),
    transaction: (steps) => connection.write(() => connection.transaction(() => run(steps))),
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
