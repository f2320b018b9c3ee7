import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { makeVault } from "#express/base/vault.ts";
import { keptIn, place, withShop } from "../kept.ts";
import { serve } from "../serve.ts";
import { encryptionKey, gatewayAt, stillRouter, stillTime } from "../shop.ts";

const second = 1000;
const budgetMs = 15 * second;

test("reconcileOnce returns at the end of its budget beside a hook that hangs, and says what was done", async (t) => {
  const time = stillTime(t);
  const hanging = Promise.withResolvers<void>();
  const router = stillRouter({
    store: sqliteStore(":memory:", time.clock),
    onPaid: ({ order }) => (order === "A-1" ? hanging.promise : undefined),
  });
  await place(router.store, { order: "A-1", state: "approved" });
  for (const order of ["B-2", "C-3"]) await place(router.store, { order, state: "approved" });
  let done: object | undefined;
  const reconciling = router.payments.reconcileOnce({ budgetMs }).then((counts) => {
    done = counts;
  });
  await turn();
  await time.pass(budgetMs - 1);
  assert.equal(done, undefined);
  await time.pass(1);
  assert.deepEqual(done, { attempts: 0, events: 2 });
  await reconciling;
  hanging.resolve();
  await turn();
  assert.deepEqual((await keptIn(router.store).stats()).outbox, { due: 0, dead: 0 });
  await router.payments.close();
});

test("a store that hangs does not keep reconcileOnce beyond its budget", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  const router = stillRouter({ store: withShop(store, () => ({ claimAttempts: () => new Promise(() => {}) })) });
  await place(store, { state: "approved" });
  const reconciling = router.payments.reconcileOnce({ budgetMs });
  await turn();
  await time.pass(budgetMs);
  assert.deepEqual(await reconciling, { attempts: 0, events: 1 });
});

test("attempts that cannot be claimed fail reconcileOnce, after the events that can be are delivered", async () => {
  const store = sqliteStore(":memory:");
  const paid: string[] = [];
  const router = stillRouter({
    store: withShop(store, () => ({
      claimAttempts: () => Promise.reject(new Error("a page of the table is broken")),
    })),
    onPaid: async ({ order }) => {
      await turn();
      paid.push(order);
    },
  });
  await place(store, { state: "approved" });
  await assert.rejects(router.work(), /a page of the table is broken/);
  assert.deepEqual(paid, ["A-1"]);
  await router.payments.close();
});

test("what is due is delivered while the bank is silent about all 300 attempts that are due", async (t) => {
  const { server: bank, origin: url } = await serve(() => {});
  const store = sqliteStore(":memory:");
  const vault = makeVault([encryptionKey]);
  for (let i = 0; i < 300; i++) {
    const attempt = await place(store, { order: `silent-${i}`, bank: url });
    const facts = { ...attempt.facts, SESSION: `session-${i}`, sealedKey: vault.seal("key", attempt.id) };
    await keptIn(store).transition(attempt.id, attempt.version, { state: "opened", facts, dueAt: 0 });
  }
  const orders = ["A-1", "B-2", "C-3"];
  for (const order of orders) await place(store, { order, bank: url, state: "approved" });
  const paid: string[] = [];
  const delivered = Promise.withResolvers<void>();
  const router = stillRouter({
    store,
    gateway: gatewayAt({ url }),
    onPaid({ order }) {
      paid.push(order);
      if (paid.length === orders.length) delivered.resolve();
    },
  });
  let questions = 0;
  const asked = Promise.withResolvers<void>();
  bank.on("request", () => {
    if (++questions === 32) asked.resolve();
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const reconciling = router.payments.reconcileOnce({ budgetMs });
  // The first questions are asked and unanswered, and none has timed out: the hooks run meanwhile.
  await Promise.all([delivered.promise, asked.promise]);
  mock.timers.tick(budgetMs);
  const { attempts, events } = await reconciling;
  assert.deepEqual([attempts < 300, events, paid.toSorted()], [true, 3, orders]);
});
