import { DatabaseSync } from "node:sqlite";
import type { PaymentEvent } from "@ventanilla/express";
import { catalogue, type Good } from "./catalogue.ts";
import { itbisIn } from "./price.ts";

/** A good and how many of it. */
export interface Line {
  good: Good;
  quantity: number;
}

/** An order of the shop. Amounts are cents of a peso; `tax` is the ITBIS contained in `total`. */
export interface Order {
  /** `A-1001` and on. */
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
  /** What the bank said, once the order is paid. */
  paid?: Pick<PaymentEvent, "authorizationCode" | "reference" | "maskedCard" | "settledAt">;
}

/** The shop's own books: what is in each cart, and every order. */
export interface Orders {
  cart(buyer: string): readonly Line[];
  /** Changes how many of a good are in a cart, between none and nine. */
  changeCart(buyer: string, good: Good, by: number): void;
  /** Turns a cart into an order and empties it, in one write; undefined when the cart is empty. */
  place(buyer: string, contact: { email: string; phone: string }): Order | undefined;
  find(id: string): Order | undefined;
  /** A browser's orders, newest first. */
  placedBy(buyer: string): readonly Order[];
  /** Whether the buyer wants to choose installments at the bank, until they think otherwise. */
  setInstallments(id: string, installments: boolean): void;
  /** Marks an order as paid; a second call changes nothing. Throws for an order that does not exist. */
  markPaid(payment: PaymentEvent): void;
  close(): void;
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
  installments: 0 | 1;
}

function linesFrom(quantities: Record<string, number>): Line[] {
  return catalogue.map((good) => ({ good, quantity: quantities[good.id] ?? 0 })).filter(({ quantity }) => quantity > 0);
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

const numberOf = (id: string) => Number(id.slice("A-".length));

/** What the lines cost together, in cents, ITBIS included. */
export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { good, quantity }) => sum + good.price * quantity, 0);
}

/** Opens the shop's books in a SQLite file, made when it is not there. */
export function openOrders(file: string): Orders {
  const db = new DatabaseSync(file, { timeout: 2000 });
  db.exec(schema);
  // Books that an earlier version of the shop has opened lack the column.
  const columns = db.prepare("select name from pragma_table_info('orders')").all();
  if (!columns.some(({ name }) => name === "installments")) {
    db.exec("alter table orders add column installments integer not null default 0");
  }
  const selectCart = db.prepare("select good, quantity from cart_lines where buyer = ?");
  const upsertLine = db.prepare(
    `insert into cart_lines (buyer, good, quantity) values (?, ?, max(0, min(9, ?)))
     on conflict do update set quantity = max(0, min(9, quantity + ?))`,
  );
  const emptyCart = db.prepare("delete from cart_lines where buyer = ?");
  const insertOrder = db.prepare(
    `insert into orders (number, buyer, lines, total, tax, email, phone, placed_at)
     values ((select coalesce(max(number), 1000) + 1 from orders), ?, ?, ?, ?, ?, ?, ?) returning *`,
  );
  const selectOrder = db.prepare("select * from orders where number = ?");
  const selectOrders = db.prepare("select * from orders where buyer = ? order by number desc");
  const updateInstallments = db.prepare("update orders set installments = ? where number = ? and paid is null");
  const updatePaid = db.prepare("update orders set paid = ? where number = ? and paid is null");

  const cart = (buyer: string): Line[] => {
    const rows = selectCart.all(buyer) as { good: string; quantity: number }[];
    return linesFrom(Object.fromEntries(rows.map(({ good, quantity }) => [good, quantity])));
  };
  const find = (id: string): Order | undefined => {
    const number = /^A-(\d{4,9})$/.exec(id)?.[1];
    const row = number && (selectOrder.get(Number(number)) as OrderRow | undefined);
    return row ? orderFrom(row) : undefined;
  };

  return {
    cart,
    find,
    changeCart: (buyer, good, by) => void upsertLine.run(buyer, good.id, by, by),
    place(buyer, { email, phone }) {
      db.exec("begin immediate");
      try {
        const lines = cart(buyer);
        const total = totalOf(lines);
        const quantities = JSON.stringify(Object.fromEntries(lines.map(({ good, quantity }) => [good.id, quantity])));
        const values = [buyer, quantities, total, itbisIn(total), email, phone, Date.now()];
        const row = total > 0 ? (insertOrder.get(...values) as unknown as OrderRow) : undefined;
        emptyCart.run(buyer);
        db.exec("commit");
        return row && orderFrom(row);
      } catch (error) {
        db.exec("rollback");
        throw error;
      }
    },
    placedBy: (buyer) => (selectOrders.all(buyer) as unknown as OrderRow[]).map(orderFrom),
    setInstallments: (id, installments) => void updateInstallments.run(Number(installments), numberOf(id)),
    markPaid({ order, authorizationCode, reference, maskedCard, settledAt }) {
      const found = find(order);
      if (!found) throw new Error(`order ${order} is not in the books`);
      const paid = JSON.stringify({ authorizationCode, reference, maskedCard, settledAt });
      updatePaid.run(paid, numberOf(order));
    },
    close: () => db.close(),
  };
}
