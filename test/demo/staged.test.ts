import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { tracingChannel } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { HookMessage, ShopAlert, State } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { createSandbox } from "@ventanilla/sandbox";
import type { Order } from "../../demo/src/orders.ts";
import { paymentStateOf } from "../../demo/src/payment-state.ts";
import { createPayments } from "../../demo/src/payments.ts";
import { type BadDay, playBadDay } from "../../demo/theatre/bad-days.ts";
import { Clock } from "../../demo/theatre/clock.ts";
import { playSeeds, seeds } from "../../demo/theatre/seed.ts";
import type { StageSetup } from "../../demo/theatre/stage.ts";
import { StagedOrders } from "../../demo/theatre/staged-orders.ts";
import { keptIn, place } from "../kept.ts";
import { encryptionKey, gatewayAt, laterAt, openShop, paidTabs, stillRouter } from "../shop.ts";

const publicUrl = "http://shop.localhost:9";
const buyer = "b".repeat(22);

/** The demo's router, store, orders and bank. */
async function openStage(t: TestContext): Promise<StageSetup & { alerts: ShopAlert[]; bankOffset(): number }> {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-staged-"));
  const file = join(folder, "demo.db");
  const sandbox = await createSandbox();
  const bank = gatewayAt(sandbox);
  const clock = new Clock();
  const store = sqliteStore(file, clock);
  const orders = new StagedOrders(file, clock.now);
  const alerts: ShopAlert[] = [];
  const onAlert = (alert: ShopAlert) => void alerts.push(alert);
  const setup = { publicUrl, bank, store, orders, encryptionKey, onAlert };
  const payments = createPayments(setup);
  t.after(async () => {
    await payments.close();
    await sandbox.close();
    orders.close();
    rmSync(folder, { recursive: true });
  });
  const bankOffset = () => sandbox.clock.offset();
  sandbox.clock.advance(1000);
  return { ...setup, payments, clock, file, alerts, bankOffset };
}

test("whenever the thirty payments are staged, the batch that closed last has some, and the one that is open too", () => {
  const day = 24 * 60;
  const paid = seeds.filter(({ outcome, card }) => outcome === "pays" && ["visa", "mastercard", "amex"].includes(card));
  for (let sinceClose = 30; sinceClose <= day; sinceClose++) {
    assert.ok(
      paid.some(({ minutesAgo: ago }) => ago > sinceClose && ago < sinceClose + day),
      `${sinceClose} min`,
    );
    assert.ok(
      paid.some(({ minutesAgo: ago }) => ago < sinceClose),
      `${sinceClose} min`,
    );
  }
});

test("thirty payments of yesterday and today are staged, whose fates are the same each time, and the clocks are back", async (t) => {
  const stage = await openStage(t);
  const { store, orders, clock } = stage;
  const begun = Date.now();
  await playSeeds(stage);
  const { attempts, outbox } = await keptIn(store).stats();
  assert.deepEqual(attempts, {
    preparing: 0,
    opened: 2,
    expired: 2,
    unknown: 1,
    declined: 7,
    review: 2,
    approved: 19,
  } satisfies Record<State, number>);
  assert.deepEqual(outbox, { due: 0, dead: 1 });
  const placed = seeds.map((_, i) => orders.find(`A-${1001 + i}`));
  assert.ok(placed.every((order) => order && order.placedAt < begun && order.placedAt > begun - 1800 * 60_000));
  const states = await Promise.all(
    placed.map(async (order) => order && paymentStateOf(order, await stage.payments.findOrder(order.id))),
  );
  const count = (state: string) => states.filter((each) => each === state).length;
  assert.deepEqual(["paid", "paidTwice", "review", "underway", "unpaid"].map(count), [17, 1, 3, 2, 7]);
  assert.equal(clock.offset, 0);
  assert.equal(stage.bankOffset(), 1000);
  assert.deepEqual(stage.alerts.map(({ code }) => code).toSorted(), [
    "dead_event",
    "paid_again",
    "review",
    "review",
    "unknown",
  ]);
  const { ok, problems } = await stage.payments.health();
  assert.deepEqual([ok, problems.map(({ code }) => code)], [false, ["dead_events"]]);

  // What failed has been corrected: the notice is there to be delivered again.
  const [given] = (await keptIn(store).unsettled(9)).events;
  const order = given?.order ?? "";
  assert.equal(orders.find(order)?.paid, undefined);
  assert.equal(await keptIn(store).reviveEvent(given?.id ?? ""), true);
  await stage.payments.reconcileOnce({ budgetMs: 5000 });
  assert.notEqual(orders.find(order)?.paid, undefined);
});

