import { type DecisionKind, decisionKinds } from "../../attempt/needs-person.ts";
import { failingTries, windowMs } from "../../attempt/rules.ts";
import { states } from "../../attempt/state.ts";
import type { Backlog, ShopStore, Unsettled } from "../store.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer } from "./columns.ts";
import { type Database, type Program, rowsOf, rowsOfAll } from "./program.ts";
import { joined, plain, type Statement, sql } from "./statement.ts";

/** The methods of a store that show people and monitoring what waits, and how much there is: each in one round trip. */
export function watchIn(db: Database, scope: string) {
  return {
    async backlog(closingBefore) {
      const now = await db.now();
      const aheadMs = db.aheadMs?.() ?? 0;
      return { ...(await db.read(() => backlog(scope, now, closingBefore))), ...(aheadMs !== 0 && { aheadMs }) };
    },
    countUnsettled: () => db.read(() => countUnsettled(scope)),
    unsettled: (limit) => db.read(() => unsettled(scope, limit)),
    stats: () => db.read(() => stats(scope)),
  } satisfies Partial<ShopStore>;
}

/** Numbers by their names, each by a query of its own. */
const numbersOf = (queries: Record<string, Statement>): Statement =>
  joined(
    Object.entries(queries).map(([name, query]) => sql`SELECT ${name} AS name, (${query}) AS n`),
    " UNION ALL ",
  );

/** How many attempts have each value of a column. */
const countBy = (scope: string, column: Statement): Statement =>
  sql`SELECT ${column} AS name, count(*) AS n FROM @attempts WHERE scope = ${scope} AND ${column} IS NOT NULL GROUP BY ${column}`;

/** What such a statement finds. */
interface NumberRow {
  name: string;
  n: unknown;
}

/** The numbers that were found. */
const numbersIn = (rows: readonly NumberRow[]): Record<string, number> =>
  Object.fromEntries(rows.filter(({ n }) => n !== null).map(({ name, n }) => [name, integer(n)]));

/** All of these: 0 where nothing was counted. */
const counted = <Key extends string>(keys: readonly Key[], numbers: Record<string, number>): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, numbers[key] ?? 0])) as Record<Key, number>;

const countDead = (scope: string) => sql`SELECT count(*) FROM @outbox WHERE scope = ${scope} AND dead = 1`;

function* backlog(scope: string, now: number, closingBefore: number): Program<Backlog> {
  const since = (table: Statement) =>
    sql`SELECT min(due_at) FROM ${table} WHERE scope = ${scope} AND due_at IS NOT NULL`;
  const payable = sql`SELECT count(*) FROM @attempts WHERE scope = ${scope} AND payable_until`;
  const numbers = numbersOf({
    attemptsSince: since(plain("@attempts")),
    eventsSince: since(plain("@outbox")),
    newestAt: sql`SELECT max(payable_until) - ${windowMs} FROM @attempts WHERE scope = ${scope} AND payable_until IS NOT NULL`,
    overtime: sql`${payable} < ${now} AND overtime = 1`,
    unqueried: sql`${payable} > ${now} AND payable_until < ${closingBefore} AND unclear = 1`,
    failing: sql`SELECT count(*) FROM @outbox WHERE scope = ${scope} AND due_at IS NOT NULL AND tries >= ${failingTries}`,
  });
  return { failing: 0, overtime: 0, unqueried: 0, ...numbersIn(yield* rowsOf<NumberRow>(numbers)) };
}

function* countUnsettled(scope: string): Program<Record<DecisionKind | "events", number>> {
  const waiting = sql`${countBy(scope, plain("waits_for"))} UNION ALL ${numbersOf({ events: countDead(scope) })}`;
  return counted([...decisionKinds, "events"], numbersIn(yield* rowsOf<NumberRow>(waiting)));
}

function* unsettled(scope: string, limit: number): Program<Unsettled> {
  const oldest = sql`ORDER BY seq LIMIT ${limit}`;
  const [dead, ...waiting] = yield* rowsOfAll<[(EventRow & { error: string })[], ...AttemptRow[][]]>([
    sql`SELECT event, error FROM @outbox WHERE scope = ${scope} AND dead = 1 ${oldest}`,
    ...decisionKinds.map(
      (kind) => sql`SELECT attempt FROM @attempts WHERE scope = ${scope} AND waits_for = ${kind} ${oldest}`,
    ),
  ]);
  const attempts = waiting.map((rows, index) => [decisionKinds[index], rows.map(attemptFromRow)]);
  return {
    ...(Object.fromEntries(attempts) as Record<DecisionKind, Unsettled[DecisionKind]>),
    events: dead.map((row) => ({ ...eventFromRow(row), error: row.error })),
  };
}

function* stats(scope: string): Program<Awaited<ReturnType<ShopStore["stats"]>>> {
  const due = sql`SELECT count(due_at) FROM @outbox WHERE scope = ${scope}`;
  const [byState, outbox] = yield* rowsOfAll<[NumberRow[], NumberRow[]]>([
    countBy(scope, plain("state")),
    numbersOf({ due, dead: countDead(scope) }),
  ]);
  return { attempts: counted(states, numbersIn(byState)), outbox: counted(["due", "dead"], numbersIn(outbox)) };
}
