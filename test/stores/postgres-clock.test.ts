import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import type pg from "pg";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
import { startPostgres } from "../postgres.ts";

const server = await startPostgres();
after(() => server.stop());

/** What the database's clock shows, always: it is nobody's time of day. */
const databaseTime = 1_700_000_000_000;

/** A pool on a database with a store's tables, whose clock stands. */
async function standingDatabase(options?: pg.PoolConfig): Promise<pg.Pool> {
  const { pool } = await server.database(options);
  await postgresStore(pool).migrate();
  await pool.query(`CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    'SELECT ${databaseTime}'`);
  return pool;
}

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
  const store = postgresStore({
    query: (text, values) => {
      asked++;
      return pool.query(text, values);
    },
  });
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

test("a measurement with a long round trip is repeated", async (t) => {
  const pool = await standingDatabase();
  const host = hostTime(t);
  let slow: number[] = [];
  let asked = 0;
  const store = postgresStore({
    async query(text, values) {
      asked++;
      const answer = await pool.query<Record<string, unknown>>(text, values);
      host.pass(slow.shift() ?? 0);
      return answer;
    },
  });
  slow = [20_000];
  assert.equal(await store.now(), databaseTime);
  assert.equal(asked, 2);
  // Slow every time: the best measurement is used, once. Since its middle, 2 s and the last one's 20 s have passed.
  host.pass(40_000);
  asked = 0;
  slow = [30_000, 4000, 20_000];
  assert.equal(await store.now(), databaseTime + 22_000);
  assert.equal(asked, 3);
  assert.equal(await store.now(), databaseTime);
  assert.equal(asked, 4);
});
