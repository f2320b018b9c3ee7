import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { type PostgresPool, postgresStore } from "@ventanilla/express/postgres";
import type pg from "pg";
import { startPostgres } from "../postgres.ts";

const server = await startPostgres();
after(() => server.stop());

/** What the database's clock shows, always: it is nobody's time of day. */
const databaseTime = 1_700_000_000_000;

/** A pool on a database with a store's tables, whose clock stands. */
async function standingDatabase(options: pg.PoolConfig = {}): Promise<pg.Pool> {
  const { pool, url } = await server.database({ max: 1 });
  // Found before the database's own function of this name.
  await pool.query(`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT to_timestamp(${databaseTime / 1000})'`);
  return server.connect(url, { ...options, options: "-c search_path=public,pg_catalog" });
}

/** The pool, and what happens around each statement on it. */
const watched = (pool: pg.Pool, onAsk: () => void, onAnswer = () => {}): PostgresPool => ({
  async connect() {
    const client = await pool.connect();
    return {
      async query(text, values) {
        onAsk();
        const answer = await client.query(text, values);
        onAnswer();
        return answer;
      },
      release: (error) => client.release(error),
    };
  },
});

/** Both clocks of this host stand until the test moves them. */
function hostTime({ mock }: TestContext): { pass(ms: number): void; set(ms: number): void } {
  let [date, passed] = [Date.now(), performance.now()];
  mock.method(Date, "now", () => date);
  mock.method(performance, "now", () => passed);
  return {
    pass(ms) {
      date += ms;
      passed += ms;
    },
    set(ms) {
      date += ms;
    },
  };
}

test("the clock needs one round trip, and another only after the host's clock has jumped", async (t) => {
  const pool = await standingDatabase();
  const host = hostTime(t);
  let asked = 0;
  const store = postgresStore(watched(pool, () => asked++));
  assert.equal(await store.now(), databaseTime);
  host.pass(29_000);
  assert.equal(await store.now(), databaseTime + 29_000);
  assert.equal(asked, 1);
  host.set(300_000);
  assert.equal(await store.now(), databaseTime);
  assert.equal(asked, 2);
});

test("the wait for a connection is not part of the measurement", async (t) => {
  const pool = await standingDatabase({ max: 1 });
  const store = postgresStore(pool);
  const host = hostTime(t);
  const taken = await pool.connect();
  const asked = store.now();
  host.pass(20_000);
  taken.release();
  assert.equal(await asked, databaseTime);
});

test("a measurement with a long round trip is used only once", async (t) => {
  const pool = await standingDatabase();
  const host = hostTime(t);
  const slow = [20_000];
  let asked = 0;
  const store = postgresStore(
    watched(
      pool,
      () => asked++,
      () => host.pass(slow.shift() ?? 0),
    ),
  );
  // Since its middle 10 s have passed.
  assert.equal(await store.now(), databaseTime + 10_000);
  assert.equal(await store.now(), databaseTime);
  assert.equal(await store.now(), databaseTime);
  assert.equal(asked, 2);
});
