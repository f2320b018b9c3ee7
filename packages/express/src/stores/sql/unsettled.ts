import { type DecisionKind, decisionKinds } from "../../attempt/needs-person.ts";
import { states } from "../../attempt/state.ts";
import type { ShopStore, Unsettled } from "../store.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer } from "./columns.ts";
import { type Database, type Program, plain, rowsOf, type Statement, sql } from "./program.ts";
import { countDead, numbersOf } from "./watch.ts";

/** The methods of a store that show people what waits for them, and how much there is. */
export function unsettledIn(db: Database, scope: string) {
  return {
    unsettled: (limit) => db.read(() => unsettled(scope, limit)),
    stats: () => db.read(() => stats(scope)),
  } satisfies Partial<ShopStore>;
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
  const waiting = sql`${countBy(scope, plain("waits_for"))} UNION ALL SELECT 'events', (${countDead(scope)})`;
  const counts = yield* countsOf(waiting, [...decisionKinds, "events"]);
  if (limit === 0) return { attempts: [], paidTwice: [], events: [], counts };
  const waitingFor = (kind: DecisionKind) =>
    rowsOf<AttemptRow>(
      sql`SELECT * FROM @attempts WHERE scope = ${scope} AND waits_for = ${kind} ORDER BY seq LIMIT ${limit}`,
    );
  const rows = [];
  for (const kind of decisionKinds) if (kind !== "paidTwice") rows.push(...(yield* waitingFor(kind)));
  const dead = sql`SELECT * FROM @outbox WHERE scope = ${scope} AND dead = 1 ORDER BY seq LIMIT ${limit}`;
  const events = yield* rowsOf<EventRow & { error: string }>(dead);
  return {
    attempts: rows.toSorted((a, b) => integer(a.seq) - integer(b.seq)).map(attemptFromRow),
    paidTwice: (yield* waitingFor("paidTwice")).map(attemptFromRow),
    events: events.map((row) => ({ ...eventFromRow(row), error: row.error })),
    counts,
  };
}

function* stats(scope: string) {
  const due = sql`SELECT count(due_at) FROM @outbox WHERE scope = ${scope}`;
  const outbox = yield* numbersOf({ due, dead: countDead(scope) });
  return { attempts: yield* countsOf(countBy(scope, plain("state")), states), outbox: { due: 0, dead: 0, ...outbox } };
}
