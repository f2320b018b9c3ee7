import type { StaffStore } from "../staff-store.ts";
import { integer } from "./columns.ts";
import { change, type Database, DuplicateError, rowsOf } from "./program.ts";

/** How long a claimed alert is remembered: 30 days, in milliseconds. */
const alertKeptMs = 30 * 24 * 60 * 60_000;

/** A row of the staff's actions. */
interface ActionRow {
  at: unknown;
  by_name: string;
  action: string;
  subject: string;
  note: string | null;
}

/** The methods of a store for what the staff did, and for alerts. */
export function staffIn(db: Database, scope: string): Pick<StaffStore, "recordAction" | "actionsOf" | "claimAlert"> {
  const { prefix } = db;
  return {
    async recordAction(given) {
      const kept = { ...given, at: await db.now() };
      const text = `INSERT INTO ${prefix}staff_actions (scope, at, by_name, action, subject, note) VALUES (?, ?, ?, ?, ?, ?)`;
      await db.write(() => change(text, scope, kept.at, kept.by, kept.action, kept.subject, kept.note ?? null));
      return kept;
    },
    async actionsOf(subject) {
      const text = `SELECT * FROM ${prefix}staff_actions WHERE scope = ? AND subject = ? ORDER BY seq`;
      return (await db.read(() => rowsOf<ActionRow>(text, scope, subject))).map(({ at, by_name, note, ...row }) => ({
        by: by_name,
        action: row.action,
        subject: row.subject,
        ...(note !== null && { note }),
        at: integer(at),
      }));
    },
    async claimAlert(key) {
      const now = await db.now();
      try {
        await db.transaction(function* () {
          yield* change(`DELETE FROM ${prefix}alerts WHERE scope = ? AND at <= ?`, scope, now - alertKeptMs);
          yield* change(`INSERT INTO ${prefix}alerts (scope, alert_key, at) VALUES (?, ?, ?)`, scope, key, now);
        });
        return true;
      } catch (error) {
        if (error instanceof DuplicateError) return false;
        throw error;
      }
    },
  };
}
