import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import { freePort } from "../free-port.ts";
import { startPostgres } from "../postgres.ts";
import { type Visitor, visit } from "./buyer.ts";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-examples-"));
let bank: Sandbox;
before(async () => {
  bank = await createSandbox();
});
after(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server of the examples, as a reader would; it is asked to end when the test has ended. */
async function start(name: string, env: Record<string, string>): Promise<() => Promise<unknown>> {
  const script = fileURLToPath(new URL(`../../examples/servers/${name}`, import.meta.url));
  const server: ChildProcess = spawn(process.execPath, ["--conditions=@ventanilla/source", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, BANK: bank.url, DATABASE: join(folder, `${name}.db`), ...env },
  });
  const ended = once(server, "exit");
  let told = "";
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (part) => {
      told += String(part);
      if (told.includes("Ready: ")) resolve();
    });
    void ended.then(() => reject(new Error(`${name} ended before it was ready: ${told}`)));
  });
  return async () => {
    server.kill();
    assert.deepEqual(await ended, [0, null], `${name} ends when it is asked to`);
  };
}

async function seesPaid({ order, fetch }: Visitor): Promise<void> {
  let text = "";
  // The hook may run a moment after the buyer is back.
  for (let looks = 0; looks < 500 && !text.includes("Paid."); looks++) {
    if (looks > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    text = await (await fetch(`/orders/${order}`)).text();
  }
  assert.match(text, /Paid\. Thank you\./);
}

for (const name of ["fastify.js", "koa.js", "hono.js"]) {
  test(`${name}: a buyer pays, and the shop's own pages are the framework's`, async () => {
    const port = await freePort();
    const stop = await start(name, { PORT: String(port) });
    const buyer = await visit(`http://localhost:${port}`, `http://localhost:${port}/payments`, bank.url);
    await buyer.pays();
    await seesPaid(buyer);
    const status = async (path: string) => (await buyer.fetch(path)).status;
    assert.deepEqual([await status("/no-such-page"), await status("/payments/no-such-page")], [404, 404]);
    assert.equal(await status("/payments/element.js"), 200);
    await stop();
  });
}

test("express.js: a buyer pays between helmet, a session and CSRF protection, and is still logged in", async () => {
  const port = await freePort();
  const stop = await start("express.js", { PORT: String(port) });
  const buyer = await visit(`http://localhost:${port}`, `http://localhost:${port}/payments`, bank.url);
  const csrf = /name="csrf" value="([^"]+)"/.exec(await (await buyer.fetch("/")).text())?.[1] ?? "";
  await buyer.pays();
  await seesPaid(buyer);
  const note = async (fields: Record<string, string>) =>
    (await buyer.fetch("/note", { method: "POST", body: new URLSearchParams(fields) })).status;
  assert.deepEqual([await note({ csrf }), await note({})], [200, 403]);
  await stop();
});

test("serverless.js: nothing happens by itself but in requests; the scheduler's need its key", async () => {
  const port = await freePort();
  const stop = await start("serverless.js", { PORT: String(port), CRON_KEY: "for the scheduler alone" });
  const buyer = await visit(`http://localhost:${port}`, `http://localhost:${port}/payments`, bank.url);
  await buyer.pays();
  await seesPaid(buyer);
  const call = (key: string) =>
    buyer.fetch("/tasks/reconcile", { method: "POST", headers: { Authorization: `Bearer ${key}` } });
  assert.equal((await call("another")).status, 401);
  assert.deepEqual(await (await call("for the scheduler alone")).json(), { attempts: 0, events: 0 });
  await stop();
});

test("other-origin.js: the page is on one origin, the router on another", async () => {
  const [port, pages] = [await freePort(), await freePort()];
  const stop = await start("other-origin.js", { PORT: String(port), PAGES: `http://127.0.0.1:${pages}` });
  const buyer = await visit(`http://127.0.0.1:${pages}`, `http://localhost:${port}/payments`, bank.url);
  await buyer.pays();
  await seesPaid({ ...buyer, fetch: (path) => fetch(`http://localhost:${port}${path}`) });
  await stop();
});

test("two-processes: each request goes to another of two processes on one Postgres", async () => {
  const postgres = await startPostgres();
  const { url } = await postgres.database();
  const [port, ...shops] = [await freePort(), await freePort(), await freePort()];
  const shared = {
    DATABASE_URL: url,
    PAYMENTS_KEY: randomBytes(32).toString("hex"),
    ORIGIN: `http://localhost:${port}`,
  };
  const stops = [];
  for (const each of shops) stops.push(await start("two-processes/shop.ts", { ...shared, PORT: String(each) }));
  stops.push(await start("two-processes/proxy.ts", { PORT: String(port), SHOPS: shops.join() }));
  const buyer = await visit(`http://localhost:${port}`, `http://localhost:${port}/payments`, bank.url);
  await buyer.pays();
  await seesPaid(buyer);
  for (const stop of stops.toReversed()) await stop();
  await postgres.stop();
});
