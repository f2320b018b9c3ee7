// One of several processes of a shop: a router on the shared Postgres. Started, killed and started again by chaos.ts.
import { type HookContext, type PaymentEvent, postgresStore, ventanilla } from "@ventanilla/express";
import express from "express";
import pg from "pg";
import { encryptionKey, merchant } from "../express/shop.ts";
import { silentLogger } from "../silent-logger.ts";
import { priceOf } from "./prices.ts";
import type { CallEnd } from "./verdict.ts";

const { DATABASE_URL, BANK_URL, PUBLIC_URL, PORT, HOOK_FAILURES } = process.env as Record<string, string>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, application_name: `shop-${process.pid}` });
pool.on("error", () => {});

/** Keeps a diary outside the transaction, and the effect inside it. */
async function fulfil({ id, order }: PaymentEvent, { transaction }: HookContext): Promise<void> {
  const { rows } = await pool.query<{ call: string }>(
    "INSERT INTO diary (event, process) VALUES ($1, $2) RETURNING call",
    [id, process.pid],
  );
  const ended = (end: CallEnd) => pool.query("UPDATE diary SET ended = $2 WHERE call = $1", [rows[0]?.call, end]);
  try {
    await transaction.query("INSERT INTO fulfilments (event, order_id) VALUES ($1, $2)", [id, order]);
    if (Math.random() < Number(HOOK_FAILURES)) throw new Error("the warehouse is closed");
  } catch (error) {
    // The database's clock may have jumped over the lease: then the transaction belongs to another process.
    const isLost = error instanceof Error && error.message.startsWith("the lease on this event was lost");
    await ended(isLost ? "lost" : "failed");
    throw error;
  }
  await ended("done");
}

const app = express();
const payments = ventanilla({
  publicUrl: `${PUBLIC_URL}/payments`,
  gateway: { sessionApiUrl: BANK_URL ?? "", gatewayUrl: BANK_URL ?? "" },
  merchant,
  store: postgresStore(pool, { clockTrustedMs: 1000 }),
  encryptionKeys: [encryptionKey],
  order: (id) => ({
    amount: { minor: priceOf(id), currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
  }),
  onPaid: fulfil,
  onPaidAgain: fulfil,
  limits: { address: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY },
  logger: silentLogger,
});
app.use("/payments", payments);
app.get("/ready", (_request, response) => response.end());
app.listen(Number(PORT), "127.0.0.1");
