import type { StaffStore } from "../staff-store.ts";
import { integer } from "./columns.ts";
import { change, type Database, insert, rowsOf, sql } from "./program.ts";

/** The methods of a store for what the staff did. */
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
  } satisfies Partial<StaffStore>;
}
