import type { Attempt } from "../../attempt/attempt.ts";
import { type DecisionKind, decisionKinds } from "../../attempt/needs-person.ts";
import { failingTries } from "../../attempt/rules.ts";
import { states } from "../../attempt/state.ts";
import type { Backlog, ShopStore, Unsettled } from "../store.ts";
import { findAttempts } from "./attempts.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer } from "./columns.ts";
import { type Database, type Program, plain, rowsOf, type Statement, sql } from "./program.ts";

/** The methods of a store that show people and monitoring what waits, and how much there is. */
export function watchIn(db: Database, scope: string) {
  return {
    async backlog(closingBefore) {
      const now = await db.now();
      const aheadMs = db.aheadMs?.() ?? 0;
      return { ...(await db.read(() => backlog(scope, now, closingBefore))), ...(aheadMs !== 0 && { aheadMs }) };
    },
    unsettled: (limit) => db.read(() => unsettled(scope, limit)),
    stats: () => db.read(() => stats(scope)),
  } satisfies Partial<ShopStore>;
}

/** Reads numbers at once, each by a query of its own. What a query does not find is left out. */
function* numbersOf<Name extends string>(queries: Record<Name, Statement>): Program<{ [name in Name]?: number }> {
  const answers = yield Object.values<Statement>(queries);
  const values = answers.map(({ rows: [row] }) => Object.values(row ?? {})[0] as unknown);
  const found = Object.keys(queries).map((name, index) => [name, values[index]] as const);
  const numbers = found.filter(([, value]) => value != null).map(([name, value]) => [name, integer(value)]);
  return Object.fromEntries(numbers) as { [name in Name]?: number };
}

const countDead = (scope: string) => sql`SELECT count(*) FROM @outbox WHERE scope = ${scope} AND dead = 1`;

function* backlog(scope: string, now: number, closingBefore: number): Program<Backlog> {
  const since = (table: Statement) =>
    sql`SELECT min(due_at) FROM ${table} WHERE scope = ${scope} AND due_at IS NOT NULL`;
  const numbers = yield* numbersOf({
    attemptsSince: since(plain("@attempts")),
    eventsSince: since(plain("@outbox")),
    newestAt: sql`SELECT created_at FROM @attempts WHERE scope = ${scope} ORDER BY seq DESC LIMIT 1`,
    overtime: sql`SELECT nullif(count(*), 0) FROM @attempts WHERE scope = ${scope} AND payable_until < ${now} AND overtime = 1`,
    failing: sql`SELECT count(*) FROM @outbox WHERE scope = ${scope} AND due_at IS NOT NULL AND tries >= ${failingTries}`,
  });
  const waiting = sql`${countBy(scope, plain("waits_for"))} UNION ALL SELECT 'events', (${countDead(scope)})`;
  const counts = yield* countsOf(waiting, [...decisionKinds, "events"]);
  const closing =
    yield* findAttempts(sql`scope = ${scope} AND payable_until > ${now} AND payable_until < ${closingBefore}
    ORDER BY payable_until LIMIT 100`);
  return { failing: 0, ...numbers, counts, closing };
}

/** How many attempts have each value of a column. */
const countBy = (scope: string, column: Statement) =>
  sql`SELECT ${column} AS name, count(*) AS n FROM @attempts WHERE scope = ${scope} AND ${column} IS NOT NULL GROUP BY ${column}`;

/** The counts that a statement finds, 0 for a key that it does not name. */
function* countsOf<Key extends string>(statement: Statement, keys: readonly Key[]): Program<Record<Key, number>> {
  const rows = yield* rowsOf<{ name: Key; n: unknown }>(statement);
  const counts = new Map(rows.map(({ name, n }) => [name, integer(n)]));
  return Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])) as Record<Key, number>;
}

function* unsettled(scope: string, limit: number): Program<Unsettled> {
  const oldest = sql`ORDER BY seq LIMIT ${limit}`;
  const [dead, ...waiting] = yield [
    sql`SELECT event, error FROM @outbox WHERE scope = ${scope} AND dead = 1 ${oldest}`,
    ...decisionKinds.map(
      (kind) => sql`SELECT attempt FROM @attempts WHERE scope = ${scope} AND waits_for = ${kind} ${oldest}`,
    ),
  ];
  const events = dead?.rows as (EventRow & { error: string })[];
  const attempts = waiting.map(({ rows }, index) => [decisionKinds[index], (rows as AttemptRow[]).map(attemptFromRow)]);
  return {
    ...(Object.fromEntries(attempts) as Record<DecisionKind, Attempt[]>),
    events: events.map((row) => ({ ...eventFromRow(row), error: row.error })),
  };
}

function* stats(scope: string) {
  const due = sql`SELECT count(due_at) FROM @outbox WHERE scope = ${scope}`;
  const outbox = yield* numbersOf({ due, dead: countDead(scope) });
  return { attempts: yield* countsOf(countBy(scope, plain("state")), states), outbox: { due: 0, dead: 0, ...outbox } };
}
