import type { SQLInputValue } from "node:sqlite";
import { type Attempt, type Facts, rank } from "../../attempt/attempt.ts";
import { isHolding } from "../../attempt/authorization.ts";
import type { Change } from "../../attempt/change.ts";
import type { EventType } from "../outbox-event.ts";
import { type AttemptRow, attemptFromRow } from "../rows.ts";
import { hasNamedReference, spellingsOf, withoutZeros, withRealReference, withTakenReference } from "../rules.ts";
import { attemptsOf, findAttempt } from "./attempts.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";
import { writeEvent } from "./outbox.ts";

/** A change after the store has decided what only it can see of an approval. */
interface JudgedChange extends Omit<Change, "announce"> {
  /** The event to write. */
  event: EventType | undefined;
}

/** Whether the change takes more than one writing statement, and so a transaction. */
export const needsTransaction = ({ announce, state }: Change): boolean =>
  announce !== undefined || state === "approved";

/** Writes the change and its event, if the attempt still has the version; see `Store.transition`. */
export function transition(
  db: SqliteConnection,
  clock: KeptClock,
  id: string,
  version: number,
  change: Change,
): { written: boolean; attempt: Attempt } {
  const attempt = requireAttempt(db, id);
  if (attempt.version !== version || rank(change.state) < rank(attempt.state)) return { written: false, attempt };
  if (change.givenBack !== undefined && !markGivenBack(db, attempt, change.givenBack, change.facts)) {
    return { written: false, attempt };
  }
  const judged = judge(db, attempt, { ...change, facts: withRealReference(change) });
  if (judged === undefined) return { written: false, attempt };
  if (judged.event !== undefined) {
    writeEvent(db, clock.now(), { type: judged.event, attempt, verdict: judged.facts.verdict });
  }
  const row = update(db, attempt, judged);
  return row ? { written: true, attempt: attemptFromRow(row) } : { written: false, attempt: requireAttempt(db, id) };
}

/** Writes what a person did about two payments of an order to the one that was given back. `false` when it cannot. */
function markGivenBack(db: SqliteConnection, { order }: Attempt, other: string, { handled }: Facts): boolean {
  const marked = db.run(
    `UPDATE attempts SET version = version + 1, facts = json_set(facts, '$.givenBack', json(?))
     WHERE id = ? AND order_id = ? AND state = 'approved' AND facts ->> '$.givenBack' IS NULL`,
    JSON.stringify(handled),
    other,
    order,
  );
  return marked === 1;
}

/** @throws Error when there is no attempt with this id */
function requireAttempt(db: SqliteConnection, id: string): Attempt {
  const found = findAttempt(db, "id = ?", id);
  if (!found) throw new Error("there is no attempt with this id");
  return found;
}

/**
 * Decides what only the store can see of an approval: whether its reference is taken, and whether the order has earlier
 * approvals.
 * @returns `undefined` when the approval is refused
 */
function judge(db: SqliteConnection, attempt: Attempt, { announce, ...change }: Change): JudgedChange | undefined {
  if (change.state !== "approved" || attempt.state === "approved") return { ...change, event: announce };
  const approval = approve(db, attempt, change.facts);
  if (approval === "taken") {
    if (hasNamedReference(change.facts)) return undefined;
    return { ...change, state: "review", facts: withTakenReference(change.facts), event: "attempt.review" };
  }
  if (approval === "first") return { ...change, event: announce };
  return {
    ...change,
    facts: { ...change.facts, furtherApproval: true },
    event: announce && "order.paidAgain",
  };
}

/** Records the approval, unless another attempt has its reference. */
function approve(db: SqliteConnection, { id, order, bank }: Attempt, facts: Facts): "first" | "further" | "taken" {
  const reference = facts.verdict?.reference;
  // References are unique for each bank.
  const ofBank = (text: string) => (bank === "" ? text : `${bank} ${text}`);
  const takers = reference === undefined ? [] : takersOf(db, spellingsOf(reference).map(ofBank));
  // A bank may answer a capture with the reference of its authorization.
  const isOfAuthorization = takers.length > 0 && takers.every((taker) => taker === facts.captureOf);
  if (takers.length > 0 && !isOfAuthorization) return "taken";
  const isPayment = facts.capture === undefined;
  // A payment is the first unless the order has a payment. An authorization, unless the order is paid or authorized.
  const isFirst = isPayment ? db.one(selectPayment, order) === undefined : !attemptsOf(db, order).some(isHolding);
  db.run(
    "INSERT INTO approvals VALUES (?, ?, ?, ?)",
    id,
    order,
    reference === undefined || isOfAuthorization ? null : ofBank(withoutZeros(reference)),
    isFirst && isPayment ? 1 : 0,
  );
  return isFirst ? "first" : "further";
}

/** The attempts with the reference. A process of an earlier version writes it with the zeros that the bank gave. */
function takersOf(db: SqliteConnection, spellings: readonly string[]): string[] {
  const text = "SELECT attempt_id FROM approvals WHERE reference IN (SELECT value FROM json_each(?))";
  return db.all<{ attempt_id: string }>(text, JSON.stringify(spellings)).map((row) => row.attempt_id);
}

/** The payment of an order: a sale or a capture. */
const selectPayment = "SELECT 1 FROM approvals WHERE order_id = ? AND first = 1";

function update(db: SqliteConnection, { id, version, state }: Attempt, change: JudgedChange): AttemptRow | undefined {
  // Only what changes: SQLite writes the indexes of every named column, which costs a tenth with a million attempts.
  const columns: Record<string, SQLInputValue> = {
    facts: JSON.stringify(change.facts),
    ...(change.state !== state && { state: change.state }),
    ...(change.returnHash !== undefined && { return_hash: change.returnHash }),
    ...(change.windowEndsAt !== undefined && { window_ends_at: change.windowEndsAt }),
    ...(change.dueAt !== undefined && { due_at: change.dueAt }),
  };
  const assignments = Object.keys(columns).map((column) => `${column} = ?`);
  return db.one<AttemptRow>(
    `UPDATE attempts SET version = version + 1, ${assignments.join(", ")} WHERE id = ? AND version = ? RETURNING *`,
    ...Object.values(columns),
    id,
    version,
  );
}
