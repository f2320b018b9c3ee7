import { after, test } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { type StoreSubject, storeContract } from "@ventanilla/store-contract";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { engine, inTurn } from "./decisions/index.ts";
import { farAhead } from "./draft.ts";
import { emptyTables } from "./emptied.ts";

if (hasMariaDb) await contract();
else test("MariaDB: the contract of a store", { skip: "MariaDB is not installed here" }, () => {});

async function contract(): Promise<void> {
  const server = await startMariaDb();
  after(() => server.stop());
  const host = Date.now;
  const clock = { now: () => host() + ahead };
  let ahead = 0;
  const { pool } = await server.database({ max: 16 });
  const open = () => mysqlStore(pool, { clock });
  await open().migrate();

  const subject: StoreSubject = {
    name: "MariaDB",
    // Tables are emptied faster than they are made.
    async open() {
      ahead = 0;
      for (const text of emptyTables("ventanilla_")) await pool.query(text);
      await pool.query("DROP TABLE IF EXISTS shop_shipments");
      return open();
    },
    again: async () => open(),
    advance(ms) {
      ahead += ms;
    },
    async lastTransactionId(id) {
      await pool.query("UPDATE ventanilla_sequences SET value = ? WHERE name = 'transaction'", [farAhead(id)]);
    },
    query: async (text) => (await pool.query(text))[0] as Record<string, unknown>[],
    async crash() {
      const others = "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()";
      const admin = await pool.getConnection();
      const [rows] = await admin.query(others);
      for (const { id } of rows as { id: number }[]) await admin.query(`KILL ${id}`);
      admin.release();
    },
  };
  storeContract(subject, inTurn("MariaDB"));
  engine(subject, inTurn("MariaDB"));
}
