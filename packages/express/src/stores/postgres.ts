import { ArgumentError } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { attemptsIn } from "./postgres/attempts.ts";
import { makeClock, type Reading } from "./postgres/clock.ts";
import { counterIn } from "./postgres/counter.ts";
import { Database } from "./postgres/database.ts";
import { migrate } from "./postgres/migrations.ts";
import { outboxIn } from "./postgres/outbox.ts";
import type { Postgres } from "./postgres/query.ts";
import { watchIn } from "./postgres/watch.ts";
import { integer } from "./rows.ts";
import type { Store } from "./store.ts";

/** More is most likely a mistake in the unit. */
const maxDeadlineMs = 300_000;

/** Options of {@link postgresStore}. */
export interface PostgresOptions {
  /**
   * How long a measurement of the database's clock is used, in milliseconds. 0: every call of `now()` asks the
   * database. Default: 30,000.
   */
  clockTrustedMs?: number;
  /**
   * How long to wait for a connection of the pool, and then for the answer to a statement, in milliseconds. After it
   * the call rejects, and a connection that gave no answer is closed. `stats()`, the statements of a hook's
   * `transaction` and migrations get six times as long. Default: 10,000; at most 300,000.
   */
  deadlineMs?: number;
}

/**
 * Keeps attempts and events in the schema `ventanilla` of a Postgres database (13 or newer), for any number of
 * processes and machines. Apart from `migrate()` and the delivery of an event, every method is one statement, and
 * `unsettled()` four, so any connection of the pool serves.
 * All times are those of the database. Connections need the isolation level READ COMMITTED, the default of Postgres:
 * other levels are refused.
 *
 * Call `await store.migrate()` (or `npx -p @ventanilla/express ventanilla migrate`) once for each version: it creates
 * the tables. `close()` leaves the pool open.
 * @param pool a `pg` Pool or Client, PGlite, Neon, or any driver with `query(text, values)`. Hooks that write through
 * their `transaction` need a pool
 * @param options deadlines
 * @returns the store, for the option `store` of `ventanilla()`
 * @throws ArgumentError when `pool` has no `query`, or an option is unknown or out of its range
 * @see docs/stores.md#postgres
 * @example
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
 * const store = postgresStore(pool);
 * await store.migrate();
 */
export function postgresStore(pool: Postgres, options: PostgresOptions = {}): Store {
  if (typeof (pool as Postgres | undefined)?.query !== "function") {
    throw new ArgumentError("postgresStore(pool): expected a pg Pool, or another driver with query(text, values)");
  }
  refuseUnknownNames("postgresStore", options, ["clockTrustedMs", "deadlineMs"]);
  const { clockTrustedMs = 30_000, deadlineMs = 10_000 } = options;
  if (!(Number.isFinite(clockTrustedMs) && clockTrustedMs >= 0)) {
    throw new ArgumentError("postgresStore: clockTrustedMs: expected milliseconds, 0 or more");
  }
  if (!(deadlineMs >= 1 && deadlineMs <= maxDeadlineMs)) {
    throw new ArgumentError(`postgresStore: deadlineMs: expected milliseconds between 1 and ${maxDeadlineMs}`);
  }
  const db = new Database(pool, deadlineMs);
  const clock = makeClock(() => readClock(db), clockTrustedMs);

  return {
    ...attemptsIn(db),
    ...outboxIn(db),
    ...watchIn(db),
    ...counterIn(db),
    migrate: () => migrate((text, values) => db.migrate(text, values), db.longDeadlineMs),
    now: clock,
    async checkWrite() {
      const text = "UPDATE ventanilla.migrations SET applied_at = applied_at WHERE version = 1 RETURNING 1";
      const written = await db.ask(text);
      if (written.length === 0) throw new Error("postgresStore: the database has lost a row of its migrations");
    },
    // The server's files are its own.
    lostFile: async () => undefined,
    async close() {
      // The pool is the caller's.
    },
  };
}

/** Reads the database's clock: the wait for a connection is not part of the measured time. */
function readClock(db: Database): Promise<Reading> {
  return db.use(async ({ query }) => {
    const before = performance.now();
    const { rows } = await query("SELECT ventanilla.now_ms() AS now");
    const after = performance.now();
    return { now: integer((rows as { now: unknown }[])[0]?.now), before, after };
  });
}
