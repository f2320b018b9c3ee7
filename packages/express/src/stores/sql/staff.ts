import type { StaffStore } from "../staff-store.ts";
import { integer } from "./columns.ts";
import { change, type Database, DuplicateError, insert, rowsOf, sql } from "./program.ts";

/** How long a claimed alert is remembered: 30 days, in milliseconds. */
const alertKeptMs = 30 * 24 * 60 * 60_000;

/** The methods of a store for what the staff did, and for alerts. */
export function staffIn(db: Database, scope: string) {
  return {
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
    async claimAlert(key) {
      const now = await db.now();
      try {
        await db.transaction(function* () {
          yield* change(sql`DELETE FROM @alerts WHERE scope = ${scope} AND at <= ${now - alertKeptMs}`);
          yield* change(insert("alerts", { scope, alert_key: key, at: now }));
        });
        return true;
      } catch (error) {
        if (error instanceof DuplicateError) return false;
        throw error;
      }
    },
  } satisfies Partial<StaffStore>;
}
