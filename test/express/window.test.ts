import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Options, Payments } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { some } from "../part.ts";
import { cards, comeBack, openShop, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder("window");

/** An attempt whose queries come within a twentieth of their times. */
const punctual = "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11";

const began = Date.UTC(2026, 10, 22, 12);

/** A time that a test moves, and what the shop's background work does meanwhile. */
function passing() {
  let time = began;
  return {
    now: () => time,
    /** Goes to a time of the session's life, with the shop at work, at a whole second, whenever something is due. */
    async pass(payments: Payments, store: Store, minutes: number, seconds = 0): Promise<void> {
      const target = began + minutes * 60_000 + seconds * 1000;
      for (;;) {
        const { attemptsSince, eventsSince } = await keptIn(store).backlog(0);
        const due = Math.min(attemptsSince ?? Number.POSITIVE_INFINITY, eventsSince ?? Number.POSITIVE_INFINITY);
        const waits = due - (await store.now());
        if (waits <= 0) await payments.reconcileOnce({ budgetMs: 60_000 });
        if (time >= target) return;
        time = Math.min(target, time + Math.max(1000, Math.ceil(waits / 1000) * 1000));
      }
    },
  };
}

/** A shop and its bank by one clock, with an order that was launched at 0:00. */
async function windowShop(life?: "submission" | "45-minutes", overrides: Partial<Options> = {}) {
  const { now, pass } = passing();
  const logger = keepingLogger();
  const store = sqliteStore(":memory:", { now });
  const shop = await openShop({ store, background: false, logger, ...overrides }, { bank: { now } });
  const { sandbox } = shop;
  if (life !== undefined) sandbox.switches.set("session-life", life);
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch("A-1", { attempt }));
  const queries = () => sandbox.sessions()[0]?.queries ?? 0;

  return {
    shop,
    until: (minutes: number, seconds?: number) => pass(shop.payments, store, minutes, seconds),
    queries,
    attempt,
    pay: (card: string) => payAtBank(shop, SESSION, card),
    async state() {
      return (await shop.payments.findOrder("A-1")).attempts[0]?.state;
    },
    alerts: () => logger.lines.flatMap(({ level, fields }) => (level === "error" ? [fields.code] : [])),
    async safeToRetry() {
      return (await shop.status(attempt)).body.safeToRetry;
    },
  };
}

test("nobody pays: expired half a minute after the end, and safe to pay again", async () => {
  const { until, state, safeToRetry, alerts } = await windowShop();
  await until(30, 30);
  assert.equal(await state(), "opened");
  await until(30, 33);
  assert.deepEqual([await state(), await safeToRetry(), alerts()], ["expired", true, []]);
});

test("a code that is not final after the last empty answer: unknown, with an alert, never expired", async () => {
  const { shop, until, pay, state, safeToRetry, alerts } = await windowShop();
  await until(29, 50);
  await pay(cards.approved);
  shop.sandbox.faults.arm("code-09-times", { times: 9 });
  await until(32);
  assert.deepEqual([await state(), await safeToRetry(), alerts()], ["unknown", false, ["unknown"]]);
});

test("a bank that keeps the session for longer, paid at 41:00: approved", async () => {
  for (const [life, at] of [
    ["45-minutes", 41],
    ["45-minutes", 44.6],
  ] as const) {
    const { shop, until, pay, state } = await windowShop(life);
    await until(at);
    assert.equal(await state(), "opened");
    await pay(cards.approved);
    await until(46);
    assert.equal(await state(), "approved", `paid at ${at}`);
    assert.equal(shop.paid.length, 1);
  }
});

test("a bank that keeps the session for 45 minutes is asked until then, and the attempt expires", async () => {
  const { until, state } = await windowShop("45-minutes");
  await until(44, 50);
  assert.equal(await state(), "opened");
  await until(46);
  assert.equal(await state(), "expired");
});

test("who comes back after the attempt has expired may have paid: unknown, with an alert, and no launch until a person has looked", async () => {
  const { shop, until, pay, state, safeToRetry, alerts, attempt } = await windowShop();
  await until(29, 58);
  const back = await pay(cards.approved);
  shop.sandbox.faults.arm("early-404", { times: 9 });
  await until(31);
  assert.equal(await state(), "expired");
  assert.equal((await comeBack(back)).status, 303);
  assert.deepEqual([await state(), await safeToRetry(), alerts()], ["unknown", false, ["unknown"]]);
  assert.equal((await shop.launch("A-1")).status, 409);
  await shop.payments.resolve(attempt, { paid: true, reason: "the bank's list", by: "Ana" });
  assert.equal(shop.paid.length, 1);
});

