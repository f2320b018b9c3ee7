import type { CounterStore } from "../counter-store.ts";
import { attemptsQuery, type Dialect, type Query, takingsQuery, tallyQuery } from "./query.ts";
import {
  type ActionRow,
  actionFromRow,
  type CountRow,
  type EventRecordRow,
  eventRecordFromRow,
  type ListedRow,
  pageFromRows,
  tallyFromRow,
} from "./rows.ts";

type Readings = Pick<CounterStore, "listAttempts" | "takings" | "tally" | "eventsOf" | "actionsOf">;

/**
 * The methods by which the shop's staff reads a store. They are the same in both engines.
 * @param rowsOf reads the rows of a statement
 */
export function counterReadings(dialect: Dialect, rowsOf: <Row>(query: Query) => Promise<Row[]>): Readings {
  const { schema, parameter } = dialect;
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
      const text = `SELECT * FROM ${schema}outbox WHERE order_id = ${parameter(1)} ORDER BY created_at, seq`;
      return (await rowsOf<EventRecordRow>({ text, values: { order } })).map(eventRecordFromRow);
    },
    async actionsOf(subject) {
      const text = `SELECT * FROM ${schema}staff_actions WHERE subject = ${parameter(1)} ORDER BY seq`;
      return (await rowsOf<ActionRow>({ text, values: { subject } })).map(actionFromRow);
    },
  };
}
