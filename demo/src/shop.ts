import { fileURLToPath } from "node:url";
import type { Payments } from "@ventanilla/express";
import { palette, parts } from "@ventanilla/web";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { addCartRoutes } from "./cart-routes.ts";
import { Frame } from "./frame.ts";
import { addOrderRoutes } from "./order-routes.ts";
import type { Orders } from "./orders.ts";
import { addStaffRoutes } from "./staff/routes.ts";
import { visitOf } from "./visit.ts";

/** What {@link createShop} needs. */
export interface ShopSetup {
  /** The shop as the buyer's browser sees it: `http://localhost:3000`. */
  publicUrl: string;
  orders: Orders;
  /** The router of the payments for these orders, see `payments.ts`. */
  payments: Payments;
}

const assets = fileURLToPath(new URL("../assets", import.meta.url));

/** What every page of the shop may load and do. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const securityHeaders = {
  "Content-Security-Policy": contentSecurityPolicy,
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

/**
 * Mounts the payments and the pages of the shop.
 * @param addMore adds pages that come before the shop's own
 */
export function createShop(
  { publicUrl, orders, payments }: ShopSetup,
  addMore: (app: Express, frame: Frame) => void = () => {},
): Express {
  const frame = new Frame(orders);
  const app = express();
  app.disable("x-powered-by");
  app.use(payments.returns);
  app.use("/payments", payments);
  app.get("/assets/look.css", (_request, response) => {
    response.type("css").send(palette + parts);
  });
  app.use("/assets", express.static(assets));
  app.use(toPublicHost(publicUrl));
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));
  app.use((request, response, next) => {
    response.set(securityHeaders);
    response.locals.visit = visitOf(request, response);
    next();
  });
  addMore(app, frame);
  addCartRoutes(app, frame, orders);
  addOrderRoutes(app, frame, orders, payments);
  addStaffRoutes(app, frame, payments);
  app.use((_request, response) => frame.showProblem(response, "notFound"));
  app.use(problemsIn(frame));
  return app;
}

/**
 * Redirects pages to the host of `publicUrl`. The bank sends buyers back there, and their cookie must be there, too:
 * that of `127.0.0.1` is not sent to `localhost`.
 */
function toPublicHost(publicUrl: string): RequestHandler {
  const { host } = new URL(publicUrl);
  return (request, response, next) => {
    if (request.method === "GET" && request.headers.host !== host) {
      response.redirect(307, publicUrl + request.originalUrl);
    } else next();
  };
}

/** Shows the problem page for errors of the shop's own pages. */
function problemsIn(frame: Frame): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const status = (error as { status?: unknown } | null)?.status;
    if (response.headersSent || !response.locals.visit) return next(error);
    if (status === undefined) console.error(error);
    frame.showProblem(response, typeof status === "number" && status < 500 ? "notFound" : "broken");
  };
}
