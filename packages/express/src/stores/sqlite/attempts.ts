import type { SQLInputValue } from "node:sqlite";
import type { Attempt } from "../../attempt/attempt.ts";
import { type AttemptRow, attemptFromRow } from "../rows.ts";
import type { Store } from "../store.ts";
import type { SqliteConnection } from "./connection.ts";

/** Finds the first attempt that meets the condition, which is in SQL. */
export function findAttempt(db: SqliteConnection, condition: string, ...values: SQLInputValue[]): Attempt | undefined {
  const row = db.one<AttemptRow>(`SELECT * FROM attempts WHERE ${condition}`, ...values);
  return row && attemptFromRow(row);
}

/** Lists the attempts that meet the condition, which is in SQL and may end with an order and a limit. */
export function listAttempts(db: SqliteConnection, condition: string, ...values: SQLInputValue[]): Attempt[] {
  return db.all<AttemptRow>(`SELECT * FROM attempts WHERE ${condition}`, ...values).map(attemptFromRow);
}

/** The attempts of an order, oldest first. */
export const attemptsOf = (db: SqliteConnection, order: string): Attempt[] =>
  listAttempts(db, "order_id = ? ORDER BY seq", order);

/** The methods of a store that find attempts. */
export function findersOf(
  db: SqliteConnection,
): Pick<Store, "findAttempt" | "findByReturnHash" | "attemptsOf" | "orderByReference" | "launchedBy"> {
  return {
    // Most ids are those of their attempts; the others belong to launches that joined an earlier attempt.
    findAttempt: (id) =>
      db.read(
        () =>
          findAttempt(db, "id = ?", id) ?? findAttempt(db, "id = (SELECT attempt_id FROM launches WHERE id = ?)", id),
      ),
    findByReturnHash: (returnHash) => db.read(() => findAttempt(db, "return_hash = ?", returnHash)),
    attemptsOf: (order) => db.read(() => attemptsOf(db, order)),
    orderByReference: (reference) =>
      db.read(() => {
        const text = "SELECT order_id FROM order_references WHERE reference = ?";
        return db.one<{ order_id: string }>(text, reference)?.order_id;
      }),
    launchedBy: (attempt, browserHash) =>
      db.read(() => {
        const text = "SELECT 1 FROM launches WHERE attempt_id = ? AND browser_hash = ?";
        return db.one(text, attempt, browserHash) !== undefined;
      }),
  };
}
