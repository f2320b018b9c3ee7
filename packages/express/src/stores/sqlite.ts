import { ArgumentError } from "@ventanilla/client";
import { expectThat } from "@ventanilla/web";
import { storeOn } from "./sql/open-store.ts";
import { type Database, type Program, runNow, type SqlStore } from "./sql/program.ts";
import { versions } from "./sql/tables.ts";
import { retryWhileBusy } from "./sqlite/busy.ts";
import { openClock } from "./sqlite/clock.ts";
import { openConnection } from "./sqlite/connection.ts";
import { watchFiles } from "./sqlite/files.ts";
import { applyVersions, migrateFile } from "./sqlite/migrate.ts";
import type { StoreClock } from "./store.ts";

/**
 * Keeps attempts and events in a SQLite file through `node:sqlite`, for one or several processes of one machine. Every
 * write is on disk when it is answered (write-ahead log, synchronous FULL). The tables are created and brought up to
 * date when the file is opened.
 *
 * - A write that finds the file locked is tried again for 15 s. The process is not blocked meanwhile.
 * - A hook's `transaction` holds the lock from its first statement on, and is rolled back after 5 s.
 * - A file that the store creates can be read by its owner only.
 * - The clock follows the clock of the host, and does not jump when that is set.
 * - `sqliteStore(":memory:")` is for tests and examples: its data ends with the process. It has only one connection, so
 * reads see the uncommitted writes of an open `transaction`.
 * @param path the database file, created when it is missing; its folder must exist
 * @param clock for tests: the clock of the store. Default: the clock of the host
 * @returns the store, for the option `store` of `ventanilla()`
 * @throws ArgumentError when `path` is not a non-empty string, or `:memory:` under NODE_ENV=production
 * @throws Error of the engine when the file cannot be opened
 * @see docs/guide/stores.md#sqlite
 * @example
 * const payments = ventanilla({ ...options, store: sqliteStore("/var/lib/shop/payments.db") });
 */
export function sqliteStore(path: string, clock?: StoreClock): SqlStore {
  expectThat(typeof path === "string" && path !== "", "sqliteStore(path)", "the name of a file", path);
  if (path === ":memory:" && process.env.NODE_ENV === "production") {
    throw new ArgumentError(
      'sqliteStore(":memory:") loses all payments when the process ends: use sqliteStore(path) with a file in production',
    );
  }
  const connection = openConnection(path);
  const migrated = migrateFile(connection, versions);
  const steady = clock ? { now: () => clock.now(), ahead: () => 0 } : openClock(connection);
  connection.start();
  const run = <T>(steps: () => Program<T>): T => runNow(steps(), connection.ask);
  const write: Database["write"] = (steps) => connection.write(() => run(steps));
  return storeOn({
    read: (steps) => retryWhileBusy(() => run(steps)),
    write,
    transaction: write,
    aheadMs: () => Math.round(steady.ahead()),
    lostFile: watchFiles(path),
    now: async () => steady.now(),
    begin: (delivered) => connection.begin(delivered, steady.now),
    migrate: async (name, texts) =>
      name === "router" ? migrated.splice(0) : connection.write(() => applyVersions(connection, texts, name)),
    close: () => connection.close(),
  });
}
