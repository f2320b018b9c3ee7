import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import type { PaymentEvent, Transaction } from "@ventanilla/express";
import { catalog, type Product } from "./catalog.ts";
import type { Contact } from "./contact.ts";
import { itbisIn } from "./price.ts";

/** A product and how many of it. */
export interface Line {
  product: Product;
  quantity: number;
}

/** An order of the shop. Amounts are cents of a peso; `tax` is the ITBIS contained in `total`. */
export interface Order {
  /** `A-1001`, `A-1002`, … */
  id: string;
  /** The cookie of the browser that placed it. */
  buyer: string;
  lines: readonly Line[];
  total: number;
  tax: number;
  email: string;
  phone: string;
  /** Whether the buyer wants to choose installments at the bank. */
  installments: boolean;
  /** Milliseconds since the epoch. */
  placedAt: number;
  /** The bank's answer, once the order is paid. */
  paid?: Pick<PaymentEvent, "authorizationCode" | "reference" | "maskedCard" | "settledAt">;
}

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists cart_lines (
    buyer text not null, good text not null, quantity integer not null, primary key (buyer, good)
  ) strict;
  create table if not exists orders (
    number integer primary key, buyer text not null, lines text not null, total integer not null, tax integer not null,
    email text not null, phone text not null, placed_at integer not null, paid text,
    installments integer not null default 0
  ) strict;
  create index if not exists orders_of_buyer on orders (buyer);
