import type { ShopStore } from "../store.ts";
import { type EventRow, integer } from "./columns.ts";
import { change, type Database, insert, type Program, rowOf, rowsOf, type SqlValue, sql } from "./program.ts";

/** The methods of a store for what the staff does. */
export function staffIn(db: Database, scope: string) {
  return {
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
      const at = await db.now();
      const { by, action, subject, note = null } = given;
      await db.write(() => change(insert("staff_actions", { scope, at, by_name: by, action, subject, note })));
      return { ...given, at };
    },
    async actionsOf(subject) {
      const done = sql`SELECT * FROM @staff_actions WHERE scope = ${scope} AND subject = ${subject} ORDER BY seq`;
      const rows = await db.read(() =>
        rowsOf<{ [column in "by_name" | "action" | "note"]: string } & { at: unknown }>(done),
      );
      return rows.map(({ at, by_name: by, action, note }) => ({
        by,
        action,
        subject,
        ...(note !== null && { note }),
        at: integer(at),
      }));
    },
  } satisfies Partial<ShopStore>;
}

/** Others of its order may be leased already: it becomes a new row behind them, never beside them. */
function* revive(scope: string, event: string, now: number): Program<boolean> {
  const row = yield* rowOf<EventRow>(sql`SELECT * FROM @outbox WHERE scope = ${scope} AND id = ${event} AND dead = 1`);
  if (row === undefined) return false;
  const { seq, ...kept } = row;
  if ((yield* change(sql`DELETE FROM @outbox WHERE seq = ${Number(seq)} AND dead = 1`)) === 0) return false;
  // No other event of the order is written meanwhile: it would get a place that is seen later than this one's.
  yield* change(sql`UPDATE @orders SET version = version + 1 WHERE scope = ${scope} AND order_id = ${row.order_id}`);
  const revived = {
    ...(kept as Record<keyof typeof kept, SqlValue>),
    due_at: now,
    fence: integer(row.fence) + 1,
    dead: 0,
  };
  yield* change(insert("outbox", revived));
  return true;
}
