import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Payments } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import { checkLine, cookieOf, makeLimiter } from "@ventanilla/web";
import express, { type RequestHandler } from "express";
import type { Links } from "../links.ts";
import { visitorOf } from "../pages/frame.ts";

/** A whole business: the router, the links, their receipts, and the counter with a login. */
export function makeBusiness(payments: Payments, pay: Links, password: string): express.Express {
  const staff = (request: IncomingMessage) => staffOf(request, password);
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

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Who is at the counter: the browser asks for a name, which is kept with every decision, and for the password. */
function staffOf({ headers }: IncomingMessage, password: string): string | undefined {
  const [, given = ""] = /^Basic (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const [name = "", word = ""] = Buffer.from(given, "base64").toString().split(/:(.*)/s);
  if (!timingSafeEqual(digestOf(word), digestOf(password))) return undefined;
  try {
    return checkLine("name", name, 100);
  } catch {
    // The browser asks again.
    return undefined;
  }
}

/** How many wrong passwords of one address are looked at in ten minutes. */
const wrongPasswords = 20;

/** Says that a browser has logged in since the start. It opens nothing. */
const cookieName = "ventanilla-staff";

/**
 * Lets the staff in, and asks everybody else for name and password. Nobody tries out passwords; who does on the shop's own
 * network shuts out no browser that has logged in.
 */
function askForStaff(staff: (request: IncomingMessage) => string | undefined): RequestHandler {
  const limiter = makeLimiter();
  const known = randomUUID();
  return (request, response, next) => {
    const { authorization = "" } = request.headers;
    const wrong = [visitorOf(request), wrongPasswords] as const;
    const seconds = cookieOf(request, cookieName) === known ? undefined : limiter.wait([wrong]);
    if (seconds !== undefined) return void response.set("Retry-After", String(seconds)).sendStatus(429);
    if (staff(request) !== undefined) {
      response.cookie(cookieName, known, { path: "/staff", httpOnly: true, sameSite: "strict" });
      return next();
    }
    // A screen that is open since the password was changed sends the former one each second: it counts once.
    const same = [`${visitorOf(request)} ${digestOf(authorization).toString("hex")}`, 1] as const;
    if (authorization !== "" && limiter.wait([same]) === undefined) limiter.count([wrong, same]);
    response.set("WWW-Authenticate", `Basic realm="staff", charset="UTF-8"`).sendStatus(401);
  };
}
