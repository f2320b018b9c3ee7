import type { Attempt } from "../../attempt/attempt.ts";
import type { Claim, Lease, ShopStore } from "../store.ts";
import { type AttemptRow, attemptFromRow, claimFromRow, type KeptRow, keptColumns } from "./columns.ts";
import { inOrder, readOrder, updateAttempt } from "./in-order.ts";
import { change, type Database, listOf, type Program, rowOf, rowsOf, type SqlValue } from "./program.ts";
import type { TransactionIds } from "./transaction-ids.ts";

type AttemptMethods = Pick<
  ShopStore,
  | "inOrder"
  | "update"
  | "findAttempt"
  | "findByReturnHash"
  | "attemptsOf"
  | "orderByReference"
  | "launchedBy"
  | "claimAttempts"
>;

/** The methods of a store for attempts. */
export function attemptsIn(db: Database, ids: TransactionIds, scope: string): AttemptMethods {
  const { prefix } = db;
  const find = (condition: string, ...values: SqlValue[]) => db.read(() => findAttempts(db, condition, ...values));
  return {
    inOrder: (order, decide) => inOrder(db, ids, scope, order, decide),
    update: async (update) => (await db.write(() => updateAttempt(db, scope, update))) === 1,
    async findAttempt(id) {
      // Most ids are those of their attempts; the others belong to launches that got an earlier attempt.
      const launched = `scope = ? AND id = (SELECT attempt_id FROM ${prefix}launches WHERE scope = ? AND id = ?)`;
      return (await find("scope = ? AND id = ?", scope, id))[0] ?? (await find(launched, scope, scope, id))[0];
    },
    findByReturnHash: async (hash) => (await find("scope = ? AND return_hash = ?", scope, hash))[0],
    attemptsOf: async (order) => (await db.read(() => readOrder(db, scope, order))).attempts,
    async orderByReference(reference) {
      const text = `SELECT order_id FROM ${prefix}orders WHERE scope = ? AND reference = ? AND order_id <> ?`;
      return (await db.read(() => rowOf<{ order_id: string }>(text, scope, reference, reference)))?.order_id;
    },
    async launchedBy(attempt, browserHash) {
      const text = `SELECT 1 FROM ${prefix}attempts WHERE scope = ? AND id = ? AND browser_hash = ?
        UNION ALL SELECT 1 FROM ${prefix}launches WHERE scope = ? AND attempt_id = ? AND browser_hash = ?`;
      const values = [scope, attempt, browserHash];
      return (await db.read(() => rowOf(text, ...values, ...values))) !== undefined;
    },
    claimAttempts(lease) {
      const rows: DueRows<AttemptRow> = {
        look: (now) => anyDue(db, scope, now, lease),
        take: (now) => dueAttempts(db, scope, now, lease),
      };
      return claim(db, scope, lease, rows, "attempts", attemptFromRow);
    },
  };
}

/** Finds the attempts that meet the condition, which is in SQL and may end with an order and a limit. */
export function* findAttempts({ prefix }: Database, condition: string, ...values: SqlValue[]): Program<Attempt[]> {
  return (yield* rowsOf<KeptRow>(`SELECT ${keptColumns} FROM ${prefix}attempts WHERE ${condition}`, ...values)).map(
    attemptFromRow,
  );
}

const anyDue = ({ prefix, using }: Database, scope: string, now: number, { banks }: Lease): Program<unknown[]> =>
  rowsOf(
    `SELECT seq FROM ${prefix}attempts ${using("attempts_due")} WHERE scope = ? AND bank IN ${listOf(banks)} AND due_at <= ?
     LIMIT 1`,
    scope,
    ...banks,
    now,
  );

