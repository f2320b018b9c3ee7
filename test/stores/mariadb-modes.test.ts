import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { insertAttempt } from "@ventanilla/express/store";
import mysql from "mysql2/promise";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { draft } from "./draft.ts";

suite("MariaDB: modes of SQL", { skip: !hasMariaDb && "MariaDB is not installed here" }, async () => {
  if (!hasMariaDb) return;
  const server = await startMariaDb();
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
});
