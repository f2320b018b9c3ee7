import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { test } from "node:test";
import type { Payments } from "@ventanilla/express";
import { inFront } from "../../examples/servers/in-front.js";
import { freePort } from "../free-port.ts";
import { listen } from "../listen.ts";
import { some } from "../part.ts";
import { startPostgres } from "../postgres.ts";
import { visit } from "./buyer.ts";
import { bank, seesPaid, start } from "./servers.ts";

for (const name of some("frameworks", ["fastify.js", "koa.js", "hono.js"])) {
  test(`${name}: a buyer pays, and the shop's own pages are the framework's`, async () => {
    const port = await freePort();
    const stop = await start(`servers/${name}`, { PORT: String(port) });
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
  const stop = await start("servers/express.js", { PORT: String(port) });
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
  const stop = await start("servers/serverless.js", { PORT: String(port), CRON_KEY: "for the scheduler alone" });
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
  const stop = await start("servers/other-origin.js", { PORT: String(port), PAGES: `http://127.0.0.1:${pages}` });
  const buyer = await visit(`http://127.0.0.1:${pages}`, `http://localhost:${port}/payments`, bank.url);
  await buyer.pays();
  await seesPaid({ ...buyer, fetch: (path) => fetch(`http://localhost:${port}${path}`) });
  await stop();
});

test("development.js: browsers see a development server, which passes the router's path on", async () => {
  const [port, pages] = [await freePort(), await freePort()];
  const site = `http://localhost:${pages}`;
  const stop = await start("servers/development.js", { PORT: String(port), PAGES: site });
  const buyer = await visit(`${site}/api/checkout`, `${site}/payments`, bank.url);
  await buyer.pays();
  await seesPaid({ ...buyer, fetch: (path) => fetch(site + path) });
  await stop();
});

test("two-shops.js: each order is paid to the merchant of its shop, currency and branch", async () => {
  const port = await freePort();
  const stop = await start("servers/two-shops.js", { PORT: String(port) });
  const earlier = bank.wire().length;
  const orders = {
    "market/1001": "349000001 58585858",
    "market/1002": "349000002 58585858",
    "market/1003": "349000001 58585859",
    "cafe/1001": "349000009 58585858",
  };
  for (const name of Object.keys(orders)) {
    const [shop, order] = name.split("/");
    const site = `http://localhost:${port}/${shop}`;
    const buyer = await visit(`${site}/orders/${order}`, `${site}/payments`, bank.url);
    await buyer.pays();
    await seesPaid({ ...buyer, fetch: (path) => fetch(site + path) });
  }
  const created = bank
    .wire()
    .slice(earlier)
    .filter(({ method, path }) => method === "POST" && path === "/sessions");
  const merchants = created.map(({ request }) => {
    const { MerchantNumber = "", MerchantTerminal = "" } = JSON.parse(request.body) as Record<string, string>;
    return `${MerchantNumber.trim()} ${MerchantTerminal.trim()}`;
  });
  assert.deepEqual(merchants, Object.values(orders));
  await stop();
});

test("two-processes: each request goes to another of two processes on one Postgres", async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const { url } = await postgres.database();
  const [port, ...shops] = [await freePort(), await freePort(), await freePort()];
  const shared = {
    DATABASE_URL: url,
    PAYMENTS_KEY: randomBytes(32).toString("hex"),
    ORIGIN: `http://localhost:${port}`,
  };
  const stops = [];
  for (const each of shops) stops.push(await start("servers/two-processes/shop.ts", { ...shared, PORT: String(each) }));
  stops.push(await start("servers/two-processes/proxy.ts", { PORT: String(port), SHOPS: shops.join() }));
  const buyer = await visit(`http://localhost:${port}`, `http://localhost:${port}/payments`, bank.url);
  await buyer.pays();
  await seesPaid(buyer);
  for (const stop of stops.toReversed()) await stop();
});

test("in-front.js: the buyer's address is what the shop's own proxies have appended", async () => {
  const tellsIp = (request: IncomingMessage & { ip?: string }, response: ServerResponse) =>
    response.end(request.ip ?? "the socket's");
  const returns = (_request: unknown, _response: unknown, next: () => void) => next();
  const ipWith = async (proxies: number | undefined, forwarded?: string) => {
    const payments = Object.assign(tellsIp, { returns }) as unknown as Payments;
    const server = createServer(inFront(payments, () => assert.fail(), proxies));
    const port = await listen(server);
    const headers = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
    const answer = await fetch(`http://127.0.0.1:${port}/payments/x`, { headers });
    const text = await answer.text();
    server.close();
    return text;
  };
  assert.equal(await ipWith(undefined, "203.0.113.1"), "the socket's");
  assert.equal(await ipWith(1, "192.0.2.66, 203.0.113.1"), "203.0.113.1");
  assert.equal(await ipWith(2, "192.0.2.66, 203.0.113.1, 10.0.0.1"), "203.0.113.1");
  assert.deepEqual([await ipWith(1), await ipWith(2, "203.0.113.1")], ["the socket's", "the socket's"]);
});
