import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type Payments, ventanilla } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import type { Store } from "@ventanilla/express/store";
import { checkLine, makeLimiter } from "@ventanilla/web";
import express, { type RequestHandler } from "express";
import type { Links } from "../links.ts";
import { visitorOf } from "../pages/frame.ts";
import { digestOf, type Settings } from "./settings.ts";

/** Serves a whole business: the router, the links, their receipts, and the counter with a login. */
export async function serve(settings: Settings, store: Store, pay: Links) {
  const { publicUrl, origins, port, proxies, gateway, merchant, storefront, keys, passwordDigest } = settings;
  const payments = ventanilla({
    publicUrl: `${publicUrl}/payments`,
    counterUrl: `${publicUrl}/staff/payments`,
    origins,
    gateway,
    merchant,
    storefront: { name: storefront.name, ...(storefront.contact && { contact: storefront.contact }) },
    store,
    encryptionKeys: keys,
    order: pay.order,
    onPaid: pay.onPaid,
  });
  const server = appOf(payments, pay, passwordDigest).set("trust proxy", proxies).listen(port);
  await once(server, "listening");
  return {
    /** Finishes what has begun, within 10 seconds, and closes the store. */
    async close(): Promise<void> {
      server.close();
      await payments.close();
      server.closeAllConnections();
    },
  };
}

function appOf(payments: Payments, pay: Links, passwordDigest: Buffer): express.Express {
  const staff = (request: IncomingMessage) => staffOf(request, passwordDigest);
  const app = express().disable("x-powered-by");
  app.use(payments.returns);
  app.get("/health", async (_request, response) => {
    const health = await payments.health();
    response.status(health.ok ? 200 : 503).json(health);
  });
  app.use("/payments", payments);
  app.use("/pay", pay.pages(payments));
  app.use(
    "/staff/payments",
    askForStaff(passwordDigest),
    counter(payments, { staff, pages: [pay.staffPages(payments)] }),
  );
  app.get(["/", "/staff"], (_request, response) => response.redirect(303, "/staff/payments/links"));
  return app;
}

/** Who is at the counter: the browser asks for a name, which is kept with every decision, and for the password. */
function staffOf({ headers }: IncomingMessage, passwordDigest: Buffer): string | undefined {
  const [, given = ""] = /^Basic (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const [name = "", password = ""] = Buffer.from(given, "base64").toString().split(/:(.*)/s);
  if (!timingSafeEqual(digestOf(password), passwordDigest)) return undefined;
  try {
    return checkLine("name", name, 100);
  } catch {
    // The browser asks again.
    return undefined;
  }
}

/** How many wrong passwords of one address are looked at in ten minutes. */
const wrongPasswords = 20;

/** Lets the staff in, and asks everybody else for name and password. Nobody tries out passwords. */
function askForStaff(passwordDigest: Buffer): RequestHandler {
  const limiter = makeLimiter();
  return (request, response, next) => {
    const wrong = { [visitorOf(request)]: wrongPasswords };
    const seconds = limiter.wait(wrong);
    if (seconds !== undefined) return void response.set("Retry-After", String(seconds)).sendStatus(429);
    if (staffOf(request, passwordDigest) !== undefined) return next();
    if (request.headers.authorization !== undefined) limiter.count(wrong);
    response.set("WWW-Authenticate", `Basic realm="staff", charset="UTF-8"`).sendStatus(401);
  };
}
