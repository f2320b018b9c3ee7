import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Payments } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import { checkLine, makeLimiter } from "@ventanilla/web";
import express, { type RequestHandler } from "express";
import type { Links } from "../links.ts";
import { visitorOf } from "../pages/frame.ts";
import { digestOf } from "./settings.ts";

/** A whole business: the router, the links, their receipts, and the counter with a login. */
export function makeBusiness(payments: Payments, pay: Links, passwordDigest: Buffer): express.Express {
  const staff = (request: IncomingMessage) => staffOf(request, passwordDigest);
  const app = express().disable("x-powered-by");
  app.use(payments.returns);
  app.get("/health", async (_request, response) => {
    const health = await payments.health();
    response.status(health.ok ? 200 : 503).json(health);
  });
  app.use("/payments", payments);
  app.use("/pay", pay.pages(payments));
  app.use("/staff/payments", askForStaff(staff), counter(payments, { staff, pages: [pay.staffPages(payments)] }));
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
function askForStaff(staff: (request: IncomingMessage) => string | undefined): RequestHandler {
  const limiter = makeLimiter();
  return (request, response, next) => {
    const wrong = { [visitorOf(request)]: wrongPasswords };
    const seconds = limiter.wait(wrong);
    if (seconds !== undefined) return void response.set("Retry-After", String(seconds)).sendStatus(429);
    if (staff(request) !== undefined) return next();
    if (request.headers.authorization !== undefined) limiter.count(wrong);
    response.set("WWW-Authenticate", `Basic realm="staff", charset="UTF-8"`).sendStatus(401);
  };
}
