import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Attempt, type Facts, rank, type State, states } from "../attempt.ts";
import type { AttemptDraft, Change, Claim, Insertion, Lease, Settlement, Store } from "../store.ts";
import { type AttemptRow, attemptOf, eventOf, type Leased, schema } from "./sqlite-schema.ts";

const live = `state IN ('preparing', 'ready', 'opened')`;
const firstTransactionId = 100_000;
const lastTransactionId = 999_999;

/**
 * Keeps attempts and events in a SQLite file through Node's own `node:sqlite`: write-ahead log, synchronous FULL, for
 * one process or several on one machine. A write that has been answered survives a power cut.
 * @param path the database file, made when missing; its folder must exist
 * @throws TypeError when `path` is not a non-empty string; the engine's error when the file cannot be opened
 */
export function sqliteStore(path: string): Store {
  if (typeof path !== "string" || path === "") {
    throw new TypeError(`sqliteStore(path): expected the name of a file, got ${JSON.stringify(path) ?? typeof path}`);
  }
  const db = new DatabaseSync(path, { timeout: 5000 });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
  const statements = new Map<string, StatementSync>();
  const sql = (text: string): StatementSync => {
    const known = statements.get(text);
    if (known) return known;
    const prepared = db.prepare(text);
    statements.set(text, prepared);
    return prepared;
  };
  // The tables are STRICT: what a column holds is what the schema says.
  const one = <T = AttemptRow>(text: string, ...values: SQLInputValue[]): T | undefined =>
    sql(text).get(...values) as T | undefined;
  const all = <T = AttemptRow>(text: string, ...values: SQLInputValue[]): T[] => sql(text).all(...values) as T[];
  const exists = (text: string, ...values: SQLInputValue[]): boolean => one(text, ...values) !== undefined;
  const run = (text: string, ...values: SQLInputValue[]) => sql(text).run(...values).changes;

  function atomically<T>(work: () => T): T {
    sql("BEGIN IMMEDIATE").run();
    try {
      const result = work();
      sql("COMMIT").run();
      return result;
    } catch (error) {
      sql("ROLLBACK").run();
      throw error;
    }
  }

  atomically(() => db.exec(schema));

  const byId = (id: string): Attempt | undefined => {
    const row = one("SELECT a.* FROM launches l JOIN attempts a ON a.id = l.attempt_id WHERE l.id = ?", id);
    return row && attemptOf(row);
  };

  function own(id: string): Attempt {
    const row = one("SELECT * FROM attempts WHERE id = ?", id);
    if (!row) throw new Error("there is no attempt with this id");
    return attemptOf(row);
  }

  function insert(draft: AttemptDraft, joinableUntil: number, now: number): Insertion {
    const paid = one(
      "SELECT a.* FROM approvals p JOIN attempts a ON a.id = p.attempt_id WHERE p.order_id = ? AND p.first = 1",
      draft.order,
    );
    if (paid) return { kind: "paid", attempt: attemptOf(paid) };
    const blocked = one(
      "SELECT * FROM attempts WHERE order_id = ? AND state IN ('unknown', 'review') ORDER BY seq DESC LIMIT 1",
      draft.order,
    );
    if (blocked) return { kind: "blocked", attempt: attemptOf(blocked) };
    const joinable = one(
      `SELECT * FROM attempts WHERE order_id = ? AND ${live} AND amount = ? AND tax = ? AND currency = ?
       AND (state <> 'opened' OR window_ends_at > ?) ORDER BY seq DESC LIMIT 1`,
      draft.order,
      draft.amount.minor,
      draft.tax.minor,
      draft.amount.currency,
      joinableUntil,
    );
    if (joinable) return { kind: "joined", attempt: attemptOf(joinable) };
    run(
      `INSERT INTO attempts (id, order_id, state, version, transaction_id, amount, tax, currency, created_at,
       facts) VALUES (?, ?, 'preparing', 1, ?, ?, ?, ?, ?, ?)`,
      draft.id,
      draft.order,
      draft.transactionId,
      draft.amount.minor,
      draft.tax.minor,
      draft.amount.currency,
      now,
      JSON.stringify(draft.facts),
    );
    return { kind: "inserted", attempt: own(draft.id) };
  }

  /** Turns an approval into what the order's other attempts make of it, and writes the outbox event. */
  function approve(attempt: Attempt, facts: Facts, now: number): State {
    const reference = facts.verdict?.reference ?? null;
    if (reference !== null && exists("SELECT 1 FROM approvals WHERE reference = ?", reference)) {
      facts.verdict = { code: "00", ...facts.verdict, mismatch: ["RetrievalReferenceNumber"] };
      return "review";
    }
    const first = !exists("SELECT 1 FROM approvals WHERE order_id = ?", attempt.order);
    run(
      "INSERT INTO approvals (attempt_id, order_id, reference, first) VALUES (?, ?, ?, ?)",
      attempt.id,
      attempt.order,
      reference,
      first ? 1 : 0,
    );
    run(
      "INSERT INTO outbox (id, type, order_id, attempt_id, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)",
      first ? `paid:${attempt.order}` : `paidAgain:${attempt.id}`,
      first ? "order.paid" : "order.paidAgain",
      attempt.order,
      attempt.id,
      now,
      now,
    );
    return "approved";
  }

  function transition(id: string, version: number, change: Change, now: number) {
    const attempt = own(id);
    if (attempt.version !== version || rank(change.state) < rank(attempt.state)) return { written: false, attempt };
    const facts = { ...change.facts };
    const approves = change.state === "approved" && attempt.state !== "approved";
    const state = approves ? approve(attempt, facts, now) : change.state;
    run(
      `UPDATE attempts SET state = ?, version = version + 1, facts = ?, return_hash = coalesce(?, return_hash),
       window_ends_at = coalesce(?, window_ends_at), due_at = CASE WHEN ? THEN due_at ELSE ? END WHERE id = ?`,
      state,
      JSON.stringify(facts),
      change.returnHash ?? null,
      change.windowEndsAt ?? null,
      change.dueAt === undefined ? 1 : 0,
      change.dueAt ?? null,
      attempt.id,
    );
    return { written: true, attempt: own(id) };
  }

  /** Moves the due time of the earliest rows forward by the lease, which keeps everybody else away from them. */
  function claim<R extends Leased, T>(table: "attempts" | "outbox", { limit, leaseMs }: Lease, itemOf: (row: R) => T) {
    const now = Date.now();
    const rows = atomically(() =>
      all<R>(
        `UPDATE ${table} SET due_at = ?, fence = fence + 1, tries = tries + 1
         WHERE id IN (SELECT id FROM ${table} WHERE due_at <= ? ORDER BY due_at LIMIT ?) RETURNING *`,
        now + leaseMs,
        now,
        limit,
      ),
    );
    return rows.map(
      (row): Claim<T> => ({ item: itemOf(row), fence: row.fence, tries: row.tries - 1, leaseUntil: now + leaseMs }),
    );
  }

  return {
    now: async () => Date.now(),
    async nextTransactionId() {
      return atomically(() => {
        const taken = (id: number) => exists(`SELECT 1 FROM attempts WHERE transaction_id = ? AND ${live}`, String(id));
        const last = one<{ value: number }>("SELECT value FROM counters WHERE name = 'transaction'");
        let id = last?.value ?? firstTransactionId - 1;
        do id = id >= lastTransactionId ? firstTransactionId : id + 1;
        while (taken(id));
        run("INSERT OR REPLACE INTO counters (name, value) VALUES ('transaction', ?)", id);
        return String(id);
      });
    },
    async insertAttempt(draft, joinableUntil) {
      return atomically(() => {
        // A form sent a second time carries an id that another attempt owns already; a new attempt gets its own.
        const fresh = byId(draft.id) ? { ...draft, id: crypto.randomUUID() } : draft;
        const insertion = insert(fresh, joinableUntil, Date.now());
        const ids = insertion.kind === "inserted" ? [fresh.id, draft.id] : [draft.id];
        for (const id of ids) {
          run("INSERT OR IGNORE INTO launches VALUES (?, ?, ?)", id, insertion.attempt.id, draft.browserHash);
        }
        return insertion;
      });
    },
    findAttempt: async (id) => byId(id),
    async findByReturnHash(returnHash) {
      const row = one("SELECT * FROM attempts WHERE return_hash = ?", returnHash);
      return row && attemptOf(row);
    },
    attemptsOf: async (order) => all("SELECT * FROM attempts WHERE order_id = ? ORDER BY seq", order).map(attemptOf),
    launchedBy: async (attempt, browserHash) =>
      exists("SELECT 1 FROM launches WHERE attempt_id = ? AND browser_hash = ?", attempt, browserHash),
    transition: async (id, version, change) => atomically(() => transition(id, version, change, Date.now())),
    claimAttempts: async (lease) => claim("attempts", lease, attemptOf),
    claimEvents: async (lease) => claim("outbox", lease, eventOf),
    async settleClaim(event: string, fence: number, settlement: Settlement) {
      const done = settlement.kind === "done";
      return (
        run(
          `UPDATE outbox SET due_at = ?, dead = ?, error = ?, delivered_at = ? WHERE id = ? AND fence = ?
           AND delivered_at IS NULL`,
          settlement.kind === "retry" ? settlement.at : null,
          settlement.kind === "dead" ? 1 : 0,
          done ? null : settlement.error,
          done ? Date.now() : null,
          event,
          fence,
        ) === 1
      );
    },
    async stats() {
      const attempts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
      for (const row of all<{ state: State; n: number }>("SELECT state, count(*) AS n FROM attempts GROUP BY state")) {
        attempts[row.state] = row.n;
      }
      const outbox = one<{ due: number; dead: number }>(
        "SELECT count(due_at) AS due, coalesce(sum(dead), 0) AS dead FROM outbox",
      );
      return { attempts, outbox: { due: outbox?.due ?? 0, dead: outbox?.dead ?? 0 } };
    },
    async close() {
      if (db.isOpen) db.close();
    },
  };
}
