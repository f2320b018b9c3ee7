import { type AttemptRow, attemptOf, claimOf } from "./rows.ts";
import type { StoreClock } from "./rules.ts";
import { findersOf } from "./sqlite-attempts.ts";
import { makeClaim } from "./sqlite-claim.ts";
import { openClock } from "./sqlite-clock.ts";
import { Connection } from "./sqlite-connection.ts";
import { insertAttempt } from "./sqlite-insert.ts";
import { migrateFile } from "./sqlite-migrations.ts";
import { outboxOf } from "./sqlite-outbox.ts";
import { patientlyAtStart } from "./sqlite-patience.ts";
import { needsTransaction, transition } from "./sqlite-transition.ts";
import { watchOf } from "./sqlite-watch.ts";
import type { Store } from "./store.ts";

/** Opened attempts come first, the one whose window ends next before the others. */
const deadlineFirst = "window_ends_at IS NULL OR window_ends_at <= ?1, window_ends_at, due_at";

/**
 * Keeps attempts and events in a SQLite file through Node's own `node:sqlite`: write-ahead log, synchronous FULL, for
 * one process or several on one machine. A write that has been answered survives a power cut. The tables are brought up
 * to date when the file is opened.
 *
 * No write waits in the engine: one that finds the file locked is tried again for 15 s, while the process goes on. A hook's
 * `transaction` holds the lock from its first statement on, and is rolled back after 5 s. A file that is made can be read
 * by its owner only. The clock follows the host's, and does not move when that is set.
 *
 * `sqliteStore(":memory:")` is for tests and examples: it forgets everything when the process ends, and has one connection
 * only, so that reads see what an open `transaction` has not committed yet.
 * @param path the database file, made when missing; its folder must exist
 * @param clock for tests: the time to go by
 * @throws TypeError when `path` is not a non-empty string; Error for `:memory:` under NODE_ENV=production; the engine's
 * error when the file cannot be opened
 */
export function sqliteStore(path: string, clock?: StoreClock): Store {
  if (typeof path !== "string" || path === "") {
    throw new TypeError(`sqliteStore(path): expected the name of a file, got ${JSON.stringify(path) ?? typeof path}`);
  }
  if (path === ":memory:" && process.env.NODE_ENV === "production") {
    throw new Error(
      'sqliteStore(":memory:") forgets payments when the process ends: use sqliteStore(path) with a file in production',
    );
  }
  const db = new Connection(path);
  const migrated = patientlyAtStart(() => migrateFile(db));
  // One machine: the engine has no clock of its own.
  const kept = clock ? { now: () => clock.now(), keep: async () => {} } : openClock(db);
  const claim = makeClaim<AttemptRow>(db, kept, { table: "attempts", orderBy: deadlineFirst });

  return {
    ...findersOf(db),
    ...outboxOf(db, kept),
    ...watchOf(db, kept),
    migrate: async () => migrated.splice(0),
    now: async () => kept.now(),
    insertAttempt: (draft, joinableUntil) => db.atomically(() => insertAttempt(db, kept, draft, joinableUntil)),
    transition: (id, version, change) => {
      const work = () => transition(db, kept, id, version, change);
      return needsTransaction(change) ? db.atomically(work) : db.alone(work);
    },
    claimAttempts: async (lease) => (await claim(lease)).map((row) => claimOf(row, attemptOf(row))),
    checkWrite: () =>
      db.alone(() => {
        db.run("INSERT INTO counters VALUES ('check', 1) ON CONFLICT DO UPDATE SET value = value + 1");
      }),
    close: async () => db.close(),
  };
}
