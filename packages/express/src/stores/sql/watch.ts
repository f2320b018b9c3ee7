import { type State, states } from "../../attempt/attempt.ts";
import { type DecisionKind, decisionKinds } from "../../attempt/decision-kind.ts";
import { failingTries } from "../../attempt/outbox-event.ts";
import type { Backlog, Elsewhere, ShopStore, Unsettled } from "../store.ts";
import { findAttempts } from "./attempts.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer } from "./columns.ts";
import { type Database, listOf, type Program, rowOf, rowsOf, type SqlValue } from "./program.ts";

type WatchMethods = Pick<ShopStore, "backlog" | "elsewhere" | "unsettled" | "stats">;

/** The methods of a store for people and monitoring. */
export function watchIn(db: Database, scope: string): WatchMethods {
  return {
    async backlog(closingBefore) {
      const now = await db.now();
      return db.read(() => backlog(db, scope, now, closingBefore));
    },
    elsewhere: (banks) => db.read(() => elsewhere(db, scope, banks)),
    unsettled: (limit) => db.read(() => unsettled(db, scope, limit)),
    stats: () => db.read(() => stats(db, scope)),
  };
}

/** The number `n` of the first row. */
function* numberOf(text: string, ...values: SqlValue[]): Program<number | undefined> {
  const row = yield* rowOf<{ n: unknown }>(text, ...values);
  return row?.n == null ? undefined : integer(row.n);
}

/** How many rows of a table meet the condition. */
function* count(table: string, condition: string, ...values: SqlValue[]): Program<number> {
  return (yield* numberOf(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`, ...values)) ?? 0;
}

/** How many attempts of each of the keys there are in a column. */
function* countEach<Key extends string>(
  { prefix }: Database,
  scope: string,
  column: string,
  keys: readonly Key[],
): Program<Record<Key, number>> {
  const text = `SELECT ${column} AS name, count(*) AS n FROM ${prefix}attempts
    WHERE scope = ? AND ${column} IS NOT NULL GROUP BY ${column}`;
  const counts = new Map(
    (yield* rowsOf<{ name: Key; n: unknown }>(text, scope)).map(({ name, n }) => [name, integer(n)]),
  );
  return Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])) as Record<Key, number>;
}

const waiting = (db: Database, scope: string) => countEach<DecisionKind>(db, scope, "waits_for", decisionKinds);

const countDead = ({ prefix }: Database, scope: string) => count(`${prefix}outbox`, "scope = ? AND dead = 1", scope);

function* backlog(db: Database, scope: string, now: number, closingBefore: number): Program<Backlog> {
  const attempts = `${db.prefix}attempts`;
  const outbox = `${db.prefix}outbox`;
  const since = (table: string) =>
    numberOf(`SELECT min(due_at) AS n FROM ${table} WHERE scope = ? AND due_at IS NOT NULL`, scope);
  const attemptsSince = yield* since(attempts);
  const eventsSince = yield* since(outbox);
  const newest = `SELECT created_at AS n FROM ${attempts} WHERE scope = ? ORDER BY seq DESC LIMIT 1`;
  const newestAt = yield* numberOf(newest, scope);
  const overtime = yield* count(attempts, "scope = ? AND payable_until < ? AND overtime = 1", scope, now);
  const aheadMs = db.aheadMs?.() ?? 0;
  const { unknown, review } = yield* waiting(db, scope);
  const closing = "scope = ? AND payable_until > ? AND payable_until < ? ORDER BY payable_until LIMIT 100";
  return {
    ...(attemptsSince !== undefined && { attemptsSince }),
    ...(eventsSince !== undefined && { eventsSince }),
    dead: yield* countDead(db, scope),
    failing: yield* count(outbox, "scope = ? AND due_at IS NOT NULL AND tries >= ?", scope, failingTries),
    unknown,
    review,
    ...(newestAt !== undefined && { newestAt }),
    ...(overtime > 0 && { overtime }),
    ...(aheadMs !== 0 && { aheadMs }),
    closing: yield* findAttempts(db, closing, scope, now, closingBefore),
  };
}

function* elsewhere(db: Database, scope: string, banks: readonly string[]): Program<Elsewhere> {
  const attempts = `${db.prefix}attempts`;
  const where = `scope = ? AND due_at IS NOT NULL AND bank NOT IN ${listOf(banks)}`;
  const due = (table: string) => `SELECT bank, due_at FROM ${table} WHERE ${where}`;
  const since = yield* rowsOf<{ bank: string; since: unknown }>(
    `SELECT bank, min(due_at) AS since
     FROM (${due(attempts)} UNION ALL ${due(`${db.prefix}outbox`)}) AS waiting GROUP BY bank`,
    scope,
    ...banks,
    scope,
    ...banks,
  );
  const toAsk = `${where} AND queryable = 1`;
  return {
    banks: since.map((row) => ({ bank: row.bank, since: integer(row.since) })),
    count: yield* count(attempts, toAsk, scope, ...banks),
    attempts: yield* findAttempts(db, `${toAsk} ORDER BY seq LIMIT 20`, scope, ...banks),
  };
}

function* unsettled(db: Database, scope: string, limit: number): Program<Unsettled> {
  const waitingFor = (kind: DecisionKind) =>
    rowsOf<AttemptRow>(
      `SELECT * FROM ${db.prefix}attempts WHERE scope = ? AND waits_for = ? ORDER BY seq LIMIT ?`,
      scope,
      kind,
      limit,
    );
  const rows = [];
  for (const kind of decisionKinds) if (kind !== "paidTwice") rows.push(...(yield* waitingFor(kind)));
  const dead = `SELECT * FROM ${db.prefix}outbox WHERE scope = ? AND dead = 1 ORDER BY seq LIMIT ?`;
  const events = yield* rowsOf<EventRow & { error: string }>(dead, scope, limit);
  return {
    attempts: rows.toSorted((a, b) => integer(a.seq) - integer(b.seq)).map(attemptFromRow),
    paidTwice: (yield* waitingFor("paidTwice")).map(attemptFromRow),
    events: events.map((row) => ({ ...eventFromRow(row), error: row.error })),
    counts: { ...(yield* waiting(db, scope)), events: yield* countDead(db, scope) },
  };
}

function* stats(db: Database, scope: string) {
  const due = yield* numberOf(`SELECT count(due_at) AS n FROM ${db.prefix}outbox WHERE scope = ?`, scope);
  return {
    attempts: yield* countEach<State>(db, scope, "state", states),
    outbox: { due: due ?? 0, dead: yield* countDead(db, scope) },
  };
}
