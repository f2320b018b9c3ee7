import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { addCartRoutes } from "./cart-routes.ts";
import { Frame } from "./frame.ts";
import { encryptionKey } from "./key.ts";
import { addOrderRoutes } from "./order-routes.ts";
import { createPayments, type PaymentsSetup } from "./payments.ts";
import { playgroundPage } from "./playground/page.ts";
import { openPlayground } from "./playground/router.ts";
import { Clock } from "./staff/clock.ts";
import { Mailbox } from "./staff/mailbox.ts";
import { addStaffRoutes } from "./staff/routes.ts";
import { StagedOrders } from "./staff/staged-orders.ts";
import { Staging } from "./staff/staging.ts";
import { visitOf } from "./visit.ts";

/** What {@link createShop} needs. */
export interface ShopSetup extends Pick<PaymentsSetup, "publicUrl" | "bank"> {
  /** The folder of the SQLite files and of the key, created when it is missing. */
  dataFolder: string;
}

const assets = fileURLToPath(new URL("../assets", import.meta.url));

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const securityHeaders = {
  "Content-Security-Policy": contentSecurityPolicy,
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

/** The running shop. */
export interface Shop {
  app: Express;
  /** Plays thirty payments of yesterday and today into a shop without orders. Returns whether it did. */
  seed(): Promise<boolean>;
  /** Closes its files. */
  close(): Promise<void>;
}

/** Opens the shop. */
export function createShop({ publicUrl, bank, dataFolder }: ShopSetup): Shop {
  mkdirSync(dataFolder, { recursive: true });
  const key = encryptionKey(join(dataFolder, "payments.key"));
  // Orders and payments are in one database: the hook of a payment writes both in one transaction.
  const file = join(dataFolder, "demo.db");
  // For the staff page, which stages payments of the past. A real shop needs no clock of its own.
  const clock = new Clock();
  const store = sqliteStore(file, clock);
  const orders = new StagedOrders(file, clock.now);
  const mailbox = new Mailbox();
  const setup = { publicUrl, bank, orders, store, encryptionKey: key, onAlert: mailbox.take };
  const payments = createPayments(setup);
  const playground = openPlayground({ ...setup, store: sqliteStore(join(dataFolder, "playground.db")) });
  const staging = new Staging({ ...setup, payments, clock, file });
  const frame = new Frame(orders);

  const app = express();
  app.disable("x-powered-by");
  app.use(["/payments", "/playground"], staging.wait);
  app.use(payments.returns);
  app.use("/payments", payments);
  app.use("/playground", playground.router);
  app.use("/assets", express.static(assets));
  app.use(toPublicHost(publicUrl));
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));
  app.use((request, response, next) => {
    response.set(securityHeaders);
    response.locals.visit = visitOf(request, response);
    next();
  });
  addCartRoutes(app, frame, orders);
  addOrderRoutes(app, frame, orders, payments);
  addStaffRoutes(app, frame, { payments, staging, mailbox });
  app.get("/playground", (_request, response) => {
    // A dialog may frame the bank's page, and the router's own page after it.
    const framed = `frame-src 'self' ${new URL(bank.gatewayUrl).origin}`;
    response.set("Content-Security-Policy", `${contentSecurityPolicy}; ${framed}`);
    frame.show(response, playgroundPage(frame.visit(response), bank.gatewayUrl));
  });
  app.use((_request, response) => frame.showProblem(response, "notFound"));
  app.use(problemsIn(frame));

  return {
    app,
    async seed() {
      const isNew = orders.isEmpty();
      if (isNew) await staging.seed();
      return isNew;
    },
    async close() {
      await staging.ended();
      await Promise.all([payments.close(), playground.close()]);
      orders.close();
    },
  };
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
