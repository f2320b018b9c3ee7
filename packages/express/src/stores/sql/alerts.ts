import type { StaffStore } from "../staff-store.ts";
import { change, type Database, DuplicateError, insert, sql } from "./program.ts";

/** How long a claimed alert is remembered: 30 days, in milliseconds. */
const alertKeptMs = 30 * 24 * 60 * 60_000;

/** The method of a store for alerts. */
export function alertsIn(db: Database, scope: string) {
  return {
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
