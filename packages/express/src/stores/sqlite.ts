import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { type Attempt, type Facts, isUnresolved, rank, type State, states } from "../attempt/attempt.ts";
import {
  eventOfMove,
  firstTransactionId,
  isEvent,
  isJoinable,
  lastTransactionId,
  type StoreClock,
  withTakenReference,
} from "./rules.ts";
import { type Connection, openConnection } from "./sqlite-connection.ts";
import {
  type AttemptRow,
  attemptColumns,
  attemptOf,
  type EventRow,
  eventColumns,
  eventOf,
  migrations,
} from "./sqlite-schema.ts";
import type { AttemptDraft, Change, Claim, Insertion, Lease, OutboxEvent, Store } from "./store.ts";

const live = `state IN ('preparing', 'opened')`;
const unresolved = `state IN ('unknown', 'review') AND facts ->> '$.resolution' IS NULL`;

// Written down once: a statement is found again by its text, and a text that is made anew has to be compared.
const select = `SELECT ${attemptColumns} FROM attempts WHERE`;
const byId = `${select} id = ?`;
const byLaunch = `${select} id = (SELECT attempt_id FROM launches WHERE id = ?)`;
const byReturnHash = `${select} return_hash = ?`;
const ofOrder = `${select} order_id = ? ORDER BY seq`;
const firstApprovedOf = `${select} id = (SELECT attempt_id FROM approvals WHERE order_id = ? AND first = 1)`;
const closing = `${select} state = 'opened' AND window_ends_at > ? AND window_ends_at < ? ORDER BY window_ends_at LIMIT 100`;
const awaitingPerson = `${select} ${unresolved} ORDER BY seq LIMIT ?`;

