import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { insertAttempt } from "@ventanilla/express/store";
import mysql from "mysql2/promise";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { draft } from "./draft.ts";

suite("MariaDB: settings of connections", { skip: !hasMariaDb && "MariaDB is not installed here" }, async () => {
  if (!hasMariaDb) return;
  const server = await startMariaDb({ own: true });
  after(() => server.stop());

  for (const mode of ["", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES"]) {
    test(`no text of a buyer is SQL where sql_mode is ${JSON.stringify(mode)}`, async () => {
      const { pool: admin, url } = await server.database();
      await admin.query(`SET GLOBAL sql_mode = '${mode}'`);
      const pool = mysql.createPool({ uri: url, connectionLimit: 1 });
      try {
        const store = mysqlStore(pool);
        await store.migrate();
        const [shop, neighbor] = [store.shop("shop"), store.shop("neighbor")];
        await insertAttempt(neighbor, draft("B-2"), 0);
        const orders = [
          "A-1",
          "\\",
          "it's",
          'say "so"',
          "' OR 1 = 1 -- ",
          "\\' OR 1 = 1 -- ",
          "%_?",
          "ñ😀\\n\n",
          "?' ?",
        ];
        for (const order of orders) {
          assert.deepEqual(await shop.attemptsOf(order), []);
          const { attempt } = await insertAttempt(shop, draft(order), 0);
          assert.equal(attempt.order, order);
          assert.deepEqual(await shop.attemptsOf(order), [attempt]);
        }
      } finally {
        await pool.end();
      }
    });
  }

  test("a pool whose connections have another charset is refused before anything is written", async () => {
    const { url } = await server.database();
    for (const charset of ["latin1", "sjis", "gbk"]) {
      const pool = mysql.createPool({ uri: url, connectionLimit: 1, charset });
      try {
        const store = mysqlStore(pool);
        await store.migrate();
        const launch = insertAttempt(store.shop("shop"), draft("\u{1f600}"), 0);
        await assert.rejects(
          launch,
          new RegExp(`the encoding of the pool's connections is ${charset}: expected utf8mb4`),
        );
        const [rows] = await pool.query("SELECT COUNT(*) AS count FROM ventanilla_attempts");
        assert.deepEqual(rows, [{ count: 0 }]);
      } finally {
        await pool.end();
      }
    }
  });

  test("the server ends every transaction whose process is silent for 20 seconds: nobody else waits for its locks", async () => {
    const { pool } = await server.database({ max: 1 });
    const store = mysqlStore(pool);
    await store.migrate();
    for (const order of ["A-1", "B-2"]) await insertAttempt(store.shop("shop"), draft(order), 0);
    const [rows] = await pool.query("SELECT @@SESSION.idle_transaction_timeout AS seconds");
    assert.deepEqual(rows, [{ seconds: 20 }]);
    const [counts] = await pool.query("SHOW SESSION STATUS LIKE 'Com_set_option'");
    const [{ Value: sets = "" } = {}] = counts as { Value?: string }[];
    // Once, beside one isolation level for each transaction: two of numbers, and two of orders.
    assert.ok(Number(sets) <= 4, sets);
  });
});
