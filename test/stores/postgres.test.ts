import { after } from "node:test";
import { postgresStore } from "@ventanilla/express/postgres";
import { type StoreSubject, storeContract } from "@ventanilla/store-contract";
import { startPostgres } from "../postgres.ts";
import { engine, inTurn } from "./decisions/index.ts";
import { farAhead } from "./draft.ts";
import { emptyTables } from "./emptied.ts";

const server = await startPostgres();
after(() => server.stop());

const host = Date.now;
const clock = { now: () => host() + ahead };
let ahead = 0;
const { pool } = await server.database({ max: 16 });
const open = () => postgresStore(pool, { schema: "payments", clock });
await open().migrate();

const subject: StoreSubject = {
  name: "Postgres",
  async open() {
    ahead = 0;
    await pool.query(`${emptyTables("payments.").join(";")}; DROP TABLE IF EXISTS shop_shipments`);
    return open();
  },
  again: async () => open(),
  advance(ms) {
    ahead += ms;
  },
  async lastTransactionId(id) {
    await pool.query("UPDATE payments.sequences SET value = $1 WHERE name = 'transaction'", [farAhead(id)]);
  },
  query: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
  async crash() {
    await pool.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  },
};
storeContract(subject, inTurn("Postgres"));
engine(subject, inTurn("Postgres"));
