import type { Lease, Settlement, ShopStore } from "../store.ts";
import { claim } from "./attempts.ts";
import { type EventRow, eventFromRow, integer } from "./columns.ts";
import { change, type Database, listOf, type Program, rowOf, rowsOf } from "./program.ts";

/** True while the claim is held: no other claim has been made since, and the event is not settled. */
const isClaimed = "scope = ? AND id = ? AND fence = ? AND due_at IS NOT NULL";

type OutboxMethods = Pick<
  ShopStore,
  "claimEvents" | "renewClaim" | "settleClaim" | "openDelivery" | "reviveEvent" | "eventsOf"
>;

/** The methods of a store for events and their deliveries. */
export function outboxIn(db: Database, scope: string): OutboxMethods {
  const outbox = `${db.prefix}outbox`;
  return {
    claimEvents(lease) {
      const due = (now: number) => dueEvents(db, scope, now, lease);
      return claim(db, scope, lease, { look: due, take: due }, "outbox", eventFromRow);
    },
    async renewClaim(event, fence, leaseMs) {
      const until = (await db.now()) + leaseMs;
      return db.transaction(function* () {
        // The open transaction of its delivery locks the row: that keeps others away for as long as it lasts.
        const free = yield* rowOf(`SELECT seq FROM ${outbox} WHERE ${isClaimed} ${db.skipLocked}`, scope, event, fence);
        if (free === undefined)
          return (yield* rowOf(`SELECT seq FROM ${outbox} WHERE ${isClaimed}`, scope, event, fence)) !== undefined;
        return (yield* change(`UPDATE ${outbox} SET due_at = ? WHERE ${isClaimed}`, until, scope, event, fence)) === 1;
      });
    },
    async settleClaim(event, fence, settlement) {
      const now = await db.now();
      const values = settledValues(settlement, now);
      // Raising the fence ends the claim: a late renewal must not postpone the next try.
      const text = `UPDATE ${outbox} SET due_at = ?, dead = ?, error = ?, delivered_at = ?, fence = fence + 1 WHERE ${isClaimed}`;
      return (await db.write(() => change(text, ...values, scope, event, fence))) === 1;
    },
    openDelivery: (event, fence) =>
      db.begin({
        lock: { text: `SELECT seq FROM ${outbox} WHERE ${isClaimed}`, values: [scope, event, fence] },
        mark: (now) => ({
          text: `UPDATE ${outbox} SET due_at = NULL, error = NULL, delivered_at = ? WHERE ${isClaimed}`,
          values: [now, scope, event, fence],
        }),
      }),
    async reviveEvent(event) {
      const now = await db.now();
      return db.transaction(() => revive(db, scope, event, now));
    },
    async eventsOf(order) {
      const text = `SELECT * FROM ${outbox} WHERE scope = ? AND order_id = ? ORDER BY created_at, seq`;
      return (await db.read(() => rowsOf<EventRow>(text, scope, order))).map((row) => ({
        ...eventFromRow(row),
        tries: integer(row.tries),
        ...(row.due_at !== null && { dueAt: integer(row.due_at) }),
        ...(row.delivered_at !== null && { deliveredAt: integer(row.delivered_at) }),
        dead: integer(row.dead) === 1,
        ...(row.error !== null && { error: row.error }),
      }));
    },
  };
}

/**
 * An event waits for every older one of its order that is not done and of its own priority or a higher one, and for the
 * first claim of the oldest, if that can be claimed here.
 */
const dueEvents = (
  { prefix, skipLocked }: Database,
  scope: string,
  now: number,
  { banks, limit }: Lease,
): Program<EventRow[]> =>
  rowsOf<EventRow>(
    `SELECT t.* FROM ${prefix}outbox t WHERE t.scope = ? AND t.due_at <= ? AND t.bank IN ${listOf(banks)} AND NOT EXISTS (
       SELECT 1 FROM ${prefix}outbox e WHERE e.scope = t.scope AND e.order_id = t.order_id AND e.seq < t.seq
         AND e.due_at IS NOT NULL AND (e.priority >= t.priority OR (e.tries = 0 AND e.bank IN ${listOf(banks)} AND NOT EXISTS (
           SELECT 1 FROM ${prefix}outbox f WHERE f.scope = e.scope AND f.order_id = e.order_id AND f.seq < e.seq
             AND f.due_at IS NOT NULL))))
     ORDER BY t.due_at, t.seq LIMIT ? ${skipLocked}`,
    scope,
    now,
    ...banks,
    ...banks,
    limit,
  );

function settledValues(settlement: Settlement, now: number): (string | number | null)[] {
  switch (settlement.kind) {
    case "done":
      return [null, 0, null, now];
    case "retry":
      return [settlement.at, 0, keepable(settlement.error), null];
    case "dead":
      return [null, 1, keepable(settlement.error), null];
  }
}

/** Some engines keep no NUL: the message of a failure must not keep the failure from being recorded. */
const keepable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, "\ufffd");

/** Others of its order may be leased already: it becomes a new row behind them, never beside them. */
function* revive({ prefix }: Database, scope: string, event: string, now: number): Program<boolean> {
  const outbox = `${prefix}outbox`;
  const row = yield* rowOf<EventRow>(`SELECT * FROM ${outbox} WHERE scope = ? AND id = ? AND dead = 1`, scope, event);
  if (row === undefined) return false;
  const deleted = yield* change(`DELETE FROM ${outbox} WHERE seq = ? AND dead = 1`, Number(row.seq));
  if (deleted === 0) return false;
  // No other event of the order is written meanwhile: it would get a place that is seen later than this one's.
  yield* change(
    `UPDATE ${prefix}orders SET version = version + 1 WHERE scope = ? AND order_id = ?`,
    scope,
    row.order_id,
  );
  yield* change(
    `INSERT INTO ${outbox} (scope, id, type, order_id, attempt_id, bank, priority, verdict, created_at, due_at, fence, tries,
     dead, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    scope,
    row.id,
    row.type,
    row.order_id,
    row.attempt_id,
    row.bank,
    Number(row.priority),
    row.verdict,
    Number(row.created_at),
    now,
    Number(row.fence) + 1,
    Number(row.tries),
    row.error,
  );
  return true;
}