const ends: Record<BadDay, [state: string, attempts: State[], tries: number, ...alerts: string[]]> = {
  closed: ["paid", ["approved"], 1],
  // Delivered by the process that was killed, too.
  killed: ["paid", ["approved"], 2],
  down: ["paid", ["approved"], 1, "launch_failed"],
  twice: ["paidTwice", ["approved", "approved"], 1, "paid_again"],
  changed: ["review", ["review"], 1, "review"],
};

test("each bad day ends well, in the past, with the clocks back", async (t) => {
  const stage = await openStage(t);
  const tries = new Map<string, number>();
  const hook = tracingChannel("ventanilla:hook");
  const keep = (message: unknown) => {
    const { order, tries: earlier } = message as HookMessage;
    tries.set(order, earlier + 1);
  };
  hook.start.subscribe(keep);
  t.after(() => hook.start.unsubscribe(keep));
  for (const [day, [state, states, tried, ...told]] of Object.entries(ends) as [BadDay, (typeof ends)[BadDay]][]) {
    const begun = Date.now();
    const id = await playBadDay(stage, day, buyer);
    const order = stage.orders.find(id);
    assert.ok(order);
    assert.equal(order.buyer, buyer);
    const view = await stage.payments.findOrder(id);
    assert.equal(paymentStateOf(order, view), state, day);
    assert.deepEqual(
      view.attempts.map((attempt) => attempt.state),
      states,
      day,
    );
    assert.ok(
      view.attempts.every(({ createdAt }) => createdAt < begun),
      day,
    );
    assert.equal(order.paid !== undefined, state !== "review", day);
    assert.equal(tries.get(id), tried, day);
    assert.deepEqual(
      stage.alerts.splice(0).map(({ code }) => code),
      told,
      day,
    );
    assert.equal(stage.clock.offset, 0);
    assert.equal(stage.bankOffset(), 1000);
  }
});

test("an order that was paid three times waits for the staff until both further payments are handled", async () => {
  const { store, payments } = stillRouter();
  const ids = [];
  // The bank has said of each that nobody had paid, when the next was launched.
  const clearAt = await store.now();
  for (const minor of [100, 200, 300]) ids.push((await place(store, { minor, facts: { clearAt } })).id);
  const [first = "", second = "", third = ""] = ids;
  for (const id of ids) {
    const { version, facts } = (await keptIn(store).findAttempt(id)) ?? assert.fail();
    await keptIn(store).transition(id, version, { state: "approved", facts, announce: "order.paid" });
  }
  const order = { paid: undefined } as unknown as Order;
  const state = async () => paymentStateOf(order, await payments.findOrder("A-1"));
  const word = { reason: "voided in the portal", by: "Ana", returned: true };
  assert.equal(await state(), "paidTwice");
  await payments.recordHandling(third, { ...word, returnedAttempt: first });
  assert.equal(await state(), "paidTwice");
  await payments.recordHandling(second, word);
  assert.equal(await state(), "paid");
});

test("a further authorization that is the only one left was not paid twice", async () => {
  let minor = 295_000;
  const shop = await openShop({ order: () => laterAt(minor), onAuthorized: () => {}, onPaidAgain: () => {} });
  for (const back of await paidTabs(shop, [300_000, 295_000], (price) => (minor = price))) await back();
  const stateAndFurther = async () => {
    const view = await shop.payments.findOrder("A-1");
    return [paymentStateOf({ paid: undefined } as unknown as Order, view), view.paidTwice, view.toHandle.length];
  };
  assert.deepEqual(await stateAndFurther(), ["paidTwice", true, 1]);
  await shop.payments.release("A-1", { reason: "voided in the portal", by: "Ana" });
  await shop.payments.capture("A-1");
  // The counter, too, has it until a person has said what it is.
  assert.deepEqual(await stateAndFurther(), ["paid", false, 1]);
});

test("npm start names a flag that it does not take, and starts nothing", () => {
  const script = fileURLToPath(new URL("../../demo/theatre/server.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ["--conditions=@ventanilla/source", script, "--sedeed"], {
    encoding: "utf8",
  });
  assert.match(stderr, /--sedeed.*npm start takes --seeded alone/s);
  assert.equal(status, 2);
});

test("npm start on the data of an earlier version of the demo says what to do", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-old-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "demo.db");
  await sqliteStore(file).close();
  const old = new DatabaseSync(file);
  old.exec("ALTER TABLE ventanilla_attempts RENAME COLUMN waits_for TO waiting");
  old.close();
  const free = createServer();
  await once(free.listen(0, "127.0.0.1"), "listening");
  const { port } = free.address() as AddressInfo;
  const closed = once(free, "close");
  free.close();
  await closed;
  const script = fileURLToPath(new URL("../../demo/theatre/server.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ["--conditions=@ventanilla/source", script], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: folder, SANDBOX_PORT: String(port) },
  });
  assert.match(
    stderr,
    /has the payments of an earlier version of this demo\. Delete it, or choose another folder: DATA_DIR=/,
  );
  assert.equal(status, 1);
});
