import { CaptureError, ventanilla } from "@ventanilla/express";
import express, { type Router } from "express";
import { formField } from "../../src/form-field.ts";
import { merchant, storefront } from "../../src/merchant.ts";
import type { PaymentsSetup } from "../../src/payments.ts";
import { playOrder } from "./scenarios.ts";

/**
 * The server side of the playground: `/playground/payments`, a router with a store of its own, apart from the shop's
 * orders; `/playground/bank`, which sets whether the sandbox's page may be framed; and `/playground/capture`, which
 * settles an authorized order.
 */
export function openPlayground({ publicUrl, bank, store, encryptionKey }: Omit<PaymentsSetup, "orders" | "onAlert">): {
  router: Router;
  close(): Promise<void>;
} {
  const payments = ventanilla({
    publicUrl: `${publicUrl}/playground/payments`,
    gateway: bank,
    merchant,
    storefront,
    store,
    encryptionKeys: [encryptionKey],
    order: playOrder,
    onPaid: () => {},
    onAuthorized: () => {},
    returnTo: "/playground",
  });
  const router = express.Router();
  router.use("/payments", payments);
  router.post("/bank", express.urlencoded({ extended: false, limit: "1kb" }), async (request, response) => {
    const value = formField(request, "framing") === "allowed" ? "allowed" : "same-origin";
    const answer = await fetch(`${bank.sessionApiUrl}/control/switches`, {
      method: "POST",
      body: JSON.stringify({ name: "framing", value }),
    });
    response.status(answer.ok ? 204 : 502).end();
  });
  router.post("/capture", express.urlencoded({ extended: false, limit: "1kb" }), async (request, response) => {
    const order = formField(request, "order");
    const found = playOrder(order);
    if (found === undefined) {
      response.sendStatus(404);
      return;
    }
    const { minor, currency } = found.amount;
    const half = { minor: Math.floor(minor / 2), currency };
    try {
      response.json(await payments.capture(order, formField(request, "part") === "half" ? { amount: half } : {}));
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      response.status(409).json({ error: error.name, code: error.code, message: error.message });
    }
  });
  return { router, close: () => payments.close() };
}
