import { isDueByWrongClock } from "../rules.ts";
import type { Lease } from "../store.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";

/** Which of the due rows of a table `t` to claim, in SQL: `?1` is the current time, `?2` the banks of the lease in JSON. */
interface Choice {
  table: "attempts" | "outbox";
  /** A condition that holds for a row until it is claimed, settled or revived. */
  where?: string;
  orderBy: string;
}

/**
 * Makes the function that claims due rows: it moves their due time to the end of the lease, which keeps every other
 * worker away. It reads before it writes, because processes claim twice a second, and a write waits for the file's lock
 * even when it changes nothing.
 */
export function makeClaim<Row>(
  db: SqliteConnection,
  clock: KeptClock,
  { table, where = "true", orderBy }: Choice,
): (lease: Lease) => Promise<Row[]> {
  const choose = `SELECT seq FROM ${table} t WHERE due_at <= ?1 AND bank IN (SELECT value FROM json_each(?2)) AND ${where}
    ORDER BY ${orderBy} LIMIT ?3`;
  // A row that another process has claimed in between is no longer due.
  const lease = `UPDATE ${table} SET due_at = ?3, fence = fence + 1, tries = tries + 1
    WHERE seq IN (SELECT value FROM json_each(?1)) AND due_at <= ?2 RETURNING *`;

  const isWrong = isDueByWrongClock(table, "?1");
  let latest = 0;

  /** After the clock has come back, leases and due times of the time ahead would keep rows from everybody. */
  function pullBack(now: number, leaseMs: number): void {
    const isNeeded = latest === 0 || now < latest;
    latest = now;
    if (!isNeeded) return;
    if (db.one(`SELECT 1 FROM ${table} WHERE ${isWrong} LIMIT 1`, now) === undefined) return;
    db.run(`UPDATE ${table} SET due_at = ?2 WHERE ${isWrong}`, now, now + leaseMs);
  }

  return async ({ bank, alsoBanks = [], leaseMs, limit }) => {
    const banks = JSON.stringify([bank, ...alsoBanks, ""]);
    await clock.persist();
    return db.write(() => {
      const now = clock.now();
      pullBack(now, leaseMs);
      const chosen = db.all<{ seq: number }>(choose, now, banks, limit).map(({ seq }) => seq);
      if (chosen.length === 0) return [];
      return db
        .all<Row & { seq: number }>(lease, JSON.stringify(chosen), now, now + leaseMs)
        .toSorted((a, b) => chosen.indexOf(a.seq) - chosen.indexOf(b.seq));
    });
  };
}
