import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type AlertHook, type Options, PermanentHookError, type ShopAlert } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn, place, placePaidTwice, withShop } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { startPostgres, type TestServer } from "../../postgres.ts";
import { cards, openShop, pay, stillRouter, stillTime } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const second = 1000;
const hour = 3600 * second;
const counterUrl = "https://shop.example/staff/payments";
const folder = temporaryFolder("alerts");
let server: TestServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

/** A router that keeps the alerts that it sends. */
function sendingRouter(overrides: Partial<Options> = {}) {
  const sent: ShopAlert[] = [];
  const logger = keepingLogger();
  const router = stillRouter({ onAlert: (alert) => void sent.push(alert), counterUrl, logger, ...overrides });
  const warnings = () => logger.lines.filter(({ level }) => level === "warn");
  return { ...router, sent, logger, warnings };
}

interface Engine {
  /** Another process's store, on the same database. */
  open(): Store;
  /** As if the pause after a hook's failure had passed. */
  makeDue(): unknown;
}

const engines: Record<string, () => Promise<Engine>> = {
  async SQLite() {
    const file = join(folder, "alerts.db");
    const open = () => sqliteStore(file);
    return {
      open,
      makeDue: () => new DatabaseSync(file).exec("UPDATE ventanilla_outbox SET due_at = 0 WHERE due_at > 0"),
    };
  },
  async Postgres() {
    const { pool } = await server.database();
    await postgresStore(pool).migrate();
    const makeDue = () => pool.query("UPDATE ventanilla.outbox SET due_at = 0 WHERE due_at > 0");
    return { open: () => postgresStore(pool), makeDue };
  },
};

for (const [engine, start] of some("alerts", Object.entries(engines))) {
  test(`people are told once, however many processes and restarts raise the alert: ${engine}`, async (t) => {
    const { open, makeDue } = await start();
    // With each failure of the hook the alert is raised again.
    const onReview = () => Promise.reject(new Error("the mail server is down"));
    const openRouter = () => sendingRouter({ onReview, store: open() });
    const routers = [openRouter(), openRouter(), openRouter()];
    t.after(() => Promise.all(routers.map(({ payments }) => payments.close())));
    const attempt = await place(open(), { order: "A-1", state: "review", facts: { verdict: { code: "10" } } });
    for (const { work } of routers) {
      assert.deepEqual(await work(), { attempts: 0, events: 1 });
      await makeDue();
    }
    const restarted = openRouter();
    routers.push(restarted);
    await restarted.work();
    const raised = routers.flatMap(({ logger }) => logger.lines.filter(({ level }) => level === "error"));
    assert.deepEqual(
      raised.map(({ fields }) => fields.code),
      ["review", "review", "review", "hook_failing", "review", "hook_failing"],
    );
    const all = routers.flatMap((router) => router.sent);
    // `hook_failing` has another id when an hour ends meanwhile.
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const sent = all.filter(({ code }) => code !== "hook_failing");
    assert.equal(sent.length, 1);
    const [alert] = sent;
    assert.deepEqual(alert, {
      id: `review:review:${attempt.id}`,
      code: "review",
      order: "A-1",
      attempt: attempt.id,
      event: `review:${attempt.id}`,
      text: {
        es: "Pedido A-1: el banco aprobó solo una parte del monto. Pida que devuelva esa parte (antes del cierre de lote es una anulación), o pregunte cuánto aprobó. No entregue nada antes.",
        en: "Order A-1: the bank approved only a part of the amount. Ask it to give that part back (before the batch close that is a void), or how much it approved. Deliver nothing before that.",
      },
      url: `${counterUrl}/payments/${attempt.id}`,
      at: alert?.at,
    });
  });
}

