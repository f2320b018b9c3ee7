import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Payments } from "@ventanilla/express";
import type { Store } from "@ventanilla/express/store";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import express, { type NextFunction, type Request, type Response } from "express";
import type { Engine } from "./databases.ts";
import type { Life } from "./process-life.ts";

/** A process of the shop. */
export interface Process {
  payments: Payments;
  life: Life;
  connection: Store;
}

/** What all runs share: the bank, and the servers on which two processes of the shop listen. */
export interface Fixture {
  engine: Engine;
  sandbox: Sandbox;
  clock: { now(): number };
  setClock(now: number): void;
  mounts: string[];
  processes: Process[];
  close(): Promise<void>;
}

/** When every run begins. */
export const began = Date.UTC(2026, 10, 20, 12);

/** Starts the bank, by a clock that stands still until it is moved, and two servers for the shop. */
export async function startFixture(engine: Engine): Promise<Fixture> {
  let time = began;
  const sandbox = await createSandbox({ now: () => time, seed: 1 });
  const processes: Process[] = [];
  const servers = [0, 1].map((which) => {
    const app = express();
    app.use("/payments", (request, response, next) => processes[which]?.payments(request, response, next));
    // A dead process gives no answer; of a live one the buyer's step expects another answer than this.
    // Where the router has answered before, the error is only for the app.
    app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      if (!response.headersSent) response.sendStatus(500);
    });
    const server = app.listen(0, "127.0.0.1");
    // On a busy machine a request must not reach a kept connection while that closes.
    server.keepAliveTimeout = 0;
    return server;
  });
  await Promise.all(servers.map((server) => once(server, "listening")));
  return {
    engine,
    sandbox,
    clock: { now: () => time },
    setClock: (now) => (time = now),
    mounts: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`),
    processes,
    async close() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      await sandbox.close();
      await engine.close();
    },
  };
}
