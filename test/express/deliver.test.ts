import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type AttemptEvent, type Hook, type PaymentEvent, PermanentHookError } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { deadBankName } from "../dead-bank.ts";
import { bankAt, keptIn, place, placePaidTwice, withShop } from "../kept.ts";
import { silentLogger, warningsOf } from "../loggers.ts";
import { cards, comeBack, openShop, orderOf, pay, payAtBank, sessionIn, stillRouter, stillTime } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder("deliver");

/** Collects the named warnings of a while. */
async function warningsDuring(work: () => Promise<void>): Promise<string[]> {
  const warnings = await warningsOf(work);
  return warnings.filter(({ name }) => name === "VentanillaWarning").map(({ message }) => message);
}

test("a hook that throws what has no text has failed like any other", async () => {
  const store = sqliteStore(":memory:");
  const thrown: unknown = Object.create(null);
  const router = stillRouter({ store, onPaid: () => Promise.reject(thrown) });
  await place(store, { state: "approved" });
  await router.work();
  const [event] = await keptIn(store).eventsOf("A-1");
  assert.deepEqual([event?.error, event?.tries, router.alerts], ["an error that has no text", 1, []]);
});

test("a hook that fails is warned about, and run again until it succeeds", async (t) => {
  let calls = 0;
  const time = stillTime(t);
  const store = sqliteStore(join(folder, "retry.db"), time.clock);
  const shop = await openShop({
    store,
    onPaid: () => {
      calls++;
      if (calls < 2) throw new Error("the warehouse is closed\nforged line");
    },
  });
  const warnings = await warningsDuring(async () => {
    await pay(shop, "A-1", cards.approved);
  });
  assert.equal(calls, 1);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? "", /failed and runs again in 5 s .*"event":"paid:A-1"/);
  assert.match(warnings[0] ?? "", /"at":"(?:Object\.)?onPaid \(.*deliver\.test\.ts:\d+:\d+\)"/);
  assert.ok(!warnings[0]?.includes("\n"));
  assert.equal((await keptIn(store).stats()).outbox.due, 1);
  await time.pass(4000);
  assert.equal(calls, 1);
  for (let i = 0; i < 60 && (await keptIn(store).stats()).outbox.due > 0; i++) await time.pass(1000);
  assert.equal(calls, 2);
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
});

test("an approval whose process died before the hook ran is delivered by the next process", async () => {
  const file = join(folder, "crash.db");
  const store = sqliteStore(file);
  const { amount, tax } = orderOf("A-1") ?? {};
  if (!amount || !tax) throw new Error("no order");
  const { attempt } = await keptIn(store).insertAttempt(
    {
      id: crypto.randomUUID(),
      order: "A-1",
      bank: "http://localhost:4000",
      amount,
      tax,
      browserHash: "",
      facts: { language: "es", mode: "popup" },
      dueAt: 0,
    },
    0,
  );
  await keptIn(store).transition(attempt.id, attempt.version, {
    state: "approved",
    announce: "order.paid",
    facts: { ...attempt.facts, settledAt: 1, verdict: { code: "00", authorizationCode: "123456" } },
  });
  await store.close();

  const paid: string[] = [];
  const { payments } = stillRouter({
    store: sqliteStore(file),
    background: true,
    onPaid: ({ id, authorizationCode }) => void paid.push(id, authorizationCode ?? ""),
  });
  for (let i = 0; i < 3000 && paid.length === 0; i++) await sleep(20);
  await payments.close();
  assert.deepEqual(paid, ["paid:A-1", "123456"]);
});

test("a slow hook does not keep the buyer waiting", async (t) => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const shop = await openShop({
    onPaid: () => {
      begun.resolve();
      return released.promise;
    },
  });
  const attempt = crypto.randomUUID();
  const back = await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
  const time = stillTime(t);
  const coming = comeBack(back);
  await begun.promise;
  await time.pass(1000);
  assert.equal((await coming).status, 303);
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
  released.resolve();
});

test("without onPaidAgain a second payment of an order is warned about by name", async () => {
  let minor = 100;
  const shop = await openShop({
    order: () => ({
      amount: { minor, currency: "DOP" },
      tax: { minor: 0, currency: "DOP" },
      buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
    }),
  });
  const first = await sessionIn(await shop.launch("A-1"));
  minor = 200;
  const second = await sessionIn(await shop.launch("A-1"));
  const warnings = await warningsDuring(async () => {
    minor = 100;
    await comeBack(await payAtBank(shop, first, cards.approved));
    minor = 200;
    await comeBack(await payAtBank(shop, second, cards.approved));
  });
  assert.deepEqual(warnings.length, 1);
  assert.match(warnings[0] ?? "", /paid or authorized twice.*"order":"A-1"/);
});

