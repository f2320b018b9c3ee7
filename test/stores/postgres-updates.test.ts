import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { decidingFunctions } from "../../packages/express/src/stores/postgres/deciding-functions.ts";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { createAsBefore } from "./postgres-version-4.ts";

const server = await startPostgres();
after(() => server.stop());

/** A database of version 4 with one attempt, and a transaction of somebody else in it. */
async function shop(t: TestContext) {
  const { pool } = await server.database({ max: 10 });
  await createAsBefore(pool);
  await postgresStore(pool).insertAttempt(draft("A-1"), 0);
  const other = await pool.connect();
  await other.query("BEGIN");
  t.after(() => other.release(true));
  return { pool, other };
}

/** Waits until a migration waits for a lock, or has ended. */
async function held(pool: pg.Pool, migrating: Promise<unknown>): Promise<void> {
  let ended = false;
  const ends = () => {
    ended = true;
  };
  migrating.then(ends, ends);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE 'DO $migration$%'`;
  while (!ended && (await pool.query(waiting)).rows.length === 0) await setImmediate();
}

const versions = Array.from({ length: 20 }, (_, index) => index + 5);

test("a change of the deciding functions is a version of its own", () => {
  const digest = createHash("sha256").update(decidingFunctions).digest("hex").slice(0, 12);
  const change = "deciding-functions.ts says how they are changed; then write the last version and its digest here";
  assert.deepEqual([versions.at(-1), digest], [24, "8e7f526314e1"], change);
});

test("who reads while the version changes may go on to write: neither stops the other", async (t) => {
  const { pool, other } = await shop(t);
  await other.query("LOCK TABLE ventanilla.outbox, ventanilla.attempts, ventanilla.approvals IN ACCESS SHARE MODE");
  const migrating = postgresStore(pool).migrate();
  await held(pool, migrating);
  const written = other.query("UPDATE ventanilla.outbox SET due_at = NULL");
  const [applied] = await Promise.all([migrating, written]);
  assert.deepEqual(applied, versions);
  await other.query("COMMIT");
});

for (const table of ["outbox", "attempts"]) {
  test(`a migration that waits for a transaction with ${table} lets others write, and ends after it`, async (t) => {
    const { pool, other } = await shop(t);
    await other.query(`LOCK TABLE ventanilla.${table} IN ROW EXCLUSIVE MODE`);
    // The deadline is far away: a busy machine must not end the wait.
    const migrating = postgresStore(pool, { deadlineMs: 100_000 }).migrate();
    await held(pool, migrating);
    const store = postgresStore(pool);
    assert.equal((await store.insertAttempt(draft("A-2"), 0)).kind, "inserted");
    await store.claimEvents({ bank, limit: 5, leaseMs: 1000 });
    await pool.query("UPDATE ventanilla.outbox SET due_at = NULL");
    await other.query("COMMIT");
    assert.deepEqual(await migrating, versions);
  });
}

test("a migration that never gets its lock names who has it, keeps what is done, and goes on when called again", async (t) => {
  const { pool, other } = await shop(t);
  const { rows } = await other.query("SELECT pg_backend_pid() AS pid");
  await other.query("LOCK TABLE ventanilla.attempts IN ROW EXCLUSIVE MODE");
  await assert.rejects(postgresStore(pool, { deadlineMs: 2000 }).migrate(), (error: Error) => {
    assert.match(error.message, /version 7 .* 4000 ms.* end them .*, then call migrate\(\) again/);
    assert.match(error.message, new RegExp(`\\b${rows[0].pid}\\b`));
    return true;
  });
  await other.query("ROLLBACK");
  assert.deepEqual(await postgresStore(pool).migrate(), versions.slice(2));
});

test("a migration that waits too long for another process's says so", async (t) => {
  const { pool, other } = await shop(t);
  await other.query("SELECT pg_advisory_xact_lock(7236831)");
  await assert.rejects(
    postgresStore(pool, { deadlineMs: 1000 }).migrate(),
    /another process .*migrat.* call migrate\(\) again/,
  );
  await other.query("ROLLBACK");
});

test("references that are there lose the zeros before them; two that differ in zeros alone both stay", async () => {
  const { pool } = await server.database();
  await createAsBefore(pool);
  const rows = ["000123", "https://b.example 000123", "R-0012", "000", "0077", "77", "009", "0009"];
  const kept = ["123", "https://b.example 123", "R-0012", "0", "0077", "77", "9", "0009"];
  for (const [i, reference] of rows.entries()) {
    await pool.query("INSERT INTO ventanilla.approvals VALUES ($1, $1, $2, true)", [`A-${i}`, reference]);
  }
  await postgresStore(pool).migrate();
  const migrated = await pool.query("SELECT reference FROM ventanilla.approvals ORDER BY attempt_id");
  assert.deepEqual(
    migrated.rows.map(({ reference }) => reference),
    kept,
  );
});
