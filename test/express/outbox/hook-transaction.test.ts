import assert from "node:assert/strict";
import { join } from "node:path";
import { mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { HookContext } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keptIn } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { cards, comeBack, openShop, pay, payAtBank, sessionIn } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("hook");

for (const [name, path] of [
  ["SQLite in memory", ":memory:"],
  ["SQLite", join(folder, "transaction.db")],
] as const) {
  test(`${name}: what a hook writes through its transaction is kept with the delivery, and undone without it`, async () => {
    let ahead = 0;
    const store = sqliteStore(path, { now: () => Date.now() + ahead });
    let fail = true;
    const shop = await openShop({
      store,
      background: false,
      logger: silentLogger,
      async onPaid({ order }, { transaction }) {
        await transaction.query("CREATE TABLE IF NOT EXISTS parcels (order_id TEXT) STRICT");
        await transaction.query("INSERT INTO parcels VALUES (?)", [order]);
        await turn();
        if (fail) throw new Error("the printer is out of paper");
        const { rows } = await transaction.query<{ n: number }>("SELECT count(*) AS n FROM parcels");
        assert.equal(rows[0]?.n, 1);
      },
    });
    await pay(shop, "A-1", cards.approved);
    await pay(shop, "B-2", cards.declined);
    // Nobody waits for what a refusal announces.
    while ((await keptIn(store).stats()).outbox.due > 1) await turn();
    fail = false;
    ahead = 5600;
    assert.equal((await shop.payments.reconcileOnce({ budgetMs: 60_000 })).events, 1);
    assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
    const probe = await keptIn(store).insertAttempt(
      {
        id: crypto.randomUUID(),
        order: "A-1",
        bank: shop.sandbox.url,
        amount: { minor: 1, currency: "DOP" },
        tax: { minor: 0, currency: "DOP" },
        browserHash: "",
        facts: { language: "es", mode: "popup" },
        dueAt: 0,
      },
      0,
    );
    assert.equal(probe.kind, "paid");
  });
}

test("a transaction that has ended takes no more statements, and one that was never used holds no lock", async () => {
  const leaked: HookContext["transaction"][] = [];
  const shop = await openShop({
    store: sqliteStore(":memory:"),
    logger: silentLogger,
    onPaid: ({ order }, { transaction }) => {
      leaked.push(transaction);
      if (order === "A-1") throw new Error("the printer is out of paper");
    },
  });
  await pay(shop, "A-1", cards.approved);
  await pay(shop, "B-2", cards.approved);
  for (const transaction of leaked) await assert.rejects(transaction.query("SELECT 1"), /this one has ended/);
  // What began a transaction now would keep everyone from writing.
  await pay(shop, "C-3", cards.approved);
});

test("a hook that keeps its transaction for more than five seconds has failed, even if it carries on as if nothing had happened", async () => {
  let ahead = 0;
  const store = sqliteStore(join(folder, "slow.db"), { now: () => Date.now() + ahead });
  const written = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const shop = await openShop({
    store,
    background: false,
    logger: silentLogger,
    async onPaid({ order }, { transaction }) {
      await transaction.query("CREATE TABLE parcels (order_id TEXT) STRICT");
      await transaction.query("INSERT INTO parcels VALUES (?)", [order]);
      written.resolve();
      await released.promise;
    },
  });
  const back = await payAtBank(shop, await sessionIn(await shop.launch("A-1")), cards.approved);
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const coming = comeBack(back);
    await written.promise;
    mock.timers.tick(5000);
    released.resolve();
    await coming;
  } finally {
    mock.timers.reset();
  }
  while ((await keptIn(store).eventsOf("A-1"))[0]?.error === undefined) await turn();
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 1, dead: 0 });
  ahead = 6000;
  // The table is not there: the first run has left nothing.
  assert.deepEqual(await shop.payments.reconcileOnce({ budgetMs: 60_000 }), { attempts: 0, events: 1 });
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
});
