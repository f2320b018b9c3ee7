// A process that may sleep between requests: it does nothing by itself. A scheduler calls POST /tasks/reconcile every 20
// seconds, with the key that only it knows.
import { createHash, timingSafeEqual } from "node:crypto";
import express from "express";
import { checkoutPage, openPayments, placeOrder, sendOrderPage, serve } from "./shop.js";

const { CRON_KEY } = process.env;
if (!CRON_KEY) throw new Error("CRON_KEY: expected the key that the scheduler sends");
const hash = (/** @type {string} */ text) => createHash("sha256").update(text).digest();
const expected = hash(`Bearer ${CRON_KEY}`);

const payments = openPayments({ background: false });
const app = express();
app.use(payments.returns);
app.use("/payments", payments);

app.post("/tasks/reconcile", async (request, response) => {
  if (!timingSafeEqual(hash(request.get("Authorization") ?? ""), expected)) return response.sendStatus(401);
  response.json(await payments.reconcileOnce({ budgetMs: 15_000 }));
});
app.get("/", (_request, response) => void response.send(checkoutPage(placeOrder())));
app.get("/orders/:id", sendOrderPage);

await serve(app, payments);
