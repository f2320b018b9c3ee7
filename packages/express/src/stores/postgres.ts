import { type State, states } from "../attempt/attempt.ts";
import { makeClock } from "./postgres-clock.ts";
import { type Connection, makeConnections, patience } from "./postgres-connection.ts";
import { openDelivery } from "./postgres-delivery.ts";
import { isMissing, migrate } from "./postgres-migrations.ts";
import { placesOf } from "./postgres-places.ts";
import { explainText, integer, type Postgres, parsed } from "./postgres-query.ts";
import { type AttemptRow, attemptOf, claimOf, type EventRow, eventOf } from "./postgres-rows.ts";
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
  const connections = makeConnections(pool, deadlineMs);
  const places = placesOf(pool);

  /** Asks for the values' names only to say which one a failure is about. */
  async function ask<Row>(text: string, values: Record<string, unknown> = {}, waitMs = deadlineMs): Promise<Row[]> {
    return on(async ({ query }) => {
      const { rows } = await query(text, Object.values(values).map(parameterOf), waitMs);
      return rows as Row[];
    }).catch((error: unknown) => {
      throw explainText(error, values);
    });
  }

  function on<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return connections.use(work).catch((error: unknown) => {
      throw isMissing(error) ? needsMigration(error) : error;
    });
  }

  async function attemptWhere(condition: string, values: Record<string, unknown>) {
    const [row] = await ask<AttemptRow>(`SELECT * FROM ventanilla.attempts WHERE ${condition}`, values);
    return row && attemptOf(row);
  }

  const clock = makeClock(
    () =>
      on(async ({ query }) => {
        const before = performance.now();
        const { rows } = await query("SELECT ventanilla.now_ms() AS now");
        const after = performance.now();
        return { now: integer((rows as { now: unknown }[])[0]?.now), before, after };
      }),
    clockTrustedMs,
  );

  return {
    migrate: () =>
      migrate(async (text, values) => {
        const { rows } = await connections.use(({ query }) => query(text, values, patience * deadlineMs));
        return rows;
      }),
    now: clock,
    async insertAttempt({ id, order, bank, amount, tax, browserHash, facts, dueAt }, joinableUntil) {
      const [row] = await ask<AttemptRow & { kind: "inserted" | "joined" | "paid" | "blocked" }>(
        "SELECT i.kind, (i.attempt).* FROM ventanilla.insert_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) i",
        {
          id,
          order,
          bank,
          "amount.minor": amount.minor,
          "tax.minor": tax.minor,
          "amount.currency": amount.currency,
          browserHash,
          facts,
          dueAt,
          joinableUntil,
        },
      );
      if (!row) throw new Error("postgresStore: the database gave no answer to an insertion");
      return { kind: row.kind, attempt: attemptOf(row) };
    },
    findAttempt: (id) => attemptWhere("id = (SELECT attempt_id FROM ventanilla.launches WHERE id = $1)", { id }),
    findByReturnHash: (returnHash) => attemptWhere("return_hash = $1", { returnHash }),
    async attemptsOf(order) {
      const rows = await ask<AttemptRow>("SELECT * FROM ventanilla.attempts WHERE order_id = $1 ORDER BY seq", {
        order,
      });
      return rows.map(attemptOf);
    },
    async launchedBy(attempt, browserHash) {
      const text = "SELECT true FROM ventanilla.launches WHERE attempt_id = $1 AND browser_hash = $2 LIMIT 1";
      return (await ask(text, { attempt, browserHash })).length > 0;
    },
    async transition(id, version, { state, facts, windowEndsAt = null, returnHash = null, dueAt, announce = null }) {
      const [row] = await ask<AttemptRow & { written: boolean }>(
        "SELECT t.written, (t.attempt).* FROM ventanilla.transition($1, $2, $3, $4, $5, $6, $7, $8, $9) t",
        {
          id,
          version,
          state,
          facts,
          windowEndsAt,
          returnHash,
          dueAt: dueAt ?? null,
          keepDue: dueAt === undefined,
          announce,
        },
      );
      if (!row) throw new Error("there is no attempt with this id");
      return { written: row.written, attempt: attemptOf(row) };
    },
    async claimAttempts({ limit, leaseMs, bank }) {
      const rows = await ask<AttemptRow>("SELECT * FROM ventanilla.claim_attempts($1, $2, $3)", {
        limit,
        leaseMs,
        bank,
      });
      return rows.map((row) => claimOf(row, attemptOf(row)));
    },
    async claimEvents({ limit, leaseMs, bank }) {
      const rows = await ask<EventRow>("SELECT * FROM ventanilla.claim_events($1, $2, $3)", { limit, leaseMs, bank });
      return rows.map((row) => claimOf(row, eventOf(row)));
    },
    async renewClaim(event, fence, leaseMs) {
      const text = "SELECT ventanilla.renew_claim($1, $2, $3) AS renewed";
      const [row] = await ask<{ renewed: boolean }>(text, { event, fence, leaseMs });
      return row?.renewed === true;
    },
    async settleClaim(event, fence, settlement) {
      const settled = await ask("SELECT ventanilla.settle_claim($1, $2, $3, $4, $5)", {
        event,
        fence,
        at: settlement.kind === "retry" ? settlement.at : null,
        dead: settlement.kind === "dead",
        // What a hook's failure says must not keep the failure from being recorded.
        error: settlement.kind === "done" ? null : settlement.error.replaceAll("\0", "\ufffd"),
      });
      return settled.length > 0;
    },
    openDelivery: (event, fence) =>
      openDelivery({ connections, places, deadlineMs }, event, fence).catch((error: unknown) => {
        throw isMissing(error) ? needsMigration(error) : error;
      }),
    async reviveEvent(event) {
      const [row] = await ask<{ revived: boolean }>("SELECT ventanilla.revive_event($1) AS revived", { event });
      return row?.revived === true;
    },
    async checkWrite() {
      const written = await ask(
        "UPDATE ventanilla.migrations SET applied_at = applied_at WHERE version = 1 RETURNING 1",
      );
      if (written.length === 0) throw new Error("postgresStore: the database has lost a row of its migrations");
    },
    async backlog(closingBefore) {
      const [sums] = await ask<Record<"attempts" | "events" | "dead" | "unknown" | "review" | "closing", unknown>>(
        `SELECT (SELECT min(due_at) FROM ventanilla.attempts WHERE due_at IS NOT NULL) AS attempts,
         (SELECT min(due_at) FROM ventanilla.outbox WHERE due_at IS NOT NULL) AS events,
         (SELECT count(*) FROM ventanilla.outbox WHERE dead) AS dead,
         ${unresolved("unknown")} AS unknown, ${unresolved("review")} AS review,
         (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.window_ends_at) FROM (
           SELECT * FROM ventanilla.attempts WHERE state = 'opened' AND window_ends_at < $1
           AND window_ends_at > (SELECT ventanilla.now_ms()) ORDER BY window_ends_at LIMIT 100) c) AS closing`,
        { closingBefore },
      );
      return {
        ...(sums?.attempts != null && { attemptsSince: integer(sums.attempts) }),
        ...(sums?.events != null && { eventsSince: integer(sums.events) }),
        dead: integer(sums?.dead),
        unknown: integer(sums?.unknown),
        review: integer(sums?.review),
        closing: (parsed<AttemptRow[] | null>(sums?.closing) ?? []).map(attemptOf),
      };
    },
    async unsettled(limit) {
      const attempts = await ask<AttemptRow>(
        `SELECT * FROM ventanilla.attempts WHERE (${unresolvedRows}) OR (${unconfirmedRows}) ORDER BY seq LIMIT $1`,
        { limit },
      );
      const events = await ask<EventRow & { error: string }>(
        "SELECT * FROM ventanilla.outbox WHERE dead ORDER BY seq LIMIT $1",
        { limit },
      );
      return {
        attempts: attempts.map(attemptOf),
        events: events.map((row) => ({ ...eventOf(row), error: row.error })),
      };
    },
    async stats() {
      const rows = await ask<{ name: State | "due" | "dead"; n: unknown }>(
        `SELECT state::text AS name, count(*) AS n FROM ventanilla.attempts GROUP BY state
         UNION ALL SELECT 'due', count(due_at) FROM ventanilla.outbox
         UNION ALL SELECT 'dead', count(*) FROM ventanilla.outbox WHERE dead`,
        {},
        patience * deadlineMs,
      );
      const counts = new Map(rows.map(({ name, n }) => [name, integer(n)]));
      const attempts = Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0]));
      return {
        attempts: attempts as Record<State, number>,
        outbox: { due: counts.get("due") ?? 0, dead: counts.get("dead") ?? 0 },
      };
    },
    async close() {
      // The pool is the caller's.
    },
  };
}

const unresolvedRows = "state IN ('unknown', 'review') AND facts -> 'resolution' IS NULL";

const unconfirmedRows = "state = 'declined' AND facts ? 'unconfirmedAt' AND facts -> 'resolution' IS NULL";

const unresolved = (state: "unknown" | "review"): string =>
  `(SELECT count(*) FROM ventanilla.attempts WHERE state = '${state}' AND ${unresolvedRows})`;

function parameterOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

function needsMigration(cause: unknown): Error {
  return new Error(
    "postgresStore: the database has not this version's tables: run `await store.migrate()` or `npx ventanilla migrate`",
    { cause },
  );
}
