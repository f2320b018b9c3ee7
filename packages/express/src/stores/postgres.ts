import { attemptsIn } from "./postgres-attempts.ts";
import { makeClock, type Reading } from "./postgres-clock.ts";
import { Database } from "./postgres-database.ts";
import { migrate } from "./postgres-migrations.ts";
import { outboxIn } from "./postgres-outbox.ts";
import type { Postgres } from "./postgres-query.ts";
import { watchIn } from "./postgres-watch.ts";
import { integer } from "./rows.ts";
import type { Store } from "./store.ts";

/** Six times as long is still what a timer can count. */
const longestDeadlineMs = 300_000;

/** How `postgresStore` is to behave. */
export interface PostgresOptions {
  /** How long a measure of the database's clock is trusted, in milliseconds. Default: 30,000. 0 asks every time. */
  clockTrustedMs?: number;
  /**
   * How long to wait for a connection of the pool, and then for the answer to a statement, in milliseconds. After it the
   * call rejects, and a connection that gave no answer is closed. Default: 10,000. What reads everything, what a hook asks
   * in its `transaction` and migrations get six times as long.
   */
  deadlineMs?: number;
}

/**
 * Keeps attempts and events in a schema `ventanilla` of a Postgres database (13 or newer), for any number of processes
 * and machines. Every method is one statement, so a pool serves as it is. All times are the database's. Connections
 * need the isolation level READ COMMITTED, which is Postgres's own default: under another one every write is refused.
 *
 * Does nothing by itself: `await store.migrate()` (or `npx ventanilla migrate`) makes the tables. `close()` leaves the
 * pool open: it is the caller's.
 * @param pool a `pg` Pool or Client, PGlite, Neon, or anything with their `query(text, values)`; hooks that write
 * through their `transaction` need a pool
 * @throws TypeError when `pool` has no `query`, or the deadline is none
 */
export function postgresStore(
  pool: Postgres,
  { clockTrustedMs = 30_000, deadlineMs = 10_000 }: PostgresOptions = {},
): Store {
  if (typeof (pool as Postgres | undefined)?.query !== "function") {
    throw new TypeError("postgresStore(pool): expected something with query(text, values), such as a pg Pool");
  }
  if (!(deadlineMs >= 1 && deadlineMs <= longestDeadlineMs)) {
    throw new TypeError(`postgresStore: deadlineMs: expected milliseconds between 1 and ${longestDeadlineMs}`);
  }
  const db = new Database(pool, deadlineMs);
  const clock = makeClock(() => readClock(db), clockTrustedMs);

  return {
    ...attemptsIn(db),
    ...outboxIn(db),
    ...watchIn(db),
    migrate: () => migrate((text, values) => db.migrate(text, values)),
    now: clock,
    async checkWrite() {
      const text = "UPDATE ventanilla.migrations SET applied_at = applied_at WHERE version = 1 RETURNING 1";
      const written = await db.ask(text);
      if (written.length === 0) throw new Error("postgresStore: the database has lost a row of its migrations");
    },
    async close() {
      // The pool is the caller's.
    },
  };
}

/** Reads the database's clock: the wait for a connection is no part of the measured time. */
function readClock(db: Database): Promise<Reading> {
  return db.use(async ({ query }) => {
    const before = performance.now();
    const { rows } = await query("SELECT ventanilla.now_ms() AS now");
    const after = performance.now();
    return { now: integer((rows as { now: unknown }[])[0]?.now), before, after };
  });
}
