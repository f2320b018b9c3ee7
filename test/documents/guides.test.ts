import assert from "node:assert/strict";
import type { Server } from "node:http";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import type { Gateway } from "@ventanilla/client";
import type { Options, PaymentEvent, Payments } from "@ventanilla/express";
import { freePort } from "../free-port.ts";
import { silentLogger } from "../loggers.ts";
import { cards, encryptionKey, openShop, orderAt, pay, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { documentAt } from "./documents.ts";
import { launchAt, listening, openBank, payAndReturn, runProgram } from "./program.ts";

/** A console that keeps what it is told. */
function listener() {
  const told: string[] = [];
  const tell = (...words: unknown[]) => void told.push(words.join(" "));
  return { told, console: { log: tell, warn: tell } };
}

test("the quick start's store takes a payment", async () => {
  const bank = await openBank();
  const port = await freePort();
  const { told, console } = listener();
  const { payments, server } = await runProgram<{ payments: Payments; server: Server }>({
    path: "docs/start/router.md",
    language: "ts",
    replace: [
      ["http://localhost:3000", `http://127.0.0.1:${port}`],
      [/"http:\/\/localhost:4000"/g, "bank.url"],
      ["payments.db", ":memory:"],
      ["process.env.PAYMENTS_KEY", "key"],
      ["app.listen(3000)", `const server = app.listen(${port}, "127.0.0.1")`],
    ],
    given: { bank, console, key: encryptionKey },
    gives: ["payments", "server"],
  });
  after(() => payments.close());
  await listening(server);

  const origin = `http://127.0.0.1:${port}`;
  const page = await (await fetch(origin)).text();
  assert.match(page, /<ventanilla-pay order="A-1001">/);
  await payAndReturn(await launchAt(origin, "A-1001"), bank);
  await payments.reconcileOnce({ budgetMs: 5000 });
  assert.deepEqual(told, ["order A-1001 is paid"]);
});

test("the quick start's hook marks an order as paid in the store's own file, and throws where there is none", async () => {
  const folder = temporaryFolder("orders");
  const file = join(folder, "payments.db");
  const { store, order, onPaid, db } = await runProgram<
    Pick<Options, "store" | "order" | "onPaid"> & { db: DatabaseSync }
  >({
    path: "docs/start/deliver.md",
    language: "ts",
    only: /orders\.ts/,
    replace: [
      [/"payments\.db"/g, "file"],
      [/^export /gm, ""],
    ],
    given: { file },
    gives: ["store", "order", "onPaid", "db"],
  });
  const shop = await openShop({ store, order, onPaid });
  assert.equal((await shop.launch("A-1")).status, 404);
  await pay(shop, "A-1001", cards.approved);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  const row = db.prepare("SELECT paid_at FROM orders").get();
  db.close();
  assert.equal(typeof row?.paid_at, "number");
  const transaction = { query: async () => ({ rows: [] }) };
  await assert.rejects(async () => onPaid({ order: "A-2" } as PaymentEvent, { transaction } as never), /no order A-2/);
});

test("the guide's program runs every operation of REST", async () => {
  const bank = await openBank();
  const { told, console } = listener();
  await runProgram({
    path: "docs/guide/rest.md",
    language: "ts",
    only: /checkIn/,
    replace: [["http://localhost:4000", bank.url]],
    given: { console },
  });
  assert.deepEqual(told, [
    "sale: approved",
    "void: approved",
    "refund: approved",
    "check-in: approved",
    "check-out: approved",
  ]);
});

test("the guide's program has its buyer authenticated, and charges them", async () => {
  const bank = await openBank();
  const { told, console } = listener();
  /** Who opens the address that the program tells, and types the code. */
  async function typeCode(): Promise<void> {
    const page = await fetch(/^open (\S+)$/.exec(told[0] ?? "")?.[1] ?? "");
    assert.equal(page.status, 200);
    await fetch(page.url, { method: "POST", body: new URLSearchParams({ otp: "123456", action: "confirm" }) });
  }
  await runProgram({
    path: "docs/guide/rest.md",
    language: "ts",
    only: /openThreeDs/,
    replace: [["http://localhost:4000", bank.url]],
    given: { console, createInterface: () => ({ question: typeCode, close: () => undefined }) },
  });
  assert.deepEqual(told.slice(1), ["3-D Secure: authenticated", "sale: approved"]);
});

test("the guide's server without Express takes a payment", async () => {
  const bank = await openBank();
  const origin = `http://127.0.0.1:${await freePort()}`;
  const { server, gateway } = await runProgram<{ server: Server; gateway: Gateway }>({
    path: "docs/guide/client.md",
    language: "ts",
    only: /createServer/,
    replace: [
      ["http://localhost:4000", bank.url],
      ["http://localhost:3000", origin],
      [/^createServer\(/m, "const server = createServer("],
    ],
    given: {},
    gives: ["server", "gateway"],
  });
  await listening(server);
  after(() => gateway.close());
  const SESSION = await sessionIn(await fetch(`${origin}/pay`));
  const back = await payAtBank({ sandbox: bank }, SESSION, cards.approved);
  assert.equal(await (await fetch(back)).text(), "order A-1001 is paid");
});

test("the guide's test of a store passes", async () => {
  const tests: { title: string; body: () => Promise<void> }[] = [];
  const given = { test: (title: string, body: () => Promise<void>) => void tests.push({ title, body }) };
  await runProgram({ path: "docs/guide/stores.md", language: "ts", only: /node:test/, given });
  for (const { body } of tests) await body();
  assert.deepEqual(
    tests.map(({ title }) => title),
    ["the store's clock is the test's"],
  );
});

/** The rows of a page about test cards: number, hook (or none), and what the buyer reads. */
function endingsByCard(path: string) {
  const rows =
    documentAt(path)?.prose.map((line) => /^\| `([\d ]{18,19})` \| .* · (.+) \| [“«](.+)[”»] \|$/.exec(line)) ?? [];
  return rows.flatMap((row) => {
    const [, number = "", hook = "", reads = ""] = row ?? [];
    return row ? [{ number: number.replaceAll(" ", ""), hook: /^`(\w+)`$/.exec(hook)?.[1], reads }] : [];
  });
}

for (const [language, path] of [
  ["en", "docs/guide/sandbox.md"],
  ["es", "docs/es/guias/banco-de-pruebas.md"],
] as const) {
  test(`each test card ends as ${path} says`, async () => {
    const endings = endingsByCard(path);
    assert.ok(endings.length >= 8);
    const ran = new Map<string, string>();
    const names = ["onPaid", "onDeclined", "onReview", "onUnknown"] as const;
    const hooks = Object.fromEntries(
      names.map((name) => [name, ({ order }: { order: string }) => void ran.set(order, name)]),
    );
    const shop = await openShop({ ...hooks, logger: silentLogger, order: () => orderAt(295_000) });
    for (const { number, hook, reads } of endings) {
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
  const rows = documentAt("docs/reference/sandbox.md")?.prose ?? [];
  const requests = rows.flatMap((row) => {
    const [, method = "", path = "", body] = /^\| `(\w+) (\/control\/\S+)` \| (?:`(.+)`)? \|/.exec(row) ?? [];
    return path === "" ? [] : [{ method, path, body }];
  });
  assert.ok(requests.length >= 13);
  for (const { method, path, body } of requests) {
    const stop = new AbortController();
    const init = { method, signal: stop.signal, ...(body !== undefined && { body }) };
    const { status } = await fetch(`${bank.url}${path}`, init);
    stop.abort();
    assert.equal(status, 200, `${method} ${path} ${body}`);
  }
});
