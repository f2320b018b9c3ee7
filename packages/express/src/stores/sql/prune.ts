import { keptWhenPruned } from "../../attempt/kept-when-pruned.ts";
import type { ShopStore } from "../store.ts";
import { findAttempts, forgetSums, timesOf } from "./attempts.ts";
import { change, changeAll, type Database, type Program, rowsOf, type Statement, sql } from "./program.ts";

/** The methods of a store for what is finished and old. */
export function pruningIn(db: Database, scope: string) {
  return {
    async finishedOrders(before, limit) {
      const finished = finishedBefore(before, sql`a.scope = ${scope}`);
      return (await db.read(() => rowsOf<{ order_id: string }>(sql`${finished} LIMIT ${limit}`))).map(
        (row) => row.order_id,
      );
    },
    pruneOrder: (order, before) => db.transaction(() => pruneOrder(scope, before, order)),
  } satisfies Partial<ShopStore>;
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

function* pruneOrder(scope: string, before: number, order: string): Program<boolean> {
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
    ...forgetSums(scope, attempts.flatMap(timesOf)),
  ]);
  return true;
}
