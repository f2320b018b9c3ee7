// The programs of the README, of the packages' READMEs and of the pages to start with, run as their readers would.
import assert from "node:assert/strict";
import type { IncomingMessage, Server } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import type { Gateway } from "@ventanilla/client";
import type { Options } from "@ventanilla/express";
import type { Sandbox } from "@ventanilla/sandbox";
import { freePort } from "../free-port.ts";
import { silentLogger } from "../loggers.ts";
import { cards, openShop, orderAt, pay, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { documentAt } from "./documents.ts";
import { blockOf, launchAt, middleware, openBank, runProgram, serveProgram, throwsWithoutOrder } from "./program.ts";

const proseOf = (path: string) => documentAt(path)?.prose.join("\n") ?? "";

test("the README's server takes a payment, with a session and CSRF protection where it says", async () => {
  const { bank, origin, told, buy } = await serveProgram({
    path: "README.md",
    replace: [
      [/^\/\/ Here: the session.*$/m, "app.use(session);"],
      [/^\/\/ Here: CSRF protection.*$/m, "app.use(csrf);"],
    ],
    given: () => middleware,
  });
  assert.equal((await fetch(`${origin}/contact`, { method: "POST" })).status, 403, "CSRF protection is on");
  const back = await buy("A-1001");
  assert.deepEqual([back.status, back.headers.getSetCookie()], [303, []], "the buyer's session is not replaced");
  assert.deepEqual(told, ["order A-1001 is paid"]);
  const [paid] = bank.sessions();
  assert.deepEqual([paid?.order, paid?.state, paid?.amount], ["A-1001", "approved", 295_000]);
});

test("the quick start's store takes a payment", async () => {
  const { origin, told, buy } = await serveProgram({ path: "docs/start/router.md" });
  assert.match(await (await fetch(origin)).text(), /<ventanilla-pay order="A-1001">/);
  await buy("A-1001");
  assert.deepEqual(told, ["order A-1001 is paid"]);
});

test("the server of the router's README marks the order of the buyer who pays", async () => {
  const file = join(temporaryFolder("readme"), "payments.db");
  const db = new DatabaseSync(file);
  after(() => db.close());
  db.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid_at INTEGER); INSERT INTO orders (id) VALUES ('A-1')");
  const order = { buyer: "ana", total: 295_000, tax: 45_000, email: "ana@example.com", phone: "8095550101" };
  const { origin, buy } = await serveProgram({
    path: "packages/express/README.md",
    only: /publicUrl: "https/,
    replace: [['"payments.db"', "file"]],
    given: () => ({
      file,
      orders: { find: async (id: string) => (id === "A-1" ? order : undefined) },
      userOf: ({ headers }: IncomingMessage) => headers.cookie,
    }),
  });
  assert.equal((await launchAt(origin, "A-1", { Cookie: "eva" })).status, 404);
  await buy("A-1", { Cookie: "ana" });
  assert.equal(typeof db.prepare("SELECT paid_at FROM orders").get()?.paid_at, "number");
});

test("the quick start's hook marks an order as paid in the store's own file, and throws where there is none", async () => {
  const { store, order, onPaid, db } = await runProgram<
    Pick<Options, "store" | "order" | "onPaid"> & { db: DatabaseSync }
  >({
    path: "docs/start/deliver.md",
    only: /orders\.ts/,
    replace: [[/"payments\.db"/g, "file"]],
    given: () => ({ file: join(temporaryFolder("orders"), "payments.db") }),
  });
  const shop = await openShop({ store, order, onPaid });
  assert.equal((await shop.launch("A-1")).status, 404);
  await pay(shop, "A-1001", cards.approved);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  const row = db.prepare("SELECT paid_at FROM orders").get();
  db.close();
  assert.equal(typeof row?.paid_at, "number");
  await throwsWithoutOrder(onPaid);
});

test("the guide's server without Express takes a payment", async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const { server, gateway, bank } = await runProgram<{ server: Server; gateway: Gateway }>({
    path: "docs/guide/client.md",
    only: /createServer/,
    replace: [
      ["http://localhost:3000", origin],
      [/^createServer\(/m, "const server = createServer("],
    ],
  });
  after(() => {
    server.close().closeAllConnections();
    return gateway.close();
  });
  const SESSION = await sessionIn(await fetch(`${origin}/pay`));
  const back = await payAtBank({ sandbox: bank }, SESSION, cards.approved);
  assert.equal(await (await fetch(back)).text(), "order A-1001 is paid");
});

