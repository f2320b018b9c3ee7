import type { Payments } from "@ventanilla/express";
import { counter, passwordLogin } from "@ventanilla/express/counter";
import express from "express";
import type { Links } from "../links.ts";

/** A whole business: the router, the links, their receipts, and the counter with a login. */
export function makeBusiness(payments: Payments, pay: Links, password: string): express.Express {
  const { ask, staff } = passwordLogin(password);
  const app = express().disable("x-powered-by");
  app.use(payments.returns);
  app.get("/health", async (_request, response) => {
    const health = await payments.health();
    response.status(health.ok ? 200 : 503).json(health);
  });
  app.use("/payments", payments);
  app.use("/pay", pay.pages(payments));
  app.use("/staff/payments", ask, counter(payments, { staff, pages: [pay.staffPages(payments)] }));
  app.get(["/", "/staff"], (_request, response) => response.redirect(303, "/staff/payments/links"));
  return app;
}
