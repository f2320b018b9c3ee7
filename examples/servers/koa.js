// Koa: the payments stand before its callback.
import Koa from "koa";
import { inFront } from "./in-front.js";
import { checkoutPage, openPayments, orderPage, placeOrder, serve } from "./shop.js";

const payments = openPayments();
const app = new Koa();

app.use((context) => {
  const [, order] = /^\/orders\/([^/]+)$/.exec(context.path) ?? [];
  const page = order ? orderPage(order) : context.path === "/" ? checkoutPage(placeOrder()) : undefined;
  if (page) context.body = page;
});

await serve(inFront(payments, app.callback()), payments);
