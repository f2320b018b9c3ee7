import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Options, ShopAlert } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { aroundWrites } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { cards, comeBack, cookieOf, openShop, orderOf, payAtBank, sessionIn } from "../shop.ts";

const began = Date.UTC(2026, 10, 22, 12);

/** A shop whose store refuses writes on demand, and its bank, by one clock. */
async function fragileShop(overrides: Partial<Options> = {}) {
  let time = began;
  const now = () => time;
  const store = sqliteStore(":memory:", { now });
  let isFull = (_state: string): boolean | Promise<boolean> => false;
  const fragile = aroundWrites(store, {
    async changing(write, { state }) {
      if (await isFull(state)) throw new Error("disk full");
      await write();
    },
  });
  const logger = keepingLogger();
  const shop = await openShop(
    { store: { ...fragile, close: async () => {} }, background: false, logger, ...overrides },
    { bank: { now } },
  );
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch("A-1", { attempt }));
  return {
    shop,
    logger,
    /** Asks about the attempt, two seconds after the last time. */
    ask() {
      time += 2000;
      return shop.status(attempt, "?ask=1").catch(() => {});
    },
    pay: (card = cards.approved) => payAtBank(shop, SESSION, card),
    refuse: (when: (state: string) => boolean | Promise<boolean>) => (isFull = when),
    async until(minutes: number, seconds = 0) {
      const end = began + minutes * 60_000 + seconds * 1000;
      while (time < end) {
        // Seconds count in the last minutes of the window.
        time = time < began + 28 * 60_000 ? Math.min(time + 60_000, end) : time + 1000;
        await shop.payments.reconcileOnce({ budgetMs: 60_000 });
      }
    },
    state: async () => (await shop.payments.findOrder("A-1")).attempts[0]?.state,
  };
}

test("an approval that is heard and cannot be written at once is not forgotten with the bank's session", async () => {
  const { shop, pay, refuse, until, state } = await fragileShop();
  await until(29, 56);
  await pay();
  let failures = 0;
  refuse((to) => to === "approved" && failures++ === 0);
  await until(32);
  assert.deepEqual([failures > 0, await state(), shop.paid.length], [true, "approved", 1]);
});

test("an approval that is heard while nothing can be written is written when the store is back", async () => {
  const { shop, pay, refuse, until, state } = await fragileShop();
  await until(29, 41);
  await pay();
  refuse(() => true);
  await until(30, 5);
  refuse(() => false);
  await until(33);
  assert.deepEqual([await state(), shop.paid.length], ["approved", 1]);
});

test("people hear once of an approval that only the process has, beside the alert about the store", async () => {
  const sent: ShopAlert[] = [];
  const { shop, pay, refuse, until, state } = await fragileShop({ onAlert: (alert) => void sent.push(alert) });
  await until(29, 56);
  await pay();
  refuse(() => true);
  await until(29, 59);
  const [{ id } = { id: "" }] = (await shop.payments.findOrder("A-1")).attempts;
  assert.deepEqual(
    sent.map(({ code, attempt, text }) => [code, attempt, text.en]),
    [
      [
        "store_failed",
        id,
        "Order A-1: the bank has approved it, and the database does not take that. A process of the shop keeps it and tries again: do not restart it before the database is back.",
      ],
      [
        "store_failed",
        id,
        "The database of the payments failed. The system tries again. The cause is in the server's log.",
      ],
    ],
  );
  refuse(() => false);
  await until(32);
  assert.equal(await state(), "approved");
});

test("an approval that follows a refusal while nothing can be written is the one that is written", async () => {
  const { shop, pay, refuse, until, state } = await fragileShop();
  await until(20);
  await pay(cards.declined);
  refuse(() => true);
  await until(25);
  await pay();
  await until(30, 5);
  refuse(() => false);
  await until(33);
  assert.deepEqual([await state(), shop.paid.length], ["approved", 1]);
});

