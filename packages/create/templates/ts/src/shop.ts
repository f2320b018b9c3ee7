import { fileURLToPath } from "node:url";
import type { Payments } from "@ventanilla/express";
import { counter, passwordLogin } from "@ventanilla/express/counter";
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from "express";
import helmet from "helmet";
import { buyerOf, ensureBuyer } from "./buyer.ts";
import type { Order } from "./order.ts";
import type { Orders } from "./orders.ts";
import { orderPage, payPage, problemPage, shopPage, stateOf } from "./pages.ts";
import { products, taxIn } from "./products.ts";
import type { Settings } from "./settings.ts";

const files = fileURLToPath(new URL("../public", import.meta.url));

// The whole shop. The order of the lines matters.
export function createShop(
  { publicUrl, proxies, staffPassword }: Settings,
  orders: Orders,
  payments: Payments,
): Express {
  const { origin, protocol } = new URL(publicUrl);
  const app = express();
  app.set("trust proxy", proxies);

  // First: the bank sends the buyer back with a POST from its own site, without cookies, which nothing may refuse.
  app.use(payments.returns);

  app.get("/health", async (_request, response) => {
    const health = await payments.health();
    response.status(health.ok ? 200 : 503).json(health);
  });

  app.use(securityHeaders);
  app.use(express.static(files));
  // Here: your session, so that order() sees who is buying.
  app.use("/payments", payments);
  // The counter: your staff see every payment, and decide about those that need a person. Its forms have a token.
  // Put your own login in the place of this one when you have it.
  if (staffPassword !== "") {
    const { ask, staff } = passwordLogin(staffPassword);
    app.use("/staff", ask, counter(payments, { staff }));
  }
  // The router refuses what other sites post to it. From here on this guard does.
  app.use(refuseOtherSites(origin));
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));

  addPages(app, orders, payments, protocol === "https:");
  app.use((_request, response) => void response.status(404).send(problemPage("notFound")));
  app.use(showProblem);
  return app;
}

const securityHeaders = helmet({
  // Safari would ask your own computer for https.
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  // With "same-origin" this page would lose the window that it opens at the bank.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  // With "no-referrer" browsers send no Origin with a form of this shop, and the guard would refuse it.
  referrerPolicy: { policy: "same-origin" },
});

function refuseOtherSites(origin: string): RequestHandler {
  return (request, response, next) => {
    const { method, headers } = request;
    if (method === "GET" || method === "HEAD" || headers.origin === origin) return next();
    console.warn(`A form from ${headers.origin ?? "?"} was refused: PUBLIC_URL is ${origin}.`);
    response.status(403).send(problemPage("notFound"));
  };
}

function addPages(app: Express, orders: Orders, payments: Payments, secure: boolean): void {
  app.get("/", (_request, response) => void response.send(shopPage()));

  app.post("/orders", async (request, response) => {
    const form = readForm(request);
    if (!form) return void response.status(422).send(shopPage(true));
    const { product, email, phone } = form;
    const id = await orders.place({
      buyer: ensureBuyer(request, response, secure),
      product: product.name,
      total: product.price,
      tax: taxIn(product.price),
      email,
      phone,
    });
    response.redirect(303, `/orders/${id}/pay`);
  });

  async function ownOrder(request: Request<{ id: string }>): Promise<Order | undefined> {
    const order = await orders.find(request.params.id);
    return order?.buyer === buyerOf(request) ? order : undefined;
  }

  app.get("/orders/:id/pay", async (request, response) => {
    const order = await ownOrder(request);
    if (!order) return void response.status(404).send(problemPage("notFound"));
    const state = stateOf(await payments.findOrder(order.id));
    // What is paid or under review is not offered for payment.
    if (state === "paid" || state === "review") response.redirect(303, `/orders/${order.id}`);
    else response.send(payPage(order));
  });

  app.get("/orders/:id", async (request, response) => {
    const order = await ownOrder(request);
    if (!order) return void response.status(404).send(problemPage("notFound"));
    response.send(orderPage(order, stateOf(await payments.findOrder(order.id))));
  });
}

// What the buyer has chosen and typed. The price is the shop's own.
function readForm(request: Request) {
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const product = products.find(({ id }) => id === fields.product);
  const text = (field: unknown) => (typeof field === "string" ? field.trim() : "");
  const [email, phone] = [text(fields.email), text(fields.phone).replaceAll(/[\s+().-]/g, "")];
  const isUsable = /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 && /^\d{10,15}$/.test(phone);
  return product && isUsable ? { product, email, phone } : undefined;
}

const showProblem: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (response.headersSent) return next(error);
  // A form that is too long or malformed is the sender's mistake.
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  response.status(status).send(problemPage(status < 500 ? "notFound" : "broken"));
};
