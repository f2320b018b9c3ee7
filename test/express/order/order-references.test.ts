import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttemptEvent, Options, Order, PaymentEvent } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { attemptsByName } from "#express/order/attempts-by-name.ts";
import { newReference } from "#express/order/order-id.ts";
import { keptIn, withShop } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import {
  cards,
  comeBack,
  cookieOf,
  gatewayAt,
  openShop,
  openStillShop,
  orderAt,
  pay,
  payAtBank,
  type Shop,
  type StillShop,
  sessionIn,
} from "../../shop.ts";

const uuid = "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11";
const minute = 60_000;

const costing = (minor = 100): Order => orderAt(minor);

/** The references that the bank knows orders by, in the order of its sessions. */
const atBank = ({ sandbox }: Shop): string[] => sandbox.sessions().map((session) => session.order);

const stillShop = (overrides: Partial<Options> = {}): Promise<StillShop> =>
  openStillShop({ order: () => costing(), ...overrides });

test("every attempt at an order has the same reference: after a refused card, another amount, and in two windows", async () => {
  let price = 100;
  const shop = await openShop({ order: () => costing(price) });
  await pay(shop, uuid, cards.declined);
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const SESSION = await sessionIn(await shop.launch(uuid, { attempt: one }));
  assert.equal(await sessionIn(await shop.launch(uuid, { attempt: two })), SESSION, "the second window joins");
  price = 200;
  await shop.launch(uuid);
  const [reference, ...more] = atBank(shop);
  assert.match(String(reference), /^V\w{14}$/);
  assert.deepEqual(more, [reference, reference]);
  await shop.launch("another order, whose id is too long");
  assert.notEqual(atBank(shop).at(-1), reference);
});

test("a buyer who never comes back is found by the reconciler, under the order's reference", async () => {
  const shop = await stillShop();
  await payAtBank(shop, await sessionIn(await shop.launch(uuid)), cards.approved);
  await shop.pass(minute);
  assert.deepEqual(
    shop.paid.map((paid) => [paid.order, paid.orderReference]),
    [[uuid, atBank(shop)[0]]],
  );
});

test("a canceled payment, and one that nobody makes, end as with any other order", async () => {
  const shop = await stillShop();
  const attempt = await pay(shop, uuid, "cancel");
  await shop.pass(2000);
  assert.equal((await shop.status(attempt)).body.outcome, "cancelled");
  for (let passed = 0; passed < 64 * minute; passed += 5000) await shop.pass(5000);
  assert.equal((await shop.status(attempt)).body.outcome, "expired");
});

test("an authorized order is captured under the reference that it was authorized under", async () => {
  const authorized: PaymentEvent[] = [];
  const shop = await openShop({
    order: () => ({ ...(costing(1000) as ReturnType<typeof orderAt> & object), capture: "later" }),
    onAuthorized: (payment) => void authorized.push(payment),
  });
  await pay(shop, uuid, cards.approved);
  const captured = await shop.payments.capture(uuid);
  const [reference] = atBank(shop);
  assert.deepEqual([captured.outcome, captured.orderReference], ["approved", reference]);
  assert.deepEqual(atBank(shop), [reference, reference]);
  assert.deepEqual([authorized[0]?.orderReference, shop.paid[0]?.orderReference], [reference, reference]);
});

test("another process continues with the order's reference when the first dies between its write and the bank", async () => {
  const store = sqliteStore(":memory:");
  let calls = 0;
  const dying = withShop(store, ({ now }) => ({
    now: () => (calls++ === 0 ? now() : Promise.reject(new Error("died"))),
  }));
  const first = await openShop({
    background: false,
    logger: keepingLogger(),
    order: () => costing(),
    store: dying,
  });
  assert.equal((await first.launch(uuid)).status, 503);
  const [written] = await keptIn(store).attemptsOf(uuid);
  assert.equal(first.sandbox.sessions().length, 0);
  const { sandbox } = first;
  const gateway = gatewayAt(sandbox);
  const second = await openShop({ store, gateway, order: () => costing() });
  await pay({ ...second, sandbox }, uuid, cards.approved);
  assert.deepEqual(
    second.paid.map((paid) => [paid.attempt, paid.orderReference]),
    [[written?.id, atBank(first)[0]]],
  );
});

