// The pages about what surrounds a shop: databases, containers, development servers, consoles.
import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { after, test } from "node:test";
import type { Options, PaymentEvent } from "@ventanilla/express";
import { mysqlStore } from "@ventanilla/express/mysql";
import { createServer as createVite, type InlineConfig } from "vite";
import { freePort } from "../free-port.ts";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { runNode } from "../package/texts.ts";
import { cards, openShop, pay } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { blockOf, importProgram, launchAt, programFile, throwsWithoutOrder } from "./program.ts";

const ownDatabase = "docs/guide/own-database.md";
type OnPaid = Options["onPaid"];
const table = "CREATE TABLE orders (id VARCHAR(40) PRIMARY KEY, paid_at BIGINT)";
const order = "INSERT INTO orders (id) VALUES ('A-1')";

test("the guide's hook for MySQL marks the order in the store's transaction, and misses none", {
  skip: !hasMariaDb,
}, async () => {
  const { onPaid } = await importProgram<{ onPaid: OnPaid }>(ownDatabase, /\[mysql-orders/);
  const server = await startMariaDb();
  after(() => server.stop());
  const { pool } = await server.database();
  const store = mysqlStore(pool);
  await store.migrate();
  for (const statement of [table, order]) await pool.query(statement);
  const shop = await openShop({ store, onPaid });
  await pay(shop, "A-1", cards.approved);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  const [paid] = await pool.query("SELECT id FROM orders WHERE paid_at IS NOT NULL");
  // Before the test ends its pool.
  await shop.payments.close();
  assert.deepEqual(paid, [{ id: "A-1" }]);
  await throwsWithoutOrder(onPaid, { affectedRows: 0 });
});

test("the guide's statements for Prisma make one delivery of a payment, however often they run", async (t) => {
  const { onPaidWith } = await importProgram<{ onPaidWith(prisma: object): OnPaid }>(ownDatabase, /\[prisma-orders/);
  const db = new DatabaseSync(":memory:");
  t.after(() => db.close());
  db.exec(`${table}; ${order}; CREATE TABLE deliveries (id TEXT PRIMARY KEY, order_id TEXT NOT NULL)`);
  const $executeRaw = async (text: TemplateStringsArray, ...values: SQLInputValue[]) =>
    Number(db.prepare(text.join("?")).run(...values).changes);
  const onPaid = onPaidWith({ $executeRaw });
  const event = { id: "paid:A-1", order: "A-1", settledAt: 1_700_000_000_000 } as PaymentEvent;
  // As after a crash between the effect and its record. The orders are in another database than the store's transaction.
  for (const context of [{}, {}]) await onPaid(event, context as never);
  await throwsWithoutOrder(onPaid);
  const rows = ["orders", "deliveries"].map((name) => db.prepare(`SELECT * FROM ${name}`).all().map(Object.values));
  assert.deepEqual(rows, [[["A-1", 1_700_000_000_000]], [["paid:A-1", "A-1"]]]);
});

test("docker: the volume of the Dockerfile holds the database, and the container's stop waits for the router's", () => {
  const { code } = blockOf("docs/guide/docker.md", /^FROM /m);
  // A shell before `node` would keep the signal that closes the router.
  const right =
    /mkdir (\S+) && chown node \1\n.*^USER node\n.*VENTANILLA_STORE=\1\/payments\.db\nVOLUME \1\nCMD \["node"/ms;
  assert.match(code, right);
  const grace = Number(/--stop-timeout (\d+)/.exec(blockOf("docs/guide/docker.md", /^docker run/m).code)?.[1]);
  assert.ok(grace > 10, "close() may take 10 seconds");
});

test("Vite: its proxy brings the router's pages to the address that the browser shows", async (t) => {
  type Settings = { default: InlineConfig };
  const { default: config } = await importProgram<Settings>("docs/guide/other-servers.md", /vite\.config/);
  const shop = await openShop({});
  const proxy = { "/payments": shop.origin };
  assert.deepEqual(Object.keys(config.server?.proxy ?? {}), Object.keys(proxy));
  const port = await freePort();
  // Vite writes NODE_ENV where it is not set.
  t.mock.property(process, "env", { ...process.env });
  const server = { ...config.server, proxy, ws: false as const, port, strictPort: true, host: "127.0.0.1" };
  const vite = await createVite({ configFile: false, logLevel: "silent", root: temporaryFolder("vite"), server });
  t.after(() => vite.close());
  await vite.listen();
  const launch = await launchAt(`http://127.0.0.1:${port}`, "A-1", { Origin: shop.origin });
  assert.match(await launch.text(), /SESSION/);
});

test("Windows: Ctrl+C closes the server and the router, then the process ends", () => {
  const program = programFile(blockOf("docs/guide/windows.md", /stopInConsole/).code);
  const script = `
    import { createServer } from "node:http";
    import { stopInConsole } from ${JSON.stringify(program)};
    const server = createServer().listen(0, () => process.kill(process.pid, "SIGINT"));
    server.once("close", () => console.log("server closed"));
    stopInConsole(server, { close: async () => console.log("router closed") });`;
  const { status, stdout } = runNode(["--input-type=module", `--eval=${script}`]);
  assert.equal(status, 0);
  assert.deepEqual(stdout.trim().split("\n").toSorted(), ["router closed", "server closed"]);
});