/**
 * Keeps attempts and events in a SQLite file through Node's own `node:sqlite`: write-ahead log, synchronous FULL, for
 * one process or several on one machine. A write that has been answered survives a power cut. The tables are brought up
 * to date when the file is opened.
 *
 * A hook's `transaction` holds the file's write lock from its first statement on: keep it short.
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
  const { one, all, run, alone, atomically } = connection;
  // One machine: the engine has no other clock.
  const now = () => (clock ? clock.now() : Date.now());
  const exists = (...query: Parameters<typeof one>): boolean => one(...query) !== undefined;
  const migrated = migrateFile(connection);

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
    const paid = earlier.some(({ state }) => state === "approved") && find(firstApprovedOf, draft.order);
    if (paid) return { kind: "paid", attempt: paid };
    const blocked = earlier.findLast(isUnresolved);
    if (blocked) return { kind: "blocked", attempt: blocked };
    const joinable = earlier.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
    if (joinable) return { kind: "joined", attempt: joinable };
    const inserted = one<AttemptRow>(
      `INSERT INTO attempts (id, order_id, state, version, transaction_id, amount, tax, currency, created_at, due_at,
       facts) VALUES (?, ?, 'preparing', 1, ?, ?, ?, ?, ?, ?, ?) RETURNING ${attemptColumns}`,
      draft.id,
      draft.order,
      nextTransactionId(),
      draft.amount.minor,
      draft.tax.minor,
      draft.amount.currency,
      now(),
      draft.dueAt,
      JSON.stringify(draft.facts),
    );
    return { kind: "inserted", attempt: attemptOf(inserted as AttemptRow) };
  }

  /** Makes the approval the order's first or a further one; `undefined` when its reference is another attempt's. */
  function approve({ id, order }: Attempt, facts: Facts): { first: boolean } | undefined {
    const reference = facts.verdict?.reference ?? null;
    if (reference !== null && exists("SELECT 1 FROM approvals WHERE reference = ?", reference)) return undefined;
    const first = !exists("SELECT 1 FROM approvals WHERE order_id = ?", order);
    run("INSERT INTO approvals VALUES (?, ?, ?, ?)", id, order, reference, first ? 1 : 0);
    return { first };
  }

  function announce({ id, type, order, attempt, verdict, createdAt }: OutboxEvent): void {
    run(
      "INSERT INTO outbox (id, type, order_id, attempt_id, created_at, due_at, verdict) VALUES (?, ?, ?, ?, ?, ?, ?)",
      id,
      type,
      order,
      attempt,
      createdAt,
      createdAt,
      verdict === undefined ? null : JSON.stringify(verdict),
    );
  }

  /** Several statements where the move has an event; else one, which writes only what nobody has written before. */
  function transition(id: string, version: number, change: Change): { written: boolean; attempt: Attempt } {
    const attempt = own(id);
    if (attempt.version !== version || rank(change.state) < rank(attempt.state)) return { written: false, attempt };
    let { state, facts } = change;
    let again = false;
    if (state === "approved" && attempt.state !== "approved") {
      const approval = approve(attempt, facts);
      if (approval) {
        again = !approval.first;
      } else {
        state = "review";
        facts = withTakenReference(facts);
      }
    }
    if (state !== attempt.state && isEvent(state)) announce(eventOfMove(attempt, facts, state, again, now()));
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

  /** Moves the due time of the chosen rows forward by the lease, which keeps everybody else away from them. */
  function claim<Row extends SQLOutputValue[], T>(
    table: "attempts" | "outbox",
    chosen: string,
    columns: string,
    lease: Lease,
    itemOf: (row: Row) => T,
  ): Promise<Claim<T>[]> {
    return alone(() => {
      const at = now();
      const leaseUntil = at + lease.leaseMs;
      const rows = all<[fence: number, tries: number, ...Row]>(
        `UPDATE ${table} SET due_at = ?1, fence = fence + 1, tries = tries + 1
         WHERE seq IN (SELECT seq FROM ${table} t WHERE due_at <= ?2 ${chosen} LIMIT ?3)
         RETURNING fence, tries, ${columns}`,
        leaseUntil,
        at,
        lease.limit,
      );
      return rows.map(([fence, tries, ...row]) => ({ item: itemOf(row), fence, tries: tries - 1, leaseUntil }));
    });
  }

  const deadlineFirst = "ORDER BY window_ends_at IS NULL OR window_ends_at <= ?2, window_ends_at, due_at";
  const oldestOfItsOrder = `AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.order_id = t.order_id AND e.seq < t.seq
    AND e.delivered_at IS NULL AND e.dead = 0) ORDER BY due_at, seq`;

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
          run("INSERT INTO launches VALUES (?, ?, ?)", id, insertion.attempt.id, draft.browserHash);
        }
        return insertion;
      }),
    // Most ids are their attempt's own; the others were launched with, and joined an attempt that was there.
    findAttempt: async (id) => find(byId, id) ?? find(byLaunch, id),
    findByReturnHash: async (returnHash) => find(byReturnHash, returnHash),
    attemptsOf: async (order) => list(ofOrder, order),
    launchedBy: async (attempt, browserHash) =>
      exists("SELECT 1 FROM launches WHERE attempt_id = ? AND browser_hash = ?", attempt, browserHash),
    transition: (id, version, change) =>
      (isEvent(change.state) ? atomically : alone)(() => transition(id, version, change)),
    claimAttempts: (lease) => claim("attempts", deadlineFirst, attemptColumns, lease, attemptOf),
    claimEvents: (lease) => claim("outbox", oldestOfItsOrder, eventColumns, lease, eventOf),
    settleClaim: (event, fence, settlement) =>
      alone(
        () =>
          run(
            `UPDATE outbox SET due_at = ?, dead = ?, error = ?, delivered_at = ? WHERE id = ? AND fence = ?
             AND due_at IS NOT NULL`,
            settlement.kind === "retry" ? settlement.at : null,
            settlement.kind === "dead" ? 1 : 0,
            settlement.kind === "done" ? null : settlement.error,
            settlement.kind === "done" ? now() : null,
            event,
            fence,
          ) === 1,
      ),
    async openDelivery(event, fence) {
      const { query, end } = await connection.begin();
      const marked = await query(
        `UPDATE outbox SET due_at = NULL, error = NULL, delivered_at = ? WHERE id = ? AND fence = ?
         AND due_at IS NOT NULL RETURNING 1`,
        [now(), event, fence],
      ).catch((error: unknown) => {
        end("ROLLBACK");
        throw error;
      });
      if (marked.rows.length === 0) return end("ROLLBACK") as undefined;
      return { query, commit: async () => end("COMMIT"), rollback: async () => end("ROLLBACK") };
    },
    reviveEvent: (event) =>
      // Others of its order may be leased by now: it goes to the end of the line, never beside them.
      alone(
        () =>
          run(
            `UPDATE outbox SET dead = 0, due_at = ?, fence = fence + 1, seq = (SELECT max(seq) + 1 FROM outbox)
             WHERE id = ? AND dead = 1`,
            now(),
            event,
          ) === 1,
      ),
    async backlog(closingBefore) {
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
    },
    async unsettled(limit) {
      const events = all<[error: string, ...EventRow]>(
        `SELECT error, ${eventColumns} FROM outbox WHERE dead = 1 ORDER BY seq LIMIT ?`,
        limit,
      );
      return {
        attempts: list(awaitingPerson, limit),
        events: events.map(([error, ...row]) => ({ ...eventOf(row), error })),
      };
    },
    async stats() {
      const attempts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
      for (const [state, count] of all<[State, number]>("SELECT state, count(*) FROM attempts GROUP BY state")) {
        attempts[state] = count;
      }
      const [due = 0, dead = 0] =
        one<[number, number]>("SELECT count(due_at), coalesce(sum(dead), 0) FROM outbox") ?? [];
      return { attempts, outbox: { due, dead } };
    },
    close: async () => connection.close(),
  };
}

/** Takes the steps that the file has not taken; answers their numbers. */
function migrateFile({ exec, one, run }: Connection): number[] {
  exec("BEGIN IMMEDIATE");
  try {
    const taken = one<[number]>("PRAGMA user_version")?.[0] ?? 0;
    if (taken > migrations.length) {
      throw new Error(`sqliteStore: the file has version ${taken}, this program knows ${migrations.length}: update it`);
    }
    const steps = migrations.slice(taken);
    for (const step of steps) exec(step);
    if (steps.length > 0) run(`PRAGMA user_version = ${migrations.length}`);
    exec("COMMIT");
    return steps.map((_, index) => taken + index + 1);
  } catch (error) {
    exec("ROLLBACK");
    throw error;
  }
}
