import { isDueByWrongClock } from "../rules.ts";
import type { Database } from "./database.ts";

/** How often each process looks for rows of a time ahead. */
const everyMs = 10_000;

/**
 * Makes the function that frees the rows of a table that a clock which was ahead has leased or put off: when that clock is
 * right again, nobody would claim them for as long as it was ahead. They are due when a lease of this moment would end.
 */
export function makePullBack(db: Database, table: "attempts" | "outbox"): (leaseMs: number) => Promise<void> {
  const text = `WITH t AS MATERIALIZED (SELECT ventanilla.now_ms() AS now)
    UPDATE ventanilla.${table} SET due_at = t.now + $1 FROM t WHERE ${isDueByWrongClock(table, "t.now")}`;
  let next = 0;

  return async function pullBack(leaseMs) {
    if (performance.now() < next) return;
    next = performance.now() + everyMs;
    await db.ask(text, { leaseMs });
  };
}
