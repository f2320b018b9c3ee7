// The order in a row of its table.
export function orderFrom({ id, buyer, product, total, tax, email, phone, ...row }) {
  const order = { id, buyer, product, total, tax, email, phone };
  if (row.paid_at === null) return order;
  return { ...order, payment: { authorizationCode: row.authorization_code ?? "–", reference: row.reference ?? "–" } };
}
