import type { Attempt } from "../../attempt/attempt.ts";
import type { Change } from "../../attempt/change.ts";
import { AlikeOrderError } from "../alike-order-error.ts";
import { OrderReferenceTakenError } from "../order-reference-taken-error.ts";
import { type AttemptRow, attemptFromRow, claimFromRow } from "../rows.ts";
import { spellingKey, withRealReference } from "../rules.ts";
import type { AttemptDraft, Insertion, Store } from "../store.ts";
import type { Database } from "./database.ts";
import { makePullBack } from "./pull-back.ts";

/** The methods of a store for attempts. */
export function attemptsIn(
  db: Database,
): Pick<
  Store,
  | "insertAttempt"
  | "findAttempt"
  | "findByReturnHash"
  | "attemptsOf"
  | "orderByReference"
  | "launchedBy"
  | "transition"
  | "claimAttempts"
> {
  const pullBack = makePullBack(db, "attempts");
  return {
    insertAttempt: (draft, joinableUntil) => insertAttempt(db, draft, joinableUntil),
    findAttempt: (id) => findAttempt(db, "id = (SELECT attempt_id FROM ventanilla.launches WHERE id = $1)", { id }),
    findByReturnHash: (returnHash) => findAttempt(db, "return_hash = $1", { returnHash }),
    async attemptsOf(order) {
      const text = "SELECT * FROM ventanilla.attempts WHERE order_id = $1 ORDER BY seq";
      return (await db.ask<AttemptRow>(text, { order })).map(attemptFromRow);
    },
    async orderByReference(reference) {
      const text = "SELECT order_id FROM ventanilla.order_references WHERE reference = $1";
      return (await db.ask<{ order_id: string }>(text, { reference }))[0]?.order_id;
    },
    async launchedBy(attempt, browserHash) {
      const text = "SELECT true FROM ventanilla.launches WHERE attempt_id = $1 AND browser_hash = $2 LIMIT 1";
      return (await db.ask(text, { attempt, browserHash })).length > 0;
    },
    transition: (id, version, change) => transition(db, id, version, change),
    async claimAttempts({ limit, leaseMs, bank, alsoBanks = [] }) {
      await pullBack(leaseMs);
      const text = "SELECT * FROM ventanilla.claim_attempts($1, $2, $3::jsonb)";
      const rows = await db.ask<AttemptRow>(text, { limit, leaseMs, banks: [bank, ...alsoBanks, ""] });
      return rows.map((row) => claimFromRow(row, attemptFromRow(row)));
    },
  };
}

async function findAttempt(
  db: Database,
  condition: string,
  values: Record<string, unknown>,
): Promise<Attempt | undefined> {
  const [row] = await db.ask<AttemptRow>(`SELECT * FROM ventanilla.attempts WHERE ${condition}`, values);
  return row && attemptFromRow(row);
}

async function insertAttempt(
  db: Database,
  { id, order, spelling, bank, amount, tax, browserHash, facts, dueAt }: AttemptDraft,
  joinableUntil: number,
): Promise<Insertion> {
  const { orderReference = null } = facts;
  const asked = db.ask<AttemptRow & Pick<Insertion, "kind">>(
    "SELECT i.kind, (i.attempt).* FROM ventanilla.insert_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) i",
    {
      id,
      order,
      bank,
      "amount.minor": amount.minor,
      "tax.minor": tax.minor,
      "amount.currency": amount.currency,
      browserHash,
      facts: { ...facts, ...(spelling !== undefined && { spellingKey: spellingKey(spelling) }) },
      dueAt,
      joinableUntil,
      orderReference,
    },
  );
  const [row] = await asked.catch((error: unknown) => {
    if (hasCode(error, "VT002")) throw new AlikeOrderError(error.message);
    throw hasCode(error, "VT001") ? new OrderReferenceTakenError(orderReference ?? order) : error;
  });
  if (!row) throw new Error("postgresStore: the database gave no answer to an insertion");
  return { kind: row.kind, attempt: attemptFromRow(row) };
}

/** Whether the database says with this code, which its function raises, that another order is in the way. */
function hasCode(error: unknown, code: "VT001" | "VT002"): error is Error {
  return error instanceof Error && "code" in error && error.code === code;
}

const transitionText =
  "SELECT t.written, (t.attempt).* FROM ventanilla.transition($1, $2, $3, $4, $5, $6, $7, $8, $9) t";

/**
 * The same, and it also writes what a person did about two payments of an order to the one that was given back: both or
 * none. It takes the locks in the same order as the function.
 */
const transitionAndMarkText = `WITH alone AS MATERIALIZED
    (SELECT count(ventanilla.lock_order(order_id)) FROM ventanilla.attempts WHERE id = $1),
  locked AS MATERIALIZED
    (SELECT a.order_id FROM alone, ventanilla.attempts a WHERE a.id = $1 AND a.version = $2 FOR UPDATE OF a),
  marked AS (UPDATE ventanilla.attempts
    SET version = version + 1, facts = facts || jsonb_build_object('givenBack', $4::jsonb -> 'handled')
    WHERE id = $10 AND state = 'approved' AND order_id = (SELECT order_id FROM locked) AND NOT facts ? 'givenBack'
    RETURNING id),
  -- No attempt has version 0: that refuses the change.
  allowed AS MATERIALIZED (SELECT CASE WHEN EXISTS (SELECT FROM marked) THEN $2 ELSE 0 END AS version)
  SELECT t.written, (t.attempt).* FROM allowed,
    LATERAL ventanilla.transition($1, allowed.version, $3, $4, $5, $6, $7, $8, $9) t`;

async function transition(
  db: Database,
  id: string,
  version: number,
  change: Change,
): Promise<{ written: boolean; attempt: Attempt }> {
  const { givenBack } = change;
  const text = givenBack === undefined ? transitionText : transitionAndMarkText;
  const [row] = await db.ask<AttemptRow & { written: boolean }>(text, {
    id,
    version,
    state: change.state,
    facts: withRealReference(change),
    windowEndsAt: change.windowEndsAt ?? null,
    returnHash: change.returnHash ?? null,
    dueAt: change.dueAt ?? null,
    keepDue: change.dueAt === undefined,
    announce: change.announce ?? null,
    ...(givenBack !== undefined && { givenBack }),
  });
  if (!row) throw new Error("there is no attempt with this id");
  return { written: row.written, attempt: attemptFromRow(row) };
}
