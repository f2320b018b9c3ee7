import type { PaymentEvent, Transaction } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import type { Store } from "@ventanilla/express/store";
import pg from "pg";
import { type NewOrder, type Order, type OrderRow, orderFrom } from "./order.ts";

// The lock lets several processes start at the same time.
const schema = `
  begin;
  select pg_advisory_xact_lock(1);
  create table if not exists orders (
    number integer generated always as identity primary key,
    id text generated always as ('A-' || (1000 + number)::text) stored unique,
    buyer text not null,
    product text not null,
    total integer not null,
    tax integer not null,
    email text not null,
    phone text not null,
    paid_at timestamptz,
    authorization_code text,
    reference text
  );
  commit;
`;

// Orders and payments are in one Postgres database, so one transaction can write both.
export class Orders {
  readonly store: Store;
  readonly #pool: pg.Pool;

  static async open(connectionString: string): Promise<Orders> {
    const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000 });
    // An idle connection may break; the pool opens another one.
    pool.on("error", (error) => console.error(error.message));
    const store = postgresStore(pool);
    await store.migrate();
    await pool.query(schema);
    return new Orders(store, pool);
  }

  private constructor(store: Store, pool: pg.Pool) {
    this.store = store;
    this.#pool = pool;
  }

  async place({ buyer, product, total, tax, email, phone }: NewOrder): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      "insert into orders (buyer, product, total, tax, email, phone) values ($1, $2, $3, $4, $5, $6) returning id",
      [buyer, product, total, tax, email, phone],
    );
    return rows[0]?.id ?? "";
  }

  async find(id: string): Promise<Order | undefined> {
    // Postgres refuses a text with a NUL character.
    if (!/^A-\d{4,12}$/.test(id)) return undefined;
    const { rows } = await this.#pool.query<OrderRow>("select * from orders where id = $1", [id]);
    return rows[0] && orderFrom(rows[0]);
  }

  // Throws when nothing was written: the router then runs the hook again, and alerts.
  async markPaid({ order, settledAt, authorizationCode, reference }: PaymentEvent, transaction: Transaction) {
    const { rows } = await transaction.query(
      "update orders set paid_at = $1, authorization_code = $2, reference = $3 where id = $4 returning id",
      [new Date(settledAt), authorizationCode, reference, order],
    );
    if (rows.length === 0) throw new Error(`There is no order ${order}.`);
  }

  // The router leaves the pool open.
  async close(): Promise<void> {
    await this.#pool.end();
  }
}
