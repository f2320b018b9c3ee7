import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { type Payments, ventanilla } from "@ventanilla/express";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import express from "express";
import { keptIn } from "../kept.ts";
import { silentLogger } from "../loggers.ts";
import { encryptionKey, merchant } from "../merchant.ts";
import { orderId } from "./buyer.ts";
import { makePoints, withMysqlPoints, withPoints, withPostgresPoints } from "./points.ts";

/** What the parent asks of a shop in a process of its own; each is answered once. */
export type ShopCommand =
  | {
      ask: "open";
      database: string;
      bank: string;
      log: string;
      ahead: number;
      hook: "plain" | "fails once" | "transaction";
      capture?: "later";
    }
  | { ask: "dieAt"; point: number }
  | { ask: "points" }
  | { ask: "reconcile"; ahead: number }
  | { ask: "capture" }
  | { ask: "close" };

/** The answers to them. */
export interface Answers {
  open: { mount: string };
  dieAt: object;
  points: { points: string[] };
  reconcile: { due: number | undefined; now: number };
  capture: { outcome: string };
  close: { points: string[] };
}

const priced = {
  amount: { minor: 10_000, currency: "DOP" as const },
  tax: { minor: 1525, currency: "DOP" as const },
  buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
};

let shop: { payments: Payments; server: Server; database: Opened } | undefined;
let ahead = 0;
let log = "";
const points = makePoints((name) => appendFileSync(log, `died ${name}\n`));

async function open({
  database,
  bank,
  log: file,
  ahead: at,
  hook,
  capture,
}: ShopCommand & { ask: "open" }): Promise<Answers["open"]> {
  // The shop of an earlier case ends by itself.
  close().catch(() => {});
  ahead = at;
  log = file;
  points.passed.length = 0;
  points.dieAt(Number.POSITIVE_INFINITY);
  const opened = await connect(database);
  const app = express();
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const mount = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`;
  const payments = ventanilla({
    publicUrl: mount,
    gateway: { sessionApiUrl: bank, gatewayUrl: bank },
    merchant,
    store: withPoints(opened.store, points),
    encryptionKeys: [encryptionKey],
    order: () => ({ ...priced, capture }),
    onAuthorized: () => {},
    background: false,
    logger: silentLogger,
    async onPaid({ id, order }, { transaction }) {
      points.pass("hook: begun");
      if (hook === "transaction") {
        await transaction.query(`INSERT INTO shipments VALUES (${opened.parameter})`, [order]);
      } else if (hook === "fails once" && !readFileSync(log, "utf8").includes("failed")) {
        appendFileSync(log, `failed ${id}\n`);
        throw new Error("the warehouse is closed");
      }
      appendFileSync(log, `told ${id}\n`);
      points.pass("hook: done");
    },
  });
  app.use("/payments", payments);
  shop = { payments, server, database: opened };
  return { mount };
}

/** A database as the process uses it. */
interface Opened {
  store: Store;
  /** Of a statement with one value. */
  parameter: "?" | "$1";
  end(): Promise<void>;
}

async function connect(database: string): Promise<Opened> {
  const clock = { now: () => Date.now() + ahead };
  if (database.startsWith("postgres:")) {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: database, max: 3 });
    pool.on("error", () => {});
    const store = postgresStore(withPostgresPoints(pool, points), { clock });
    return { store, parameter: "$1", end: () => pool.end() };
  }
  if (database.startsWith("mysql:")) {
    const { default: mysql } = await import("mysql2/promise");
    const pool = mysql.createPool({ uri: database, connectionLimit: 3 });
    return { store: mysqlStore(withMysqlPoints(pool, points), { clock }), parameter: "?", end: () => pool.end() };
  }
  return { store: sqliteStore(database, clock), parameter: "?", end: async () => {} };
}

async function reconcile(at: number): Promise<Answers["reconcile"]> {
  if (!shop) throw new Error("no shop is open");
  ahead = at;
  await shop.payments.reconcileOnce({ budgetMs: 60_000 });
  const { attemptsSince, eventsSince } = await keptIn(shop.database.store).backlog(0);
  const due = Math.min(attemptsSince ?? Number.POSITIVE_INFINITY, eventsSince ?? Number.POSITIVE_INFINITY);
  return { due: Number.isFinite(due) ? due : undefined, now: await shop.database.store.now() };
}

async function captureOrder(): Promise<Answers["capture"]> {
  if (!shop) throw new Error("no shop is open");
  return { outcome: (await shop.payments.capture(orderId)).outcome };
}

async function close(): Promise<Answers["close"]> {
  const { server, payments, database } = shop ?? {};
  shop = undefined;
  server?.closeAllConnections();
  server?.close();
  const passed = points.passed;
  await payments?.close();
  await database?.end();
  return { points: passed };
}

async function answer(command: ShopCommand): Promise<Answers[ShopCommand["ask"]]> {
  switch (command.ask) {
    case "open":
      return open(command);
    case "dieAt":
      points.dieAt(command.point);
      return {};
    case "points":
      return { points: points.passed };
    case "capture":
      return captureOrder();
    case "reconcile":
      return reconcile(command.ahead);
    case "close":
      // A killed process leaves no compiled code to the next one by itself. By now all that a payment runs is compiled.
      flushCompileCache();
      return close();
  }
}

process.on("message", (command: ShopCommand) => {
  answer(command)
    .catch((error: unknown) => ({ error: String(error instanceof Error ? error.stack : error) }))
    .then((said) => process.send?.(said));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
