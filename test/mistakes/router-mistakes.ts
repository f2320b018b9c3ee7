import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type Options, type Payments, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express from "express";
import { merchant } from "./desk.ts";
import type { Mistake } from "./mistake.ts";

const nothingSent = "nothing is sent";

/** A router with options of which one may be wrong. */
const makeRouter = (sandbox: string, options: Partial<Options>): Payments =>
  ventanilla({
    publicUrl: "http://127.0.0.1:4000/payments",
    gateway: { sessionApiUrl: sandbox, gatewayUrl: sandbox },
    merchant,
    store: sqliteStore(":memory:"),
    encryptionKeys: ["0".repeat(64)],
    order: () => undefined,
    onPaid: () => {},
    background: false,
    ...options,
  });

/** An option of the router, which the bank never hears of. */
const option = (mistake: string, named: string, options: Partial<Options>): Mistake => ({
  mistake,
  names: { client: named },
  client: ({ sandbox }) => makeRouter(sandbox.url, options),
  raw: nothingSent,
});

/** What the process warns of when a router is asked at `/pay`. */
async function askAtPay(sandbox: string): Promise<string> {
  const payments = makeRouter(sandbox, {});
  const server = express().use("/pay", payments).listen(0, "127.0.0.1");
  await once(server, "listening");
  const warned = once(process, "warning");
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pay/attempts/${crypto.randomUUID()}`);
  const [{ code, message }] = (await warned) as [Error & { code?: string }];
  server.closeAllConnections();
  server.close();
  await payments.close();
  return `the warning ${code}: ${message}`;
}

export const options: readonly Mistake[] = [
  option("a key whose variable of the environment is not set", "encryptionKeys[0]: missing", {
    encryptionKeys: [undefined],
  }),
  option("a `publicUrl` whose variable is not set", "publicUrl: missing", { publicUrl: undefined }),
  {
    mistake: "a `publicUrl` that is not where the router is mounted",
    names: { client: "mounted at /pay" },
    client: ({ sandbox }) => askAtPay(sandbox.url),
    raw: nothingSent,
  },
  {
    mistake: "a SQLite file in a folder that does not exist",
    names: { client: 'sqliteStore("/nowhere/payments.db")' },
    client: () => sqliteStore("/nowhere/payments.db"),
    raw: nothingSent,
  },
  {
    mistake: "an order's id that is a number",
    names: { client: "1005 (number)" },
    client: async ({ sandbox }) => {
      const payments = makeRouter(sandbox.url, {});
      // As a program in JavaScript calls it.
      try {
        return await payments.findOrder(1005 as never);
      } finally {
        await payments.close();
      }
    },
    raw: nothingSent,
  },
];
