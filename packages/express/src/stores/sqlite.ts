import type { SQLInputValue } from "node:sqlite";
import { type Attempt, type Facts, isUnresolved, rank, type State, states } from "../attempt/attempt.ts";
import type { Announcement, Change } from "../attempt/change.ts";
import {
  earlierCapture,
  firstTransactionId,
  isJoinable,
  lastTransactionId,
  type StoreClock,
  withTakenReference,
} from "./rules.ts";
import { makeClaim } from "./sqlite-claim.ts";
import { openClock } from "./sqlite-clock.ts";
import { openConnection } from "./sqlite-connection.ts";
import { migrateFile } from "./sqlite-migrations.ts";
import { makeOutbox } from "./sqlite-outbox.ts";
import { patientlyAtStart } from "./sqlite-patience.ts";
import { type AttemptRow, attemptColumns, attemptOf } from "./sqlite-rows.ts";
import type { AttemptDraft, Insertion, Store } from "./store.ts";

const live = `state IN ('preparing', 'opened')`;
const unresolved = `state IN ('unknown', 'review') AND facts ->> '$.resolution' IS NULL`;

// Written down once: a statement is found again by its text, and a text that is made anew has to be compared.
const select = `SELECT ${attemptColumns} FROM attempts WHERE`;
const byId = `${select} id = ?`;
const byLaunch = `${select} id = (SELECT attempt_id FROM launches WHERE id = ?)`;
const byReturnHash = `${select} return_hash = ?`;
const ofOrder = `${select} order_id = ? ORDER BY seq`;
const payerOf = `${select} id = (SELECT attempt_id FROM approvals WHERE order_id = ? AND first = 1)`;
// Who pays is first among payments, sales and captures; who authorizes, among all that is not released.
const paymentsOf = "SELECT 1 FROM approvals WHERE order_id = ? AND first = 1";
const approvalsOf = `SELECT 1 FROM approvals p JOIN attempts a ON a.id = p.attempt_id
  WHERE p.order_id = ? AND a.facts ->> '$.released' IS NULL`;
const closing = `${select} state = 'opened' AND window_ends_at > ? AND window_ends_at < ? ORDER BY window_ends_at LIMIT 100`;
const deadlineFirst = "window_ends_at IS NULL OR window_ends_at <= ?1, window_ends_at, due_at";
const unconfirmed = `state = 'declined' AND facts ->> '$.unconfirmedAt' IS NOT NULL AND facts ->> '$.resolution' IS NULL`;
const awaitingPerson = `${select} (${unresolved}) OR (${unconfirmed}) ORDER BY seq LIMIT ?`;

/**
 * Keeps attempts and events in a SQLite file through Node's own `node:sqlite`: write-ahead log, synchronous FULL, for
 * one process or several on one machine. A write that has been answered survives a power cut. The tables are brought up
 * to date when the file is opened.
 *
 * No write waits in the engine: one that finds the file locked is tried again for 15 s, while the process goes on. A hook's
 * `transaction` holds the lock from its first statement on, and is rolled back after 5 s. A file that is made can be read
 * by its owner only. The clock follows the host's, and does not move when that is set.
 *
 * `sqliteStore(":memory:")` is for tests and examples: it forgets everything when the process ends, and has one connection
 * only, so that reads see what an open `transaction` has not committed yet.
 * @param path the database file, made when missing; its folder must exist
 * @param clock for tests: the time to go by
 * @throws TypeError when `path` is not a non-empty string; Error for `:memory:` under NODE_ENV=production; the engine's
 * error when the file cannot be opened
 */
