import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { type MysqlPool, mysqlStore } from "@ventanilla/express/mysql";
import { insertAttempt } from "@ventanilla/express/store";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { draft } from "./draft.ts";

suite("MariaDB: migrations", { skip: !hasMariaDb && "MariaDB is not installed here" }, async () => {
  if (!hasMariaDb) return;
  const server = await startMariaDb();
  after(() => server.stop());

  test("several processes migrate an empty database at once: each version is applied once", async () => {
    const { pool } = await server.database();
    const applied = await Promise.all(Array.from({ length: 5 }, () => mysqlStore(pool).migrate()));
    assert.deepEqual(applied.flat(), [1]);
  });

  test("a migration does not begin while another one has not ended, and says so", async () => {
    const { pool } = await server.database();
    const lock = "MD5(CONCAT(DATABASE(), '.ventanilla_migrate'))";
    const other = await pool.getConnection();
    await other.query(`SELECT GET_LOCK(${lock}, 0)`);
    const store = mysqlStore(pool, { deadlineMs: 200 });
    await assert.rejects(store.migrate(), {
      message: "mysqlStore: another process migrates the database, and has not ended within 1 s",
    });
    assert.deepEqual((await pool.query("SHOW TABLES"))[0], []);
    assert.deepEqual(await mysqlStore((await server.database()).pool).migrate(), [1], "in another database");
    await other.query(`SELECT RELEASE_LOCK(${lock})`);
    other.release();
    assert.deepEqual(await store.migrate(), [1]);
  });

  test("a database of a later program is refused by this one", async () => {
    const { pool } = await server.database();
    const store = mysqlStore(pool);
    await store.migrate();
    await pool.query("INSERT INTO ventanilla_versions VALUES (2)");
    await assert.rejects(store.migrate(), {
      message: "mysqlStore: the database has version 2, this program knows 1: update it",
    });
  });

  test("a migration that ended in the middle is brought to its end by the next one", async () => {
    for (const last of [1, 2, 9, 25, 32]) {
      const { pool } = await server.database();
      await assert.rejects(mysqlStore(endingAfter(pool, last)).migrate(), /the process ended/);
      const store = mysqlStore(pool);
      assert.deepEqual(await store.migrate(), [1]);
      assert.equal((await insertAttempt(store.shop("shop"), draft(), 0)).kind, "inserted");
    }
  });
});

/** A pool of a process that ends after so many statements that make something. */
function endingAfter(pool: MysqlPool, last: number): MysqlPool {
  let made = 0;
  return {
    async getConnection() {
      const connection = await pool.getConnection();
      return {
        async query(text, values) {
          if (/^(?:CREATE|INSERT)/.test(text) && ++made > last) throw new Error("the process ended");
          return connection.query(text, values);
        },
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      };
    },
  };
}
