// The shop alone, as a merchant runs it. `npm start` runs it in the theatre, beside a sandbox of the bank.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { encryptionKey } from "./key.ts";
import { Orders } from "./orders.ts";
import { createPayments } from "./payments.ts";
import { createShop } from "./shop.ts";

const { PORT = "3000", PUBLIC_URL = `http://localhost:${PORT}`, DATA_DIR = ".data" } = process.env;
const { SESSION_API_URL = "http://localhost:4000", GATEWAY_URL = SESSION_API_URL } = process.env;

mkdirSync(DATA_DIR, { recursive: true });
// Orders and payments are in one database: the hook of a payment writes both in one transaction.
const file = join(DATA_DIR, "shop.db");
const orders = new Orders(file);
const payments = createPayments({
  publicUrl: PUBLIC_URL,
  bank: { sessionApiUrl: SESSION_API_URL, gatewayUrl: GATEWAY_URL },
  orders,
  store: sqliteStore(file),
  encryptionKey: encryptionKey(join(DATA_DIR, "payments.key")),
  // A real shop sends an email or a message.
  onAlert: ({ text, url }) => console.warn(text.en, url),
});
const server = createShop({ publicUrl: PUBLIC_URL, orders, payments }).listen(Number(PORT), () =>
  console.log(`Ready: ${PUBLIC_URL}`),
);

process.once("SIGTERM", () => {
  server.close().closeAllConnections();
  void payments.close().then(() => orders.close());
});
