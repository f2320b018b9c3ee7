import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { cards, comeBack, openShop, openStillShop, payAtBank, sessionIn } from "../../shop.ts";

test("two routers with different banks on one store ask about their own attempts only, and run their own hooks", async () => {
  const one = await openStillShop();
  const { store, clock } = one;
  const other = await openStillShop({ store }, clock);
  const mine = await sessionIn(await one.launch("A-1"));
  const theirs = await sessionIn(await other.launch("B-2"));
  for (const [shop, SESSION] of [
    [one, mine],
    [other, theirs],
  ] as const) {
    await payAtBank(shop, SESSION, cards.approved);
  }

  clock.move(50_000);
  assert.deepEqual(await one.payments.reconcileOnce({ budgetMs: 60_000 }), { attempts: 1, events: 1 });
  assert.deepEqual(
    one.paid.map(({ order }) => order),
    ["A-1"],
  );
  assert.deepEqual(other.paid, []);
  assert.equal(other.sandbox.sessions()[0]?.queries, 0);

  assert.deepEqual(await other.payments.reconcileOnce({ budgetMs: 60_000 }), { attempts: 1, events: 1 });
  assert.deepEqual(
    other.paid.map(({ order }) => order),
    ["B-2"],
  );
  assert.equal(one.paid.length, 1);
});

test("an order that is open at one bank gets no session at another", async () => {
  const store = sqliteStore(":memory:");
  const one = await openShop({ store, background: false });
  const other = await openShop({ store, background: false });
  const first = await sessionIn(await one.launch("A-1"));
  assert.equal((await other.launch("A-1")).status, 409);
  assert.deepEqual([one.sandbox.sessions().length, other.sandbox.sessions().length], [1, 0]);
  await comeBack(await payAtBank(one, first, cards.approved));
  assert.equal((await other.launch("A-1")).status, 409);
  assert.equal(one.paid.length, 1);
});

test("it is not held forever by a bank that nobody asks any more", async () => {
  const one = await openStillShop();
  const { store, clock } = one;
  const other = await openStillShop({ store }, clock);
  await one.launch("A-1");
  assert.match(await (await other.launch("A-1")).text(), /No vuelva a pagar/);
  clock.move(40 * 60_000);
  assert.equal((await other.launch("A-1")).status, 409);
  clock.move(30 * 60_000);
  assert.equal((await other.launch("A-1")).status, 200);
});
