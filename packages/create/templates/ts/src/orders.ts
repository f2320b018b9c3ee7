import { DatabaseSync } from "node:sqlite";
import type { PaymentEvent, Transaction } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { type NewOrder, type Order, type OrderRow, orderFrom } from "./order.ts";

const schema = `
  pragma journal_mode = wal;
  create table if not exists orders (
    number integer primary key autoincrement,
    id text generated always as ('A-' || (1000 + number)) stored unique,
    buyer text not null,
    product text not null,
    total integer not null,
    tax integer not null,
    email text not null,
    phone text not null,
    paid_at integer,
    authorization_code text,
    reference text
  ) strict;
`;

// Orders and payments are in one SQLite file, so one transaction can write both.
export class Orders {
  readonly store: Store;
  readonly #database: DatabaseSync;

  static async open(file: string): Promise<Orders> {
    const store = sqliteStore(file);
    await store.migrate();
    const database = new DatabaseSync(file, { timeout: 2000 });
    database.exec(schema);
    return new Orders(store, database);
  }

  private constructor(store: Store, database: DatabaseSync) {
    this.store = store;
    this.#database = database;
  }

  async place({ buyer, product, total, tax, email, phone }: NewOrder): Promise<string> {
    const row = this.#database
      .prepare("insert into orders (buyer, product, total, tax, email, phone) values (?, ?, ?, ?, ?, ?) returning id")
      .get(buyer, product, total, tax, email, phone);
    return String(row?.id);
  }

  async find(id: string): Promise<Order | undefined> {
    const row = this.#database.prepare("select * from orders where id = ?").get(id) as OrderRow | undefined;
    return row && orderFrom(row);
  }

  // Throws when nothing was written: the router then runs the hook again, and alerts.
  async markPaid({ order, settledAt, authorizationCode, reference }: PaymentEvent, transaction: Transaction) {
    const { rows } = await transaction.query(
      "update orders set paid_at = ?, authorization_code = ?, reference = ? where id = ? returning id",
      [settledAt, authorizationCode ?? null, reference ?? null, order],
    );
    if (rows.length === 0) throw new Error(`There is no order ${order}.`);
  }

  // The router has closed its store.
  async close(): Promise<void> {
    this.#database.close();
  }
}
