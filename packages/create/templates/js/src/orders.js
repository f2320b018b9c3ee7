import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "@ventanilla/express";
import { orderFrom } from "./order.js";

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
  store;
  #database;

  static async open(file) {
    const store = sqliteStore(file);
    await store.migrate();
    const database = new DatabaseSync(file, { timeout: 2000 });
    database.exec(schema);
    return new Orders(store, database);
  }

  constructor(store, database) {
    this.store = store;
    this.#database = database;
  }

  async place({ buyer, product, total, tax, email, phone }) {
    const row = this.#database
      .prepare("insert into orders (buyer, product, total, tax, email, phone) values (?, ?, ?, ?, ?, ?) returning id")
      .get(buyer, product, total, tax, email, phone);
    return String(row?.id);
  }

  async find(id) {
    const row = this.#database.prepare("select * from orders where id = ?").get(id);
    return row && orderFrom(row);
  }

  // Throws when nothing was written: the router then runs the hook again, and alerts.
  async markPaid({ order, settledAt, authorizationCode, reference }, transaction) {
    const { rows } = await transaction.query(
      "update orders set paid_at = ?, authorization_code = ?, reference = ? where id = ? returning id",
      [settledAt, authorizationCode ?? null, reference ?? null, order],
    );
    if (rows.length === 0) throw new Error(`There is no order ${order}.`);
  }

  // The router has closed its store.
  async close() {
    this.#database.close();
  }
}