test("a double charge is told at once while onPaid fails, and not again once a person has given one back", async () => {
  let time = Date.UTC(2026, 10, 20, 15);
  const store = sqliteStore(":memory:", { now: () => time });
  let isDown = true;
  const shop = await openShop({
    store,
    background: false,
    logger: keepingLogger(),
    onAlert: ({ code }) => void sent.push(code),
    onPaid: () => {
      if (isDown) throw new Error("the shop's system is down");
    },
  });
  const sent: string[] = [];
  const first = await place(store, { minor: 100, windowEndsAt: 1 });
  await place(store, { minor: 200, state: "approved" });
  const unknown = { state: "unknown", facts: first.facts, announce: "attempt.unknown" } as const;
  await keptIn(store).transition(first.id, first.version, unknown);
  await shop.payments.resolve(first.id, { paid: true, reason: "on the statement", by: "Ana" });
  await shop.payments.reconcileOnce({ budgetMs: 60_000 });
  assert.equal((await keptIn(store).stats()).outbox.due, 3);
  assert.deepEqual(sent, ["paid_again"]);
  await shop.payments.recordHandling(first.id, { returned: true, reason: "voided", by: "Ana" });
  isDown = false;
  time += hour;
  await shop.payments.reconcileOnce({ budgetMs: 60_000 });
  assert.equal((await keptIn(store).stats()).outbox.due, 0);
  assert.deepEqual(sent, ["paid_again"]);
});

test("no alert asks for what a person has done while its event waited behind a failing hook", async (t) => {
  let time = Date.UTC(2026, 10, 20, 15);
  let isDown = true;
  const fail = () => {
    if (isDown) throw new Error("the shop's system is down");
  };
  const { store, payments, work, sent } = sendingRouter({
    store: sqliteStore(":memory:", { now: () => time }),
    onPaid: fail,
    onDeclined: fail,
  });
  t.after(() => payments.close());
  const twice = await placePaidTwice(store, "A-1", 500);
  const declined = await place(store, { order: "A-2", state: "declined", facts: { verdict: { code: "51" } } });
  const facts = { ...declined.facts, unconfirmedAt: time };
  await keptIn(store).transition(declined.id, declined.version, {
    state: "declined",
    facts,
    announce: "attempt.unconfirmed",
  });
  await work();
  assert.deepEqual(sent, []);
  await payments.recordHandling(twice.id, { returned: true, reason: "voided", by: "Ana" });
  await payments.resolve(declined.id, { paid: false, reason: "the bank says no", by: "Ana" });
  isDown = false;
  time += hour;
  await work();
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
  assert.deepEqual(sent, []);
});

test("an alert that cannot be sent is tried three times, then given up with a warning, and harms no payment", async (t) => {
  const time = stillTime(t);
  let calls = 0;
  const { store, payments, work, warnings } = sendingRouter({
    store: sqliteStore(":memory:", time.clock),
    onAlert: () => {
      calls++;
      throw new Error("535 authentication failed");
    },
  });
  t.after(() => payments.close());
  const attempt = await place(store, { state: "unknown" });
  assert.deepEqual(await work(), { attempts: 0, events: 1 });
  assert.equal(calls, 1);
  await time.pass(9 * second);
  assert.equal(calls, 1);
  await time.pass(second);
  assert.equal(calls, 2);
  await time.pass(60 * second);
  assert.equal(calls, 3);
  await time.pass(24 * hour);
  assert.equal(calls, 3);
  assert.deepEqual(warnings(), [
    {
      level: "warn",
      message: "onAlert was not told of an alert",
      fields: { code: "unknown", order: "A-1", attempt: attempt.id, error: "Error: 535 authentication failed" },
    },
  ]);
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
});

test("an alert that hangs is told to stop after 10 seconds, holds up nothing, and is tried again", async (t) => {
  const time = stillTime(t);
  const signals: AbortSignal[] = [];
  const { store, payments, warnings } = sendingRouter({
    store: sqliteStore(":memory:", time.clock),
    onAlert: (_alert, { signal }) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise(() => {}) : undefined;
    },
  });
  t.after(() => payments.close());
  await place(store, { state: "unknown" });
  const working = payments.reconcileOnce({ budgetMs: 5 * second });
  for (let turns = 0; turns < 50 && signals.length === 0; turns++) await turn();
  await time.pass(5 * second);
  assert.deepEqual(await working, { attempts: 0, events: 1 });
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false],
  );
  await time.pass(5 * second);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
  await time.pass(10 * second);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
  assert.deepEqual(warnings(), []);
});