/** Waits until no event is due. */
const settled = async (store: Store) => {
  for (let i = 0; i < 3000 && (await keptIn(store).stats()).outbox.due > 0; i++) await sleep(20);
  assert.equal((await keptIn(store).stats()).outbox.due, 0, "an event is still due");
};

test("each end of an attempt has its hook, with a stable id, the issuer's code and no secret", async () => {
  const events: AttemptEvent[] = [];
  const keep = (event: AttemptEvent) => void events.push(event);
  const store = sqliteStore(":memory:");
  const shop = await openShop({
    store,
    logger: silentLogger,
    onPaid: keep,
    onPaidAgain: keep,
    onDeclined: keep,
    onExpired: keep,
    onUnknown: keep,
    onReview: keep,
  });
  const declined = await pay(shop, "A-1", cards.declined);
  const review = await pay(shop, "B-2", cards.partial);
  const paid = await pay(shop, "C-3", cards.approved);
  const bank = bankAt(shop.sandbox);
  const { id: expired } = await place(store, { order: "D-4", bank, state: "expired" });
  const { id: unknown } = await place(store, { order: "E-5", bank, state: "unknown" });
  const { id: again } = await placePaidTwice(store, "F-6", 100, bank);
  await settled(store);
  assert.deepEqual(
    events.map(({ id, type, code }) => [id, type, code]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    [
      [`declined:${declined}`, "attempt.declined", "05"],
      [`expired:${expired}`, "attempt.expired", undefined],
      ["paid:C-3", "order.paid", "00"],
      ["paid:F-6", "order.paid", "00"],
      [`paidAgain:${again}`, "order.paidAgain", "00"],
      [`review:${review}`, "attempt.review", "10"],
      [`unknown:${unknown}`, "attempt.unknown", undefined],
    ],
  );
  assert.equal(events.find(({ id }) => id === "paid:C-3")?.attempt, paid);
  const kept = await Promise.all([declined, review].map((id) => keptIn(store).findAttempt(id)));
  const keys = kept.map((attempt) => attempt?.facts.sealedKey ?? assert.fail());
  const sessions = shop.sandbox.sessions().map(({ id }) => id);
  for (const secret of [...sessions, ...keys, ...Object.values(cards)]) {
    assert.ok(!JSON.stringify(events).includes(secret), secret);
  }
  assert.doesNotMatch(JSON.stringify(events), /"[^"]*(?:sess|key|seal)[^"]*":/i);
});

test("an order's events come oldest first; one that has to be tried again keeps no payment waiting", async () => {
  const seen: string[] = [];
  let time = 1_800_000_000_000;
  let failures = 0;
  const { store, work } = stillRouter({
    store: sqliteStore(":memory:", { now: () => time }),
    onDeclined: () => {
      seen.push("declined");
      if (failures++ === 0) throw new Error("not now");
    },
    onPaid: ({ order }) => void seen.push(`paid ${order}`),
  });
  await place(store, { order: "A-1", state: "declined" });
  await place(store, { order: "A-1", state: "approved" });
  time += 1;
  await place(store, { order: "B-2", state: "approved" });
  await work();
  assert.equal(seen[0], "declined");
  assert.deepEqual(seen.splice(0).toSorted(), ["declined", "paid A-1", "paid B-2"]);
  time += 5000;
  await work();
  assert.deepEqual(seen, ["declined"]);
});

test("once a person has recorded what was done about a further payment, its hook asks for it no more", async () => {
  let time = 1_800_000_000_000;
  let calls = 0;
  const router = stillRouter({
    store: sqliteStore(":memory:", { now: () => time }),
    onPaidAgain: () => {
      calls++;
      throw new Error("the chat is down");
    },
  });
  const further = await placePaidTwice(router.store, "A-1", 100);
  await router.work();
  assert.equal(calls, 1);
  await router.payments.recordHandling(further.id, { returned: true, reason: "voided in the portal", by: "Ana" });
  time += 5000;
  await router.work();
  assert.equal(calls, 1);
  const events = await keptIn(router.store).eventsOf("A-1");
  assert.ok(
    events.every(({ deliveredAt }) => deliveredAt !== undefined),
    "delivered, since there is nothing left to do",
  );
});

test("a hook that says it will never succeed is given up at once, with an alert, and can be revived", async () => {
  const alerts: object[] = [];
  let broken = true;
  let calls = 0;
  const store = sqliteStore(":memory:");
  const shop = await openShop({
    store,
    logger: { ...silentLogger, error: (fields: object) => alerts.push(fields) },
    onPaid: () => {
      calls++;
      if (broken) throw new PermanentHookError("this order is in no book");
    },
  });
  const attempt = await pay(shop, "A-1", cards.approved);
  assert.deepEqual(alerts, [
    {
      code: "dead_event",
      event: "paid:A-1",
      order: "A-1",
      attempt,
      error: "PermanentHookError: this order is in no book",
    },
  ]);
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 1 });
  broken = false;
  assert.equal(await keptIn(store).reviveEvent("paid:A-1"), true);
  await settled(store);
  assert.deepEqual([calls, (await keptIn(store).stats()).outbox], [2, { due: 0, dead: 0 }]);
});