test("a refusal that is written late does not say that no card was charged since", async () => {
  const { shop, pay, refuse, until } = await fragileShop();
  await until(20);
  await pay(cards.declined);
  refuse(() => true);
  await until(25);
  // The bank forgets the session early, and with it that another card was approved.
  shop.sandbox.faults.arm("early-404", { times: 1000 });
  await pay();
  await until(30, 5);
  refuse(() => false);
  await until(33);
  const [attempt] = (await shop.payments.findOrder("A-1")).attempts;
  assert.deepEqual([attempt?.state, attempt?.safeToRetry], ["declined", false]);
});

test("a router that closes writes what it has heard, and says meanwhile that it is not written", async () => {
  const { shop, logger, pay, refuse, until, state } = await fragileShop();
  await until(29, 56);
  await pay();
  refuse(() => true);
  await until(29, 59);
  const lines = logger.lines.filter(({ message }) =>
    message.startsWith("the bank has approved a payment, and the store"),
  );
  assert.deepEqual(
    lines.map(({ fields }) => fields.code),
    ["store_failed"],
  );
  refuse(() => false);
  await shop.payments.close();
  assert.equal(await state(), "approved");
});

test("an approval that is heard while an older refusal is written is not forgotten", async () => {
  const { shop, ask, pay, refuse, until, state } = await fragileShop();
  // No scheduled query is due then, whatever the attempt's jitter: it would wait for the same write, and the buyer for it.
  await until(9);
  await pay(cards.declined);
  refuse(() => true);
  await ask();
  const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  refuse(async (to) => {
    if (to !== "declined") return true;
    begun.resolve();
    await written.promise;
    return false;
  });
  const writing = shop.payments.reconcileOnce({ budgetMs: 60_000 });
  await begun.promise;
  await pay();
  await ask();
  written.resolve();
  await writing;
  shop.sandbox.faults.arm("early-404", { times: 1000 });
  refuse(() => false);
  await until(33);
  assert.deepEqual([await state(), shop.paid.length], ["approved", 1]);
});

test("a refusal that was kept does not hide that the next card is in progress", async () => {
  const { shop, ask, pay, refuse, until } = await fragileShop();
  await until(20);
  await pay(cards.declined);
  refuse(() => true);
  await ask();
  refuse(() => false);
  shop.sandbox.faults.arm("code-09-times", { times: 1 });
  await pay();
  const answer = await ask();
  assert.deepEqual([answer?.body.outcome, answer?.body.safeToRetry], ["pending", false]);
});

test("a router that closes writes what it has heard, also beside a request that hangs", async (t) => {
  const asked = Promise.withResolvers<void>();
  const order = (id: string) => {
    if (id === "A-1") return orderOf(id);
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const { shop, pay, refuse, until, state } = await fragileShop({ order });
  await until(29, 56);
  await pay();
  refuse(() => true);
  await until(29, 59);
  refuse(() => false);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  shop.launch("B-2").catch(() => {});
  await asked.promise;
  const closing = shop.payments.close();
  for (let turns = 0; turns < 50; turns++) await turn();
  assert.equal(await state(), "approved");
  t.mock.timers.tick(20_000);
  await closing;
});

test("another bank is never asked about an attempt, and never given its session key", async () => {
  const store = sqliteStore(":memory:");
  const one = await openShop({ store, background: false });
  const other = await openShop({ store, background: false });
  const attempt = crypto.randomUUID();
  await payAtBank(one, await sessionIn(await one.launch("A-1", { attempt })), cards.approved);
  const { body } = await other.status(attempt, "?ask=1");
  assert.equal(body.state, "opened");
  assert.deepEqual(
    other.sandbox.wire().filter(({ path }) => path.startsWith("/sessions/")),
    [],
  );
  assert.equal((await one.status(attempt, "?ask=1")).body.state, "approved");
});

test("who launches an order that is paid already does not see with which card", async () => {
  const shop = await openShop({ order: () => orderOf("A-1") });
  const SESSION = await sessionIn(await shop.launch("A-1"));
  await comeBack(await payAtBank(shop, SESSION, cards.approved));
  const attempt = crypto.randomUUID();
  const refused = await shop.launch("A-1", { attempt });
  assert.equal(refused.status, 409);
  const { body } = await shop.status(attempt, "", { Cookie: cookieOf(refused) });
  assert.equal(body.state, "approved");
  assert.deepEqual([body.maskedCard, body.authorizationCode, body.reference], [undefined, undefined, undefined]);
});
