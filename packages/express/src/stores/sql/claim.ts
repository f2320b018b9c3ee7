import type { Claim, Lease } from "../store.ts";
import { integer, type LeasedRow } from "./columns.ts";
import { change, type Database, type Program, plain, rowOf, sql } from "./program.ts";

/** Rows that can be claimed. */
interface DueRows<Row, T> {
  table: "attempts" | "outbox";
  /** Reads what is due in one statement: nothing where there is nothing to take. */
  look(now: number): Program<unknown[]>;
  /** Reads what is due, and locks what it reads. */
  take(now: number): Program<Row[]>;
  itemOf(row: Row): T;
}

/**
 * Claims due rows: moves their due time to the end of the lease, which keeps every other worker away. It looks before it
 * locks anything, because processes claim twice a second.
 */
export async function claim<Row extends LeasedRow, T>(
  db: Database,
  scope: string,
  { leaseMs }: Lease,
  { table, look, take, itemOf }: DueRows<Row, T>,
): Promise<Claim<T>[]> {
  const now = await db.now();
  await pullBack(db, scope, table, now, leaseMs);
  if ((await db.read(() => look(now))).length === 0) return [];
  const until = now + leaseMs;
  return db.transaction(function* () {
    const rows = yield* take(now);
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
}

const second = 1000;
const hour = 3600 * second;
/** How often each process looks for rows of a time ahead, in milliseconds. */
const pullEveryMs = 10_000;
/** When it has looked, and the store's clock then. */
const pulled = new WeakMap<Database, Map<string, { at: number; now: number }>>();

/**
 * Frees the rows that a clock which was ahead has leased or put off: when it is right again, nobody would claim them for
 * as long as it was ahead. No work waits for more than a day; what is never due is centuries away. While a window is open,
 * the next question never comes after its end and, before its last two minutes, never later than they begin. Such rows are
 * due when a lease of this moment would end: never later than they were, as a process that has died may have leased one.
 */
async function pullBack(
  db: Database,
  scope: string,
  table: "attempts" | "outbox",
  now: number,
  leaseMs: number,
): Promise<void> {
  const places = pulled.get(db) ?? new Map<string, { at: number; now: number }>();
  pulled.set(db, places);
  const place = `${table} ${scope}`;
  const last = places.get(place);
  const at = performance.now();
  const isRecent = last !== undefined && now >= last.now && at - last.at < pullEveryMs;
  places.set(place, { at: isRecent ? last.at : at, now });
  if (isRecent) return;
  const isFar = sql`due_at > ${now + 25 * hour}`;
  const isLate = sql`(asked_until > ${now} AND (due_at > asked_until + ${2 * second}
    OR (asked_until > ${now + 120 * second} AND due_at > asked_until - ${60 * second})))`;
  const where = sql`WHERE scope = ${scope} AND due_at > ${now + leaseMs} AND due_at < ${now + 876_000 * hour}
    AND ${table === "outbox" ? isFar : sql`(${isFar} OR ${isLate})`}`;
  const found = await db.read(() => rowOf(sql`SELECT seq FROM ${plain(`@${table}[${table}_due]`)} ${where} LIMIT 1`));
  if (found === undefined) return;
  await db.write(() => change(sql`UPDATE ${plain(`@${table}`)} SET due_at = ${now + leaseMs} ${where}`));
}
