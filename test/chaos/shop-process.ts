// One of several processes of a shop: a router on the shared database. Started, killed and started again by processes.ts.
import { type HookContext, type PaymentEvent, ventanilla } from "@ventanilla/express";
import express, { type NextFunction, type Request, type Response } from "express";
import { silentLogger } from "../loggers.ts";
import { encryptionKey, merchant } from "../shop.ts";
import { dialectOf } from "./dialects.ts";
import { clockAhead, makeClockSettable, setClock } from "./host-clock.ts";
import { type MannerName, mannerOf, manners } from "./manners.ts";
import { ownIdOf, priceOf } from "./prices.ts";
import { openShared } from "./shared.ts";
import type { CallEnd } from "./verdict.ts";

const {
  DATABASE_URL = "",
  DIARY_URL = "",
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

const { store, query } = await openShared(DATABASE_URL, DIARY_URL, Number(CLOCK_TRUSTED_MS));
const dialect = dialectOf(DATABASE_URL);

/** Keeps a diary outside the transaction, and the effect inside it. */
async function fulfil({ id, order }: PaymentEvent, { transaction }: HookContext): Promise<void> {
  const earlier = await query("SELECT 1 FROM diary WHERE event = ? LIMIT 1", [id]);
  const manner: MannerName = earlier.length > 0 ? "plain" : mannerOf(order, Number(STRANGE_HOOK_EVERY));
  const entries = await query<{ number: number }>(
    "INSERT INTO diary (event, process, manner, clock) VALUES (?, ?, ?, ?) RETURNING number",
    [id, process.pid, manner, clockAhead()],
  );
  const entry = entries[0]?.number;
  const ended = (end: CallEnd) => query("UPDATE diary SET ended = ? WHERE number = ?", [end, entry]);
  try {
    const { rows: backends } = await transaction.query<{ backend: number }>(dialect.backend);
    const backend = backends[0]?.backend;
    await query("UPDATE diary SET backend = ? WHERE number = ?", [backend, entry]);
    const effect = dialect.own("INSERT INTO fulfilments (event, order_id, entry) VALUES (?, ?, ?)");
    const hook = { ...dialect, query: transaction.query.bind(transaction), event: id, backend };
    await manners[manner](hook, effect, [id, order, entry]);
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
  store,
  encryptionKeys: [encryptionKey],
  async order(spelled) {
    const id = ownIdOf(spelled);
    const latest = "SELECT cents FROM prices WHERE order_id = ? ORDER BY number DESC LIMIT 1";
    const prices = await query<{ cents: number }>(latest, [id]);
    return {
      id,
      amount: { minor: prices[0]?.cents ?? priceOf(id), currency: "DOP" },
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
