import type { SQLInputValue } from "node:sqlite";
import { checkAction, checkText } from "./counter-checks.ts";
import { attemptsQuery, type Dialect, expressions, type Query, takingsQuery, tallyQuery } from "./counter-query.ts";
import {
  type ActionRow,
  actionFromRow,
  alertKeptMs,
  type CountRow,
  type EventRecordRow,
  eventRecordFromRow,
  type ListedRow,
  pageFromRows,
  tallyFromRow,
} from "./counter-rows.ts";
import type { CounterStore } from "./counter-store.ts";
import type { KeptClock } from "./sqlite-clock.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

const dialect: Dialect = {
  schema: "",
  parameter: (number) => `?${number}`,
  lastFour: (text) => `substr(${text}, -4)`,
  settledAt: "(facts ->> 'settledAt')",
  using: (index) => `INDEXED BY ${index}`,
};

const { reference, authorizationCode, maskedCard, isSettled } = expressions;

/** The tables and indexes of what the staff looks at. */
export const counterTables = `
CREATE INDEX attempts_by_state ON attempts (state, currency, created_at);
CREATE INDEX attempts_by_amount ON attempts (currency, amount, state, created_at);
CREATE INDEX attempts_by_reference ON attempts (${reference}, created_at) WHERE ${reference} IS NOT NULL;
CREATE INDEX attempts_by_authorization ON attempts (${authorizationCode}, created_at)
  WHERE ${authorizationCode} IS NOT NULL;
CREATE INDEX attempts_by_card ON attempts (${dialect.lastFour(maskedCard)}, created_at)
  WHERE ${dialect.lastFour(maskedCard)} IS NOT NULL;
CREATE INDEX attempts_by_settled ON attempts (state, ${expressions.settledAt(dialect)}) WHERE ${isSettled};
CREATE INDEX attempts_unconfirmed ON attempts (seq)
  WHERE state = 'declined' AND facts ->> '$.unconfirmedAt' IS NOT NULL AND facts ->> '$.resolution' IS NULL;
CREATE INDEX attempts_paid_twice ON attempts (seq)
  WHERE state = 'approved' AND facts ->> '$.furtherApproval' IS NOT NULL AND facts ->> '$.released' IS NULL
  AND facts ->> '$.handled' IS NULL;
DROP INDEX outbox_waiting;
CREATE INDEX outbox_by_order ON outbox (order_id, seq);
CREATE TABLE staff_actions (
  seq     INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  note    TEXT
) STRICT;
CREATE INDEX staff_actions_by_subject ON staff_actions (subject, seq);
CREATE TABLE alerts (
  key TEXT PRIMARY KEY,
  at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** The methods of a store for the shop's staff. */
export function counterOf(db: SqliteConnection, clock: KeptClock): CounterStore {
  const rowsOf = <Row>({ text, values }: Query): Promise<Row[]> =>
    db.reading(() => db.all<Row>(text, ...(Object.values(values) as SQLInputValue[])));
  return {
    async listAttempts(request) {
      return pageFromRows(await rowsOf<ListedRow>(attemptsQuery(dialect, request)), request.limit);
    },
    async takings(request) {
      return pageFromRows(await rowsOf<ListedRow>(takingsQuery(dialect, request)), request.limit);
    },
    async tally(span) {
      return (await rowsOf<CountRow>(tallyQuery(dialect, span))).map(tallyFromRow);
    },
    async eventsOf(order) {
      const text = "SELECT * FROM outbox WHERE order_id = ? ORDER BY created_at, seq";
      return (await db.reading(() => db.all<EventRecordRow>(text, order))).map(eventRecordFromRow);
    },
    async recordAction(given) {
      const { by, action, subject, note = null } = checkAction(given);
      const text = "INSERT INTO staff_actions (at, by_name, action, subject, note) VALUES (?, ?, ?, ?, ?) RETURNING *";
      const row = await db.alone(() => db.one<ActionRow>(text, clock.now(), by, action, subject, note));
      if (row === undefined) throw new Error("sqliteStore: the file gave no answer to an insertion");
      return actionFromRow(row);
    },
    async actionsOf(subject) {
      const text = "SELECT * FROM staff_actions WHERE subject = ? ORDER BY seq";
      return (await db.reading(() => db.all<ActionRow>(text, subject))).map(actionFromRow);
    },
    async claimAlert(key) {
      checkText("key", key);
      const text = `INSERT INTO alerts VALUES (?, ?) ON CONFLICT DO NOTHING`;
      return db.atomically(() => {
        const now = clock.now();
        db.run("DELETE FROM alerts WHERE at <= ?", now - alertKeptMs);
        return db.run(text, key, now) === 1;
      });
    },
  };
}
