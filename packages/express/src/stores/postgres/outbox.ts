import { moneyEvents } from "../outbox-event.ts";
import { claimFromRow, type EventRow, eventFromRow } from "../rows.ts";
import { sqlList } from "../sql-list.ts";
import type { Store } from "../store.ts";
import type { Database } from "./database.ts";
import { makePullBack } from "./pull-back.ts";

const money = sqlList(moneyEvents);

/**
 * Not `claim_events`, by which an event of money waits for every unclaimed one before it, also for one that waits itself
 * and is not claimed for days. Here it waits for older events of money, and for the oldest event of its order, if that
 * is due to be claimed here for the first time.
 */
const claimText = `WITH t AS MATERIALIZED (
    SELECT ventanilla.now_ms() AS now FROM ventanilla.require_read_committed()
  ), due AS MATERIALIZED (
    SELECT o.id, (SELECT now FROM t) AS now FROM ventanilla.outbox o
      WHERE o.due_at <= (SELECT now FROM t) AND $3::jsonb ? o.bank
        AND NOT EXISTS (SELECT FROM ventanilla.outbox e
          WHERE e.order_id = o.order_id AND e.due_at IS NOT NULL AND e.seq < o.seq
            AND (o.type NOT IN ${money} OR e.type IN ${money} OR (e.tries = 0 AND $3::jsonb ? e.bank
              AND NOT EXISTS (SELECT FROM ventanilla.outbox f
                WHERE f.order_id = e.order_id AND f.due_at IS NOT NULL AND f.seq < e.seq))))
      ORDER BY o.due_at, o.seq LIMIT $1 FOR UPDATE OF o SKIP LOCKED
  ), claimed AS (
    UPDATE ventanilla.outbox o SET due_at = due.now + $2, fence = o.fence + 1, tries = o.tries + 1
    FROM due WHERE o.id = due.id RETURNING o.*
  )
  SELECT * FROM claimed ORDER BY seq`;

/** Not `settle_claim`, which leaves the fence as it is: a late renewal would move the next try of the event. */
const settleText = `UPDATE ventanilla.outbox SET due_at = $3, dead = $4, error = $5, fence = fence + 1,
    delivered_at = CASE WHEN $3::bigint IS NULL AND NOT $4 THEN ventanilla.now_ms() END
  WHERE id = $1 AND fence = $2 AND due_at IS NOT NULL RETURNING true`;

/** The methods of a store for its events and their deliveries. */
export function outboxIn(
  db: Database,
): Pick<Store, "claimEvents" | "renewClaim" | "settleClaim" | "openDelivery" | "reviveEvent"> {
  const pullBack = makePullBack(db, "outbox");
  return {
    async claimEvents({ limit, leaseMs, bank, alsoBanks = [] }) {
      await pullBack(leaseMs);
      const rows = await db.ask<EventRow>(claimText, { limit, leaseMs, banks: [bank, ...alsoBanks, ""] });
      return rows.map((row) => claimFromRow(row, eventFromRow(row)));
    },
    async renewClaim(event, fence, leaseMs) {
      const text = "SELECT ventanilla.renew_claim($1, $2, $3) AS renewed";
      const [row] = await db.ask<{ renewed: boolean }>(text, { event, fence, leaseMs });
      return row?.renewed === true;
    },
    async settleClaim(event, fence, settlement) {
      const settled = await db.ask(settleText, {
        event,
        fence,
        at: settlement.kind === "retry" ? settlement.at : null,
        dead: settlement.kind === "dead",
        // Postgres keeps no NUL: the message of a failure must not keep the failure from being recorded.
        error: settlement.kind === "done" ? null : settlement.error.replaceAll("\0", "\ufffd"),
      });
      return settled.length > 0;
    },
    openDelivery: (event, fence) => db.openDelivery(event, fence),
    async reviveEvent(event) {
      const [row] = await db.ask<{ revived: boolean }>("SELECT ventanilla.revive_event($1) AS revived", { event });
      return row?.revived === true;
    },
  };
}
