import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { partsGivenBack, returnsOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import type {
  Decide,
  InsertedAttempt,
  OrderRows,
  Plan,
  Taken,
  UpdatedAttempt,
  WrittenEvent,
  WrittenLaunch,
} from "../../attempt/order-rows.ts";
import { isAboutMoney } from "../../attempt/rules.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import type { Elsewhere, Lease, ShopStore } from "../store.ts";
import { makeClaiming } from "./claim.ts";
import { type AttemptRow, attemptFromRow, columnsOf, foundBy, integer, type LeasedRow, named } from "./columns.ts";
import {
  ChangedError,
  change,
  changeAll,
  type Database,
  DuplicateError,
  type Program,
  rowOf,
  rowsOf,
  rowsOfAll,
} from "./program.ts";
import { insert, joined, plain, type Statement, sql } from "./statement.ts";
import type { TransactionIds } from "./transaction-ids.ts";

/** The methods of a store for attempts. */
export function attemptsIn(db: Database, ids: TransactionIds, scope: string) {
  const find = async (where: Statement) => (await db.read(() => findAttempts(sql`scope = ${scope} AND ${where}`)))[0];
  return {
    inOrder: (order, decide) => inOrder(db, ids, scope, order, decide),
    async update(update) {
      const written = updateAttempt(scope, update);
      const forgotten = forgetSums(scope, [update.before, update.attempt], await db.now());
      const run = forgotten.length === 0 ? db.write : db.transaction;
      return (await run(() => changeAll([written, ...forgotten])))[0] === 1;
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
    claimAttempts: makeClaiming(
      db,
      scope,
      "attempts",
      (now, lease) => dueAttempts(scope, now, lease),
      attemptFromRow,
      (now, lease) => rowsOf(sql`SELECT seq FROM @attempts[attempts_due] ${dueIn(scope, now, lease)} LIMIT 1`),
    ),
    elsewhere: (banks) => db.read(() => elsewhere(scope, banks)),
  } satisfies Partial<ShopStore>;
}

/** Finds the attempts that meet the condition, which may end with an order and a limit. */
export const findAttempts = (where: Statement): Program<Attempt[]> =>
  rowsOf(sql`SELECT attempt FROM @attempts WHERE ${where}`, attemptFromRow);

const dueIn = (scope: string, now: number, { banks }: Lease): Statement =>
  sql`WHERE scope = ${scope} AND bank IN ${banks} AND due_at <= ${now}`;

/** Those whose window ends next come first. */
function* dueAttempts(scope: string, now: number, lease: Lease): Program<(AttemptRow & LeasedRow)[]> {
  const due = dueIn(scope, now, lease);
  const urgent = yield* rowsOf<AttemptRow & LeasedRow>(sql`SELECT * FROM @attempts[attempts_payable] ${due}
    AND payable_until > ${now} ORDER BY payable_until LIMIT ${lease.limit} FOR UPDATE SKIP LOCKED`);
  if (urgent.length >= lease.limit) return urgent;
  const others = yield* rowsOf<AttemptRow & LeasedRow>(sql`SELECT * FROM @attempts[attempts_due] ${due}
    AND (payable_until IS NULL OR payable_until <= ${now})
    ORDER BY due_at LIMIT ${lease.limit - urgent.length} FOR UPDATE SKIP LOCKED`);
  return [...urgent, ...others];
}

function* elsewhere(scope: string, banks: readonly string[]): Program<Elsewhere> {
  const where = sql`WHERE scope = ${scope} AND due_at IS NOT NULL AND bank NOT IN ${banks}`;
  const toAsk = sql`FROM @attempts ${where} AND queryable = 1`;
  const [since, [counted], oldest] = yield* rowsOfAll<
    [{ bank: string; since: unknown }[], [{ n: unknown }], AttemptRow[]]
  >([
    sql`SELECT bank, min(due_at) AS since FROM (SELECT bank, due_at FROM @attempts ${where}
      UNION ALL SELECT bank, due_at FROM @outbox ${where}) AS waiting GROUP BY bank`,
    sql`SELECT count(*) AS n ${toAsk}`,
    sql`SELECT attempt ${toAsk} ORDER BY seq LIMIT 20`,
  ]);
  return {
    banks: since.map((row) => ({ bank: row.bank, since: integer(row.since) })),
    count: integer(counted.n),
    attempts: oldest.map(attemptFromRow),
  };
}

/** After this many tries it waits between them: many launches of one order at once take turns. */
const eagerTries = 3;
const maxTries = 200;

/** Reads an order, decides, and writes the plan; see `ShopStore.inOrder`. */
async function inOrder<T>(
  db: Database,
  ids: TransactionIds,
  scope: string,
  order: string,
  decide: Decide<T>,
): Promise<T> {
  let taken: Taken = {};
  for (let tries = 1; tries <= maxTries; tries++) {
    if (tries > eagerTries) await pause(Math.random() * Math.min(tries, 25));
    const { version, ...rows } = await db.read(() => readOrder(scope, order));
    const now = await db.now();
    const transactionId = await ids.take();
    const { result, plan } = decide({ ...rows, transactionId, taken }, now);
    if (plan?.insert === undefined) ids.giveBack(transactionId);
    const lost = plan?.insert && db.lostFile?.();
    if (lost !== undefined) throw new Error(`sqliteStore: ${lost} was deleted or replaced while it is open`);
    if (plan === undefined) return result;
    try {
      const { launch, ...others } = plan;
      if (launch && Object.keys(others).length === 0) await db.write(() => change(launchRow(scope, launch)));
      else await db.transaction(() => writePlan(scope, order, version, plan, now));
      return result;
    } catch (error) {
      if (error instanceof DuplicateError) taken = await db.read(() => readTaken(scope, order, plan));
      else if (!(error instanceof ChangedError)) throw error;
    }
  }
  throw new Error(`store: order ${JSON.stringify(order)} was written by others ${maxTries} times in a row`);
}

/** An order as it was read. Without a version there is no row of it yet. */
type KnownOrder = Pick<OrderRows, "reference"> & { attempts: Attempt[]; version?: number };

/** Reads the attempts of an order, with what is left of a pruned one. */
function* readOrder(scope: string, order: string): Program<KnownOrder> {
  const rows = yield* rowsOf<Record<"kept" | "attempt", string | null> & { reference: string; version: unknown }>(
    sql`SELECT o.reference, o.version, o.kept, a.attempt FROM @orders o
      LEFT JOIN @attempts a ON a.scope = o.scope AND a.order_id = o.order_id
      WHERE o.scope = ${scope} AND o.order_id = ${order} ORDER BY a.seq`,
  );
  const [first] = rows;
  if (first === undefined) return { attempts: [] };
  const attempts = [first.kept, ...rows.map(({ attempt }) => attempt)].flatMap((attempt) =>
    attempt === null ? [] : attemptFromRow({ attempt }),
  );
  return { attempts, reference: first.reference, version: integer(first.version) };
}

/** What the names of the plan that must be unique are taken by. */
function* readTaken(scope: string, order: string, { insert: inserted, launch, ...plan }: Plan): Program<Taken> {
  const { reference = null, spelling = null, updates = [] } = plan;
  const key = updates.find(({ approvalKey }) => approvalKey !== undefined)?.approvalKey ?? null;
  const others = sql`FROM @orders WHERE scope = ${scope} AND order_id <> ${order}`;
  const [[launched], [owner], [alike], [holder]] = yield* rowsOfAll<
    [{ id: string }[], { reference: string }[], { order_id: string }[], { id: string }[]]
  >([
    withId(scope, inserted?.attempt.id ?? launch?.id ?? null),
    sql`SELECT reference ${others} AND reference = ${reference}`,
    sql`SELECT order_id ${others} AND spelling = ${spelling}`,
    sql`SELECT id FROM @attempts WHERE scope = ${scope} AND approval_key = ${key}`,
  ]);
  return {
    ...launched,
    ...owner,
    ...(alike && { spelling: { text: `${spelling}`, order: alike.order_id } }),
    ...(holder && { approval: { key: `${key}`, attempt: holder.id } }),
  };
}

const withId = (scope: string, id: string | null) =>
  sql`SELECT id FROM @launches WHERE scope = ${scope} AND id = ${id}
    UNION ALL SELECT id FROM @attempts WHERE scope = ${scope} AND id = ${id}`;

/** @throws ChangedError when another plan of the order, or a change of one of its attempts, came first */
function* writePlan(scope: string, order: string, version: number | undefined, plan: Plan, now: number): Program<void> {
  const { reference = order, spelling, insert: inserted, updates = [], event, launch } = plan;
  const spelled = spelling === undefined ? plain("") : sql`, spelling = ${spelling}`;
  const ordered =
    version === undefined
      ? insert("orders", { scope, order_id: order, reference, spelling: spelling ?? null, version: 1 })
      : sql`UPDATE @orders SET version = version + 1${spelled}
          WHERE scope = ${scope} AND order_id = ${order} AND version = ${version}`;
  if ((yield* change(ordered)) === 0) throw new ChangedError();
  // Each of these has to write its row.
  const attempts = [
    ...(inserted === undefined ? [] : [insertion(scope, inserted)]),
    ...updates.map((update) => updateAttempt(scope, update)),
  ];
  const counts = yield* changeAll([
    ...attempts,
    ...updates.flatMap((update) => returnsIn(scope, update)),
    ...(event === undefined ? [] : [eventRow(scope, event, now)]),
    ...(launch === undefined ? [] : [launchRow(scope, launch)]),
    ...forgetSums(
      scope,
      updates.flatMap(({ before, attempt }) => [before, attempt]),
      now,
    ),
  ]);
  if (inserted !== undefined && counts[0] === 0) throw new DuplicateError(`a launch has the id ${inserted.attempt.id}`);
  if (counts.slice(0, attempts.length).includes(0)) throw new ChangedError();
}

/** Inserts the attempt, unless a launch has its id. */
function insertion(scope: string, { attempt, ...written }: InsertedAttempt): Statement {
  const launched = sql`SELECT 1 FROM @launches WHERE scope = ${scope} AND id = ${attempt.id}`;
  return insert("attempts", { scope, ...columnsOf(attempt), ...named(written), fence: 0, tries: 0 }, launched);
}

/** The rows of what went back, written anew by a change of that: a part whose amount nobody had named may get it later. */
function returnsIn(scope: string, { before, attempt }: UpdatedAttempt): Statement[] {
  const parts = returnsOf(attempt);
  if (isDeepStrictEqual(parts, returnsOf(before))) return [];
  const { scheme, branch, product } = shelfOf(attempt);
  const own = { scope, attempt_id: attempt.id, order_id: attempt.order, scheme, branch, product };
  return [
    sql`DELETE FROM @returns WHERE scope = ${scope} AND order_id = ${attempt.order} AND attempt_id = ${attempt.id}`,
    ...parts.map(({ at, amount: { minor, currency } }) =>
      insert("returns", { ...own, returned_at: at, amount: minor, currency }),
    ),
  ];
}

function eventRow(scope: string, { bank, ...event }: WrittenEvent, now: number): Statement {
  const { id, order, type } = event;
  const own = { id, order_id: order, bank, event: JSON.stringify({ ...event, createdAt: now }) };
  const due = { priority: isAboutMoney(type) ? 1 : 0, created_at: now, due_at: now, fence: 0, tries: 0, dead: 0 };
  const known = sql`SELECT 1 FROM @outbox WHERE scope = ${scope} AND id = ${id}`;
  return insert("outbox", { scope, ...own, ...due }, known);
}

const launchRow = (scope: string, { id, attempt, browserHash }: WrittenLaunch): Statement =>
  insert("launches", { scope, id, attempt_id: attempt, browser_hash: browserHash }, withId(scope, id));

/**
 * Compare-and-set of an attempt. Only what changes is written: an engine writes the indexes of every column that a
 * statement names.
 */
function updateAttempt(scope: string, { before, attempt, ...written }: UpdatedAttempt): Statement {
  const old = foundBy(before);
  const changed = Object.entries(columnsOf(attempt)).filter(([name, value]) => value !== old[name]);
  const set = [...changed, ...Object.entries(named(written))].map(([name, value]) => sql`${plain(name)} = ${value}`);
  return sql`UPDATE @attempts SET ${joined(set, ", ")}
    WHERE scope = ${scope} AND id = ${before.id} AND version = ${before.version}`;
}

/** What is older is in the past, where little changes. No sums are kept of what is younger: see `tallies.ts`. */
export const pastAfterMs = 12 * 3_600_000;

/**
 * The last statements of a transaction that changed or deleted attempts, of which these are the states before and after it:
 * kept sums that they count in are taken away. Hardly ever any.
 */
export function forgetSums(scope: string, attempts: readonly Attempt[], now: number): Statement[] {
  const times = attempts.flatMap((each) => [shelfOf(each).reachedAt, ...partsGivenBack(each).map(({ at }) => at)]);
  const past = [...new Set(times)].filter((at) => at < now - pastAfterMs);
  if (past.length === 0) return [];
  const kept = past.map((at) => sql`(from_at <= ${at} AND until_at > ${at})`);
  return [
    sql`UPDATE @sequences SET value = value + 1 WHERE name = 'past'`,
    sql`DELETE FROM @tallies WHERE scope = ${scope} AND (${joined(kept, " OR ")})`,
  ];
}