test("closing waits for an alert that is being sent, and not for the next try of one that failed", async (t) => {
  const time = stillTime(t);
  const sending = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let isSent = false;
  const busy = sendingRouter({
    store: sqliteStore(":memory:", time.clock),
    onAlert: async () => {
      begun.resolve();
      await sending.promise;
      isSent = true;
    },
  });
  await place(busy.store, { state: "unknown" });
  const working = busy.payments.reconcileOnce({ budgetMs: second });
  await begun.promise;
  const closed = busy.payments.close();
  sending.resolve();
  await Promise.all([closed, working]);
  assert.equal(isSent, true);

  const failed = sendingRouter({
    store: sqliteStore(":memory:", time.clock),
    onAlert: () => Promise.reject(new Error("down")),
  });
  await place(failed.store, { state: "unknown" });
  await failed.work();
  await failed.payments.close();
  for (let turns = 0; turns < 50 && failed.warnings().length === 0; turns++) await turn();
  assert.deepEqual(
    failed.warnings().map(({ fields }) => fields.error),
    ["Error: down"],
  );
});

test("a store failure is sent as one alert by each process, however long it lasts", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  const broken = withShop(store, () => ({
    claimEvents: () => Promise.reject(new Error("disk full")),
    claimAlert: () => Promise.reject(new Error("disk full")),
  }));
  const { payments, sent } = sendingRouter({ store: broken, background: true });
  const other = sendingRouter({ store: broken, background: true });
  t.after(() => Promise.all([payments.close(), other.payments.close()]));
  await time.pass(30 * second);
  assert.deepEqual([sent.length, other.sent.length], [1, 1]);
  await time.pass(2 * hour);
  assert.deepEqual([sent.length, other.sent.length], [1, 1]);
  assert.deepEqual(
    sent.map(({ code, url, text }) => [code, url, text.es]),
    [
      [
        "store_failed",
        counterUrl,
        "La base de datos de los pagos falló. El sistema lo intenta otra vez. La causa está en el registro del servidor.",
      ],
    ],
  );
  assert.doesNotMatch(JSON.stringify(sent), /disk full/);
});

