import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { after, test } from "node:test";
import type { Options, PaymentEvent, Transaction } from "@ventanilla/express";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import type { Store } from "@ventanilla/express/store";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { startPostgres } from "../postgres.ts";
import { cards, openShop, pay } from "../shop.ts";
import { importProgram } from "./program.ts";

const page = "docs/guide/own-database.md";
type OnPaid = Options["onPaid"];
const table = "CREATE TABLE orders (id VARCHAR(40) PRIMARY KEY, paid_at BIGINT)";

/** Pays the order A-1 in a shop with this hook. */
async function payOrder(store: Store, onPaid: OnPaid): Promise<void> {
  const shop = await openShop({ store, onPaid });
  await pay(shop, "A-1", cards.approved);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  // Before the test ends its pool.
  await shop.payments.close();
}

/** The same event twice, as after a crash between the effect and its record; and one whose order is gone. */
async function deliverTwice(onPaid: OnPaid): Promise<void> {
  const unused = {
    transaction: { query: () => assert.fail("another database") },
    signal: new AbortController().signal,
  };
  const event = { id: "paid:A-1", order: "A-1", settledAt: 1_700_000_000_000 } as PaymentEvent;
  await onPaid(event, unused);
  await onPaid(event, unused);
  const gone = { ...event, id: "paid:A-2", order: "A-2" };
  await assert.rejects(async () => onPaid(gone, unused), /^Error: there is no order A-2$/);
}

test("the guide's hook for MySQL marks the order in the store's transaction, and misses none", {
  skip: !hasMariaDb,
}, async () => {
  const { onPaid } = await importProgram<{ onPaid: OnPaid }>(page, "mysql-orders.ts");
  const server = await startMariaDb();
  after(() => server.stop());
  const { pool } = await server.database();
  const store = mysqlStore(pool);
  await store.migrate();
  await pool.query(table);
  await pool.query("INSERT INTO orders (id) VALUES ('A-1')");
  await payOrder(store, onPaid);
  const [rows] = await pool.query("SELECT id FROM orders WHERE paid_at IS NOT NULL");
  assert.deepEqual(rows, [{ id: "A-1" }]);
  const none = { query: async () => ({ rows: [{ affectedRows: 0 }] }) } as unknown as Transaction;
  const event = { order: "A-2", settledAt: 1 } as PaymentEvent;
  await assert.rejects(async () => onPaid(event, { transaction: none } as never), /^Error: there is no order A-2$/);
});

test("a statement of Drizzle's goes through the store's transaction, on Postgres", async () => {
  const { send } = await importProgram<{
    send(transaction: Transaction, statement: { toSQL(): { sql: string; params: unknown[] } }): Promise<unknown>;
  }>(page, "drizzle-orders.ts");
  const server = await startPostgres();
  after(() => server.stop());
  const { pool } = await server.database();
  const store = postgresStore(pool);
  await store.migrate();
  await pool.query(table);
  await pool.query("INSERT INTO orders (id) VALUES ('A-1')");
  await payOrder(store, async ({ order, settledAt }, { transaction }) => {
    // What `db.update(orders).set(…).where(…).toSQL()` gives.
    const sql = 'update "orders" set "paid_at" = $1 where "orders"."id" = $2';
    await send(transaction, { toSQL: () => ({ sql, params: [settledAt, order] }) });
  });
  const { rows } = await pool.query("SELECT id FROM orders WHERE paid_at IS NOT NULL");
  assert.deepEqual(rows, [{ id: "A-1" }]);
});

/** Documents by `_id`, with what the guide asks of a Mongo collection. */
function makeCollection(documents: Map<unknown, object>) {
  return {
    documents,
    async updateOne(
      { _id }: { _id: unknown },
      { $set, $setOnInsert }: { $set?: object; $setOnInsert?: object },
      { upsert = false } = {},
    ) {
      const found = documents.get(_id);
      if (found) documents.set(_id, { ...found, ...$set });
      else if (upsert) documents.set(_id, { ...$set, ...$setOnInsert });
      return { matchedCount: found ? 1 : 0 };
    },
  };
}

test("the guide's hook for Mongo makes one delivery of a payment, however often it runs", async () => {
  const { onPaidIn } = await importProgram<{ onPaidIn(orders: object, deliveries: object): OnPaid }>(
    page,
    "mongo-orders.ts",
  );
  const orders = makeCollection(new Map([["A-1", {}]]));
  const deliveries = makeCollection(new Map());
  await deliverTwice(onPaidIn(orders, deliveries));
  assert.deepEqual([...orders.documents], [["A-1", { paidAt: 1_700_000_000_000 }]]);
  assert.deepEqual([...deliveries.documents], [["paid:A-1", { order: "A-1" }]]);
});

test("the guide's statements for Prisma make one delivery of a payment, however often they run", async () => {
  const { onPaidWith } = await importProgram<{ onPaidWith(prisma: object): OnPaid }>(page, "prisma-orders.ts");
  const db = new DatabaseSync(":memory:");
  db.exec(`${table}; INSERT INTO orders (id) VALUES ('A-1');
    CREATE TABLE deliveries (id TEXT PRIMARY KEY, order_id TEXT NOT NULL)`);
  const $executeRaw = async (text: TemplateStringsArray, ...values: SQLInputValue[]) =>
    Number(db.prepare(text.join("?")).run(...values).changes);
  await deliverTwice(onPaidWith({ $executeRaw }));
  const read = (what: string) =>
    db
      .prepare(what)
      .all()
      .map((row) => Object.values(row));
  assert.deepEqual(read("SELECT id, paid_at FROM orders"), [["A-1", 1_700_000_000_000]]);
  assert.deepEqual(read("SELECT id, order_id FROM deliveries"), [["paid:A-1", "A-1"]]);
  db.close();
});
