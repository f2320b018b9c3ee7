// One of several processes of a shop: a router on the shared Postgres. Started, killed and started again by processes.ts.
import { type HookContext, type PaymentEvent, postgresStore, ventanilla } from "@ventanilla/express";
import express, { type NextFunction, type Request, type Response } from "express";
import pg from "pg";
import { encryptionKey, merchant } from "../express/shop.ts";
import { silentLogger } from "../silent-logger.ts";
import { clockAhead, makeClockSettable, setClock } from "./host-clock.ts";
import { type MannerName, mannerOf, manners } from "./manners.ts";
import { ownIdOf, priceOf } from "./prices.ts";
import type { CallEnd } from "./verdict.ts";

const {
  DATABASE_URL,
  BANK_URL,
  EARLIER_BANK_URL,
  PUBLIC_URL,
  PORT,
  HOOK_FAILURES,
  STRANGE_HOOK_EVERY,
  CLOCK_TRUSTED_MS,
} = process.env as Record<string, string>;
makeClockSettable();
process.on("message", ({ ahead }: { ahead: number }) => setClock(ahead));
// Whoever started it has died.
process.on("disconnect", () => process.exit());

// As a shop has it: nobody listens for its errors. Its connections are cut, the diary's are not.
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, application_name: `shop-${process.pid}` });
const diary = new pg.Pool({ connectionString: DATABASE_URL, max: 10, application_name: `diary-${process.pid}` });

/** Keeps a diary outside the transaction, and the effect inside it. */
async function fulfil({ id, order }: PaymentEvent, { transaction }: HookContext): Promise<void> {
  const earlier = await diary.query("SELECT FROM diary WHERE event = $1 LIMIT 1", [id]);
  const manner: MannerName = earlier.rows.length > 0 ? "plain" : mannerOf(order, Number(STRANGE_HOOK_EVERY));
  const { rows } = await diary.query<{ call: string }>(
    "INSERT INTO diary (event, process, manner, clock) VALUES ($1, $2, $3, $4) RETURNING call",
    [id, process.pid, manner, clockAhead()],
  );
  const call = rows[0]?.call;
  const ended = (end: CallEnd) => diary.query("UPDATE diary SET ended = $2 WHERE call = $1", [call, end]);
  try {
    const { rows: backends } = await transaction.query<{ backend: number }>("SELECT pg_backend_pid() AS backend");
    await diary.query("UPDATE diary SET backend = $2 WHERE call = $1", [call, backends[0]?.backend]);
    const effect = "INSERT INTO fulfilments (event, order_id, call) VALUES ($1, $2, $3)";
    await manners[manner]((text, values) => transaction.query(text, values), effect, [id, order, call]);
    if (Math.random() < Number(HOOK_FAILURES)) throw new Error("the warehouse is closed");
  } catch (error) {
    // The database's clock may have jumped over the lease: then the transaction belongs to another process.
    const isLost = error instanceof Error && error.message.startsWith("the lease on this event was lost");
    await ended(isLost ? "lost" : "failed");
    throw error;
  }
  await ended("done");
}

const gatewayAt = (url: string) => ({ sessionApiUrl: url, gatewayUrl: url });
const app = express();
const payments = ventanilla({
  publicUrl: `${PUBLIC_URL}/payments`,
  gateway: gatewayAt(BANK_URL ?? ""),
  ...(EARLIER_BANK_URL && { earlierGateways: [gatewayAt(EARLIER_BANK_URL)] }),
  merchant,
  store: postgresStore(pool, { clockTrustedMs: Number(CLOCK_TRUSTED_MS) }),
  encryptionKeys: [encryptionKey],
  async order(spelled) {
    const id = ownIdOf(spelled);
    const { rows } = await diary.query<{ cents: number }>("SELECT cents FROM prices WHERE order_id = $1", [id]);
    return {
      id,
      amount: { minor: rows[0]?.cents ?? priceOf(id), currency: "DOP" },
      tax: { minor: 0, currency: "DOP" },
      buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
    };
  },
  onPaid: fulfil,
  onPaidAgain: fulfil,
  limits: {
    order: Number.POSITIVE_INFINITY,
    address: Number.POSITIVE_INFINITY,
    all: Number.POSITIVE_INFINITY,
  },
  logger: silentLogger,
});
app.use("/payments", payments);
app.get("/ready", (_request, response) => response.end());
// Express would print what a cut connection has made fail.
app.use((_error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (response.headersSent) next();
  else response.status(500).end();
});
app.listen(Number(PORT), "127.0.0.1");