test("a hook that failed for 72 hours is given up, with an alert", async () => {
  let ahead = 0;
  const codes: string[] = [];
  const store = sqliteStore(":memory:", { now: () => Date.now() + ahead });
  const shop = await openShop({
    store,
    background: false,
    logger: { ...silentLogger, error: (fields: object) => void codes.push((fields as { code: string }).code) },
    onPaid: () => {
      throw new Error("no");
    },
  });
  await pay(shop, "A-1", cards.approved);
  let tries = 0;
  while (!codes.includes("dead_event") && tries < 100) {
    ahead += 60 * 60_000;
    tries += (await shop.payments.reconcileOnce({ budgetMs: 60_000 })).events;
  }
  assert.deepEqual(codes, [...Array(tries - 2).fill("hook_failing"), "dead_event"]);
  assert.ok(ahead > 72 * 60 * 60_000 && ahead < 80 * 60 * 60_000);
  assert.ok(tries > 12 && tries < 20, `${tries} tries`);
});

test("a hook is not given up for the time in which its event waited for others", async () => {
  let ahead = 0;
  const store = sqliteStore(":memory:", { now: () => Date.now() + ahead });
  let isDown = true;
  const router = stillRouter({
    store,
    onPaid() {
      if (isDown) throw new Error("the warehouse is closed");
    },
  });
  await place(store, { state: "approved" });
  ahead = 73 * 60 * 60_000;
  await router.work();
  isDown = false;
  ahead += 60_000;
  assert.deepEqual(await router.work(), { attempts: 0, events: 1 });
  assert.deepEqual([router.alerts, (await keptIn(store).stats()).outbox], [[], { due: 0, dead: 0 }]);
});

test("a hook that has succeeded does not run again because the store failed for a moment", async () => {
  const store = sqliteStore(":memory:");
  let failures = 2;
  const failing = withShop(store, ({ settleClaim }) => ({
    async settleClaim(...claim) {
      if (failures-- > 0) throw new Error("Connection terminated unexpectedly");
      return settleClaim(...claim);
    },
  }));
  let runs = 0;
  const router = stillRouter({ store: failing, onPaid: () => void runs++ });
  await place(store, { state: "approved" });
  await router.work();
  assert.deepEqual([runs, router.alerts, (await keptIn(store).stats()).outbox], [1, [], { due: 0, dead: 0 }]);
});

const lost = () => Promise.reject(new Error("Connection terminated unexpectedly"));

for (const { title, onPaid, says, reason } of [
  {
    title: "a hook that fails while the store fails is not called delivered, and its error is in the alert",
    onPaid: () => Promise.reject(new Error("the warehouse is closed")),
    says: /^a hook failed, and the store could not record it/,
    reason: "Error: the warehouse is closed",
  },
  {
    title: "a hook whose writes cannot be committed is not called delivered, nor said to have failed",
    onPaid: async (_payment, { transaction }) => void (await transaction.query("SELECT 1")),
    says: /^a hook could not be committed, and the store could not record it/,
    reason: "Error: Connection terminated unexpectedly",
  },
] satisfies { title: string; onPaid: Hook<PaymentEvent>; says: RegExp; reason: string }[]) {
  test(title, async () => {
    const alerts: [fields: object, message: string][] = [];
    const store = sqliteStore(":memory:");
    const losing = withShop(store, (shop) => ({
      settleClaim: lost,
      async openDelivery(...claim) {
        const delivery = await shop.openDelivery(...claim);
        return delivery && { ...delivery, commit: lost };
      },
    }));
    const router = stillRouter({
      store: losing,
      logger: { info: () => {}, warn: () => {}, error: (...line) => void alerts.push(line) },
      onPaid,
    });
    const { id } = await place(store, { state: "approved" });
    await router.work();
    assert.equal(alerts.length, 1);
    const [fields, message] = alerts[0] ?? [];
    assert.match(message ?? "", says);
    const error = "Error: Connection terminated unexpectedly";
    const about = { event: "paid:A-1", order: "A-1", attempt: id };
    assert.deepEqual(fields, { code: "store_failed", ...about, hookError: reason, error });
  });
}