test("an event that is given up again after a retry is another alert", async (t) => {
  const time = stillTime(t);
  const { store, payments, work, sent } = sendingRouter({
    store: sqliteStore(":memory:", time.clock),
    onPaid: () => Promise.reject(new PermanentHookError("the order was deleted")),
  });
  t.after(() => payments.close());
  await place(store, { state: "approved" });
  for (let retries = 0; retries < 2; retries++) {
    await work();
    await time.pass(second);
    assert.equal(await keptIn(store).reviveEvent("paid:A-1"), true);
  }
  assert.deepEqual(
    sent.map(({ code, event }) => [code, event]),
    [
      ["dead_event", "paid:A-1"],
      ["dead_event", "paid:A-1"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(sent), /deleted/);
});

test("an outage that fails every launch is one alert an hour", async () => {
  let time = 1_800_000_000_000;
  const sent: ShopAlert[] = [];
  const logger = keepingLogger();
  const store = sqliteStore(":memory:", { now: () => time });
  const onAlert: AlertHook = (alert) => void sent.push(alert);
  const shop = await openShop({ store, logger, onAlert, counterUrl, background: false });
  shop.sandbox.faults.arm("down", { times: 100 });
  const codes = () => sent.map(({ code, url }) => `${code} ${url}`);
  await shop.launch("A-1");
  await shop.launch("B-2");
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  assert.equal(logger.lines.filter(({ level }) => level === "error").length, 2);
  assert.deepEqual(codes(), [`launch_failed ${counterUrl}`]);
  time += hour;
  await shop.launch("A-1");
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  assert.deepEqual(codes(), Array(2).fill(`launch_failed ${counterUrl}`));
});

test("a hook that hangs once more after a restart is told once more", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  const sent: string[] = [];
  for (let process = 0; process < 2; process++) {
    const { payments } = stillRouter({
      store: { ...store, close: async () => {} },
      onAlert: ({ code }) => void sent.push(code),
      onPaid: () => new Promise(() => {}),
    });
    if (process === 0) await place(store, { state: "approved" });
    void payments.reconcileOnce({ budgetMs: 10 * 60 * second });
    await time.pass(6 * 60 * second);
    const closing = payments.close();
    await time.pass(10 * second);
    await closing;
    time.sleep(60 * second);
  }
  assert.deepEqual(sent, ["hook_slow", "hook_slow"]);
});

test("hooks of one kind that keep failing are one alert an hour, which says nothing of their error", async () => {
  let time = 1_800_000_000_000;
  const store = sqliteStore(":memory:", { now: () => time });
  const fail = () => Promise.reject(new Error("postgres://ana:secret@db"));
  const { sent, work } = sendingRouter({ store, onPaid: fail, onDeclined: fail });
  for (const order of ["A-1", "B-2"]) await place(store, { order, state: "approved" });
  for (const order of ["C-3", "D-4"]) await place(store, { order, state: "declined" });
  const codes: string[][] = [];
  for (let tries = 1; tries <= 4; tries++) {
    await work();
    codes.push(sent.map(({ code, url }) => `${code} ${url}`));
    time += tries < 4 ? 10 * 60 * second : hour;
  }
  await work();
  const two = Array(2).fill(`hook_failing ${counterUrl}`);
  assert.deepEqual(codes, [[], [], two, two]);
  assert.equal(sent.length, 4);
  assert.doesNotMatch(JSON.stringify(sent), /secret/);
});

test("an order's id is shown as text that cannot disturb a line, and the bank's name of it goes with it", async (t) => {
  const { store, payments, work, sent } = sendingRouter();
  t.after(() => payments.close());
  const order = "A\u202e1\u2028<b>";
  await place(store, { order, state: "unknown", facts: { orderReference: "VT123" } });
  await work();
  assert.equal(sent[0]?.order, order);
  assert.equal(sent[0]?.orderReference, "VT123");
  assert.match(sent[0]?.text.en ?? "", /^Order A\\u\{202e\}1\\u\{2028\}<b>: it is not known/);
});

test("no alert holds a session, its key, a card, an address of the buyer or what the shop's own error says", async () => {
  const sent: ShopAlert[] = [];
  const onAlert: AlertHook = (alert) => void sent.push(alert);
  const secret = "postgres://shop:hunter2@db";
  const onPaid = () => Promise.reject(new PermanentHookError(secret));
  const shop = await openShop({ onAlert, counterUrl, onPaid, background: false });
  await pay(shop, "A-1", cards.approved);
  await pay(shop, "B-2", cards.partial);
  shop.sandbox.faults.arm("down", { times: 10 });
  await shop.launch("C-3");
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  assert.deepEqual(sent.map(({ code }) => code).toSorted(), ["dead_event", "launch_failed", "review"]);
  const text = JSON.stringify(sent).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
  for (const { id } of shop.sandbox.sessions()) assert.ok(!text.includes(id));
  assert.doesNotMatch(text, /hunter2|sess-|session-key|476134|(?<!\d)(?:0050|1108)(?!\d)|ana@example\.com|8095550101/);
});

test("without counterUrl an alert has no link; a wrong option is an error at construction", async (t) => {
  const sent: ShopAlert[] = [];
  const { store, payments, work } = stillRouter({ onAlert: (alert) => void sent.push(alert) });
  t.after(() => payments.close());
  await place(store, { state: "unknown" });
  await work();
  assert.deepEqual(
    sent.map(({ code, url }) => [code, url]),
    [["unknown", undefined]],
  );
  const wrong = (overrides: object, message: RegExp) =>
    assert.throws(() => stillRouter(overrides), { code: "ERR_VENTANILLA_ARGUMENT", message });
  wrong({ onAlert: "ana@shop.example" }, /^onAlert: expected a function$/);
  wrong({ counterUrl: "/staff" }, /^counterUrl: /);
  wrong({ counterUrl: "http://shop.example/staff" }, /^counterUrl: /);
  wrong({ counterUrl: `${counterUrl}?a=1` }, /^counterUrl: expected no query and no fragment$/);
});
