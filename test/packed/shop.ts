// A merchant's server: every order costs RD$ 2,950.00. It serves the pages of a folder, and prints its address and the
// orders that are paid. The tests run it in projects that have installed the packages, compiled in several ways.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { createSandbox } from "@ventanilla/sandbox";
import express from "express";

async function open(folder: string): Promise<void> {
  const sandbox = await createSandbox();
  const app = express();
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const payments = ventanilla({
    publicUrl: `http://localhost:${port}/payments`,
    gateway: { sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url },
    merchant: {
      number: "349000000",
      terminal: "58585858",
      acquirer: "349",
      name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
    },
    store: sqliteStore(":memory:"),
    encryptionKeys: ["0123456789abcdef".repeat(4)],
    order: () => ({
      amount: { minor: 295_000, currency: "DOP" },
      tax: { minor: 45_000, currency: "DOP" },
      buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
    }),
    onPaid: ({ order }) => console.log(`paid ${order}`),
  });
  app.use(payments.returns);
  app.use("/payments", payments);
  // As a content delivery network serves it.
  app.use("/cdn", (_request, response, next) => {
    response.set("Access-Control-Allow-Origin", "*");
    next();
  });
  app.use(express.static(folder));

  process.once("SIGTERM", () => {
    server.close();
    server.closeAllConnections();
    void Promise.all([payments.close(), sandbox.close()]);
  });
  console.log(`open http://localhost:${port}`);
}

void open(process.argv[2] ?? "pages");
