import { after } from "node:test";
import { storeContract } from "@ventanilla/store-contract";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
import { startPostgres } from "../postgres.ts";

const server = await startPostgres();
after(() => server.stop());
const { pool } = await server.database({ max: 16 });

let ahead = 0;
/** Every call of now() asks the server: the tests move its clock. */
const open = () => postgresStore(pool, { clockTrustedMs: 0 });

storeContract({
  name: "Postgres",
  async open() {
    ahead = 0;
    await pool.query("DROP SCHEMA IF EXISTS ventanilla CASCADE; DROP TABLE IF EXISTS shop_shipments");
    const store = open();
    await store.migrate();
    return store;
  },
  again: async () => open(),
  async advance(ms) {
    ahead += ms;
    await pool.query(`CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead}'`);
  },
  async lastTransactionId(id) {
    await pool.query("SELECT setval('ventanilla.transaction_ids', $1)", [id]);
  },
  query: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
  async crash() {
    await pool.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  },
});
