import type { Attempt, Verdict } from "../attempt/attempt.ts";
import { eventIdOf } from "./rules.ts";
import { makeClaim } from "./sqlite-claim.ts";
import type { KeptClock } from "./sqlite-clock.ts";
import type { Connection } from "./sqlite-connection.ts";
import { type EventRow, eventColumns, eventOf } from "./sqlite-rows.ts";
import { type EventType, moneyEvents, type Store, type Unsettled } from "./store.ts";

/** The events of a file, and their deliveries. */
export interface Outbox
  extends Pick<Store, "claimEvents" | "renewClaim" | "settleClaim" | "openDelivery" | "reviveEvent"> {
  /** Writes an event of the attempt, unless it is there already. */
  write(type: EventType, attempt: Attempt, verdict: Verdict | undefined): void;
  /** Those given up, oldest first. */
  dead(limit: number): Unsettled["events"];
  count(): { due: number; dead: number };
}

const money = `('${moneyEvents.join("', '")}')`;

/**
 * Every event waits for the older ones of its order that are neither delivered nor dead; one that tells of money only for
 * others of its kind, and for those that a claim of the same bank would give now for the first time.
 */
const inLine = `AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.order_id = t.order_id AND e.seq < t.seq
  AND e.delivered_at IS NULL AND e.dead = 0
  AND (t.type NOT IN ${money} OR e.type IN ${money} OR (e.tries = 0 AND e.bank IN (?2, ''))))`;

/** What holds as long as a claim does: nobody has claimed the event since, and it is not settled. */
const claimed = "id = ? AND fence = ? AND due_at IS NOT NULL";

/** Statements of a connection on its outbox. What is not a promise belongs into the work of the connection. */
export function makeOutbox(connection: Connection, clock: KeptClock): Outbox {
  const { one, all, run, alone } = connection;
  const { now } = clock;
  return {
    write(type, attempt, verdict) {
      const at = now();
      run(
        `INSERT INTO outbox (id, type, order_id, attempt_id, created_at, due_at, verdict, bank)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        eventIdOf(type, attempt),
        type,
        attempt.order,
        attempt.id,
        at,
        at,
        verdict === undefined ? null : JSON.stringify(verdict),
        attempt.bank,
      );
    },
    claimEvents: makeClaim(connection, clock, {
      table: "outbox",
      which: inLine,
      order: "due_at, seq",
      columns: eventColumns,
      itemOf: eventOf,
    }),
    renewClaim: (event, fence, leaseMs) =>
      alone(() => run(`UPDATE outbox SET due_at = ? WHERE ${claimed}`, now() + leaseMs, event, fence) === 1),
    settleClaim: (event, fence, settlement) =>
      // A claim that is settled is over: a renewal that comes late must not put the next try off.
      alone(
        () =>
          run(
            `UPDATE outbox SET due_at = ?, dead = ?, error = ?, delivered_at = ?, fence = fence + 1 WHERE ${claimed}`,
            settlement.kind === "retry" ? settlement.at : null,
            settlement.kind === "dead" ? 1 : 0,
            settlement.kind === "done" ? null : settlement.error,
            settlement.kind === "done" ? now() : null,
            event,
            fence,
          ) === 1,
      ),
    async openDelivery(event, fence) {
      const delivery = await connection.begin();
      try {
        const marked = await delivery.query(
          `UPDATE outbox SET due_at = NULL, error = NULL, delivered_at = ? WHERE ${claimed} RETURNING 1`,
          [now(), event, fence],
        );
        if (marked.rows.length === 1) return delivery;
      } catch (error) {
        await delivery.rollback();
        throw error;
      }
      await delivery.rollback();
      return undefined;
    },
    reviveEvent: (event) =>
      // Others of its order may be leased by now: it goes to the end of the line, never beside them.
      alone(
        () =>
          run(
            `UPDATE outbox SET dead = 0, due_at = ?, fence = fence + 1, seq = (SELECT max(seq) + 1 FROM outbox)
             WHERE id = ? AND dead = 1`,
            now(),
            event,
          ) === 1,
      ),
    dead: (limit) =>
      all<[error: string, ...EventRow]>(
        `SELECT error, ${eventColumns} FROM outbox WHERE dead = 1 ORDER BY seq LIMIT ?`,
        limit,
      ).map(([error, ...row]) => ({ ...eventOf(row), error })),
    count() {
      const [due = 0, dead = 0] =
        one<[number, number]>("SELECT count(due_at), coalesce(sum(dead), 0) FROM outbox") ?? [];
      return { due, dead };
    },
  };
}
