import type { Claim, Lease } from "../store.ts";
import { integer, type LeasedRow } from "./columns.ts";
import { change, type Database, type Program, rowOf } from "./program.ts";
import { plain, sql } from "./statement.ts";

/**
 * Makes what claims due rows: it moves their due time to the end of the lease, which keeps every other worker away. It
 * looks before it locks anything, because processes claim twice a second.
 * @param due reads what is due, and locks what it reads
 * @param look whether there is anything, in one statement
 */
export function makeClaiming<Row, T>(
  db: Database,
  scope: string,
  table: "attempts" | "outbox",
  due: (now: number, lease: Lease) => Program<(Row & LeasedRow)[]>,
  itemOf: (row: Row) => T,
  look: (now: number, lease: Lease) => Program<unknown[]> = due,
): (lease: Lease) => Promise<Claim<T>[]> {
  let pulledAt = Number.NEGATIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  return async function claim(lease) {
    const now = await db.now();
    const until = now + lease.leaseMs;
    const isPullDue = now < latest || performance.now() - pulledAt >= pullEveryMs;
    latest = now;
    if (isPullDue) {
      pulledAt = performance.now();
      await pullBack(db, scope, table, now, until);
    }
    if ((await db.read(() => look(now, { ...lease, limit: 1 }))).length === 0) return [];
    return db.transaction(function* () {
      const rows = yield* due(now, lease);
      if (rows.length === 0) return [];
      yield* change(sql`UPDATE ${plain(`@${table}`)} SET due_at = ${until}, fence = fence + 1, tries = tries + 1
        WHERE seq IN ${rows.map(({ seq }) => Number(seq))}`);
      return rows.map((row) => ({
        item: itemOf(row),
        fence: integer(row.fence) + 1,
        tries: integer(row.tries),
        leaseUntil: until,
      }));
    });
  };
}

const second = 1000;
const hour = 3600 * second;
/** How often each process looks for rows of a time ahead, in milliseconds; it also does when the clock has gone back. */
const pullEveryMs = 10_000;

/**
 * Frees the rows that a clock which was ahead has leased or put off: when it is right again, nobody would claim them for
 * as long as it was ahead. No work waits for more than a day; what is never due is centuries away. While a window is open,
 * the next question never comes after its end and, before its last two minutes, never later than they begin. Such rows are
 * due when a lease of this moment would end: never later than they were, as a process that has died may have leased one.
 */
async function pullBack(db: Database, scope: string, table: "attempts" | "outbox", now: number, until: number) {
  const isFar = sql`due_at > ${now + 25 * hour}`;
  const isLate = sql`(asked_until > ${now} AND (due_at > asked_until + ${2 * second}
    OR (asked_until > ${now + 120 * second} AND due_at > asked_until - ${60 * second})))`;
  const where = sql`WHERE scope = ${scope} AND due_at > ${until} AND due_at < ${now + 876_000 * hour}
    AND ${table === "outbox" ? isFar : sql`(${isFar} OR ${isLate})`}`;
  const found = await db.read(() => rowOf(sql`SELECT seq FROM ${plain(`@${table}[${table}_due]`)} ${where} LIMIT 1`));
  if (found) await db.write(() => change(sql`UPDATE ${plain(`@${table}`)} SET due_at = ${until} ${where}`));
}
