import { type DecisionKind, decisionKinds } from "../../attempt/needs-person.ts";
import { type State, states } from "../../attempt/state.ts";
import type { ShopStore, Unsettled } from "../store.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer } from "./columns.ts";
import { type Database, type Program, plain, rowsOf, sql } from "./program.ts";
import { countDead, numbersOf } from "./watch.ts";

/** The methods of a store that show people what waits for them, and how much there is. */
export function unsettledIn(db: Database, scope: string) {
  return {
    unsettled: (limit) => db.read(() => unsettled(scope, limit)),
    stats: () => db.read(() => stats(scope)),
  } satisfies Partial<ShopStore>;
}

/** How many attempts of each of the keys there are in a column. */
function* countEach<Key extends string>(
  scope: string,
  by: "state" | "waits_for",
  keys: readonly Key[],
): Program<Record<Key, number>> {
  const column = plain(by);
  const rows = yield* rowsOf<{ name: Key; n: unknown }>(sql`SELECT ${column} AS name, count(*) AS n FROM @attempts
    WHERE scope = ${scope} AND ${column} IS NOT NULL GROUP BY ${column}`);
  const counts = new Map(rows.map(({ name, n }) => [name, integer(n)]));
  return Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])) as Record<Key, number>;
}

function* unsettled(scope: string, limit: number): Program<Unsettled> {
  const waitingFor = (kind: DecisionKind) =>
    rowsOf<AttemptRow>(
      sql`SELECT * FROM @attempts WHERE scope = ${scope} AND waits_for = ${kind} ORDER BY seq LIMIT ${limit}`,
    );
  const rows = [];
  for (const kind of decisionKinds) if (kind !== "paidTwice") rows.push(...(yield* waitingFor(kind)));
  const dead = sql`SELECT * FROM @outbox WHERE scope = ${scope} AND dead = 1 ORDER BY seq LIMIT ${limit}`;
  const events = yield* rowsOf<EventRow & { error: string }>(dead);
  const { count = 0 } = yield* numbersOf({ count: countDead(scope) });
  return {
    attempts: rows.toSorted((a, b) => integer(a.seq) - integer(b.seq)).map(attemptFromRow),
    paidTwice: (yield* waitingFor("paidTwice")).map(attemptFromRow),
    events: events.map((row) => ({ ...eventFromRow(row), error: row.error })),
    counts: { ...(yield* countEach<DecisionKind>(scope, "waits_for", decisionKinds)), events: count },
  };
}

function* stats(scope: string) {
  const due = sql`SELECT count(due_at) FROM @outbox WHERE scope = ${scope}`;
  const outbox = yield* numbersOf({ due, dead: countDead(scope) });
  return { attempts: yield* countEach<State>(scope, "state", states), outbox: { due: 0, dead: 0, ...outbox } };
}