test("people find the order by its id and by its reference, and are told the reference with every alert", async () => {
  const { promise: told, resolve: onReview } = Promise.withResolvers<AttemptEvent>();
  const logger = keepingLogger();
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, logger, order: () => costing(), onReview });
  const attempt = await pay(shop, uuid, cards.partial);
  const reference = atBank(shop)[0] ?? "";
  for (const name of [uuid, reference]) {
    const found = await attemptsByName(keptIn(store), name);
    assert.deepEqual(
      found.map(({ id, order, facts }) => [id, order, facts.orderReference]),
      [[attempt, uuid, reference]],
    );
  }
  assert.deepEqual(await attemptsByName(keptIn(store), newReference()), []);
  const alert = logger.lines.find(({ fields }) => fields.code === "review");
  assert.deepEqual([alert?.fields.order, alert?.fields.orderReference], [uuid, reference]);
  assert.equal((await told).orderReference, reference);
  const { orderReference } = await shop.payments.resolve(attempt, {
    paid: true,
    reason: "the bank says so",
    by: "Ana",
  });
  assert.equal(orderReference, reference);
});

test("launches and status requests find an order by its id, never by its reference", async () => {
  const shop = await openShop({ order: (id) => (id === uuid ? costing() : undefined) });
  await pay(shop, uuid, cards.approved);
  const reference = atBank(shop)[0] ?? "";
  assert.equal((await shop.launch(reference)).status, 404);
  assert.equal((await fetch(`${shop.mount}/orders/${reference}`)).status, 404);
});

test("the page after the bank's shows the buyer both names of the order, as the bank's slip has one of them", async () => {
  const shop = await openShop({ order: () => costing() });
  const attempt = crypto.randomUUID();
  const launch = await shop.launch(uuid, { attempt });
  const headers = { Cookie: cookieOf(launch) };
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  const page = await (await fetch(`${shop.mount}/relay/${attempt}`, { headers })).text();
  assert.ok(page.includes(`<dt>Pedido</dt><dd><bdi>${uuid}</bdi></dd>`));
  assert.ok(page.includes(`<dt>Pedido en el banco</dt><dd><bdi>${atBank(shop)[0]}</bdi></dd>`));
  const stranger = await (await fetch(`${shop.mount}/relay/${attempt}`)).text();
  assert.ok(!stranger.includes(String(atBank(shop)[0])));
});

test("order() may give a reference of its own, also for an id that would fit; the first one stays", async () => {
  let orderReference = "2026-000017";
  const shop = await openShop({ order: () => ({ ...costing(), orderReference }) });
  await pay(shop, uuid, cards.declined);
  orderReference = "2026-000018";
  await pay(shop, uuid, cards.approved);
  await pay(shop, "A-1", cards.approved);
  assert.deepEqual(atBank(shop), ["2026-000017", "2026-000017", "2026-000018"]);
  assert.deepEqual(
    shop.paid.map((paid) => [paid.order, paid.orderReference]),
    [
      [uuid, "2026-000017"],
      ["A-1", "2026-000018"],
    ],
  );
  orderReference = "B-2";
  await pay(shop, "B-2", cards.approved);
  assert.equal(shop.paid.at(-1)?.orderReference, undefined, "the order's own id is not another reference");
});

test("a reference of another order ends the launch with the merchant's fault, named in the log; nothing is sent", async () => {
  const logger = keepingLogger();
  let orderReference: string | undefined = "S-1";
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, logger, order: () => ({ ...costing(), orderReference }) });
  assert.equal((await shop.launch(uuid)).status, 200);
  assert.equal((await shop.launch("B-2")).status, 500);
  assert.match(
    String(logger.lines[0]?.fields.error),
    /order\("B-2"\)\.orderReference: expected one of this order alone/,
  );
  orderReference = undefined;
  // Its id is the other order's reference, so it gets one that is made.
  assert.equal((await shop.launch("S-1")).status, 200);
  const [taken, made, ...more] = atBank(shop);
  assert.deepEqual([taken, more], ["S-1", []]);
  assert.match(String(made), /^V\w{14}$/);
  assert.equal((await attemptsByName(keptIn(store), "S-1"))[0]?.order, "S-1", "an id comes before a reference");
});

test("an order is not paid because another one with its id as reference is", async () => {
  const shop = await openShop({ order: () => ({ ...costing(), orderReference: "17" }) });
  await pay(shop, "1005", cards.approved);
  const { paid, attempts } = await shop.payments.findOrder("17");
  assert.deepEqual([paid, attempts], [false, []]);
  assert.equal((await shop.payments.findOrder("1005")).paid, true);
});
