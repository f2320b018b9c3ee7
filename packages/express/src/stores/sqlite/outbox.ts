import type { Attempt, Verdict } from "../../attempt/attempt.ts";
import { type EventType, moneyEvents } from "../outbox-event.ts";
import { claimFromRow, type EventRow, eventFromRow } from "../rows.ts";
import { eventIdOf } from "../rules.ts";
import { sqlList } from "../sql-list.ts";
import type { Delivery, Settlement, Store } from "../store.ts";
import { makeClaim } from "./claim.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";

const money = sqlList(moneyEvents);

/**
 * An event waits for every older event of its order that is neither delivered nor dead. An event of money waits only
 * for older events of money, and for one that a claim of the same bank gives now for the first time: the oldest.
 */
const isNext = `NOT EXISTS (SELECT 1 FROM outbox e WHERE e.order_id = t.order_id AND e.seq < t.seq
  AND e.delivered_at IS NULL AND e.dead = 0
  AND (t.type NOT IN ${money} OR e.type IN ${money} OR (e.tries = 0 AND e.bank IN (SELECT value FROM json_each(?2))
    AND NOT EXISTS (SELECT 1 FROM outbox f WHERE f.order_id = e.order_id AND f.seq < e.seq
      AND f.delivered_at IS NULL AND f.dead = 0))))`;

/** True while the claim is held: no other claim has been made since, and the event is not settled. */
const isClaimed = "id = ? AND fence = ? AND due_at IS NOT NULL";

/** The methods of a store for its events and their deliveries. */
export function outboxOf(
  db: SqliteConnection,
  clock: KeptClock,
): Pick<Store, "claimEvents" | "renewClaim" | "settleClaim" | "openDelivery" | "reviveEvent"> {
  const claim = makeClaim<EventRow>(db, clock, { table: "outbox", where: isNext, orderBy: "due_at, seq" });
  return {
    claimEvents: async (lease) => (await claim(lease)).map((row) => claimFromRow(row, eventFromRow(row))),
    renewClaim: (event, fence, leaseMs) =>
      db.write(() => {
        const until = clock.now() + leaseMs;
        return db.run(`UPDATE outbox SET due_at = ? WHERE ${isClaimed}`, until, event, fence) === 1;
      }),
    settleClaim: (event, fence, settlement) => db.write(() => settle(db, clock, event, fence, settlement)),
    openDelivery: (event, fence) => openDelivery(db, clock, event, fence),
    reviveEvent: (event) =>
      db.write(() => {
        // Other events of its order may be leased already: it goes to the end of the queue, never beside them.
        const revived = db.run(
          `UPDATE outbox SET dead = 0, due_at = ?, fence = fence + 1, seq = (SELECT max(seq) + 1 FROM outbox)
           WHERE id = ? AND dead = 1`,
          clock.now(),
          event,
        );
        return revived === 1;
      }),
  };
}

/** Writes an event of the attempt, unless it exists. Call it in the transaction of its change. */
export function writeEvent(
  db: SqliteConnection,
  now: number,
  { type, attempt, verdict }: { type: EventType; attempt: Attempt; verdict: Verdict | undefined },
): void {
  db.run(
    `INSERT INTO outbox (id, type, order_id, attempt_id, created_at, due_at, verdict, bank)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    eventIdOf(type, attempt),
    type,
    attempt.order,
    attempt.id,
    now,
    now,
    verdict === undefined ? null : JSON.stringify(verdict),
    attempt.bank,
  );
}

function settle(db: SqliteConnection, clock: KeptClock, event: string, fence: number, settlement: Settlement): boolean {
  // Raising the fence ends the claim: a late renewal must not postpone the next try.
  const settled = db.run(
    `UPDATE outbox SET due_at = ?, dead = ?, error = ?, delivered_at = ?, fence = fence + 1 WHERE ${isClaimed}`,
    settlement.kind === "retry" ? settlement.at : null,
    settlement.kind === "dead" ? 1 : 0,
    settlement.kind === "done" ? null : settlement.error,
    settlement.kind === "done" ? clock.now() : null,
    event,
    fence,
  );
  return settled === 1;
}

async function openDelivery(
  db: SqliteConnection,
  clock: KeptClock,
  event: string,
  fence: number,
): Promise<Delivery | undefined> {
  const mark = `UPDATE outbox SET due_at = NULL, error = NULL, delivered_at = ? WHERE ${isClaimed} RETURNING 1`;
  const delivery = await db.begin((run) => run(mark, clock.now(), event, fence).length === 1);
  try {
    const { rows } = await delivery.query(`SELECT 1 FROM outbox WHERE ${isClaimed}`, [event, fence]);
    if (rows.length === 1) return delivery;
  } catch (error) {
    await delivery.rollback();
    throw error;
  }
  await delivery.rollback();
  return undefined;
}
