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
import { importProgram, throwsWithoutOrder } from "./program.ts";

const page = "docs/guide/own-database.md";
type OnPaid = Options["onPaid"];
const table = "CREATE TABLE orders (id VARCHAR(40) PRIMARY KEY, paid_at BIGINT)";

/** The same event twice, as after a crash between the effect and its record; and one whose order is gone. */
async function deliverTwice(onPaid: OnPaid): Promise<void> {
  const event = { id: "paid:A-1", order: "A-1", settledAt: 1_700_000_000_000 } as PaymentEvent;
  // The orders are in another database than the store's transaction.
  for (const context of [{}, {}]) await onPaid(event, context as never);
  await throwsWithoutOrder(onPaid);
}

/** Pays A-1 in a store whose database has the shop's orders, too. */
async function paidIn(store: Store, query: (text: string) => Promise<unknown>, onPaid: OnPaid): Promise<void> {
  await store.migrate();
  await query(table);
  await query("INSERT INTO orders (id) VALUES ('A-1')");
  const shop = await openShop({ store, onPaid });
  await pay(shop, "A-1", cards.approved);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  // Before the test ends its pool.
  await shop.payments.close();
}

const paid = "SELECT id FROM orders WHERE paid_at IS NOT NULL";

test("the guide's hook for MySQL marks the order in the store's transaction, and misses none", {
  skip: !hasMariaDb,
}, async () => {
  const { onPaid } = await importProgram<{ onPaid: OnPaid }>(page, /\[mysql-orders/);
  const server = await startMariaDb();
  after(() => server.stop());
  const { pool } = await server.database();
  await paidIn(mysqlStore(pool), (text) => pool.query(text), onPaid);
  assert.deepEqual((await pool.query(paid))[0], [{ id: "A-1" }]);
  await throwsWithoutOrder(onPaid, { affectedRows: 0 });
});

test("a statement of Drizzle's goes through the store's transaction, on Postgres", async () => {
  type Sent = { toSQL(): { sql: string; params: unknown[] } };
  type Program = { send(transaction: Transaction, statement: Sent): Promise<unknown> };
  const { send } = await importProgram<Program>(page, /\[drizzle-orders/);
  const server = await startPostgres();
  after(() => server.stop());
  const { pool } = await server.database();
  // What `db.update(orders).set(…).where(…).toSQL()` gives.
  const sql = 'update "orders" set "paid_at" = $1 where "orders"."id" = $2';
  const onPaid: OnPaid = async ({ order, settledAt }, { transaction }) => {
    await send(transaction, { toSQL: () => ({ sql, params: [settledAt, order] }) });
  };
  await paidIn(postgresStore(pool), (text) => pool.query(text), onPaid);
  assert.deepEqual((await pool.query(paid)).rows, [{ id: "A-1" }]);
});

test("the guide's hook for Mongo makes one delivery of a payment, however often it runs", async () => {
  const { onPaidIn } = await importProgram<{ onPaidIn(...collections: object[]): OnPaid }>(page, /\[mongo-orders/);
  const documents = { orders: new Map<string, object>([["A-1", {}]]), deliveries: new Map<string, object>() };
  type Change = { $set?: object; $setOnInsert?: object };
  /** What the guide asks of a collection of Mongo's. */
  const collections = Object.values(documents).map((all) => ({
    async updateOne({ _id }: { _id: string }, { $set, $setOnInsert }: Change, { upsert = false } = {}) {
      const found = all.get(_id);
      if (found || upsert) all.set(_id, { ...(found ?? $setOnInsert), ...$set });
      return { matchedCount: found ? 1 : 0 };
    },
  }));
  await deliverTwice(onPaidIn(...collections));
  assert.deepEqual([...documents.orders], [["A-1", { paidAt: 1_700_000_000_000 }]]);
  assert.deepEqual([...documents.deliveries], [["paid:A-1", { order: "A-1" }]]);
});

test("the guide's statements for Prisma make one delivery of a payment, however often they run", async (t) => {
  const { onPaidWith } = await importProgram<{ onPaidWith(prisma: object): OnPaid }>(page, /\[prisma-orders/);
  const db = new DatabaseSync(":memory:");
  t.after(() => db.close());
  db.exec(`${table}; INSERT INTO orders (id) VALUES ('A-1');
    CREATE TABLE deliveries (id TEXT PRIMARY KEY, order_id TEXT NOT NULL)`);
  const $executeRaw = async (text: TemplateStringsArray, ...values: SQLInputValue[]) =>
    Number(db.prepare(text.join("?")).run(...values).changes);
  await deliverTwice(onPaidWith({ $executeRaw }));
  const rows = ["orders", "deliveries"].map((name) => db.prepare(`SELECT * FROM ${name}`).all().map(Object.values));
  assert.deepEqual(rows, [[["A-1", 1_700_000_000_000]], [["paid:A-1", "A-1"]]]);
});
