import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import mysql from "mysql2/promise";
import { keptIn } from "../kept.ts";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { bank, draft } from "./draft.ts";

const ship = "INSERT INTO shipments VALUES ('A-1')";

suite("MariaDB: hooks", { skip: !hasMariaDb && "MariaDB is not installed here" }, async () => {
  if (!hasMariaDb) return;
  const server = await startMariaDb();
  after(() => server.stop());

  /** A shop with an event to deliver, and its delivery, which has begun. */
  async function delivering() {
    const { url } = await server.database();
    const pool = mysql.createPool({ uri: url, connectionLimit: 3, multipleStatements: true });
    await pool.query("CREATE TABLE shipments (order_id varchar(200))");
    const shop = mysqlStore(pool);
    await shop.migrate();
    const store = keptIn(shop);
    const { attempt } = await store.insertAttempt(draft(), 0);
    await store.transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts: attempt.facts });
    const [claim] = await store.claimEvents({ banks: [bank], limit: 1, leaseMs: 600_000 });
    assert.ok(claim);
    const { fence, item } = claim;
    const delivery = await store.openDelivery(item.id, fence);
    assert.ok(delivery);
    /** Asserts that the event was not delivered, and that its claim is still held. */
    async function assertNotDelivered(): Promise<void> {
      assert.equal((await store.eventsOf("A-1"))[0]?.deliveredAt, undefined);
      assert.equal(await store.settleClaim(item.id, fence, { kind: "retry", at: 0, error: "no" }), true);
    }
    return { assertNotDelivered, delivery, pool, store };
  }

  for (const text of [
    "INSERT INTO shipments VALUES ('O\\'Brien; end of the street')",
    'INSERT INTO shipments VALUES ("5\\" of pipe; commit to it")',
    "INSERT INTO shipments SELECT `; commit` FROM (SELECT 1 AS `; commit`) AS a",
    "# don't; commit\nINSERT INTO shipments VALUES ('A-2') -- ; commit",
    "INSERT INTO shipments VALUES ('A-2') /* /* ; commit */",
    "INSERT INTO shipments VALUES (5--1)",
    `INSERT INTO shipments VALUES (RIGHT('${"\\'; commit ".repeat(50_000)}', 9))`,
    "CREATE OR REPLACE TEMPORARY TABLE parcels (id int)",
    "PREPARE count_them FROM 'SELECT 1'; DROP PREPARE count_them",
  ]) {
    test(`what only looks like the end of the transaction is a statement of the hook: ${text.slice(0, 80)}`, async () => {
      const { delivery, pool, store } = await delivering();
      try {
        await delivery.query(ship);
        await delivery.query(text);
        await delivery.commit();
        const [rows] = await pool.query("SELECT * FROM shipments");
        assert.equal((rows as unknown[]).length, text.includes("shipments") ? 2 : 1);
        assert.equal((await store.stats()).outbox.due, 0);
      } finally {
        await pool.end();
      }
    });
  }

  for (const text of [
    "/*!40101 COMMIT */",
    "/*M!100100 COMMIT AND CHAIN */",
    "# it's the end\nCOMMIT",
    "--\nCOMMIT",
    "SELECT 1 /* /* */; COMMIT; -- */",
    "SELECT 1 --1; COMMIT",
    "CREATE PROCEDURE ship() BEGIN SELECT 1; END",
    "CREATE TEMPORARY SEQUENCE parcels",
    "CHECK TABLE shipments",
    "SET PASSWORD = ''",
    "USE mysql",
  ]) {
    test(`what ends the transaction is refused by name, and nothing is written: ${JSON.stringify(text)}`, async () => {
      const { assertNotDelivered, delivery, pool } = await delivering();
      try {
        await delivery.query(ship);
        await assert.rejects(delivery.query(text), /^Error: transaction: [A-Z ]+ is refused/);
        await assert.rejects(delivery.commit());
        const [rows] = await pool.query("SELECT * FROM shipments");
        assert.deepEqual(rows, []);
        await assertNotDelivered();
      } finally {
        await pool.end();
      }
    });
  }

  for (const text of [
    "/*! COMMIT */",
    "/*!40101 COMMIT */",
    "/*M! COMMIT */",
    "/*M!100100 COMMIT AND CHAIN */",
    "/*! ROLLBACK */",
    "/*! START TRANSACTION */",
    "/*! CREATE TABLE parcels (id int) */",
    "# it's the end\nCOMMIT",
    "# it's the end\nCOMMIT; INSERT INTO shipments VALUES ('it''s')",
    "SELECT 'a\\'', 1; COMMIT; -- '",
    'SELECT "a\\"", 1; COMMIT; -- "',
    "SELECT 'a\\'', 1; COMMIT; START TRANSACTION; INSERT INTO shipments VALUES ('B-2'); -- '",
    "SELECT 1 /* /* */; COMMIT; -- */",
    "SELECT 1 --1; COMMIT",
    "SELECT $$; COMMIT; SELECT $$",
    "EXECUTE IMMEDIATE 'COMMIT'",
    "BEGIN NOT ATOMIC COMMIT; END",
  ]) {
    test(`a transaction that is ended by ${JSON.stringify(text)} delivers nothing`, async () => {
      const { assertNotDelivered, delivery, pool, store } = await delivering();
      try {
        await delivery.query(ship);
        const failure = await delivery.query(text).catch((error: unknown) => error);
        await assert.rejects(
          delivery.commit(),
          (error) => failure === error || /ended by one of its/.test(String(error)),
        );
        const [rows] = await pool.query("SELECT * FROM shipments WHERE order_id = 'B-2'");
        assert.deepEqual(rows, []);
        await assertNotDelivered();
        assert.equal((await store.stats()).outbox.due, 1);
      } finally {
        await pool.end();
      }
    });
  }
});
