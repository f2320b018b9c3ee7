// Hono on Node: the payments stand before its listener.
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { inFront } from "./in-front.js";
import { checkoutPage, openPayments, orderPage, placeOrder, serve } from "./shop.js";

const payments = openPayments();
const app = new Hono();

app.get("/", (context) => context.html(checkoutPage(placeOrder())));
app.get("/orders/:id", (context) => {
  const page = orderPage(context.req.param("id"));
  return page ? context.html(page) : context.notFound();
});

await serve(inFront(payments, getRequestListener(app.fetch)), payments);