test("a second card in a refused session is found, whenever it is approved", async () => {
  for (const [minutes, seconds] of [
    [9, 0],
    [29, 45],
    [29, 57],
  ] as const) {
    const { shop, until, pay, state } = await windowShop();
    await until(5);
    await comeBack(await pay(cards.declined));
    assert.equal(await state(), "declined");
    await until(minutes, seconds);
    await pay(cards.approved);
    await until(30, 40);
    assert.equal(await state(), "approved", `approved at ${minutes}:${seconds}`);
    assert.equal(shop.paid.length, 1);
  }
});

test("a refused attempt whose last questions have no answer is told to a person, who may find that it was paid", async () => {
  const { shop, until, pay, state, alerts, attempt } = await windowShop();
  await until(5);
  await comeBack(await pay(cards.declined));
  await until(28, 50);
  await pay(cards.approved);
  shop.sandbox.faults.arm("result-500", { times: 50 });
  await until(62);
  assert.deepEqual([await state(), alerts()], ["declined", ["unconfirmed"]]);
  await shop.payments.resolve(attempt, { paid: true, reason: "the bank's list", by: "Ana" });
  assert.equal(shop.paid.length, 1);
});

test("what a person has to find out is told at once, though a hook of the order fails for days", async () => {
  const onDeclined = () => Promise.reject(new Error("the mail server is down"));
  const unconfirmed = await windowShop(undefined, { onDeclined });
  await unconfirmed.until(5);
  await comeBack(await unconfirmed.pay(cards.declined));
  await unconfirmed.until(28, 50);
  unconfirmed.shop.sandbox.faults.arm("early-404", { times: 9 });
  await unconfirmed.until(62);
  assert.deepEqual(unconfirmed.alerts(), [...Array(3).fill("hook_failing"), "unconfirmed"]);

  const second = await windowShop(undefined, { onDeclined });
  await comeBack(await second.pay(cards.declined));
  const { shop, alerts } = second;
  await comeBack(await payAtBank(shop, await sessionIn(await shop.launch("A-1")), cards.partial));
  assert.deepEqual(alerts(), ["review"]);
});

test("a refused attempt that the bank repeats to the end calls nobody", async () => {
  const { until, pay, state, alerts } = await windowShop();
  await until(5);
  await comeBack(await pay(cards.declined));
  await until(32);
  assert.deepEqual([await state(), alerts()], ["declined", []]);
});

/** A shop on a file, by a host's clock that may be set, and its bank by true time. */
async function shopOfHost(t: TestContext, name: string) {
  const { now, pass } = passing();
  let step = 0;
  // Not by `t.mock`, which keeps a stack of each of very many calls.
  const host = [Date.now, performance.now] as const;
  t.after(() => ([Date.now, performance.now] = host));
  Date.now = () => now() + step;
  performance.now = () => now() - began + 1000;
  const store = sqliteStore(join(folder, name));
  const shop = await openShop({ store, background: false }, { bank: { now } });
  const SESSION = await sessionIn(await shop.launch("A-1", { attempt: punctual }));
  return {
    shop,
    pay: () => payAtBank(shop, SESSION, cards.approved),
    setClock: (by: number) => (step = by),
    until: (minutes: number) => pass(shop.payments, store, minutes),
    state: async () => (await shop.payments.findOrder("A-1")).attempts[0]?.state,
  };
}

for (const by of some("clocks of hosts", [28, -28])) {
  const minutes = `${by} minutes`;

  test(`a host whose clock is set by ${minutes} and back misses nothing that is paid meanwhile`, async (t) => {
    const { until, setClock, pay, state } = await shopOfHost(t, `early${by}.db`);
    await until(1);
    setClock(by * 60_000);
    await until(2);
    setClock(0);
    await until(10);
    await pay();
    // The next query is due at 11:00, give or take a tenth.
    await until(12.5);
    assert.equal(await state(), "approved");
  });

  test(`a host whose clock is set by ${minutes} half a minute before the end still asks in the last seconds`, async (t) => {
    const { until, setClock, pay, state } = await shopOfHost(t, `late${by}.db`);
    await until(29.5);
    setClock(by * 60_000);
    await until(29.94);
    await pay();
    await until(31);
    assert.equal(await state(), "approved");
  });

  test(`a host whose clock is set by ${minutes} takes nothing for the end but the bank's`, async (t) => {
    const { until, setClock, state } = await shopOfHost(t, `unpaid${by}.db`);
    await until(1);
    setClock(by * 60_000);
    await until(30);
    assert.equal(await state(), "opened");
    await until(30.7);
    assert.equal(await state(), "expired");
  });
}
