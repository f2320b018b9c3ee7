import { ArgumentError } from "@ventanilla/client";
import { type Attempt, type Facts, liveStates } from "../../attempt/attempt.ts";
import { isHolding } from "../../attempt/authorization.ts";
import { holdsOrder, minTimeToPayMs } from "../../attempt/holds-order.ts";
import { awaitsResolution } from "../../attempt/needs-person.ts";
import { AlikeOrderError } from "../alike-order-error.ts";
import { OrderReferenceTakenError } from "../order-reference-taken-error.ts";
import { type AttemptRow, attemptFromRow } from "../rows.ts";
import {
  earlierCapture,
  holdsElsewhere,
  isJoinable,
  msPerTransactionId,
  spellingKey,
  transactionIdOf,
} from "../rules.ts";
import { sqlList } from "../sql-list.ts";
import type { AttemptDraft, Insertion } from "../store.ts";
import { attemptsOf, findAttempt } from "./attempts.ts";
import type { KeptClock } from "./clock.ts";
import type { SqliteConnection } from "./connection.ts";

/**
 * Inserts the draft, or finds the earlier attempt that is in its way; see `Store.insertAttempt`. Call it in a
 * transaction.
 */
export function insertAttempt(
  db: SqliteConnection,
  clock: KeptClock,
  draft: AttemptDraft,
  joinableUntil: number,
): Insertion {
  // Before Node 24.16, its SQLite cuts off a text at a NUL when it is read.
  if (draft.order.includes("\0")) throw new ArgumentError("order: holds a NUL character, which SQLite cannot keep");
  // A form that is sent again carries an id that another attempt may own; a new attempt gets an id of its own.
  const isTaken = db.one("SELECT 1 FROM launches WHERE id = ?", draft.id) !== undefined;
  const id = isTaken ? crypto.randomUUID() : draft.id;
  const earlier = attemptsOf(db, draft.order);
  const insertion =
    earlierAttempt(db, earlier, draft, joinableUntil) ??
    insert(db, clock, { ...draft, id, facts: factsWithReference(db, earlier, draft) });
  if (!isTaken || insertion.kind === "inserted") {
    // A browser that is refused learns the state of the order, but has not launched the attempt.
    const isLaunch = insertion.kind === "inserted" || insertion.kind === "joined";
    const browserHash = isLaunch ? draft.browserHash : "";
    db.run("INSERT INTO launches VALUES (?, ?, ?)", id, insertion.attempt.id, browserHash);
  }
  if (insertion.kind === "inserted" && draft.spelling !== undefined)
    claimSpelling(db, insertion.attempt, draft.spelling);
  return insertion;
}

/**
 * Writes by which spelling the order is known.
 * @throws AlikeOrderError when another order is
 */
function claimSpelling(db: SqliteConnection, { id, order }: Attempt, spelling: string): void {
  const key = spellingKey(spelling);
  db.run("INSERT INTO launches VALUES (?, ?, '') ON CONFLICT DO NOTHING", key, id);
  const known = findAttempt(db, "id = (SELECT attempt_id FROM launches WHERE id = ?)", key);
  if (known !== undefined && known.order !== order) throw new AlikeOrderError(known.order);
}

/** The attempt of the order that the draft joins, or that forbids a new one. */
function earlierAttempt(
  db: SqliteConnection,
  earlier: readonly Attempt[],
  draft: AttemptDraft,
  joinableUntil: number,
): Insertion | undefined {
  const capture = earlierCapture(earlier);
  if (draft.facts.captureOf !== undefined) return capture;
  const approved = earlier.find(isHolding);
  if (approved) {
    const payer = "id = (SELECT attempt_id FROM approvals WHERE order_id = ? AND first = 1)";
    return { kind: "paid", attempt: findAttempt(db, payer, draft.order) ?? approved };
  }
  // The authorization of the capture has ended, and the capture may still settle it.
  const blocked = earlier.findLast(awaitsResolution) ?? capture?.attempt;
  if (blocked) return { kind: "blocked", attempt: blocked };
  const joinable = earlier.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
  const held = earlier.findLast(
    (attempt) =>
      attempt !== joinable &&
      (holdsOrder(attempt, joinableUntil - minTimeToPayMs) || holdsElsewhere(attempt, draft, joinableUntil)),
  );
  if (held) return { kind: "blocked", attempt: held };
  return joinable && { kind: "joined", attempt: joinable };
}

/** The facts of a new attempt: the first attempt of an order claims its reference, and the others have the same. */
function factsWithReference(db: SqliteConnection, [first]: readonly Attempt[], { order, facts }: AttemptDraft): Facts {
  const { orderReference: asked, ...rest } = facts;
  const reference = first === undefined ? claimReference(db, order, asked) : first.facts.orderReference;
  return { ...rest, ...(reference !== undefined && { orderReference: reference }) };
}

/**
 * Returns the reference of an order: the one that it has, which stays when somebody deletes its attempts, else the one
 * that the draft asks for, if any.
 * @throws OrderReferenceTakenError when it is another order's reference or id
 */
function claimReference(db: SqliteConnection, order: string, asked: string | undefined): string | undefined {
  if (asked !== undefined) {
    db.run("INSERT INTO order_references VALUES (?, ?) ON CONFLICT DO NOTHING", asked, order);
  }
  const kept = db.one<{ reference: string }>("SELECT reference FROM order_references WHERE order_id = ?", order);
  const isId = kept && db.one("SELECT 1 FROM attempts WHERE order_id = ?", kept.reference) !== undefined;
  if (isId || (kept === undefined && asked !== undefined)) throw new OrderReferenceTakenError(asked ?? order);
  return kept?.reference;
}

function insert(db: SqliteConnection, clock: KeptClock, draft: AttemptDraft): Insertion {
  // Without a reference, the order is sent under its id: no other order may have that as its reference. The statement
  // itself checks this.
  const isFree =
    draft.facts.orderReference === undefined
      ? "NOT EXISTS (SELECT 1 FROM order_references WHERE reference = ?2)"
      : "true";
  const row = db.one<AttemptRow>(
    `INSERT INTO attempts (id, order_id, state, version, transaction_id, amount, tax, currency, created_at, due_at,
     facts, bank) SELECT ?1, ?2, 'preparing', 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE ${isFree} RETURNING *`,
    draft.id,
    draft.order,
    nextTransactionId(db, clock.now()),
    draft.amount.minor,
    draft.tax.minor,
    draft.amount.currency,
    clock.now(),
    draft.dueAt,
    JSON.stringify(draft.facts),
    draft.bank,
  );
  if (row === undefined) throw new OrderReferenceTakenError(draft.order);
  return { kind: "inserted", attempt: attemptFromRow(row) };
}

/** Takes the next number of the counter, and further ones while a live attempt has the number. */
function nextTransactionId(db: SqliteConnection, now: number): string {
  const draw = `INSERT INTO counters VALUES ('transaction', ?1) ON CONFLICT DO UPDATE
    SET value = max(value + 1, ?1) RETURNING value`;
  const least = Math.floor(now / msPerTransactionId);
  // The states as the condition of the index `attempts_live` has them: another text would not find it.
  const isLive = `SELECT 1 FROM attempts WHERE transaction_id = ? AND state IN ${sqlList(liveStates)}`;
  for (;;) {
    const id = transactionIdOf(db.one<{ value: number }>(draw, least)?.value ?? least);
    if (!db.one(isLive, id)) return id;
  }
}
