import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttemptEvent, Options } from "@ventanilla/express";
import { keepingLogger } from "../../loggers.ts";
import { cards, comeBack, merchant, openShop, orderAt, payAtBank, sessionIn } from "../../shop.ts";

/** A shop whose order A-1 was launched at 1.00 and costs something else when the bank's page is paid. */
async function repriced(now: () => ReturnType<Options["order"]>, options: Partial<Options> = {}) {
  let order: Options["order"] = () => orderAt(100);
  const reviewed: AttemptEvent[] = [];
  const told = Promise.withResolvers<void>();
  const logger = keepingLogger();
  const shop = await openShop({
    order: (id, request) => order(id, request),
    onReview(event) {
      reviewed.push(event);
      told.resolve();
    },
    logger,
    ...options,
  });
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch("A-1", { attempt }));
  order = (_id, request) => (request === undefined ? now() : orderAt(500_000));
  await comeBack(await payAtBank(shop, SESSION, cards.approved));
  return { shop, attempt, reviewed, told: told.promise, lines: logger.lines };
}

test("an amount that is not the order's any more does not pay it: onPaid stays silent, and a person is called", async () => {
  const { shop, attempt, reviewed, told, lines } = await repriced(() => orderAt(500_000));
  await told;
  assert.deepEqual(shop.paid, []);
  const { paid, attempts } = await shop.payments.findOrder("A-1");
  assert.deepEqual([paid, attempts[0]?.state, attempts[0]?.verdict?.code], [false, "review", "00"]);
  assert.deepEqual(
    reviewed.map(({ amount, mismatch, orderAmount }) => [amount.minor, mismatch, orderAmount]),
    [[100, ["amount"], { minor: 500_000, currency: "DOP" }]],
  );
  assert.equal(lines.filter(({ fields }) => fields.code === "review").length, 1);
  const { body } = await shop.status(attempt);
  assert.deepEqual([body.outcome, body.safeToRetry], ["unknown", false]);
});

test("order() is called as a method of the options at the launch and when a paid amount is compared", async () => {
  const costs: unknown[] = [];
  const { shop } = await repriced(() => orderAt(500_000), {
    order(_id, request) {
      costs.push((this as Options).merchant);
      return orderAt(request === undefined ? 500_000 : 100);
    },
  });
  assert.deepEqual([shop.paid, costs], [[], [merchant, merchant]]);
});

test("an order that the shop changes in place during a launch is charged, and kept, as it was checked", async () => {
  const live = { ...orderAt(100), amount: { minor: 100, currency: "DOP" as const } };
  const reprice = () => {
    live.amount.minor = 0.5;
    return merchant;
  };
  const shop = await openShop({ shop: "live", order: () => live, merchant: reprice });
  assert.equal((await shop.launch("A-1")).status, 200);
  const [attempt] = (await shop.payments.findOrder("A-1")).attempts;
  assert.deepEqual(attempt?.amount, { minor: 100, currency: "DOP" });
});

test("an order of a class, whose values are not its own, is held where it says so, under the id that it says", async () => {
  class Row {
    get id() {
      return "A-1";
    }
    get capture() {
      return "later" as const;
    }
    get amount() {
      return orderAt(100).amount;
    }
    get tax() {
      return orderAt(100).tax;
    }
    get buyer() {
      return orderAt(100).buyer;
    }
  }
  const shop = await openShop({ order: () => new Row(), onAuthorized: () => {} });
  assert.equal((await shop.launch("a-1")).status, 200);
  const [attempt] = (await shop.payments.findOrder("A-1")).attempts;
  const [session] = shop.sandbox.sessions();
  assert.deepEqual([attempt?.amount.minor, session?.type], [100, "0100"]);
});

test("an order that another amount was paid for accepts no launch until a person has looked", async () => {
  const { shop, attempt } = await repriced(() => orderAt(500_000));
  const refused = await shop.launch("A-1");
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /revisando un pago anterior/);
  await shop.payments.resolve(attempt, { paid: false, reason: "voided at the bank", by: "Ana" });
  assert.equal((await shop.launch("A-1")).status, 200);
});

test("a person may take another amount for the order's: then onPaid runs, and says that the amount differs", async () => {
  const { shop, attempt } = await repriced(() => orderAt(500_000));
  await shop.payments.resolve(attempt, { paid: true, reason: "a discount", by: "Ana" });
  assert.deepEqual(
    shop.paid.map(({ id, amount, amountDiffers }) => [id, amount.minor, amountDiffers]),
    [["paid:A-1", 100, true]],
  );
  assert.equal((await shop.payments.findOrder("A-1")).paid, true);
});

test("another currency is another amount", async () => {
  const order = orderAt(100);
  assert.ok(order);
  const usd = { ...order, amount: { minor: 100, currency: "USD" }, tax: { minor: 0, currency: "USD" } } as const;
  const { shop } = await repriced(() => usd);
  assert.deepEqual(shop.paid, []);
});

test("an order that is gone when it is paid needs manual review", async () => {
  const { shop, reviewed, told } = await repriced(() => undefined);
  await told;
  assert.deepEqual(shop.paid, []);
  assert.deepEqual(reviewed[0]?.mismatch, ["order"]);
});

test("an order() that fails or answers rubbish without a request holds up no payment, and the log says so", async () => {
  const failures: (() => ReturnType<Options["order"]>)[] = [
    () => {
      throw new TypeError("Cannot read properties of undefined (reading 'session')");
    },
    () => Promise.reject(new Error("the database is away")),
    () => ({ amount: { minor: 1.5, currency: "DOP" } }) as never,
  ];
  for (const now of failures) {
    const { shop, lines } = await repriced(now);
    assert.equal(shop.paid.length, 1);
    assert.equal(lines.filter(({ fields }) => fields.code === "amount_unchecked").length, 1);
  }
});

test("an order() that never answers without a request holds up no payment", async (t) => {
  const asked = Promise.withResolvers<void>();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const paying = repriced(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  await asked.promise;
  t.mock.timers.tick(3000);
  const { shop } = await paying;
  assert.equal(shop.paid.length, 1);
});
