import type { SQLOutputValue } from "node:sqlite";
import type { KeptClock } from "./sqlite-clock.ts";
import type { Connection } from "./sqlite-connection.ts";
import type { Claim, Lease } from "./store.ts";

/** What is leased. */
export interface Claimed<Row extends SQLOutputValue[], T> {
  table: "attempts" | "outbox";
  /**
   * Which of the due rows, in SQL: `?1` is now, `?2` the lease's bank. What holds for a row must hold until it is claimed,
   * settled or revived.
   */
  which?: string;
  /** Which of them first, in SQL. */
  order: string;
  /** What `itemOf` reads. */
  columns: string;
  itemOf(row: Row): T;
}

/**
 * Moves the due time of what is due forward by the lease, which keeps everybody else away from it. It looks before it
 * writes: processes look twice a second, and a write waits for the file's lock even if it changes nothing.
 */
export function makeClaim<Row extends SQLOutputValue[], T>(
  { all, alone }: Connection,
  { now, keep }: KeptClock,
  { table, which = "", order, columns, itemOf }: Claimed<Row, T>,
): (lease: Lease) => Promise<Claim<T>[]> {
  const choose = `SELECT seq FROM ${table} t WHERE due_at <= ?1 AND bank IN (?2, '') ${which} ORDER BY ${order} LIMIT ?3`;
  // Another process may have been quicker: what it has claimed is not due any more.
  const lease = `UPDATE ${table} SET due_at = ?3, fence = fence + 1, tries = tries + 1
    WHERE seq IN (SELECT value FROM json_each(?1)) AND due_at <= ?2 RETURNING seq, fence, tries, ${columns}`;

  return async ({ bank, leaseMs, limit }) => {
    await keep();
    return alone(() => {
      const at = now();
      const chosen = all<[seq: number]>(choose, at, bank, limit).map(([seq]) => seq);
      if (chosen.length === 0) return [];
      const leaseUntil = at + leaseMs;
      return all<[seq: number, fence: number, tries: number, ...Row]>(lease, JSON.stringify(chosen), at, leaseUntil)
        .toSorted(([a], [b]) => chosen.indexOf(a) - chosen.indexOf(b))
        .map(([_seq, fence, tries, ...row]) => ({ item: itemOf(row), fence, tries: tries - 1, leaseUntil }));
    });
  };
}
