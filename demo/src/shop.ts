import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import { findGood } from "./catalogue.ts";
import { encryptionKey } from "./key.ts";
import { openOrders } from "./orders.ts";
import { cartPage } from "./pages/cart.ts";
import { checkoutPage } from "./pages/checkout.ts";
import { layout, type Page } from "./pages/layout.ts";
import { ordersPage } from "./pages/orders.ts";
import { problemPage } from "./pages/problem.ts";
import { receiptPage, unpaidPage } from "./pages/receipt.ts";
import { shelfPage } from "./pages/shelf.ts";
import { createPayments, type PaymentsSetup } from "./payments.ts";
import { playgroundPage } from "./playground/page.ts";
import { openPlayground } from "./playground/router.ts";
import { type Visit, visitOf } from "./visit.ts";

/** What {@link createShop} needs: its own address, the bank's two, and a folder for its SQLite files (made if absent). */
export interface ShopSetup extends Pick<PaymentsSetup, "publicUrl" | "bank"> {
  dataFolder: string;
}

const assets = fileURLToPath(new URL("../assets", import.meta.url));

const securityHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
    "require-trusted-types-for 'script'; trusted-types lit-html",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

function field(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

/** The shop as an Express app, and what closes its files. */
export function createShop({ publicUrl, bank, dataFolder }: ShopSetup): { app: Express; close(): Promise<void> } {
  mkdirSync(dataFolder, { recursive: true });
  const orders = openOrders(join(dataFolder, "shop.db"));
  const key = encryptionKey(join(dataFolder, "payments.key"));
  const payments = createPayments({
    publicUrl,
    bank,
    orders,
    file: join(dataFolder, "payments.db"),
    encryptionKey: key,
  });
  const playground = openPlayground({
    publicUrl,
    bank,
    file: join(dataFolder, "playground.db"),
    encryptionKey: key,
  });

  const app = express();
  app.disable("x-powered-by");
  app.use(payments.returns);
  app.use("/payments", payments);
  app.use("/playground", playground.router);
  app.use("/assets", express.static(assets));
  const { host } = new URL(publicUrl);
  app.use((request, response, next) => {
    // The bank sends buyers back to publicUrl, and their cookie has to be there: `127.0.0.1` is not `localhost`.
    if (request.method === "GET" && request.headers.host !== host)
      response.redirect(307, publicUrl + request.originalUrl);
    else next();
  });
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));
  app.use((request, response, next) => {
    response.set(securityHeaders);
    response.locals.visit = visitOf(request, response);
    next();
  });

  const visitIn = (response: Response) => response.locals.visit as Visit;
  function show(response: Response, page: Page): void {
    const visit = visitIn(response);
    const inCart = orders.cart(visit.buyer).reduce((sum, { quantity }) => sum + quantity, 0);
    response.send(layout(page, visit, inCart));
  }
  const showProblem = (response: Response, kind: "notFound" | "broken") =>
    show(response.status(kind === "notFound" ? 404 : 500), problemPage(visitIn(response), kind));
  // Another browser's order is as good as none.
  function ownOrder(request: Request<{ id: string }>, response: Response) {
    const order = orders.find(request.params.id);
    return order?.buyer === visitIn(response).buyer ? order : undefined;
  }

  app.get("/", (request, response) => show(response, shelfPage(visitIn(response), findGood(request.query.added))));

  app.get("/cart", (_request, response) => {
    const visit = visitIn(response);
    show(response, cartPage(visit, orders.cart(visit.buyer)));
  });

  app.post("/cart", (request, response) => {
    const good = findGood(field(request, "good"));
    if (!good) return showProblem(response, "notFound");
    const change = field(request, "change");
    orders.changeCart(visitIn(response).buyer, good, change === "less" ? -1 : 1);
    response.redirect(303, change === "add" ? `/?added=${good.id}` : "/cart");
  });

  app.post("/orders", (request, response) => {
    const visit = visitIn(response);
    const contact = { email: field(request, "email"), phone: field(request, "phone") };
    const usable =
      /^[^\s@]+@[^\s@]+$/.test(contact.email) && contact.email.length <= 254 && /^\d{10,15}$/.test(contact.phone);
    if (!usable) return show(response.status(422), cartPage(visit, orders.cart(visit.buyer), contact));
    // The second of two clicks finds the cart empty and goes on with the order of the first.
    const order = orders.place(visit.buyer, contact) ?? orders.placedBy(visit.buyer)[0];
    response.redirect(303, order ? `/checkout/${order.id}` : "/cart");
  });

  app.get("/orders", async (_request, response) => {
    const visit = visitIn(response);
    const histories = orders
      .placedBy(visit.buyer)
      .map(async (order) => ({ order, ...(await payments.findOrder(order.id)) }));
    show(response, ordersPage(visit, await Promise.all(histories)));
  });

  app.get("/checkout/:id", async (request, response) => {
    const order = ownOrder(request, response);
    if (!order) return showProblem(response, "notFound");
    if (order.paid || (await payments.findOrder(order.id)).paid) return response.redirect(303, `/orders/${order.id}`);
    const mode = request.query.mode === "redirect" ? "redirect" : "auto";
    show(response, checkoutPage(visitIn(response), order, mode));
  });

  app.post("/checkout/:id", (request, response) => {
    const order = ownOrder(request, response);
    if (!order) return showProblem(response, "notFound");
    orders.setInstallments(order.id, field(request, "installments") === "true");
    response.redirect(303, `/checkout/${order.id}${field(request, "mode") === "redirect" ? "?mode=redirect" : ""}`);
  });

  app.get("/orders/:id", async (request, response) => {
    const order = ownOrder(request, response);
    if (!order) return showProblem(response, "notFound");
    const visit = visitIn(response);
    if (order.paid) show(response, receiptPage(visit, order, order.paid));
    else show(response, unpaidPage(visit, order, (await payments.findOrder(order.id)).paid));
  });

  app.get("/playground", (_request, response) => {
    // A dialog may frame the bank's page, and the router's own after it.
    const framed = `frame-src 'self' ${new URL(bank.gatewayUrl).origin}`;
    response.set("Content-Security-Policy", `${securityHeaders["Content-Security-Policy"]}; ${framed}`);
    show(response, playgroundPage(visitIn(response), bank.gatewayUrl));
  });

  app.use((_request, response) => showProblem(response, "notFound"));
  app.use(((error: unknown, _request, response, next) => {
    const status = (error as { status?: unknown } | null)?.status;
    if (response.headersSent || !response.locals.visit) return next(error);
    if (status === undefined) console.error(error);
    showProblem(response, typeof status === "number" && status < 500 ? "notFound" : "broken");
  }) satisfies ErrorRequestHandler);

  return {
    app,
    async close() {
      await Promise.all([payments.close(), playground.close()]);
      orders.close();
    },
  };
}
