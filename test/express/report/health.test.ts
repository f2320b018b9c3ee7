import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { healthOf } from "#express/report/health.ts";
import { deadBankName } from "../../dead-bank.ts";
import { keptIn, place, withShop } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { serve } from "../../serve.ts";
import { gatewayAt, openShop, orderOf, stillRouter } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("health");

const second = 1000;
const minute = 60 * second;

/** A store whose clock is moved by hand. */
function stillStore() {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  return { store: sqliteStore(":memory:", clock), clock };
}

const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);

test("payments with nothing to do are healthy", async () => {
  const shop = await openShop();
  assert.deepEqual(await shop.payments.health(), {
    ok: true,
    problems: [],
    attemptsLateMs: 0,
    eventsLateMs: 0,
    unqueried: 0,
    unaskable: 0,
    dead: 0,
    failing: 0,
    launchFailures: 0,
    launchesRefused: 0,
    unknownReturns: 0,
    unknown: 0,
    review: 0,
    returnUnclear: 0,
  });
});

test("a question that is overdue for more than 30 seconds is a problem, and not while somebody has claimed it", async () => {
  const { store, clock } = stillStore();
  await place(store, { dueAt: clock.time + second });
  clock.time += 31 * second;
  assert.equal((await healthOf(keptIn(store))).ok, true);
  clock.time += 1;
  const health = await healthOf(keptIn(store));
  assert.deepEqual([health.ok, codesOf(health), health.attemptsLateMs], [false, ["attempts_late"], 30_001]);
  await keptIn(store).claimAttempts({ banks: [deadBankName], limit: 1, leaseMs: 30 * second });
  assert.equal((await healthOf(keptIn(store))).ok, true);
});

test("without a background, who calls reconcileOnce every minute is not late", async () => {
  const { store, clock } = stillStore();
  await place(store, { dueAt: clock.time });
  clock.time += 150 * second;
  assert.equal((await healthOf(keptIn(store), { background: false })).ok, true);
  clock.time += 1;
  assert.deepEqual(codesOf(await healthOf(keptIn(store), { background: false })), ["attempts_late"]);
  const shop = await openShop({ store, background: false });
  assert.equal((await shop.payments.health()).ok, false);
});

test("an event that nobody delivers is a problem, and so is one that was given up", async () => {
  const { store, clock } = stillStore();
  await place(store, { state: "approved" });
  clock.time += 31 * second;
  assert.deepEqual(codesOf(await healthOf(keptIn(store))), ["events_late"]);
  const [claim] = await keptIn(store).claimEvents({ banks: [deadBankName], limit: 1, leaseMs: minute });
  assert.equal((await healthOf(keptIn(store))).ok, true);
  await keptIn(store).settleClaim("paid:A-1", claim?.fence ?? 0, { kind: "dead", error: "no" });
  const health = await healthOf(keptIn(store));
  assert.deepEqual([health.dead, codesOf(health)], [1, ["dead_events"]]);
});

test("a hook that has failed three times is a problem until it succeeds, although its event is not late", async () => {
  const { store, clock } = stillStore();
  let isDown = true;
  const router = stillRouter({
    store,
    onPaid() {
      if (isDown) throw new Error("the orders' database is gone");
    },
  });
  await place(store, { state: "approved" });
  for (const codes of [[], [], ["hooks_failing"], ["hooks_failing"]]) {
    await router.work();
    const health = await router.payments.health();
    assert.deepEqual([health.failing, codesOf(health), health.eventsLateMs], [codes.length, codes, 0]);
    clock.time += 10 * minute;
  }
  assert.deepEqual(router.alerts, ["hook_failing", "hook_failing"]);
  isDown = false;
  await router.work();
  assert.equal((await router.payments.health()).ok, true);
});

test("an attempt that the bank forgets within a minute is a problem without a clear answer since 28:00", async () => {
  const { store, clock } = stillStore();
  const windowEndsAt = clock.time + 30 * minute;
  const facts = (clearAt: number) => ({ facts: { clearAt, askedAt: clock.time + 29 * minute }, windowEndsAt });
  await place(store, { order: "asked", ...facts(windowEndsAt - 2 * minute) });
  await place(store, { order: "not-clearly", ...facts(windowEndsAt - 2 * minute - 1) });
  await place(store, { order: "never", windowEndsAt });
  await place(store, { order: "paid", state: "approved", windowEndsAt });
  await place(store, { order: "later", windowEndsAt: windowEndsAt + minute });
  clock.time = windowEndsAt - minute;
  await keptIn(store).claimEvents({ banks: [deadBankName], limit: 10, leaseMs: minute });
  assert.equal((await healthOf(keptIn(store))).unqueried, 0);
  clock.time += 1;
  const health = await healthOf(keptIn(store));
  assert.deepEqual([health.unqueried, codesOf(health)], [2, ["unqueried"]]);
});