test("a hook that fails again does not alert when another process has its event by then", async () => {
  const store = sqliteStore(":memory:");
  const router = stillRouter({
    store: withShop(store, () => ({ settleClaim: async () => false })),
    onPaid: () => Promise.reject(new Error("the warehouse is closed")),
  });
  await place(store, { state: "approved" });
  for (let tries = 0; tries < 3; tries++)
    await keptIn(store).claimEvents({ limit: 1, leaseMs: 0, banks: [deadBankName] });
  await router.work();
  const [event] = await keptIn(store).eventsOf("A-1");
  assert.deepEqual([event?.tries, router.alerts], [4, []]);
});

test("a hook whose writes could not be committed is said to run again for that, and runs again", async () => {
  const lines: string[] = [];
  let ahead = 0;
  let isLost = true;
  const store = sqliteStore(":memory:", { now: () => Date.now() + ahead });
  const losing = withShop(store, ({ openDelivery }) => ({
    async openDelivery(...claim) {
      const delivery = await openDelivery(...claim);
      return delivery && { ...delivery, commit: () => (isLost ? lost() : delivery.commit()) };
    },
  }));
  const router = stillRouter({
    store: losing,
    logger: { info: () => {}, warn: (_fields, message) => void lines.push(message), error: () => {} },
    onPaid: async (_payment, { transaction }) => void (await transaction.query("SELECT 1")),
  });
  await place(store, { state: "approved" });
  await router.work();
  assert.deepEqual(lines, ["a hook could not be committed and runs again in 5 s"]);
  isLost = false;
  ahead = 60_000;
  await router.work();
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
});

for (const [what, hook] of [
  ["throws", () => Promise.reject(new Error("the mail server is down"))],
  ["hangs", (released: Promise<void>) => released],
  ["is given up", () => Promise.reject(new PermanentHookError("no such buyer"))],
] as const) {
  for (const [name, state] of [
    ["onDeclined", "declined"],
    ["onExpired", "expired"],
  ] as const) {
    test(`${name} that ${what} does not hold up onPaid of its order`, async () => {
      const paid = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const { store, work } = stillRouter({
        onPaid: () => paid.resolve(),
        [name]: () => {
          begun.resolve();
          return hook(released.promise);
        },
      });
      await place(store, { state });
      const first = work();
      await begun.promise;
      await place(store, { state: "approved" });
      const second = work();
      await paid.promise;
      released.resolve();
      await Promise.all([first, second]);
    });
  }
}

test("a logger that throws or rejects stops no delivery, and what it was told is a warning of the process", async () => {
  const throws = () => {
    throw new Error("the log disk is full");
  };
  const rejects = (): unknown => Promise.reject(new Error("the log disk is full"));
  for (const fails of [throws, rejects]) {
    const { store, work } = stillRouter({
      logger: { info: fails, warn: fails, error: fails },
      onDeclined: () => Promise.reject(new PermanentHookError("no such buyer")),
    });
    await place(store, { state: "declined" });
    const warnings = await warningsDuring(async () => void (await work()));
    assert.match(warnings.join(), /failed for good.*"loggerFailed":"Error: the log disk is full"/);
    assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 1 });
  }
});

test("a delivery asks for no order: what a payment is for was decided when the bank approved it", async () => {
  const paid: boolean[] = [];
  const { store, alerts, work } = stillRouter({
    store: sqliteStore(":memory:"),
    order: () => {
      throw new Error("request is undefined");
    },
    onPaid: ({ amountDiffers }) => void paid.push(amountDiffers),
  });
  await place(store, { state: "approved" });
  await work();
  assert.deepEqual([paid, alerts], [[false], []]);
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
});
