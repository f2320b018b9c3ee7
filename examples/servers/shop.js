// What all these servers share: a shop with its orders and its payments in one SQLite file, and its two pages.
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";

const { BANK = "http://localhost:4000", PORT = "3000", DATABASE = "shop.db" } = process.env;

/** Where buyers see this shop. */
export const origin = `http://localhost:${PORT}`;

const db = new DatabaseSync(DATABASE);
db.exec("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, paid_at INTEGER) STRICT");

/** Makes an order of one coffee. Returns its id. */
export function placeOrder() {
  const id = randomUUID();
  db.prepare("INSERT INTO orders (id) VALUES (?)").run(id);
  return id;
}

/**
 * The shop's payments.
 * @param {Partial<import("@ventanilla/express").Options>} [more] what a server has in its own way
 */
export function openPayments(more) {
  return ventanilla({
    publicUrl: `${origin}/payments`,
    gateway: { sessionApiUrl: BANK, gatewayUrl: BANK },
    merchant: {
      number: "349000000",
      terminal: "58585858",
      acquirer: "349",
      name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
    },
    store: sqliteStore(DATABASE),
    // Only for trying out: with a new key, what was launched before a restart cannot be asked about any more.
    encryptionKeys: [process.env.PAYMENTS_KEY ?? randomBytes(32).toString("hex")],
    order: (id) =>
      db.prepare("SELECT id FROM orders WHERE id = ?").get(id) && {
        amount: { minor: 59_500, currency: "DOP" },
        tax: { minor: 9076, currency: "DOP" },
        buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
      },
    async onPaid({ order, settledAt }, { transaction }) {
      await transaction.query("UPDATE orders SET paid_at = ? WHERE id = ?", [settledAt, order]);
    },
    ...more,
  });
}

/**
 * The page where an order is paid.
 * @param {string} order
 * @param {string} [more] HTML
 */
export function checkoutPage(order, more = "") {
  return page(`<h1>Order ${order}</h1>
    <script type="module" src="/payments/element.js"></script>
    <ventanilla-pay order="${order}" return-to="/orders/${order}"></ventanilla-pay>${more}`);
}

/**
 * The page that shows whether it is paid; undefined for an order that does not exist.
 * @param {string} order
 */
export function orderPage(order) {
  const row = db.prepare("SELECT paid_at FROM orders WHERE id = ?").get(order);
  return row && page(`<h1>Order ${order}</h1><p>${row.paid_at === null ? "Not paid yet." : "Paid. Thank you."}</p>`);
}

/**
 * Answers with that page, in Express.
 * @param {import("express").Request<{ id: string }>} request
 * @param {import("express").Response} response
 */
export function sendOrderPage({ params }, response) {
  const html = orderPage(params.id);
  response.status(html ? 200 : 404).send(html);
}

/** @param {string} body */
const page = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Colmado Larimar</title><link rel="icon" href="data:,"><body>${body}</body></html>`;

/**
 * Serves the handler until the process is asked to end.
 * @param {import("node:http").RequestListener} handler
 * @param {{ close(): Promise<void> }} payments
 */
export async function serve(handler, payments) {
  const server = createServer(handler).listen(Number(PORT), "localhost");
  await once(server, "listening");
  console.log(`Ready: ${origin}`);
  const stop = async () => {
    server.close().closeAllConnections();
    await payments.close();
    db.close();
  };
  process.once("SIGTERM", () => void stop());
}
