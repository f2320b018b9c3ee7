import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express, { type Express } from "express";
import { encryptionKey } from "../src/key.ts";
import { createPayments, type PaymentsSetup } from "../src/payments.ts";
import { contentSecurityPolicy, createShop } from "../src/shop.ts";
import { Clock } from "./clock.ts";
import { Mailbox } from "./mailbox.ts";
import { playgroundPage } from "./playground/page.ts";
import { openPlayground } from "./playground/router.ts";
import { addStageRoutes } from "./routes.ts";
import { StagedOrders } from "./staged-orders.ts";
import { Staging } from "./staging.ts";

/** What {@link openTheatre} needs. */
export interface TheatreSetup extends Pick<PaymentsSetup, "publicUrl" | "bank"> {
  /** The folder of the SQLite files and of the key, created when it is missing. */
  dataFolder: string;
}

const assets = fileURLToPath(new URL("assets", import.meta.url));

/** The running theatre. */
export interface Theatre {
  app: Express;
  /** @throws Error of the engine when its tables are those of an earlier version of the demo, or cannot be written */
  check(): Promise<void>;
  /** Plays thirty payments of yesterday and today into a shop without orders. Returns whether it did. */
  seed(): Promise<boolean>;
  /** Closes its files. */
  close(): Promise<void>;
}

/** Opens the shop with what is only for show: a clock that can be set back, staged payments, and the playground. */
export function openTheatre({ publicUrl, bank, dataFolder }: TheatreSetup): Theatre {
  mkdirSync(dataFolder, { recursive: true });
  const key = encryptionKey(join(dataFolder, "payments.key"));
  const file = join(dataFolder, "demo.db");
  const clock = new Clock();
  const store = sqliteStore(file, clock);
  const orders = new StagedOrders(file, clock.now);
  const mailbox = new Mailbox();
  const setup = { publicUrl, bank, orders, store, encryptionKey: key, onAlert: mailbox.take };
  const payments = createPayments(setup);
  const playground = openPlayground({ ...setup, store: sqliteStore(join(dataFolder, "playground.db")) });
  const staging = new Staging({ ...setup, payments, clock, file });

  const app = express();
  app.disable("x-powered-by");
  app.use(["/payments", "/playground"], staging.wait);
  app.use("/playground", playground.router);
  app.use("/assets", express.static(assets));
  app.use(
    createShop({ publicUrl, orders, payments }, (shop, frame) => {
      addStageRoutes(shop, frame, { payments, staging, mailbox, orders });
      shop.get("/playground", (_request, response) => {
        // A dialog may frame the bank's page, and the router's own page after it.
        const framed = `frame-src 'self' ${new URL(bank.gatewayUrl).origin}`;
        response.set("Content-Security-Policy", `${contentSecurityPolicy}; ${framed}`);
        frame.show(response, playgroundPage(frame.visit(response), bank.gatewayUrl));
      });
    }),
  );

  return {
    app,
    async check() {
      await store.checkWrite();
      await store.shop("check").countUnsettled();
    },
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
