import { keptOf } from "../../attempt/kept-of.ts";
import type { ShopStore } from "../store.ts";
import { findAttempts } from "./attempts.ts";
import { change, type Database, type Program, rowsOf } from "./program.ts";

/** The methods of a store for what is finished and old. */
export function pruningIn(db: Database, scope: string): Pick<ShopStore, "finishedOrders" | "pruneOrder"> {
  return {
    finishedOrders: (before, limit) => db.read(() => finishedOrders(db, scope, before, limit)),
    pruneOrder: (order, before) => db.transaction(() => pruneOrder(db, scope, before, order)),
  };
}

/** Each order by its latest attempt. */
function* finishedOrders(
  { prefix }: Database,
  scope: string,
  before: number,
  limit: number,
  order?: string,
): Program<string[]> {
  const rows = yield* rowsOf<{ order_id: string }>(
    `SELECT a.order_id FROM ${prefix}attempts a WHERE a.scope = ? AND a.reached_at < ?
       ${order === undefined ? "" : "AND a.order_id = ?"} AND NOT EXISTS (
       SELECT 1 FROM ${prefix}attempts b WHERE b.scope = a.scope AND b.order_id = a.order_id AND (b.seq > a.seq
         OR b.reached_at >= ? OR b.due_at IS NOT NULL OR b.waits_for IS NOT NULL OR b.live_transaction_id IS NOT NULL))
     AND NOT EXISTS (SELECT 1 FROM ${prefix}outbox e WHERE e.scope = a.scope AND e.order_id = a.order_id
         AND e.delivered_at IS NULL) ORDER BY a.reached_at, a.seq LIMIT ?`,
    ...(order === undefined ? [scope, before, before, limit] : [scope, before, order, before, limit]),
  );
  return rows.map(({ order_id }) => order_id);
}

function* pruneOrder(db: Database, scope: string, before: number, order: string): Program<boolean> {
  const { prefix } = db;
  const whereOrder = "WHERE scope = ? AND order_id = ?";
  // Locks the order's row, so no plan about it is written meanwhile, and none that was made before.
  yield* change(`UPDATE ${prefix}orders SET version = version + 1 ${whereOrder}`, scope, order);
  const isFinished = (yield* finishedOrders(db, scope, before, 1, order)).length === 1;
  if (!isFinished) return false;
  const attempts = yield* findAttempts(db, "scope = ? AND order_id = ? ORDER BY seq", scope, order);
  const events = yield* rowsOf<{ id: string }>(`SELECT id FROM ${prefix}outbox ${whereOrder}`, scope, order);
  for (const { id } of attempts)
    yield* change(`DELETE FROM ${prefix}launches WHERE scope = ? AND attempt_id = ?`, scope, id);
  for (const { id } of [...attempts, ...events]) {
    yield* change(`DELETE FROM ${prefix}staff_actions WHERE scope = ? AND subject = ?`, scope, id);
  }
  yield* change(`DELETE FROM ${prefix}outbox ${whereOrder}`, scope, order);
  yield* change(`DELETE FROM ${prefix}attempts ${whereOrder}`, scope, order);
  const kept = keptOf(attempts);
  if (kept !== undefined) {
    yield* change(`UPDATE ${prefix}orders SET kept = ? ${whereOrder}`, JSON.stringify(kept), scope, order);
  }
  return true;
}
