/** Amounts are in cents: 59500 is RD$ 595.00. `total` includes `tax`. */
export interface Order {
  id: string;
  /** The cookie of the browser that placed it. */
  buyer: string;
  product: string;
  total: number;
  tax: number;
  email: string;
  phone: string;
  /** The bank's answer, once the order is paid. */
  payment?: { authorizationCode?: string; reference?: string };
}

export type NewOrder = Omit<Order, "id" | "payment">;

/** A row of the table `orders`. */
export interface OrderRow extends Omit<Order, "payment"> {
  paid_at: unknown;
  authorization_code: string | null;
  reference: string | null;
}

// The order in a row of its table.
export function orderFrom({ id, buyer, product, total, tax, email, phone, ...row }: OrderRow): Order {
  const order = { id, buyer, product, total, tax, email, phone };
  if (row.paid_at === null) return order;
  return { ...order, payment: { authorizationCode: row.authorization_code ?? "–", reference: row.reference ?? "–" } };
}