`;

interface OrderRow {
  number: number;
  buyer: string;
  lines: string;
  total: number;
  tax: number;
  email: string;
  phone: string;
  placed_at: number;
  paid: string | null;
  installments: number;
}

type Columns = Record<string, SQLOutputValue>;

function textIn(columns: Columns, name: keyof OrderRow): string {
  const value = columns[name];
  if (typeof value !== "string") throw new Error(`orders.${name}: expected a text, got ${typeof value}`);
  return value;
}

function integerIn(columns: Columns, name: keyof OrderRow): number {
  const value = columns[name];
  if (typeof value !== "number") throw new Error(`orders.${name}: expected an integer, got ${typeof value}`);
  return value;
}

/**
 * Reads a row of `orders`.
 * @throws Error naming the column that is missing or has another type
 */
function rowOf(columns: Columns): OrderRow {
  return {
    number: integerIn(columns, "number"),
    buyer: textIn(columns, "buyer"),
    lines: textIn(columns, "lines"),
    total: integerIn(columns, "total"),
    tax: integerIn(columns, "tax"),
    email: textIn(columns, "email"),
    phone: textIn(columns, "phone"),
    placed_at: integerIn(columns, "placed_at"),
    paid: columns.paid === null ? null : textIn(columns, "paid"),
    installments: integerIn(columns, "installments"),
  };
}

function linesFrom(quantities: Record<string, number>): Line[] {
  return catalog
    .map((product) => ({ product, quantity: quantities[product.id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
}

function orderFrom(row: OrderRow): Order {
  const { number, placed_at: placedAt, lines, paid, installments, ...rest } = row;
  return {
    ...rest,
    id: `A-${number}`,
    placedAt,
    installments: installments === 1,
    lines: linesFrom(JSON.parse(lines) as Record<string, number>),
    ...(paid !== null && { paid: JSON.parse(paid) as NonNullable<Order["paid"]> }),
  };
}

function quantitiesOf(lines: readonly Line[]): string {
  return JSON.stringify(Object.fromEntries(lines.map(({ product, quantity }) => [product.id, quantity])));
}

const numberOf = (id: string) => Number(/^A-(\d{4,9})$/.exec(id)?.[1] ?? 0);

/** What the lines cost together, in cents, ITBIS included. */
export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}

/** What an order sells, as the counter adds it up. */
export const productOf = ({ lines: [line, another] }: Pick<Order, "lines">): string =>
  line !== undefined && another === undefined ? line.product.name.es : "Varios productos";

/** The most of one product that a cart holds. */
export const maxOfOne = 9;

/** The carts and orders of the shop, in the SQLite file that also keeps its payments. */
export class Orders {
  readonly #db: DatabaseSync;
  readonly #now: () => number;

  /**
   * Opens the file, and creates it when it is missing.
   * @param now the shop's time, in milliseconds since the epoch
   */
  constructor(file: string, now: () => number = Date.now) {
    this.#now = now;
    this.#db = new DatabaseSync(file, { timeout: 2000 });
    this.#db.exec(schema);
    // A file of an earlier version of the shop has no such column.
    const columns = this.#db.prepare("select name from pragma_table_info('orders')").all();
    if (!columns.some(({ name }) => name === "installments")) {
      this.#db.exec("alter table orders add column installments integer not null default 0");
    }
  }

  /** The products in a cart. */
  cart(buyer: string): readonly Line[] {
    const rows = this.#db.prepare("select good, quantity from cart_lines where buyer = ?").all(buyer);
    return linesFrom(Object.fromEntries(rows.map(({ good, quantity }) => [String(good), Number(quantity)])));
  }

  /** Changes how many of a product are in a cart, between none and {@link maxOfOne}. */
  changeCart(buyer: string, product: Product, by: number): void {
    this.#db
      .prepare(
        `insert into cart_lines (buyer, good, quantity) values (?1, ?2, max(0, min(?4, ?3)))
         on conflict do update set quantity = max(0, min(?4, quantity + ?3))`,
      )
      .run(buyer, product.id, by, maxOfOne);
  }

  /** Turns a cart into an order and empties it, in one write; undefined when the cart is empty. */
  place(buyer: string, contact: Contact): Order | undefined {
    this.#db.exec("begin immediate");
    try {
      const order = this.#insert(buyer, this.cart(buyer), contact);
      this.#db.prepare("delete from cart_lines where buyer = ?").run(buyer);
      this.#db.exec("commit");
      return order;
    } catch (error) {
      this.#db.exec("rollback");
      throw error;
    }
  }

  /** Places an order without a cart, as the staff does on the telephone. */
  placeFor(buyer: string, lines: readonly Line[], contact: Contact): Order | undefined {
    return this.#insert(buyer, lines, contact);
  }

  /** Replaces the products of an order that is not paid, and with them its total and tax. */
  changeLines(id: string, lines: readonly Line[]): void {
    const total = totalOf(lines);
    this.#db
      .prepare("update orders set lines = ?, total = ?, tax = ? where number = ? and paid is null")
      .run(quantitiesOf(lines), total, itbisIn(total), numberOf(id));
  }

  /** Whether nobody has placed an order. */
  isEmpty(): boolean {
    return this.#db.prepare("select 1 from orders limit 1").get() === undefined;
  }

  /** The order with this id. */
  find(id: string): Order | undefined {
    const row = this.#db.prepare("select * from orders where number = ?").get(numberOf(id));
    return row && orderFrom(rowOf(row));
  }

  /** A browser's orders, newest first. */
  placedBy(buyer: string): readonly Order[] {
    const rows = this.#db.prepare("select * from orders where buyer = ? order by number desc").all(buyer);
    return rows.map((row) => orderFrom(rowOf(row)));
  }

  /** Writes whether the buyer wants to choose installments at the bank. Changes nothing once the order is paid. */
  setInstallments(id: string, installments: boolean): void {
    this.#db
      .prepare("update orders set installments = ? where number = ? and paid is null")
      .run(Number(installments), numberOf(id));
  }

  /**
   * Marks an order as paid, in the transaction that marks the payment's event as delivered. Both are written, or neither:
   * an order is marked exactly once, also when the process dies in between.
   * @throws Error when there is no such order
   */
  async markPaid(payment: PaymentEvent, transaction: Transaction): Promise<void> {
    const { order, authorizationCode, reference, maskedCard, settledAt } = payment;
    const paid = JSON.stringify({ authorizationCode, reference, maskedCard, settledAt });
    const update = "update orders set paid = ? where number = ? returning number";
    const { rows } = await transaction.query(update, [paid, numberOf(order)]);
    if (rows.length === 0) throw new Error(`there is no order ${order}`);
  }

  close(): void {
    this.#db.close();
  }

  #insert(buyer: string, lines: readonly Line[], { email, phone }: Contact): Order | undefined {
    const total = totalOf(lines);
    if (total === 0) return undefined;
    const row = this.#db
      .prepare(
        `insert into orders (number, buyer, lines, total, tax, email, phone, placed_at)
         values ((select coalesce(max(number), 1000) + 1 from orders), ?, ?, ?, ?, ?, ?, ?) returning *`,
      )
      .get(buyer, quantitiesOf(lines), total, itbisIn(total), email, phone, this.#now());
    return row && orderFrom(rowOf(row));
  }
}
