import type { Attempt } from "../../attempt/attempt.ts";
import type { Elsewhere, Lease, ShopStore } from "../store.ts";
import { makeClaiming } from "./claim.ts";
import { type AttemptRow, attemptFromRow, integer, type KeptRow, keptColumns } from "./columns.ts";
import { inOrder, readOrder, updateAttempt } from "./in-order.ts";
import { forgetSums, pastTimesOf } from "./past.ts";
import {
  change,
  changeAll,
  type Database,
  type Program,
  plain,
  rowOf,
  rowsOf,
  type Statement,
  sql,
} from "./program.ts";
import type { TransactionIds } from "./transaction-ids.ts";

/** The methods of a store for attempts. */
export function attemptsIn(db: Database, ids: TransactionIds, scope: string) {
  const find = async (where: Statement) => (await db.read(() => findAttempts(sql`scope = ${scope} AND ${where}`)))[0];
  return {
    inOrder: (order, decide) => inOrder(db, ids, scope, order, decide),
    async update(update) {
      const written = updateAttempt(scope, update);
      const forgotten = forgetSums(scope, pastTimesOf(update, await db.now()));
      if (forgotten.length === 0) return (await db.write(() => change(written))) === 1;
      return (await db.transaction(() => changeAll([written, ...forgotten])))[0] === 1;
    },
    async findAttempt(id) {
      // Most ids are those of their attempts; the others belong to launches that got an earlier attempt.
      const launched = sql`SELECT attempt_id FROM @launches WHERE scope = ${scope} AND id = ${id}`;
      return (await find(sql`id = ${id}`)) ?? (await find(sql`id = (${launched})`));
    },
    findByReturnHash: (hash) => find(sql`return_hash = ${hash}`),
    attemptsOf: async (order) => (await db.read(() => readOrder(scope, order))).attempts,
    async launchedBy(attempt, browser) {
      const launched = sql`SELECT 1 FROM @attempts WHERE scope = ${scope} AND id = ${attempt} AND browser_hash = ${browser}
        UNION ALL SELECT 1 FROM @launches WHERE scope = ${scope} AND attempt_id = ${attempt} AND browser_hash = ${browser}`;
      return (await db.read(() => rowOf(launched))) !== undefined;
    },
    claimAttempts: makeClaiming<AttemptRow, Attempt>(db, scope, {
      table: "attempts",
      look: (now, lease) => rowsOf(sql`SELECT seq ${due("attempts_due", scope, now, lease)} LIMIT 1`),
      take: (now, lease) => dueAttempts(scope, now, lease),
      itemOf: attemptFromRow,
    }),
    elsewhere: (banks) => db.read(() => elsewhere(scope, banks)),
  } satisfies Partial<ShopStore>;
}

/** Finds the attempts that meet the condition, which may end with an order and a limit. */
export function* findAttempts(where: Statement): Program<Attempt[]> {
  return (yield* rowsOf<KeptRow>(sql`SELECT ${plain(keptColumns)} FROM @attempts WHERE ${where}`)).map(attemptFromRow);
}

const due = (index: "attempts_due" | "attempts_payable", scope: string, now: number, { banks }: Lease): Statement =>
  sql`FROM @attempts${plain(`[${index}]`)} WHERE scope = ${scope} AND bank IN ${banks} AND due_at <= ${now}`;

/** Those whose window ends next come first. */
function* dueAttempts(scope: string, now: number, lease: Lease): Program<AttemptRow[]> {
  const urgent = yield* rowsOf<AttemptRow>(sql`SELECT * ${due("attempts_payable", scope, now, lease)}
    AND payable_until > ${now} ORDER BY payable_until LIMIT ${lease.limit} FOR UPDATE SKIP LOCKED`);
  if (urgent.length >= lease.limit) return urgent;
  const others = yield* rowsOf<AttemptRow>(sql`SELECT * ${due("attempts_due", scope, now, lease)}
    AND (payable_until IS NULL OR payable_until <= ${now})
    ORDER BY due_at LIMIT ${lease.limit - urgent.length} FOR UPDATE SKIP LOCKED`);
  return [...urgent, ...others];
}

function* elsewhere(scope: string, banks: readonly string[]): Program<Elsewhere> {
  const where = sql`scope = ${scope} AND due_at IS NOT NULL AND bank NOT IN ${banks}`;
  const since = yield* rowsOf<{ bank: string; since: unknown }>(sql`SELECT bank, min(due_at) AS since FROM (
      SELECT bank, due_at FROM @attempts WHERE ${where} UNION ALL SELECT bank, due_at FROM @outbox WHERE ${where}) AS waiting
    GROUP BY bank`);
  const toAsk = sql`${where} AND queryable = 1`;
  const counted = yield* rowOf<{ n: unknown }>(sql`SELECT count(*) AS n FROM @attempts WHERE ${toAsk}`);
  return {
    banks: since.map((row) => ({ bank: row.bank, since: integer(row.since) })),
    count: integer(counted?.n),
    attempts: yield* findAttempts(sql`${toAsk} ORDER BY seq LIMIT 20`),
  };
}
