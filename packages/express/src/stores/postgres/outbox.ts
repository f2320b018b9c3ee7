import { claimFromRow, type EventRow, eventFromRow } from "../rows.ts";
import type { Store } from "../store.ts";
import type { Database } from "./database.ts";

/** Not `settle_claim`, which leaves the fence as it is: a late renewal would move the next try of the event. */
const settleText = `UPDATE ventanilla.outbox SET due_at = $3, dead = $4, error = $5, fence = fence + 1,
    delivered_at = CASE WHEN $3::bigint IS NULL AND NOT $4 THEN ventanilla.now_ms() END
  WHERE id = $1 AND fence = $2 AND due_at IS NOT NULL RETURNING true`;

/** The methods of a store for its events and their deliveries. */
export function outboxIn(
  db: Database,
): Pick<Store, "claimEvents" | "renewClaim" | "settleClaim" | "openDelivery" | "reviveEvent"> {
  return {
    async claimEvents({ limit, leaseMs, bank }) {
      const text = "SELECT * FROM ventanilla.claim_events($1, $2, $3)";
      const rows = await db.ask<EventRow>(text, { limit, leaseMs, bank });
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
