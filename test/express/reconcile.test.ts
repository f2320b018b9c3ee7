import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Options } from "@ventanilla/express";
import { keptIn } from "../kept.ts";
import { cards, gatewayAt, openShop, openStillShop, payAtBank, type Shop, type StillShop, sessionIn } from "../shop.ts";

const minute = 60_000;

/** A still shop that keeps the codes of its alerts. */
async function stillShop(overrides: Partial<Options> = {}): Promise<StillShop & { alerts: string[] }> {
  const alerts: string[] = [];
  const logger = {
    info: () => {},
    warn: () => {},
    error: (fields: object) => alerts.push((fields as { code: string }).code),
  };
  return { ...(await openStillShop({ logger, ...overrides })), alerts };
}

async function launched(shop: Shop, order = "A-1"): Promise<{ attempt: string; SESSION: string }> {
  const attempt = crypto.randomUUID();
  return { attempt, SESSION: await sessionIn(await shop.launch(order, { attempt })) };
}

test("a payment whose buyer never came back is found without anybody asking", async () => {
  const shop = await stillShop();
  await payAtBank(shop, (await launched(shop)).SESSION, cards.approved);
  await shop.pass(40_000);
  assert.equal(shop.paid.length, 0);
  await shop.pass(10_000);
  assert.deepEqual(
    shop.paid.map(({ order }) => order),
    ["A-1"],
  );
});

test("a result that comes late is found by a later question", async () => {
  const shop = await stillShop();
  shop.sandbox.faults.arm("late-result", { times: 1, order: "A-1" });
  await payAtBank(shop, (await launched(shop)).SESSION, cards.approved);
  await shop.pass(50_000);
  assert.equal(shop.paid.length, 0);
  for (let i = 0; i < 4; i++) await shop.pass(50_000);
  assert.equal(shop.paid.length, 1);
});

test("a session that nobody used expires after the bank has said so twice, and the order can be paid again", async () => {
  const expired: string[] = [];
  const shop = await stillShop({ onExpired: ({ attempt }) => void expired.push(attempt) });
  const { attempt, SESSION } = await launched(shop);
  for (let seconds = 0; seconds < 32 * 60; seconds += 5) await shop.pass(5000);
  assert.equal((await shop.status(attempt)).body.outcome, "expired");
  assert.deepEqual(expired, [attempt]);
  assert.deepEqual(shop.alerts, []);
  assert.notEqual((await launched(shop)).SESSION, SESSION);
});

test("down for the whole window: unknown and an alert, never expired; and the order cannot be paid twice", async () => {
  const shop = await stillShop();
  const { attempt } = await launched(shop);
  await shop.pass(31 * minute);
  await shop.pass(minute);
  assert.equal((await shop.status(attempt)).body.state, "unknown");
  assert.deepEqual(shop.alerts, ["unknown"]);
  assert.equal((await shop.launch("A-1")).status, 409);
});

test("a bank that cannot be reached for the whole window leaves an attempt unknown after its last question", async () => {
  const shop = await stillShop();
  const { attempt } = await launched(shop);
  await shop.sandbox.close();
  for (const after of [29 * minute, 50_000, 20_000, 10 * minute]) {
    await shop.pass(after);
    assert.equal((await shop.status(attempt)).body.state, "opened");
  }
  await shop.pass(21 * minute);
  assert.equal((await shop.status(attempt)).body.state, "unknown");
  assert.equal((await keptIn(shop.store).findAttempt(attempt))?.facts.sealedKey, undefined);
  assert.deepEqual(shop.alerts, ["unknown"]);
});

test("an attempt whose session was never created expires by itself, and its TransactionId is free", async () => {
  const shop = await stillShop();
  shop.sandbox.faults.arm("server-error-before", { times: 20 });
  const attempt = crypto.randomUUID();
  assert.equal((await shop.launch("A-1", { attempt })).status, 502);
  await shop.pass(31 * minute);
  assert.equal((await shop.status(attempt)).body.state, "expired");
});

test("a session key that cannot be decrypted is an alert, moves nothing, and ends unknown", async () => {
  const shop = await stillShop();
  const { attempt } = await launched(shop);
  const row = await keptIn(shop.store).findAttempt(attempt);
  if (!row) throw new Error("no attempt");
  await keptIn(shop.store).transition(attempt, row.version, {
    state: "opened",
    facts: { ...row.facts, sealedKey: `${"0".repeat(8)}.AAAA` },
  });
  await shop.pass(50_000);
  assert.deepEqual(shop.alerts, ["key_lost"]);
  assert.equal((await shop.status(attempt)).body.state, "opened");
  for (const ms of [30 * minute, 32 * minute]) await shop.pass(ms);
  assert.equal((await shop.status(attempt)).body.state, "unknown");
});

test("several processes on one store ask about an attempt once, and deliver its event once", async () => {
  const paid: string[] = [];
  const onPaid = async ({ id }: { id: string }) => {
    await turn();
    paid.push(id);
  };
  const shop = await openStillShop({ onPaid });
  const { store, clock } = shop;
  const gateway = gatewayAt(shop.sandbox);
  const others = await Promise.all(
    Array.from({ length: 4 }, () =>
      openShop({ store: { ...store, close: async () => {} }, gateway, background: false, onPaid }),
    ),
  );
  for (const order of ["A-1", "B-2", "C-3"])
    await payAtBank(shop, (await launched(shop, order)).SESSION, cards.approved);
  clock.move(minute);
  const queries = () => shop.sandbox.wire().filter(({ path }) => path.startsWith("/sessions/")).length;
  const before = queries();
  const all = await Promise.all([shop, ...others].map(({ payments }) => payments.reconcileOnce({ budgetMs: 60_000 })));
  assert.equal(
    all.reduce((sum, { attempts }) => sum + attempts, 0),
    3,
  );
  assert.equal(queries() - before, 3);
  assert.deepEqual(paid.toSorted(), ["paid:A-1", "paid:B-2", "paid:C-3"]);
});

test("reconcileOnce refuses a budget that is not a positive number, and does nothing when nothing is due", async () => {
  const shop = await stillShop();
  for (const budgetMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(shop.payments.reconcileOnce({ budgetMs }), /^TypeError: reconcileOnce: budgetMs: expected/);
  }
  await launched(shop);
  assert.deepEqual(await shop.payments.reconcileOnce({ budgetMs: 60_000 }), { attempts: 0, events: 0 });
});

test("close finishes the hook that is running, and claims nothing more", async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended: string[] = [];
  const shop = await stillShop({
    onPaid: async () => {
      begun.resolve();
      await released.promise;
      ended.push("hook");
    },
  });
  await payAtBank(shop, (await launched(shop)).SESSION, cards.approved);
  const reconciling = shop.pass(50_000);
  await begun.promise;
  const closing = shop.payments.close().then(() => ended.push("close"));
  await turn();
  released.resolve();
  await closing;
  assert.deepEqual(ended, ["hook", "close"]);
  await reconciling;
});
