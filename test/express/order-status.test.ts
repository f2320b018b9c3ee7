import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { place, withShop } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import {
  cards,
  comeBack,
  cookieOf,
  openShop,
  orderAt,
  orderOf,
  pay,
  payAtBank,
  type Shop,
  sessionIn,
} from "../shop.ts";

const site = "https://www.shop.example";

/** `GET {mount}/orders/{order}`: no JSON, no body. */
async function ask(shop: Shop, order: string, query = "", headers: Record<string, string> = {}) {
  const response = await fetch(`${shop.mount}/orders/${encodeURIComponent(order)}${query}`, { headers });
  const text = await response.text();
  const body = (text === "" ? undefined : JSON.parse(text)) as Record<string, unknown> | undefined;
  return { status: response.status, headers: response.headers, text, body };
}

test("an order says what the status of its decisive attempt says, word for word, in both languages", async () => {
  const shop = await openShop();
  const attempt = await pay(shop, "A-1", cards.approved);
  for (const query of ["", "?lang=en", "?lang=es&ask=1"]) {
    const { status, body, headers } = await ask(shop, "A-1", query);
    assert.equal(status, 200);
    assert.equal(body?.outcome, "approved");
    assert.deepEqual(body, (await shop.status(attempt, query)).body);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.match(headers.get("content-type") ?? "", /^application\/json/);
  }
});

test("an order that nobody has tried to pay, or that can be paid again, is 204 without a body", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store });
  for (const prepare of [
    async () => {},
    () => place(store, { state: "declined" }),
    () => place(store, { state: "expired" }),
    () => place(store, { facts: { returnedVia: "cancel", emptyAnswers: 2 } }),
  ]) {
    await prepare();
    const { status, text, headers } = await ask(shop, "A-1");
    assert.deepEqual([status, text, headers.get("cache-control")], [204, "", "no-store"]);
  }
});

test("whether the order is this visitor's is asked of the shop, with the request: else 404, and nothing is read", async () => {
  const store = sqliteStore(":memory:");
  let read = false;
  const watched = withShop(store, ({ attemptsOf }) => ({
    attemptsOf: (order) => {
      read = true;
      return attemptsOf(order);
    },
  }));
  const shop = await openShop({
    store: watched,
    order: (id, request) =>
      request?.method === "POST" || request?.headers.cookie === "who=ana" ? orderOf(id) : undefined,
  });
  await shop.launch("A-1");
  read = false;
  const { status, body } = await ask(shop, "A-1", "?lang=en");
  assert.equal(status, 404);
  assert.deepEqual(body, { v: 1, error: { code: "not_found", message: "We cannot find this order" } });
  assert.equal((await ask(shop, "x".repeat(201), "", { Cookie: "who=ana" })).status, 404);
  assert.equal((await fetch(`${shop.mount}/orders/%E0%A4%A`)).status, 404);
  assert.equal(read, false);
  assert.equal((await ask(shop, "A-1", "", { Cookie: "who=ana" })).body?.outcome, "pending");
});

test("an order() that throws, rejects or answers nonsense is 500 in JSON, without what it said, and a line in the log", async () => {
  const wrong: (() => unknown)[] = [
    () => {
      throw new Error("SELECT * FROM secrets");
    },
    () => Promise.reject(new Error("SELECT * FROM secrets")),
    () => "295000",
    () => true,
  ];
  for (const order of wrong) {
    const logger = keepingLogger();
    const shop = await openShop({ logger, order: order as never });
    const { status, body, text } = await ask(shop, "A-1", "?lang=en");
    assert.equal(status, 500);
    assert.deepEqual(body, {
      v: 1,
      error: { code: "order_failed", message: "The order could not be looked up. Try again in a few minutes." },
    });
    assert.doesNotMatch(text, /SELECT|\bat /);
    assert.deepEqual(
      logger.lines.map(({ level, fields }) => [level, fields.order]),
      [["warn", "A-1"]],
    );
    assert.match(String(logger.lines[0]?.fields.error), /SELECT|order\("A-1"\): expected/);
  }
});

