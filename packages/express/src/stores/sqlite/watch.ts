import { type State, states } from "../../attempt/attempt.ts";
import { decidedStates } from "../../attempt/decision-kind.ts";
import { failingTries } from "../outbox-event.ts";
import { type EventRow, eventFromRow } from "../rows.ts";
import { overtimeMs } from "../rules.ts";
import type { Backlog, Elsewhere, Store } from "../store.ts";
import { listAttempts } from "./attempts.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";
import { wherePaidTwice, whereResolvable } from "./migrations.ts";

/** The oldest rows of one index. Without its name, the engine may read all rows in the order of the list. */
const firstOf = (index: string, where: string): string =>
  `SELECT seq FROM (SELECT seq FROM attempts INDEXED BY ${index} WHERE ${where} ORDER BY seq LIMIT ?1)`;

/** The condition for what needs a person, the oldest first. `?1` is the limit for each state. */
const unsettled = `seq IN (${Object.values(decidedStates)
  .map((state) => firstOf("attempts_resolvable", `${whereResolvable} AND state = '${state}'`))
  .join(" UNION ALL ")}) ORDER BY seq`;
const paidTwice = `seq IN (${firstOf("attempts_paid_twice", wherePaidTwice)}) ORDER BY seq`;

const isClosing = "state = 'opened' AND window_ends_at > ? AND window_ends_at < ? ORDER BY window_ends_at LIMIT 100";

/** The methods of a store for people and monitoring. */
export function watchOf(
  db: SqliteConnection,
  clock: KeptClock,
): Pick<Store, "backlog" | "elsewhere" | "unsettled" | "stats"> {
  return {
    backlog: (closingBefore) => db.read(() => backlog(db, clock, closingBefore)),
    elsewhere: (banks) => db.read(() => elsewhere(db, JSON.stringify([...banks, ""]))),
    unsettled: (limit) =>
      db.read(() => ({
        attempts: listAttempts(db, unsettled, limit),
        paidTwice: listAttempts(db, paidTwice, limit),
        events: db
          .all<EventRow & { error: string }>("SELECT * FROM outbox WHERE dead = 1 ORDER BY seq LIMIT ?", limit)
          .map((row) => ({ ...eventFromRow(row), error: row.error })),
        counts: {
          paidTwice: count(db, `attempts INDEXED BY attempts_paid_twice WHERE ${wherePaidTwice}`),
          review: countResolvable(db, decidedStates.review),
          unconfirmed: countResolvable(db, decidedStates.unconfirmed),
          unknown: countResolvable(db, decidedStates.unknown),
          events: count(db, "outbox WHERE dead = 1"),
        },
      })),
    stats: () =>
      db.read(() => {
        const attempts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
        const counts = "SELECT state, count(*) AS n FROM attempts GROUP BY state";
        for (const { state, n } of db.all<{ state: State; n: number }>(counts)) attempts[state] = n;
        const events = "SELECT count(due_at) AS due, coalesce(sum(dead), 0) AS dead FROM outbox";
        const { due, dead } = db.one<{ due: number; dead: number }>(events) ?? { due: 0, dead: 0 };
        return { attempts, outbox: { due, dead } };
      }),
  };
}

function count(db: SqliteConnection, rows: string): number {
  return db.one<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`)?.n ?? 0;
}

function countResolvable(db: SqliteConnection, state: State): number {
  return count(db, `attempts INDEXED BY attempts_resolvable WHERE ${whereResolvable} AND state = '${state}'`);
}

function backlog(db: SqliteConnection, clock: KeptClock, closingBefore: number): Backlog {
  const now = clock.now();
  const aheadMs = Math.round(clock.ahead());
  const since = (table: string) =>
    db.one<{ at: number | null }>(`SELECT min(due_at) AS at FROM ${table} WHERE due_at IS NOT NULL`)?.at ?? undefined;
  const attemptsSince = since("attempts");
  const eventsSince = since("outbox");
  const newestAt = db.one<{ at: number }>("SELECT created_at AS at FROM attempts ORDER BY seq DESC LIMIT 1")?.at;
  const isOvertime = `state = 'opened' AND window_ends_at < ${now} AND facts ->> '$.aliveAt' > window_ends_at + ${overtimeMs}`;
  const overtime = count(db, `attempts WHERE ${isOvertime}`);
  return {
    ...(newestAt !== undefined && { newestAt }),
    ...(overtime > 0 && { overtime }),
    ...(aheadMs !== 0 && { aheadMs }),
    ...(attemptsSince !== undefined && { attemptsSince }),
    ...(eventsSince !== undefined && { eventsSince }),
    dead: count(db, "outbox WHERE dead = 1"),
    failing: count(db, `outbox WHERE due_at IS NOT NULL AND tries >= ${failingTries}`),
    unknown: countResolvable(db, "unknown"),
    review: countResolvable(db, "review"),
    closing: listAttempts(db, isClosing, now, closingBefore),
  };
}

/** @param banks in JSON */
function elsewhere(db: SqliteConnection, banks: string): Elsewhere {
  const isElsewhere = "due_at IS NOT NULL AND bank NOT IN (SELECT value FROM json_each(?1))";
  const dueOf = (table: string) => `SELECT bank, due_at FROM ${table} WHERE ${isElsewhere}`;
  const toAsk = `${isElsewhere} AND facts ->> 'sealedKey' IS NOT NULL`;
  return {
    banks: db
      .all<Elsewhere["banks"][number]>(
        `SELECT bank, min(due_at) AS since FROM (${dueOf("attempts")} UNION ALL ${dueOf("outbox")}) GROUP BY bank`,
        banks,
      )
      .map((row) => ({ ...row })),
    count: db.one<{ n: number }>(`SELECT count(*) AS n FROM attempts WHERE ${toAsk}`, banks)?.n ?? 0,
    attempts: listAttempts(db, `${toAsk} ORDER BY seq LIMIT 20`, banks),
  };
}
