import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { type PostgresPool, postgresStore } from "@ventanilla/express/postgres";
import type pg from "pg";
import { versions } from "#express/stores/sql/tables.ts";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";

const server = await startPostgres();
after(() => server.stop());

/** Steps that a later program may have beside those of today. */
const later = ["CREATE TABLE @parcels (id @key NOT NULL)@options", "CREATE INDEX parcels_by_id ON @attempts (id)"];

/** Migrates as a later program would. */
async function migrateLater(pool: PostgresPool): Promise<number[]> {
  return postgresStore(pool).database.migrate("router", [...versions, ...later]);
}

/** The pool of a process that does not wait until another one has migrated. */
const impatient = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect();
    return {
      query: (text, values) => client.query(text.replace("pg_advisory_xact_lock(7236831)", "1"), values),
      release: (error) => client.release(error),
    };
  },
});

/** A database of the last released version with one attempt, and a transaction of somebody else in it. */
async function shop(t: TestContext) {
  const { pool } = await server.database({ max: 10 });
  await postgresStore(pool).migrate();
  const { attempt } = await keptIn(postgresStore(pool)).insertAttempt(draft("A-1"), 0);
  const other = await pool.connect();
  await other.query("BEGIN");
  t.after(() => other.release(true));
  return { attempt, pool, other };
}

/** Waits until a statement waits for a lock. */
async function held(pool: pg.Pool, text: string): Promise<void> {
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1";
  while ((await pool.query(waiting, [`${text}%`])).rows.length === 0) await setImmediate();
}

test("a database of the last released version becomes one of a later program, with all that is in it", async (t) => {
  const { attempt, pool } = await shop(t);
  const applied = await Promise.all([migrateLater(pool), migrateLater(pool), migrateLater(pool)]);
  assert.deepEqual(applied.flat(), [2, 3]);
  const store = keptIn(postgresStore(pool));
  assert.deepEqual(await store.findAttempt(attempt.id), attempt);
  assert.equal((await store.insertAttempt(draft("A-2"), 0)).kind, "inserted");
  assert.deepEqual((await pool.query("SELECT * FROM ventanilla.parcels")).rows, []);
});

test("a database of a later program is refused by this one, also when that has migrated it meanwhile", async (t) => {
  const { other, pool } = await shop(t);
  const newer = { message: "postgresStore: the database has version 3, this program knows 1: update it" };
  await pool.query("DROP SCHEMA ventanilla CASCADE");
  await other.query("SELECT pg_advisory_xact_lock(7236831)");
  const late = postgresStore(pool).migrate();
  late.catch(() => {});
  await held(pool, "SELECT pg_advisory_xact_lock");
  await migrateLater(impatient(pool));
  await other.query("COMMIT");
  await assert.rejects(late, newer);
  await assert.rejects(postgresStore(pool).migrate(), newer);
});

test("several processes migrate an empty database at once, whatever level their connections are set to", async () => {
  const { url } = await server.database();
  for (const level of ["read committed", "repeatable read", "serializable"]) {
    const options = `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`;
    const pool = server.connect(url, { options });
    await pool.query("DROP SCHEMA IF EXISTS ventanilla CASCADE");
    const applied = await Promise.all(Array.from({ length: 4 }, () => postgresStore(pool).migrate()));
    assert.deepEqual(applied.flat(), [1], level);
  }
});

test("a migration waits for a transaction that writes, and is whole or not there", async (t) => {
  const { other, pool } = await shop(t);
  await other.query("LOCK TABLE ventanilla.attempts IN ROW EXCLUSIVE MODE");
  const migrating = migrateLater(pool);
  await held(pool, "CREATE INDEX parcels_by_id");
  // What was made before the wait is not there for others yet, and is not lost with this process either.
  await assert.rejects(pool.query("SELECT * FROM ventanilla.parcels"), /does not exist/);
  assert.deepEqual(await keptIn(postgresStore(pool)).attemptsOf("A-2"), []);
  await other.query("COMMIT");
  assert.deepEqual(await migrating, [2, 3]);
});

test("a migration that waits too long for another process's is given up, and applies nothing", async (t) => {
  const { other, pool } = await shop(t);
  await pool.query("DROP SCHEMA ventanilla CASCADE");
  await other.query("SELECT pg_advisory_xact_lock(7236831)");
  await assert.rejects(postgresStore(pool, { deadlineMs: 200 }).migrate(), /gave no answer within 1200 ms/);
  await other.query("ROLLBACK");
  assert.deepEqual(await postgresStore(pool).migrate(), [1]);
});
