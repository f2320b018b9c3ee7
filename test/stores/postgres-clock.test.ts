import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
import { startPostgres } from "../postgres.ts";

const server = await startPostgres();
after(() => server.stop());

test("the clock needs one round trip, and another only after the host's clock has jumped", async () => {
  const { pool } = await server.database();
  let asked = 0;
  const store = postgresStore({
    query: (text, values) => {
      asked++;
      return pool.query(text, values);
    },
  });
  await store.migrate();
  asked = 0;
  const first = await store.now();
  for (let i = 0; i < 1000; i++) await store.now();
  assert.equal(asked, 1);
  const host = Date.now;
  Date.now = () => host() + 300_000;
  try {
    assert.ok(Math.abs((await store.now()) - first) < 10_000);
    assert.equal(asked, 2);
  } finally {
    Date.now = host;
  }
});

/** Moves both clocks of this host forward: time that passes while nothing happens. */
function hostTime({ mock }: TestContext): { pass(ms: number): void } {
  const [date, performanceNow] = [Date.now, performance.now.bind(performance)];
  let ahead = 0;
  mock.method(Date, "now", () => date() + ahead);
  mock.method(performance, "now", () => performanceNow() + ahead);
  return {
    pass(ms) {
      ahead += ms;
    },
  };
}

/** How far the store's clock is from the database's, by the host's monotonic clock. */
async function wrongBy(store: { now(): Promise<number> }, real: () => Promise<number>): Promise<number> {
  const measured = await store.now();
  return Math.abs(measured - (await real()));
}

test("the wait for a connection is not part of the measurement", async (t) => {
  const { pool } = await server.database({ max: 1 });
  const store = postgresStore(pool);
  await store.migrate();
  const host = hostTime(t);
  const taken = await pool.connect();
  const asked = store.now();
  host.pass(20_000);
  taken.release();
  await asked;
  const real = async () =>
    Number((await pool.query<{ now: string }>("SELECT ventanilla.now_ms() AS now")).rows[0]?.now);
  assert.ok((await wrongBy(store, real)) < 1000);
});

test("a measurement with a long round trip is repeated", async (t) => {
  const { pool } = await server.database();
  const host = hostTime(t);
  let slow = 0;
  let asked = 0;
  const store = postgresStore({
    async query(text, values) {
      asked++;
      const answer = await pool.query<Record<string, unknown>>(text, values);
      if (slow > 0) host.pass(20_000);
      slow--;
      return answer;
    },
  });
  await store.migrate();
  const real = async () =>
    Number((await pool.query<{ now: string }>("SELECT ventanilla.now_ms() AS now")).rows[0]?.now);
  asked = 0;
  slow = 1;
  assert.ok((await wrongBy(store, real)) < 1000);
  assert.equal(asked, 2);
  // Slow every time: the best measurement is used, once.
  host.pass(40_000);
  asked = 0;
  slow = 3;
  await store.now();
  assert.equal(asked, 3);
  assert.ok((await wrongBy(store, real)) < 1000);
  assert.equal(asked, 4);
});