test("attempts that wait for a person are counted until they are resolved, and fail nothing", async () => {
  const { store } = stillStore();
  const shop = await openShop({ store, background: false });
  const { id } = await place(store, { order: "A-1", state: "unknown" });
  await place(store, { order: "B-2", state: "review" });
  const before = await shop.payments.health();
  assert.deepEqual([before.ok, before.unknown, before.review], [true, 1, 1]);
  await shop.payments.resolve(id, { paid: false, reason: "no charge", by: "Ana" });
  const after = await shop.payments.health();
  assert.deepEqual([after.ok, after.unknown, after.review], [true, 0, 1]);
});

test("a store that fails or never answers is a problem that says nothing about the store, and no rejection", async (t) => {
  const unreachable = {
    ok: false,
    problems: [
      { code: "store_unreachable", message: "the store's database gives an error or no answer: the log says which" },
    ],
    launchFailures: 0,
    launchesRefused: 0,
    unknownReturns: 0,
  };
  const checkWrite = async () => {};
  const failing = {
    now: () => Promise.reject(new Error("postgres://ana:secret@db")),
    backlog: () => Promise.reject(),
    countUnsettled: () => Promise.reject(),
    elsewhere: () => Promise.reject(),
    lostFile: async () => undefined,
    checkWrite,
  };
  assert.deepEqual(await healthOf(failing), unreachable);
  const hanging = { ...failing, now: () => new Promise<number>(() => {}) };
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = healthOf(hanging);
  t.mock.timers.tick(5000);
  assert.deepEqual(await asked, unreachable);
  t.mock.timers.reset();
  const shop = await openShop();
  await shop.payments.close();
  assert.deepEqual(await shop.payments.health(), unreachable);
});

test("a store that can be read and not written is a problem", async () => {
  const file = join(folder, "full.db");
  const store = sqliteStore(file);
  assert.equal((await healthOf(keptIn(store))).ok, true);
  // What a full disk and a read-only file do to the check is in test/stores/sqlite-file.test.ts.
  const full = withShop(store, () => ({ checkWrite: () => Promise.reject(new Error("database or disk is full")) }));
  assert.deepEqual(codesOf(await healthOf(keptIn(full))), ["store_unwritable"]);
  await store.close();
});

test("a launch that the bank refuses fails the health, and its sentence reaches the log, not the buyer", async () => {
  const { origin: url } = await serve((_request, response) =>
    response.writeHead(403).end(JSON.stringify({ message: "merchant is blocked" })),
  );
  const logger = keepingLogger();
  const shop = await openShop({ logger, gateway: gatewayAt({ url }) });
  const attempt = crypto.randomUUID();
  const refused = await shop.launch("A-1", { attempt });
  assert.equal(refused.status, 502);
  const page = await refused.text();
  assert.match(page, /En este intento no se le hizo ningún cargo. Comuníquese con el comercio/);
  assert.doesNotMatch(page, /blocked/);
  const { body } = await shop.status(attempt);
  assert.deepEqual([body.outcome, body.safeToRetry], ["failed", true]);
  assert.match(
    String(body.message),
    /^No se pudo abrir la página del banco\. En este intento no se le hizo ningún cargo\./,
  );
  const line = logger.lines.find(({ fields }) => fields.code === "launch_failed");
  assert.match(String(line?.fields.error), /refused the request with status 403: .*merchant is blocked/);
  assert.deepEqual(codesOf(await shop.payments.health()), ["launches_failing"]);
});

test("launches that the bank does not answer fail the health until one succeeds", async () => {
  const shop = await openShop({ logger: keepingLogger() });
  shop.sandbox.faults.arm("server-error-before", { times: 20 });
  const unreachable = await shop.launch("A-1");
  assert.equal(unreachable.status, 502);
  assert.match(await unreachable.text(), /No se pudo abrir la página del banco/);
  const health = await shop.payments.health();
  assert.deepEqual([health.ok, health.launchFailures], [false, 1]);
  shop.sandbox.faults.disarm();
  assert.equal((await shop.launch("A-1")).status, 200);
  assert.deepEqual(codesOf(await shop.payments.health()), []);
});

test("launches that fail in the shop itself are seen as well, whatever fails", async () => {
  const logger = keepingLogger();
  const store = sqliteStore(":memory:");
  let fault: "order" | "amount" | "store" = "order";
  const shop = await openShop({
    logger,
    store: withShop(store, ({ inOrder }) => ({
      inOrder: (...given) => (fault === "store" ? Promise.reject(new Error("disk full")) : inOrder(...given)),
    })),
    order: () => {
      if (fault === "order") throw new Error("the catalog is away");
      return { ...orderOf("A-1"), ...(fault === "amount" && { amount: { minor: 1.5, currency: "DOP" } }) } as never;
    },
  });
  for (fault of ["order", "amount", "store"] as const) {
    assert.equal((await shop.launch("A-1")).status, fault === "store" ? 503 : 500);
  }
  const errors = logger.lines.flatMap(({ fields }) => (fields.code === "launch_failed" ? [String(fields.error)] : []));
  assert.deepEqual(
    errors.map((error) => /catalog|minor|disk full/.exec(error)?.[0]),
    ["catalog", "minor", "disk full"],
  );
  assert.equal(shop.errors.length, 3);
  assert.deepEqual((await shop.payments.health()).launchFailures, 3);
});
