// Static pages on one origin, the router on another: PAGES is where they are.
import { createServer } from "node:http";
import express from "express";
import { checkoutPage, openPayments, origin, placeOrder, sendOrderPage, serve } from "./shop.js";

const { PAGES = "http://127.0.0.1:3001" } = process.env;
const { port, hostname } = new URL(PAGES);

const payments = openPayments({ origins: [PAGES], returnTo: PAGES });
const api = express();
api.use(payments.returns);
api.use("/payments", payments);
api.get("/orders/:id", sendOrderPage);

const pages = createServer((_request, response) => {
  const page = checkoutPage(placeOrder())
    .replace('src="/payments', `crossorigin src="${origin}/payments`)
    .replace("<ventanilla-pay", `<ventanilla-pay endpoint="${origin}/payments"`)
    .replace('return-to="/', `return-to="${PAGES}/`);
  response.setHeader("Content-Type", "text/html").end(page);
}).listen(Number(port), hostname);
process.once("SIGTERM", () => pages.close().closeAllConnections());
await serve(api, payments);
