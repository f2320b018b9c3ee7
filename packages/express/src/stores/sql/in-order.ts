import { setTimeout as pause } from "node:timers/promises";
import type { Attempt } from "../../attempt/attempt.ts";
import type {
  Decide,
  InsertedAttempt,
  OrderRows,
  Plan,
  Taken,
  UpdatedAttempt,
  WrittenAttempt,
} from "../../attempt/order-rows.ts";
import { isAboutMoney } from "../../attempt/outbox-event.ts";
import { attemptFromRow, columnsOf, integer, type KeptRow, keptColumns } from "./columns.ts";
import {
  ChangedError,
  change,
  type Database,
  DuplicateError,
  type Program,
  rowOf,
  rowsOf,
  type SqlValue,
} from "./program.ts";
import type { TransactionIds } from "./transaction-ids.ts";

/** After this many tries it waits between them: many launches of one order at once take turns. */
const eagerTries = 3;
const maxTries = 200;

/** Reads an order, decides, and writes the plan; see `ShopStore.inOrder`. */
export async function inOrder<T>(
  db: Database,
  ids: TransactionIds,
  scope: string,
  order: string,
  decide: Decide<T>,
): Promise<T> {
  let taken: Taken = {};
  for (let tries = 1; tries <= maxTries; tries++) {
    if (tries > eagerTries) await pause(Math.random() * Math.min(tries, 25));
    const { version, kept, ...rows } = await db.read(() => readOrder(db, scope, order));
    const now = await db.now();
    const transactionId = await ids.take();
    const { result, plan } = decide({ ...rows, transactionId, taken }, now);
    if (plan?.insert === undefined) ids.giveBack(transactionId);
    else db.assertIntact?.();
    if (plan === undefined) return result;
    try {
      const isWritten = isLaunchOnly(plan)
        ? await db.write(() => writeLaunch(db, scope, plan.launch))
        : await db.transaction(() => writePlan(db, scope, { order, version, plan, now }));
      if (isWritten) return result;
    } catch (error) {
      if (error instanceof DuplicateError) taken = await db.read(() => readTaken(db, scope, order, plan));
      else if (!(error instanceof ChangedError)) throw error;
    }
  }
  throw new Error(`store: order ${JSON.stringify(order)} was written by others ${maxTries} times in a row`);
}

const isLaunchOnly = ({ launch, ...writes }: Plan): boolean => launch !== undefined && Object.keys(writes).length === 0;

const ofAttempt = keptColumns.replaceAll(/\w+/g, "a.$&");

interface KnownOrder extends Pick<OrderRows, "reference"> {
  attempts: Attempt[];
  /** Absent while there is no row of the order. */
  version?: number;
  kept?: string | null;
}

/** Reads the attempts of an order, with what is left of a pruned one. */
export function* readOrder(db: Database, scope: string, order: string): Program<KnownOrder> {
  const rows = yield* rowsOf<KeptRow & { own_reference: string; own_version: unknown; kept: string | null }>(
    `SELECT o.reference AS own_reference, o.version AS own_version, o.kept, ${ofAttempt} FROM ${db.prefix}orders o
     LEFT JOIN ${db.prefix}attempts a ON a.scope = o.scope AND a.order_id = o.order_id
     WHERE o.scope = ? AND o.order_id = ? ORDER BY a.seq`,
    scope,
    order,
  );
  const [first] = rows;
  if (first === undefined) return { attempts: [] };
  const kept = first.kept === null ? [] : [JSON.parse(first.kept) as Attempt];
  const attempts = rows.filter(({ id }) => id !== null).map(attemptFromRow);
  return { attempts: [...kept, ...attempts], reference: first.own_reference, version: integer(first.own_version) };
}

/** What the names of the plan that must be unique are taken by. */
function* readTaken(db: Database, scope: string, order: string, plan: Plan): Program<Taken> {
  const { prefix } = db;
  const id = plan.insert?.attempt.id ?? plan.launch?.id;
  const key = plan.updates?.find(({ approvalKey }) => approvalKey !== undefined)?.approvalKey;
  const isIdTaken = id !== undefined && (yield* rowOf(whereId(prefix), scope, id, scope, id)) !== undefined;
  const ownerBy = function* (column: "reference" | "spelling", text: string | undefined): Program<string | undefined> {
    if (text === undefined) return undefined;
    const query = `SELECT order_id FROM ${prefix}orders WHERE scope = ? AND ${column} = ? AND order_id <> ?`;
    return (yield* rowOf<{ order_id: string }>(query, scope, text, order))?.order_id;
  };
  const { reference, spelling } = plan;
  const owner = yield* ownerBy("reference", reference);
  const alike = yield* ownerBy("spelling", spelling);
  const holder =
    key !== undefined &&
    (yield* rowOf<{ id: string }>(`SELECT id FROM ${prefix}attempts WHERE scope = ? AND approval_key = ?`, scope, key));
  return {
    ...(isIdTaken && { id }),
    ...(owner !== undefined && reference !== undefined && { reference }),
    ...(alike !== undefined && spelling !== undefined && { spelling: { text: spelling, order: alike } }),
    ...(holder && key !== undefined && { approval: { key, attempt: holder.id } }),
  };
}