/** Those whose window ends next come first. */
function* dueAttempts(db: Database, scope: string, now: number, { banks, limit }: Lease): Program<AttemptRow[]> {
  const table = (index: string) =>
    `SELECT * FROM ${db.prefix}attempts ${db.using(index)} WHERE scope = ? AND bank IN ${listOf(banks)} AND`;
  const urgent = yield* rowsOf<AttemptRow>(
    `${table("attempts_payable")} due_at <= ? AND payable_until > ? ORDER BY payable_until LIMIT ? ${db.skipLocked}`,
    scope,
    ...banks,
    now,
    now,
    limit,
  );
  if (urgent.length >= limit) return urgent;
  const others = yield* rowsOf<AttemptRow>(
    `${table("attempts_due")} due_at <= ? AND (payable_until IS NULL OR payable_until <= ?)
     ORDER BY due_at LIMIT ? ${db.skipLocked}`,
    scope,
    ...banks,
    now,
    now,
    limit - urgent.length,
  );
  return [...urgent, ...others];
}

/** Reads what is due. */
interface DueRows<Row> {
  /** In one statement: nothing where there is nothing to take. */
  look(now: number): Program<unknown[]>;
  /** Locks what it reads. */
  take(now: number): Program<Row[]>;
}

/**
 * Claims due rows: moves their due time to the end of the lease, which keeps every other worker away. It looks before it
 * locks anything, because processes claim twice a second.
 */
export async function claim<Row extends AttemptRow | EventLikeRow, T>(
  db: Database,
  scope: string,
  { leaseMs }: Lease,
  { look, take }: DueRows<Row>,
  table: "attempts" | "outbox",
  itemOf: (row: Row) => T,
): Promise<Claim<T>[]> {
  const now = await db.now();
  await pullBack(db, scope, table, now, leaseMs);
  if ((await db.read(() => look(now))).length === 0) return [];
  const until = now + leaseMs;
  return db.transaction(function* () {
    const rows = yield* take(now);
    if (rows.length === 0) return [];
    yield* change(
      `UPDATE ${db.prefix}${table} SET due_at = ?, fence = fence + 1, tries = tries + 1 WHERE seq IN ${listOf(rows)}`,
      until,
      ...rows.map(({ seq }) => Number(seq)),
    );
    return rows.map((row) => claimFromRow(row, itemOf(row), until));
  });
}

type EventLikeRow = Pick<AttemptRow, "seq" | "due_at" | "fence" | "tries">;

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
 * due when a lease of this moment would end.
 */
async function pullBack(
  db: Database,
  scope: string,
  table: "attempts" | "outbox",
  now: number,
  leaseMs: number,
): Promise<void> {
  const tables = pulled.get(db) ?? new Map<string, { at: number; now: number }>();
  pulled.set(db, tables);
  const place = `${table} ${scope}`;
  const last = tables.get(place);
  tables.set(place, { at: performance.now(), now });
  if (last !== undefined && now >= last.now && performance.now() - last.at < pullEveryMs) {
    tables.set(place, { ...last, now });
    return;
  }
  const isFar = "due_at > ?";
  const isLate = `(asked_until > ? AND (due_at > asked_until + ${2 * second}
    OR (asked_until > ? AND due_at > asked_until - ${60 * second})))`;
  const far = now + 25 * hour;
  const [isWrong, values] =
    table === "outbox" ? [isFar, [far]] : [`(${isFar} OR ${isLate})`, [far, now, now + 120 * second]];
  const where = `scope = ? AND due_at > ? AND due_at < ? AND ${isWrong}`;
  const given = [scope, now, now + 876_000 * hour, ...values];
  const index = db.using(table === "attempts" ? "attempts_due" : "outbox_due");
  const query = `SELECT seq FROM ${db.prefix}${table} ${index} WHERE ${where} LIMIT 1`;
  const found = await db.read(() => rowOf(query, ...given));
  if (found === undefined) return;
  await db.write(() => change(`UPDATE ${db.prefix}${table} SET due_at = ? WHERE ${where}`, now + leaseMs, ...given));
}