export function sqliteStore(path: string, clock?: StoreClock): Store {
  if (typeof path !== "string" || path === "") {
    throw new TypeError(`sqliteStore(path): expected the name of a file, got ${JSON.stringify(path) ?? typeof path}`);
  }
  if (path === ":memory:" && process.env.NODE_ENV === "production") {
    throw new Error(
      'sqliteStore(":memory:") forgets payments when the process ends: use sqliteStore(path) with a file in production',
    );
  }
  const connection = openConnection(path);
  const { one, all, run, reading, alone, atomically } = connection;
  const exists = (...query: Parameters<typeof one>): boolean => one(...query) !== undefined;
  const migrated = patientlyAtStart(() => migrateFile(connection));
  // One machine: the engine has no other clock.
  const time = clock ? { now: () => clock.now(), keep: async () => {} } : openClock(connection);
  const { now } = time;
  const outbox = makeOutbox(connection, time);

  function find(text: string, value: string): Attempt | undefined {
    const row = one<AttemptRow>(text, value);
    return row && attemptOf(row);
  }

  const list = (text: string, ...values: SQLInputValue[]): Attempt[] => all<AttemptRow>(text, ...values).map(attemptOf);

  function own(id: string): Attempt {
    const found = find(byId, id);
    if (!found) throw new Error("there is no attempt with this id");
    return found;
  }

  function nextTransactionId(): string {
    let id: string;
    do {
      const next = one<[value: number]>(
        `INSERT INTO counters VALUES ('transaction', ?1) ON CONFLICT DO UPDATE
         SET value = CASE WHEN value < ?2 THEN value + 1 ELSE ?1 END RETURNING value`,
        firstTransactionId,
        lastTransactionId,
      );
      id = String(next?.[0]);
    } while (exists(`SELECT 1 FROM attempts WHERE transaction_id = ? AND ${live}`, id));
    return id;
  }

  function insert(draft: AttemptDraft, joinableUntil: number): Insertion {
    const earlier = list(ofOrder, draft.order);
    if (draft.facts.captureOf !== undefined) return earlierCapture(earlier) ?? inserted(draft);
    const approved = earlier.find(({ state, facts }) => state === "approved" && facts.released === undefined);
    const paid = approved && (find(payerOf, draft.order) ?? approved);
    if (paid) return { kind: "paid", attempt: paid };
    // Its authorization is over by now, and the capture may still settle it.
    const blocked = earlier.findLast(isUnresolved) ?? earlierCapture(earlier)?.attempt;
    if (blocked) return { kind: "blocked", attempt: blocked };
    const joinable = earlier.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
    return joinable ? { kind: "joined", attempt: joinable } : inserted(draft);
  }

  function inserted(draft: AttemptDraft): Insertion {
    const row = one<AttemptRow>(
      `INSERT INTO attempts (id, order_id, state, version, transaction_id, amount, tax, currency, created_at, due_at,
       facts, bank) VALUES (?, ?, 'preparing', 1, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${attemptColumns}`,
      draft.id,
      draft.order,
      nextTransactionId(),
      draft.amount.minor,
      draft.tax.minor,
      draft.amount.currency,
      now(),
      draft.dueAt,
      JSON.stringify(draft.facts),
      draft.bank,
    );
    return { kind: "inserted", attempt: attemptOf(row as AttemptRow) };
  }

  /** Makes the approval the order's first of its kind or a further one; `undefined` when its reference is another's. */
  function approve({ id, order, bank }: Attempt, facts: Facts): { first: boolean } | undefined {
    const { reference: given = null } = facts.verdict ?? {};
    // References are unique for each bank.
    const named = given === null || bank === "" ? given : `${bank} ${given}`;
    const taker =
      named === null ? undefined : one<[string]>("SELECT attempt_id FROM approvals WHERE reference = ?", named);
    // A bank may answer a capture with its authorization's own reference.
    const isOwn = taker !== undefined && taker[0] === facts.captureOf;
    if (taker !== undefined && !isOwn) return undefined;
    const isPayment = facts.capture === undefined;
    const first = !exists(isPayment ? paymentsOf : approvalsOf, order);
    run("INSERT INTO approvals VALUES (?, ?, ?, ?)", id, order, isOwn ? null : named, first && isPayment ? 1 : 0);
    return { first };
  }

  /** Several statements where there is an event to write; else one, which writes only what nobody has written before. */
  function transition(id: string, version: number, change: Change): { written: boolean; attempt: Attempt } {
    const attempt = own(id);
    if (attempt.version !== version || rank(change.state) < rank(attempt.state)) return { written: false, attempt };
    let { state, facts } = change;
    let event: Announcement | "order.paidAgain" | undefined = change.announce;
    if (state === "approved" && attempt.state !== "approved") {
      const approval = approve(attempt, facts);
      if (!approval) {
        state = "review";
        facts = withTakenReference(facts);
        event = "attempt.review";
      } else if (!approval.first) {
        facts = { ...facts, furtherApproval: true };
        event = event && "order.paidAgain";
      }
    }
    if (event !== undefined) outbox.write(event, attempt, facts.verdict);
    // Only what changes is named: a column that is named has its indexes written again.
    const columns: Record<string, SQLInputValue> = {
      facts: JSON.stringify(facts),
      ...(state !== attempt.state && { state }),
      ...(change.returnHash !== undefined && { return_hash: change.returnHash }),
      ...(change.windowEndsAt !== undefined && { window_ends_at: change.windowEndsAt }),
      ...(change.dueAt !== undefined && { due_at: change.dueAt }),
    };
    const assignments = Object.keys(columns).map((column) => `${column} = ?`);
    const after = one<AttemptRow>(
      `UPDATE attempts SET version = version + 1, ${assignments.join(", ")} WHERE id = ? AND version = ?
       RETURNING ${attemptColumns}`,
      ...Object.values(columns),
      id,
      version,
    );
    return after ? { written: true, attempt: attemptOf(after) } : { written: false, attempt: own(id) };
  }

  return {
    migrate: async () => migrated.splice(0),
    now: async () => now(),
    insertAttempt: (draft, joinableUntil) =>
      atomically(() => {
        // A form sent a second time carries an id that another attempt owns already; a new attempt gets its own.
        const owned = exists("SELECT 1 FROM launches WHERE id = ?", draft.id);
        const id = owned ? crypto.randomUUID() : draft.id;
        const insertion = insert({ ...draft, id }, joinableUntil);
        if (!owned || insertion.kind === "inserted") {
          // Who was refused is told how the order stands, and is not the browser that launched it.
          const isLaunch = insertion.kind === "inserted" || insertion.kind === "joined";
          run("INSERT INTO launches VALUES (?, ?, ?)", id, insertion.attempt.id, isLaunch ? draft.browserHash : "");
        }
        return insertion;
      }),
    // Most ids are their attempt's own; the others were launched with, and joined an attempt that was there.
    findAttempt: (id) => reading(() => find(byId, id) ?? find(byLaunch, id)),
    findByReturnHash: (returnHash) => reading(() => find(byReturnHash, returnHash)),
    attemptsOf: (order) => reading(() => list(ofOrder, order)),
    launchedBy: (attempt, browserHash) =>
      reading(() => exists("SELECT 1 FROM launches WHERE attempt_id = ? AND browser_hash = ?", attempt, browserHash)),
    transition: (id, version, change) =>
      (change.announce !== undefined || change.state === "approved" ? atomically : alone)(() =>
        transition(id, version, change),
      ),
    claimAttempts: makeClaim(connection, time, {
      table: "attempts",
      order: deadlineFirst,
      columns: attemptColumns,
      itemOf: attemptOf,
    }),
    claimEvents: outbox.claimEvents,
    renewClaim: outbox.renewClaim,
    settleClaim: outbox.settleClaim,
    openDelivery: outbox.openDelivery,
    reviveEvent: outbox.reviveEvent,
    checkWrite: () =>
      alone(() => {
        run("INSERT INTO counters VALUES ('check', 1) ON CONFLICT DO UPDATE SET value = value + 1");
      }),
    backlog: (closingBefore) =>
      reading(() => {
        const since = (table: string) =>
          one<[at: number | null]>(`SELECT min(due_at) FROM ${table} WHERE due_at IS NOT NULL`)?.[0] ?? undefined;
        const count = (rows: string) => one<[n: number]>(`SELECT count(*) FROM ${rows}`)?.[0] ?? 0;
        const [attemptsSince, eventsSince] = [since("attempts"), since("outbox")];
        return {
          ...(attemptsSince !== undefined && { attemptsSince }),
          ...(eventsSince !== undefined && { eventsSince }),
          dead: count("outbox WHERE dead = 1"),
          unknown: count(`attempts WHERE ${unresolved} AND state = 'unknown'`),
          review: count(`attempts WHERE ${unresolved} AND state = 'review'`),
          closing: list(closing, now(), closingBefore),
        };
      }),
    unsettled: (limit) => reading(() => ({ attempts: list(awaitingPerson, limit), events: outbox.dead(limit) })),
    stats: () =>
      reading(() => {
        const attempts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
        for (const [state, count] of all<[State, number]>("SELECT state, count(*) FROM attempts GROUP BY state")) {
          attempts[state] = count;
        }
        return { attempts, outbox: outbox.count() };
      }),
    close: async () => connection.close(),
  };
}