test("card, authorization and reference are there for the browser that launched, and for no other device", async () => {
  const shop = await openShop();
  const launch = await shop.launch("A-1");
  const Cookie = cookieOf(launch);
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  const own = (await ask(shop, "A-1", "", { Cookie })).body ?? {};
  const other = (await ask(shop, "A-1")).body ?? {};
  for (const detail of ["maskedCard", "authorizationCode", "reference"]) {
    assert.equal(typeof own[detail], "string", detail);
    assert.ok(!(detail in other), detail);
  }
});

test("the bank is asked only on request, and as seldom as by the status of an attempt", async () => {
  const now = () => Date.UTC(2026, 10, 22, 12);
  const shop = await openShop({ store: sqliteStore(":memory:", { now }), background: false }, { bank: { now } });
  const attempt = crypto.randomUUID();
  await shop.launch("A-1", { attempt });
  const queries = () => shop.sandbox.sessions()[0]?.queries;
  await ask(shop, "A-1");
  assert.equal(queries(), 0);
  await Promise.all([ask(shop, "A-1", "?ask=1"), shop.status(attempt, "?ask=1"), ask(shop, "A-1", "?ask=1")]);
  assert.equal(queries(), 1);
});

test("a listed page reads it without cookies, other pages do not, and other methods are refused", async () => {
  const shop = await openShop({ origins: [site] });
  await shop.launch("A-1");
  const listed = await ask(shop, "A-1", "", { Origin: site });
  assert.equal(listed.headers.get("access-control-allow-origin"), site);
  assert.equal(listed.headers.get("access-control-allow-credentials"), null);
  const other = await ask(shop, "A-1", "", { Origin: "https://evil.example" });
  assert.equal(other.headers.get("access-control-allow-origin"), null);
  assert.equal(other.headers.get("vary"), "Origin");
  const preflight = (Origin: string) => fetch(`${shop.mount}/orders/A-1`, { method: "OPTIONS", headers: { Origin } });
  assert.equal((await preflight(site)).status, 204);
  assert.equal((await preflight("https://evil.example")).status, 405);
  assert.equal((await fetch(`${shop.mount}/orders/A-1`, { method: "POST" })).status, 405);
});

test("an order's id may hold anything that an address can carry", async () => {
  const id = 'á/b?c#d%e"<f>';
  const shop = await openShop({ order: (asked) => (asked === id ? orderAt(100) : undefined) });
  assert.equal((await ask(shop, id)).status, 204);
  await shop.launch(id);
  assert.deepEqual([(await ask(shop, id)).body?.order, (await ask(shop, id)).body?.outcome], [id, "pending"]);
});

test("a declined attempt without a clear last answer decides: the order is neither 204 nor safe to pay again", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store });
  const facts = { verdict: { code: "51" }, clearAt: 1 };
  await place(store, { state: "declined", facts: { ...facts, unconfirmedAt: 1 } });
  const { status, body } = await ask(shop, "A-1", "?lang=en");
  assert.deepEqual([status, body?.outcome, body?.safeToRetry], [200, "declined", false]);
  const { attempts, decisive } = await shop.payments.findOrder("A-1");
  assert.deepEqual([decisive, decisive?.safeToRetry], [attempts[0], false]);

  await place(store, { order: "A-2", state: "declined", facts });
  const clear = await shop.payments.findOrder("A-2");
  assert.deepEqual([clear.decisive, clear.attempts[0]?.safeToRetry], [undefined, true]);
});

test("an order under review says so on every device", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store });
  await place(store, { state: "review" });
  const { status, body } = await ask(shop, "A-1", "?lang=en");
  assert.deepEqual([status, body?.outcome, body?.safeToRetry], [200, "unknown", false]);
});
