import type { Lease, ShopStore } from "../store.ts";
import { makeClaiming } from "./claim.ts";
import { type EventRow, eventFromRow, integer, type LeasedRow } from "./columns.ts";
import { change, type Database, type Program, rowOf, rowsOf } from "./program.ts";
import { sql } from "./statement.ts";

/** The methods of a store for events and their deliveries. */
export function outboxIn(db: Database, scope: string) {
  /** True while the claim is held: no other claim has been made since, and the event is not settled. */
  const isClaimed = (event: string, fence: number) =>
    sql`scope = ${scope} AND id = ${event} AND fence = ${fence} AND due_at IS NOT NULL`;
  return {
    claimEvents: makeClaiming(db, scope, "outbox", (now, lease) => dueEvents(scope, now, lease), eventFromRow),
    async renewClaim(event, fence, leaseMs) {
      const until = (await db.now()) + leaseMs;
      const claimed = sql`SELECT seq FROM @outbox WHERE ${isClaimed(event, fence)}`;
      return db.transaction(function* () {
        // The open transaction of its delivery locks the row: that keeps others away for as long as it lasts.
        const free = yield* rowOf(sql`${claimed} FOR UPDATE SKIP LOCKED`);
        if (free === undefined) return (yield* rowOf(claimed)) !== undefined;
        return (yield* change(sql`UPDATE @outbox SET due_at = ${until} WHERE ${isClaimed(event, fence)}`)) === 1;
      });
    },
    async settleClaim(event, fence, settlement) {
      const dueAt = settlement.kind === "retry" ? settlement.at : null;
      const deliveredAt = settlement.kind === "done" ? await db.now() : null;
      // Some engines keep no NUL: the message of a failure must not keep the failure from being recorded.
      const error = settlement.kind === "done" ? null : settlement.error.replace(/\0|\p{Surrogate}/gu, "\ufffd");
      // Raising the fence ends the claim: a late renewal must not postpone the next try.
      const settled = sql`UPDATE @outbox SET due_at = ${dueAt}, dead = ${settlement.kind === "dead" ? 1 : 0}, error = ${error},
        delivered_at = ${deliveredAt}, fence = fence + 1 WHERE ${isClaimed(event, fence)}`;
      return (await db.write(() => change(settled))) === 1;
    },
    openDelivery: (event, fence) =>
      db.begin({
        lock: sql`SELECT seq FROM @outbox WHERE ${isClaimed(event, fence)} FOR UPDATE`,
        mark: (now) =>
          sql`UPDATE @outbox SET due_at = NULL, error = NULL, delivered_at = ${now} WHERE ${isClaimed(event, fence)}`,
      }),
    async eventsOf(order) {
      const found = sql`SELECT * FROM @outbox WHERE scope = ${scope} AND order_id = ${order} ORDER BY created_at, seq`;
      return (await db.read(() => rowsOf<RecordRow>(found))).map((row) => ({
        ...eventFromRow(row),
        tries: integer(row.tries),
        ...(row.due_at !== null && { dueAt: integer(row.due_at) }),
        ...(row.delivered_at !== null && { deliveredAt: integer(row.delivered_at) }),
        dead: integer(row.dead) === 1,
        ...(row.error !== null && { error: row.error }),
      }));
    },
  } satisfies Partial<ShopStore>;
}

type RecordRow = EventRow & LeasedRow & Record<"dead" | "delivered_at", unknown> & { error: string | null };

/**
 * An event waits for every older one of its order that is not done and of its own priority or a higher one, and for the
 * first claim of the oldest, if that can be claimed here.
 */
const dueEvents = (scope: string, now: number, { banks, limit }: Lease): Program<(EventRow & LeasedRow)[]> =>
  rowsOf(sql`SELECT t.* FROM @outbox t WHERE t.scope = ${scope} AND t.due_at <= ${now} AND t.bank IN ${banks} AND NOT EXISTS (
      SELECT 1 FROM @outbox e WHERE e.scope = t.scope AND e.order_id = t.order_id AND e.seq < t.seq AND e.due_at IS NOT NULL
        AND (e.priority >= t.priority OR (e.tries = 0 AND e.bank IN ${banks} AND NOT EXISTS (
          SELECT 1 FROM @outbox f WHERE f.scope = e.scope AND f.order_id = e.order_id AND f.seq < e.seq
            AND f.due_at IS NOT NULL))))
    ORDER BY t.due_at, t.seq LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
