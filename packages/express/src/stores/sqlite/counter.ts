import type { SQLInputValue } from "node:sqlite";
import { checkAction, checkText } from "../counter/checks.ts";
import type { Dialect, Query } from "../counter/query.ts";
import { counterReadings } from "../counter/readings.ts";
import { type ActionRow, actionFromRow, alertKeptMs } from "../counter/rows.ts";
import type { CounterStore } from "../counter-store.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";
import { wherePaidTwice, whereResolvable } from "./migrations.ts";

/** The SQL of lists in SQLite. */
export const dialect: Dialect = {
  schema: "",
  parameter: (number) => `?${number}`,
  lastFour: (text) => `substr(${text}, -4)`,
  settledAt: "(facts ->> 'settledAt')",
  using: (index) => `INDEXED BY ${index}`,
  resolvable: `(SELECT * FROM attempts INDEXED BY attempts_resolvable WHERE ${whereResolvable})`,
  paidTwice: `(SELECT * FROM attempts INDEXED BY attempts_paid_twice WHERE ${wherePaidTwice})`,
};

/** The methods of a store for the shop's staff. */
export function counterOf(db: SqliteConnection, clock: KeptClock): CounterStore {
  const rowsOf = <Row>({ text, values }: Query): Promise<Row[]> =>
    db.read(() => db.all<Row>(text, ...(Object.values(values) as SQLInputValue[])));
  return {
    ...counterReadings(dialect, rowsOf),
    async recordAction(given) {
      const { by, action, subject, note = null } = checkAction(given);
      const text = "INSERT INTO staff_actions (at, by_name, action, subject, note) VALUES (?, ?, ?, ?, ?) RETURNING *";
      const row = await db.write(() => db.one<ActionRow>(text, clock.now(), by, action, subject, note));
      if (row === undefined) throw new Error("sqliteStore: the file gave no answer to an insertion");
      return actionFromRow(row);
    },
    async claimAlert(key) {
      checkText("key", key);
      const text = `INSERT INTO alerts VALUES (?, ?) ON CONFLICT DO NOTHING`;
      return db.writeInTransaction(() => {
        const now = clock.now();
        db.run("DELETE FROM alerts WHERE at <= ?", now - alertKeptMs);
        return db.run(text, key, now) === 1;
      });
    },
  };
}
