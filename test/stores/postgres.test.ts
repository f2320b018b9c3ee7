import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Store } from "@ventanilla/express";
import { storeContract } from "@ventanilla/store-contract";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
import { startPostgres } from "../postgres.ts";
import { farAhead, referring } from "./draft.ts";
import { emptyTables } from "./emptied.ts";

const server = await startPostgres();
after(() => server.stop());
const { pool } = await server.database({ max: 16 });

let ahead = 0;
await postgresStore(pool).migrate();

/**
 * Every call of now() asks the server: the tests move its clock. It answers half a second off, as after a slow round
 * trip: no case may rely on an exact clock.
 */
function open(): Store {
  const store = postgresStore(pool, { clockTrustedMs: 0 });
  return { ...store, now: async () => (await store.now()) + 500 };
}

/** What the tests before have written. */
const clear = `${emptyTables}; DROP TABLE IF EXISTS shop_shipments`;

/** Moves the database's clock. */
async function setAhead(ms: number): Promise<void> {
  ahead = ms;
  await pool.query(`CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead}'`);
}

storeContract({
  name: "Postgres",
  async open() {
    await pool.query(clear);
    await setAhead(0);
    return open();
  },
  again: async () => open(),
  advance: (ms) => setAhead(ahead + ms),
  async lastTransactionId(id) {
    await pool.query("SELECT setval('ventanilla.transaction_ids', $1)", [farAhead(id)]);
  },
  query: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
  async crash() {
    await pool.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  },
});

test("an order keeps its reference when somebody has deleted its attempts", async () => {
  await pool.query(clear);
  const store = open();
  const launch = async (orderReference?: string) =>
    (await store.insertAttempt(referring("A-1", orderReference), 0)).attempt.facts.orderReference;
  assert.equal(await launch("V-1"), "V-1");
  for (const asked of ["V-2", undefined]) {
    await pool.query("DELETE FROM ventanilla.launches; DELETE FROM ventanilla.attempts");
    assert.equal(await launch(asked), "V-1");
  }
});