const whereId = (prefix: string): string =>
  `SELECT id FROM ${prefix}launches WHERE scope = ? AND id = ? UNION ALL SELECT id FROM ${prefix}attempts WHERE scope = ? AND id = ?`;

interface OrderedPlan {
  order: string;
  version: number | undefined;
  plan: Plan;
  now: number;
}

/** @returns `false` when another plan of the order, or a change of one of its attempts, came first: nothing is written */
function* writePlan(db: Database, scope: string, { order, version, plan, now }: OrderedPlan): Program<boolean> {
  const { prefix } = db;
  const { reference, spelling, insert, updates = [], event, launch } = plan;
  if (version === undefined) {
    const text = `INSERT INTO ${prefix}orders (scope, order_id, reference, spelling, version) VALUES (?, ?, ?, ?, 1)`;
    yield* change(text, scope, order, reference ?? order, spelling ?? null);
  } else {
    const spelled = spelling === undefined ? [] : [spelling];
    const text = `UPDATE ${prefix}orders SET version = version + 1${spelling === undefined ? "" : ", spelling = ?"}
      WHERE scope = ? AND order_id = ? AND version = ?`;
    if ((yield* change(text, ...spelled, scope, order, version)) === 0) return false;
  }
  if (insert !== undefined) yield* insertAttempt(db, scope, insert);
  for (const update of updates) {
    if ((yield* updateAttempt(db, scope, update)) === 0) throw new ChangedError();
  }
  if (event !== undefined) {
    yield* insertUnless(
      prefix,
      "outbox",
      {
        scope,
        id: event.id,
        type: event.type,
        order_id: event.order,
        attempt_id: event.attempt,
        bank: event.bank,
        priority: isAboutMoney(event.type) ? 1 : 0,
        verdict: event.verdict === undefined ? null : JSON.stringify(event.verdict),
        created_at: now,
        due_at: now,
        fence: 0,
        tries: 0,
        dead: 0,
      },
      `SELECT 1 FROM ${prefix}outbox WHERE scope = ? AND id = ?`,
      [scope, event.id],
    );
  }
  if (launch !== undefined) yield* writeLaunch(db, scope, launch);
  return true;
}

function* writeLaunch(db: Database, scope: string, launch: Plan["launch"]): Program<boolean> {
  if (launch === undefined) return true;
  const { id, attempt: attempt_id, browserHash: browser_hash } = launch;
  yield* insertUnless(db.prefix, "launches", { scope, id, attempt_id, browser_hash }, whereId(db.prefix), [
    scope,
    id,
    scope,
    id,
  ]);
  return true;
}

function* insertAttempt(
  db: Database,
  scope: string,
  { attempt, browserHash, ...written }: InsertedAttempt,
): Program<void> {
  const columns = {
    scope,
    ...columnsOf(attempt),
    ...writtenColumns(written),
    browser_hash: browserHash,
    fence: 0,
    tries: 0,
  };
  const isTaken = `SELECT 1 FROM ${db.prefix}launches WHERE scope = ? AND id = ?`;
  const inserted = yield* insertUnless(db.prefix, "attempts", columns, isTaken, [scope, attempt.id]);
  if (inserted === 0) throw new DuplicateError(`a launch has the id ${attempt.id}`);
}

/**
 * Compare-and-set of an attempt; returns the number of rows written. Only what changes is written: an engine writes the
 * indexes of every column that a statement names.
 */
export function* updateAttempt(
  db: Database,
  scope: string,
  { before, attempt, ...written }: UpdatedAttempt,
): Program<number> {
  const old = columnsOf(before);
  const changed = Object.entries(columnsOf(attempt)).filter(([name, value]) => value !== old[name]);
  const columns = [...changed, ...Object.entries(writtenColumns(written))];
  const assignments = columns.map(([name]) => `${name} = ?`).join(", ");
  return yield* change(
    `UPDATE ${db.prefix}attempts SET ${assignments} WHERE scope = ? AND id = ? AND version = ?`,
    ...columns.map(([, value]) => value),
    scope,
    before.id,
    before.version,
  );
}

function writtenColumns({ dueAt, returnHash, approvalKey }: Omit<WrittenAttempt, "attempt">): Record<string, SqlValue> {
  return {
    ...(dueAt !== undefined && { due_at: dueAt }),
    ...(returnHash !== undefined && { return_hash: returnHash }),
    ...(approvalKey !== undefined && { approval_key: approvalKey }),
  };
}

/** Inserts a row unless a query finds one. */
function insertUnless(
  prefix: string,
  table: string,
  columns: Record<string, SqlValue>,
  query: string,
  values: readonly SqlValue[],
): Program<number> {
  const names = Object.keys(columns);
  return change(
    `INSERT INTO ${prefix}${table} (${names.join(", ")}) SELECT ${names.map(() => "?").join(", ")}
     FROM (SELECT 1 AS one) AS here WHERE NOT EXISTS (${query})`,
    ...Object.values(columns),
    ...values,
  );
}
