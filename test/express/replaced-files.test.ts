import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { cards, openShop, pay } from "../shop.ts";

/** From now on no file of the package can be loaded. */
function takeFiles() {
  const refused: string[] = [];
  const hooks = registerHooks({
    load(url, context, next) {
      if (!url.includes("/packages/express/")) return next(url, context);
      refused.push(url.replace(/^.*\/src\//, ""));
      throw Object.assign(new Error(`${url} is gone`), { code: "ERR_MODULE_NOT_FOUND" });
    },
  });
  return { refused, hooks };
}

test("the package's files are replaced under a running shop: buyers pay, hooks run, and health says so", async () => {
  const alerts: string[] = [];
  const paid: string[] = [];
  const shop = await openShop({
    onAlert: ({ code }) => void alerts.push(code),
    async onPaid({ order }, { transaction }) {
      await transaction.query("SELECT 1");
      paid.push(order);
    },
  });
  // Those of alerts are read when the router is made.
  await setImmediate();
  const { refused, hooks } = takeFiles();
  try {
    await pay(shop, "A-1", cards.approved);
    await shop.payments.reconcileOnce({ budgetMs: 60_000 });
    assert.equal((await shop.payments.findOrder("A-1")).paid, true);
    assert.deepEqual([paid, refused, alerts], [["A-1"], [], []]);

    const { ok, problems, ...counts } = await shop.payments.health();
    assert.deepEqual([ok, problems.map(({ code }) => code)], [false, ["files_replaced"]]);
    assert.deepEqual(counts, { launchFailures: 0, launchesRefused: 0, unknownReturns: 0 });
    await assert.rejects(shop.payments.list().next(), /is gone/);
    await assert.rejects(shop.payments.capture("A-1"), /is gone/);
  } finally {
    hooks.deregister();
  }
});

test("health does not take missing files for a store that fails, whatever was loaded before", async () => {
  const shop = await openShop();
  // Loads what is the router's, and nothing of the store's.
  await assert.rejects(shop.payments.capture("A-1"), { code: "not_authorized" });
  const { refused, hooks } = takeFiles();
  try {
    const { problems } = await shop.payments.health();
    const codes = problems.map(({ code }) => code);
    assert.deepEqual([codes, [...new Set(refused)]], [["files_replaced"], ["stores/sql/staff.ts"]]);
  } finally {
    hooks.deregister();
  }
});

test("nor files of another version, which do not fit those that run", async () => {
  const shop = await openShop();
  await assert.rejects(shop.payments.capture("A-1"), { code: "not_authorized" });
  const hooks = registerHooks({
    load: (url, context, next) =>
      url.endsWith("/stores/sql/staff.ts")
        ? { format: "module", source: 'export { peopleIn } from "./columns.ts";', shortCircuit: true }
        : next(url, context),
  });
  try {
    const { problems } = await shop.payments.health();
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["files_replaced"],
    );
  } finally {
    hooks.deregister();
  }
});
