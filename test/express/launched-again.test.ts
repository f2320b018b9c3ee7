import assert from "node:assert/strict";
import { test } from "node:test";
import type { Options } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { aroundWrites, withShop } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { cards, openShop, orderAt, orderOf, payAtBank, sessionIn } from "../shop.ts";

type Fault = "findAttempt" | "launching" | "changing" | "now" | "order" | "gone";

/** A shop whose buyer has paid at the bank and has not come back; then one thing fails. */
async function paidShop(limits: Options["limits"] = {}) {
  let fault: Fault | undefined;
  const store = sqliteStore(":memory:");
  const failAt = (name: Fault) => {
    if (fault === name) throw new Error("the disk is full");
  };
  const written = aroundWrites(store, {
    async launching(write) {
      failAt("launching");
      await write();
    },
    async changing(write) {
      failAt("changing");
      await write();
    },
  });
  const broken = withShop(written, ({ findAttempt, now }) => ({
    async findAttempt(id) {
      failAt("findAttempt");
      return findAttempt(id);
    },
    async now() {
      failAt("now");
      return now();
    },
  }));
  const shop = await openShop({
    store: broken,
    limits,
    logger: keepingLogger(),
    background: false,
    order: (id) => {
      if (fault === "order") throw new Error("no database");
      return fault === "gone" ? undefined : orderOf(id);
    },
  });
  const attempt = crypto.randomUUID();
  await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
  return { shop, attempt, breakAt: (name: Fault | undefined) => (fault = name) };
}

async function assertMayBeCharged(answer: Response, next: string, status = 503): Promise<void> {
  const page = await answer.text();
  assert.equal(answer.status, status);
  assert.match(page, /You may already have been charged\. <strong class="unbroken">Please do not pay again/);
  assert.doesNotMatch(page, /not charged/);
  assert.ok(page.includes(`<meta http-equiv="refresh" content="5;url=${next}">`), page);
}

for (const fault of ["findAttempt", "launching", "changing", "now", "order", "gone"] as const) {
  test(`a buyer who has paid and sends the launch again never reads that nothing was charged: ${fault} fails`, async () => {
    const { shop, attempt, breakAt } = await paidShop();
    breakAt(fault);
    const next = `${shop.mount}/relay/${attempt}`;
    await assertMayBeCharged(await shop.launch("A-1", { attempt, lang: "en" }), next);
    breakAt(undefined);
    assert.equal((await fetch(next)).status, 200, "the page goes on by itself");
  });
}

test("another attempt at a paid order is not told that nothing was charged, where order() or the store fails", async () => {
  const { shop, breakAt } = await paidShop();
  for (const fault of ["launching", "order"] as const) {
    breakAt(fault);
    const attempt = crypto.randomUUID();
    await assertMayBeCharged(
      await shop.launch("A-1", { attempt, lang: "en", mode: "popup" }),
      `${shop.mount}/relay/${attempt}`,
    );
  }
});

test("another attempt at a paid order is not told that nothing was charged, beyond a limit", async () => {
  const { shop, attempt } = await paidShop({ order: 1 });
  const next = `${shop.mount}/relay/${attempt}`;
  await assertMayBeCharged(await shop.launch("A-1", { attempt, lang: "en" }), next, 429);
});

test("a launch under the id of another order's gets no session, and nothing is written", async () => {
  const shop = await openShop({ background: false, order: () => orderAt(100) });
  const [taken, joined] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const attempt of [taken, joined]) await sessionIn(await shop.launch("A-1", { attempt }));
  const orders = ["A-2", "A-3"];
  await sessionIn(await shop.launch("A-3"));
  for (const order of orders)
    for (const attempt of [taken, joined]) assert.equal((await shop.launch(order, { attempt })).status, 400);
  const counts = await Promise.all(orders.map(async (order) => (await shop.payments.findOrder(order)).attempts.length));
  assert.deepEqual(counts, [0, 1]);
  assert.equal(shop.sandbox.sessions().length, 2);
  assert.equal((await shop.status(joined)).body.order, "A-1");
});
