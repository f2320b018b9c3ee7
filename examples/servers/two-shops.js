// Two shops in one app and one store, with the same order ids: a market, whose orders are paid to the merchant of their currency
// and branch, and a café with a merchant of its own.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express from "express";

const { BANK = "http://localhost:4000", PORT = "3000", DATABASE = "two-shops.db" } = process.env;
const origin = `http://localhost:${PORT}`;

/** @type {import("@ventanilla/client").Merchant} */
const market = {
  number: "349000001",
  terminal: "58585858",
  acquirer: "349",
  name: { owner: "MERCADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
};
const cafe = { ...market, number: "349000009", name: { owner: "CAFE LARIMAR", city: "SANTO DOMINGO", country: "DO" } };

/** @typedef {{ currency: "DOP" | "USD", branch?: string }} Placed */

/**
 * The market's orders: two currencies, and two branches.
 * @type {Record<string, Placed>}
 */
const marketOrders = {
  1001: { currency: "DOP", branch: "Santo Domingo" },
  1002: { currency: "USD", branch: "Santo Domingo" },
  1003: { currency: "DOP", branch: "Santiago" },
};

const app = express();
const store = sqliteStore(DATABASE);
const encryptionKeys = [process.env.PAYMENTS_KEY ?? randomBytes(32).toString("hex")];

const shops = {
  market: openShop("market", marketOrders, ({ id, amount }) => {
    if (amount.currency === "USD") return { ...market, number: "349000002" };
    return marketOrders[id]?.branch === "Santiago" ? { ...market, terminal: "58585859" } : market;
  }),
  cafe: openShop("cafe", { 1001: { currency: "DOP" } }, cafe),
};

/**
 * Opens a shop below `/{name}`.
 * @param {string} name its name in the store, too
 * @param {Record<string, Placed>} orders
 * @param {import("@ventanilla/express").Options["merchant"]} merchant
 */
function openShop(name, orders, merchant) {
  /** @type {Set<string>} */
  const paid = new Set();
  const payments = ventanilla({
    publicUrl: `${origin}/${name}/payments`,
    gateway: { sessionApiUrl: BANK, gatewayUrl: BANK },
    merchant,
    shop: name,
    store,
    encryptionKeys,
    order(id) {
      const currency = Object.hasOwn(orders, id) ? orders[id]?.currency : undefined;
      return (
        currency && {
          amount: { minor: 59_500, currency },
          tax: { minor: 9076, currency },
          buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
        }
      );
    },
    onPaid: ({ order }) => void paid.add(order),
  });
  app.use(payments.returns);
  app.use(`/${name}/payments`, payments);
  app.get(`/${name}/orders/:id`, ({ params: { id } }, response) => {
    response.send(
      page(
        paid.has(id)
          ? "Paid. Thank you."
          : `<h1>Order ${id} of the ${name}</h1>
      <script type="module" src="/${name}/payments/element.js"></script>
      <ventanilla-pay order="${id}" return-to="/${name}/orders/${id}"></ventanilla-pay>`,
      ),
    );
  });
  return payments;
}

/** @param {string} body */
function page(body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Larimar</title><link rel="icon" href="data:,"><body>${body}</body></html>`;
}

const server = createServer(app).listen(Number(PORT), "localhost");
await once(server, "listening");
console.log(`Ready: ${origin}/market/orders/1001 and ${origin}/cafe/orders/1001`);
process.once("SIGTERM", () => {
  server.close().closeAllConnections();
  for (const payments of Object.values(shops)) void payments.close();
});
