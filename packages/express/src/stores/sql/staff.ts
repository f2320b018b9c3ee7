import { keptWhenPruned } from "../../attempt/kept-when-pruned.ts";
import type { KeptAction } from "../staff-store.ts";
import type { ShopStore } from "../store.ts";
import { findAttempts, forgetSums } from "./attempts.ts";
import { integer } from "./columns.ts";
import { listsIn } from "./lists.ts";
import { change, changeAll, type Database, type Program, rowOf, rowsOf } from "./program.ts";
import { insert, type SqlValue, type Statement, sql } from "./statement.ts";
import { talliesIn } from "./tallies.ts";
import { watchIn } from "./watch.ts";

/** The methods of a store that no payment calls: for people, and for monitoring. */
export function peopleIn(db: Database, scope: string) {
  return {
    ...listsIn(db, scope),
    ...talliesIn(db, scope),
    ...watchIn(db, scope),
    async orderByReference(reference) {
      const text = sql`SELECT order_id FROM @orders WHERE scope = ${scope} AND reference = ${reference}
        AND order_id <> ${reference}`;
      return (await db.read(() => rowOf<{ order_id: string }>(text)))?.order_id;
    },
    async reviveEvent(event) {
      const now = await db.now();
      return db.transaction(() => revive(scope, event, now));
    },
    async recordAction(given) {
      const action = { ...given, at: await db.now() };
      const row = { scope, subject: given.subject, action: JSON.stringify(action) };
      await db.write(() => change(insert("staff_actions", row)));
      return action;
    },
    async actionsOf(...subjects) {
      const done = sql`SELECT action FROM @staff_actions WHERE scope = ${scope} AND subject IN ${subjects} ORDER BY seq`;
      const rows = await db.read(() => rowsOf<{ action: string }>(done));
      return rows.map(({ action }) => JSON.parse(action) as KeptAction);
    },
    finishedOrders(before, limit) {
      const finished = sql`${finishedBefore(before, sql`a.scope = ${scope}`)} LIMIT ${limit}`;
      return db.read(() => rowsOf(finished, (row: { order_id: string }) => row.order_id));
    },
    async pruneOrder(order, before) {
      const now = await db.now();
      return db.transaction(() => pruneOrder(scope, before, order, now));
    },
  } satisfies Partial<ShopStore>;
}

/** Others of its order may be leased already: it becomes a new row behind them, never beside them. */
function* revive(scope: string, event: string, now: number): Program<boolean> {
  const dead = sql`FROM @outbox WHERE scope = ${scope} AND id = ${event} AND dead = 1`;
  const row = yield* rowOf<Record<string, SqlValue>>(sql`SELECT * ${dead}`);
  if (row === undefined) return false;
  const { seq, order_id: order = null, ...kept } = row;
  if ((yield* change(sql`DELETE ${dead} AND seq = ${Number(seq)}`)) === 0) return false;
  // No other event of the order is written meanwhile: it would get a place that is seen later than this one's.
  yield* change(sql`UPDATE @orders SET version = version + 1 WHERE scope = ${scope} AND order_id = ${order}`);
  yield* change(insert("outbox", { ...kept, order_id: order, due_at: now, fence: integer(row.fence) + 1, dead: 0 }));
  return true;
}

/** Finds each order by its latest attempt. */
const finishedBefore = (before: number, where: Statement): Statement =>
  sql`SELECT a.order_id FROM @attempts a WHERE ${where} AND a.reached_at < ${before} AND NOT EXISTS (
      SELECT 1 FROM @attempts b WHERE b.scope = a.scope AND b.order_id = a.order_id AND (b.seq > a.seq
        OR b.reached_at >= ${before} OR b.due_at IS NOT NULL OR b.waits_for IS NOT NULL OR b.live_transaction_id IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM @returns r WHERE r.scope = a.scope AND r.order_id = a.order_id
        AND r.returned_at >= ${before})
    AND NOT EXISTS (SELECT 1 FROM @outbox e WHERE e.scope = a.scope AND e.order_id = a.order_id
        AND e.delivered_at IS NULL) ORDER BY a.reached_at, a.seq`;

function* pruneOrder(scope: string, before: number, order: string, now: number): Program<boolean> {
  const where = sql`WHERE scope = ${scope} AND order_id = ${order}`;
  // Locks the order's row, so no plan about it is written meanwhile, and none that was made before.
  yield* change(sql`UPDATE @orders SET version = version + 1 ${where}`);
  const finished = yield* rowsOf(finishedBefore(before, sql`a.scope = ${scope} AND a.order_id = ${order}`));
  if (finished.length === 0) return false;
  const attempts = yield* findAttempts(sql`scope = ${scope} AND order_id = ${order} ORDER BY seq`);
  const events = yield* rowsOf<{ id: string }>(sql`SELECT id FROM @outbox ${where}`);
  const ids = [...attempts, ...events].map(({ id }) => id);
  const kept = keptWhenPruned(attempts);
  yield* changeAll([
    sql`DELETE FROM @launches WHERE scope = ${scope} AND attempt_id IN ${ids}`,
    sql`DELETE FROM @staff_actions WHERE scope = ${scope} AND subject IN ${ids}`,
    sql`DELETE FROM @outbox ${where}`,
    sql`DELETE FROM @returns ${where}`,
    sql`DELETE FROM @attempts ${where}`,
    ...(kept === undefined ? [] : [sql`UPDATE @orders SET kept = ${JSON.stringify(kept)} ${where}`]),
    ...forgetSums(scope, attempts, now),
  ]);
  return true;
}
