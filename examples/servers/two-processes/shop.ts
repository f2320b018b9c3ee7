// One of several processes of a shop on Postgres. Any of them may launch a payment, take the buyer back or deliver the order.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { ventanilla } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import express from "express";
import pg from "pg";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name}: expected in the environment`);
  return value;
}

const bank = process.env.BANK ?? "http://localhost:4000";
const pool = new pg.Pool({ connectionString: setting("DATABASE_URL") });
const store = postgresStore(pool);
await store.migrate();
await pool.query("CREATE TABLE IF NOT EXISTS orders (id text PRIMARY KEY, paid_at bigint)");

const payments = ventanilla({
  // The proxy's address, as buyers see it.
  publicUrl: `${setting("ORIGIN")}/payments`,
  gateway: { sessionApiUrl: bank, gatewayUrl: bank },
  merchant: {
    number: "349000000",
    terminal: "58585858",
    acquirer: "349",
    name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
  },
  store,
  // The same for all processes.
  encryptionKeys: [setting("PAYMENTS_KEY")],
  async order(id) {
    const { rowCount } = await pool.query("SELECT FROM orders WHERE id = $1", [id]);
    if (!rowCount) return undefined;
    return {
      amount: { minor: 59_500, currency: "DOP" },
      tax: { minor: 9076, currency: "DOP" },
      buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
    };
  },
  async onPaid({ order, settledAt }, { transaction }) {
    await transaction.query("UPDATE orders SET paid_at = $1 WHERE id = $2", [settledAt, order]);
  },
});

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Colmado Larimar</title><link rel="icon" href="data:,">${body}`;

const app = express();
// One proxy stands in front: it tells the buyer's address.
app.set("trust proxy", 1);
app.use(payments.returns);
app.use("/payments", payments);

app.get("/", async (_request, response) => {
  const id = randomUUID();
  await pool.query("INSERT INTO orders (id) VALUES ($1)", [id]);
  response.send(
    page(`<h1>Order ${id}</h1>
    <script type="module" src="/payments/element.js"></script>
    <ventanilla-pay order="${id}" return-to="/orders/${id}"></ventanilla-pay>`),
  );
});
app.get("/orders/:id", async ({ params }, response) => {
  const { rows } = await pool.query<{ paid_at: string | null }>("SELECT paid_at FROM orders WHERE id = $1", [
    params.id,
  ]);
  if (!rows[0]) return response.sendStatus(404);
  response.send(page(`<p>${rows[0].paid_at === null ? "Not paid yet." : "Paid. Thank you."}</p>`));
});

const server = app.listen(Number(process.env.PORT ?? 3001), "127.0.0.1");
await once(server, "listening");
console.log(`Ready: ${setting("ORIGIN")}`);
async function stop(): Promise<void> {
  server.close().closeAllConnections();
  await payments.close();
  await pool.end();
}
process.once("SIGTERM", () => void stop());
