import { checkAction, checkText } from "../counter/checks.ts";
import type { Dialect, Query } from "../counter/query.ts";
import { counterReadings } from "../counter/readings.ts";
import { type ActionRow, actionFromRow, alertKeptMs } from "../counter/rows.ts";
import type { CounterStore } from "../counter-store.ts";
import type { Database } from "./database.ts";
import { wherePaidTwice } from "./version-5-on.ts";
import { whereResolvable } from "./where-resolvable.ts";

const dialect: Dialect = {
  schema: "ventanilla.",
  parameter: (number) => `$${number}`,
  lastFour: (text) => `right(${text}, 4)`,
  settledAt: "(facts ->> 'settledAt')::bigint",
  using: () => "",
  // OFFSET 0 keeps the planner from choosing another index for the conditions of the list.
  resolvable: `(SELECT * FROM ventanilla.attempts WHERE ${whereResolvable} OFFSET 0) AS resolvable`,
  paidTwice: `(SELECT * FROM ventanilla.attempts WHERE ${wherePaidTwice} OFFSET 0) AS paid_twice`,
};

/** The methods of a store for the shop's staff. */
export function counterIn(db: Database): CounterStore {
  const rowsOf = <Row>({ text, values }: Query): Promise<Row[]> => db.ask<Row>(text, values);
  return {
    ...counterReadings(dialect, rowsOf),
    async recordAction(given) {
      const { by, action, subject, note = null } = checkAction(given);
      const [row] = await db.ask<ActionRow>(
        `INSERT INTO ventanilla.staff_actions (at, by_name, action, subject, note)
         VALUES (ventanilla.now_ms(), $1, $2, $3, $4) RETURNING *`,
        { by, action, subject, note },
      );
      if (row === undefined) throw new Error("postgresStore: the database gave no answer to an insertion");
      return actionFromRow(row);
    },
    async claimAlert(key) {
      checkText("key", key);
      const claimed = await db.ask(
        `WITH old AS (DELETE FROM ventanilla.alerts WHERE key IN (
           SELECT key FROM ventanilla.alerts WHERE at <= ventanilla.now_ms() - $2::bigint AND key <> $1
           LIMIT 100 FOR UPDATE SKIP LOCKED))
         INSERT INTO ventanilla.alerts VALUES ($1, ventanilla.now_ms())
         ON CONFLICT (key) DO UPDATE SET at = excluded.at WHERE alerts.at <= excluded.at - $2::bigint RETURNING 1`,
        { key, alertKeptMs },
      );
      return claimed.length === 1;
    },
  };
}