/** Who opens the address that a program tells, and types the code. */
async function typeCode(line = ""): Promise<void> {
  const { url } = await fetch(line.replace(/^open /, ""));
  await fetch(url, { method: "POST", body: new URLSearchParams({ otp: "123456", action: "confirm" }) });
}

for (const [title, only, ...says] of [
  ["runs every operation of REST", /checkIn/, "sale", "void", "refund", "check-in", "check-out"],
  ["has its buyer authenticated, and charges them", /openThreeDs/, "3-D Secure", "sale"],
] as const) {
  test(`the guide's program ${title}`, async () => {
    const { told } = await runProgram({
      path: "docs/guide/rest.md",
      only,
      given: (lines) => ({ createInterface: () => ({ question: () => typeCode(lines.shift()), close() {} }) }),
    });
    const ends = says.map((what) => `${what}: ${what === "3-D Secure" ? "authenticated" : "approved"}`);
    assert.deepEqual(told, ends);
  });
}

test("the guide's test of a store passes", async () => {
  const ran: Promise<void>[] = [];
  const given = () => ({ test: (_title: string, body: () => Promise<void>) => ran.push(body()) });
  await runProgram({ path: "docs/guide/stores.md", only: /node:test/, given });
  assert.equal((await Promise.all(ran)).length, 1);
});

for (const [language, path] of [
  ["en", "docs/guide/sandbox.md"],
  ["es", "docs/es/guias/banco-de-pruebas.md"],
] as const) {
  test(`each test card ends as ${path} says`, async () => {
    // Number, hook (or none), and what the buyer reads.
    const row = /^\| `([\d ]{18,19})` \| .* · (?:`(\w+)`|.+) \| [“«](.+)[”»] \|$/gm;
    const endings = [...proseOf(path).matchAll(row)];
    assert.ok(endings.length >= 8);
    const ran = new Map<string, string>();
    const noted = ["onPaid", "onDeclined", "onReview", "onUnknown"].map((name) => {
      return [name, ({ order }: { order: string }) => void ran.set(order, name)];
    });
    const shop = await openShop({ ...Object.fromEntries(noted), logger: silentLogger, order: () => orderAt(295_000) });
    for (const [, spaced = "", hook, reads] of endings) {
      const number = spaced.replaceAll(" ", "");
      const order = number.slice(-12);
      const attempt = await pay(shop, order, number);
      const { body } = await shop.status(attempt, `?lang=${language}&ask=1`);
      await shop.payments.reconcileOnce({ budgetMs: 5000 });
      assert.deepEqual([body.message, ran.get(order)], [reads, hook], number);
    }
  });
}

test("the sandbox takes every request that its reference lists", async () => {
  const bank = await openBank();
  const row = /^\| `(\w+) (\/control\/\S+)` \| (?:`(.+)`)? \|/gm;
  const requests = [...proseOf("docs/reference/sandbox.md").matchAll(row)];
  assert.ok(requests.length >= 13);
  for (const [, method = "", path, body = null] of requests) {
    const answer = await fetch(`${bank.url}${path}`, { method, body });
    await answer.body?.cancel();
    assert.equal(answer.status, 200, `${method} ${path} ${body}`);
  }
});

test("the sandbox answers the requests of its README, and its code there runs", async () => {
  const path = "packages/sandbox/README.md";
  const { sandbox, bank } = await runProgram<{ sandbox: Sandbox }>({ path });
  assert.equal(sandbox.switches.get("return-method"), "get");
  const { code } = blockOf(path, /^curl/m);
  const [create, ask, ...more] = code.matchAll(/^curl -s '?http:\/\/127\.0\.0\.1:4000([^\s']+)'?(?: -d '([^']*)')?$/gm);
  assert.ok(create && ask && more.length === 0);
  const send = async (to = "", body?: string) =>
    (await fetch(bank.url + to, body ? { method: "POST", body } : {})).json() as Promise<Record<string, string>>;
  const { SESSION = "", "session-key": key = "" } = await send(create[1], create[2]);
  await payAtBank({ sandbox: bank }, SESSION, cards.approved);
  const answer = await send(ask[1]?.replace("<SESSION>", SESSION).replace("<session-key>", key));
  assert.equal(answer.ResponseCode, "00");
});
