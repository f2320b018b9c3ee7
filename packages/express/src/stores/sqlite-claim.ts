import type { SQLOutputValue } from "node:sqlite";
import type { KeptClock } from "./sqlite-clock.ts";
import type { Connection } from "./sqlite-connection.ts";
import type { Claim, Lease } from "./store.ts";

/** What is leased. */
export interface Claimed<Row extends SQLOutputValue[], T> {
  table: "attempts" | "outbox";
  /** Which of the due rows, and in which order: `?1` is now, `?2` the lease's bank. */
  which: string;
  /** What `itemOf` reads. */
  columns: string;
  itemOf(row: Row): T;
  /** Lowest first: rows that an update returns have no order of their own. */
  place(item: T, now: number): number;
}

/**
 * Moves the due time of what is due forward by the lease, which keeps everybody else away from it. It looks before it
 * writes: processes look twice a second, and a write waits for the file's lock even if it changes nothing.
 */
export function makeClaim<Row extends SQLOutputValue[], T>(
  { all, one, reading, alone }: Connection,
  { now, keep }: KeptClock,
  { table, which, columns, itemOf, place }: Claimed<Row, T>,
): (lease: Lease) => Promise<Claim<T>[]> {
  const due = `SELECT seq FROM ${table} t WHERE due_at <= ?1 AND bank IN (?2, '') ${which}`;
  const first = `${due} LIMIT 1`;
  const lease = `UPDATE ${table} SET due_at = ?3, fence = fence + 1, tries = tries + 1 WHERE seq IN (${due} LIMIT ?4)
    RETURNING fence, tries, ${columns}`;

  return async ({ bank, leaseMs, limit }) => {
    await keep();
    if (!(await reading(() => one(first, now(), bank)))) return [];
    return alone(() => {
      const at = now();
      const leaseUntil = at + leaseMs;
      const rows = all<[fence: number, tries: number, ...Row]>(lease, at, bank, leaseUntil, limit);
      return rows
        .map(([fence, tries, ...row]) => ({ item: itemOf(row), fence, tries: tries - 1, leaseUntil }))
        .sort((a, b) => place(a.item, at) - place(b.item, at));
    });
  };
}
