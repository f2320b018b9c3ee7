import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { AttemptEvent, Options } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { startPostgres } from "../postgres.ts";
import { cards, comeBack, laterAt, openShop, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const server = await startPostgres();
after(() => server.stop());
const folder = temporaryFolder("clock-ahead");

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A store's clock that a test sets, beside the clock of the bank. */
interface SetClock {
  /** A new process's store on the same data. */
  open(): Promise<Store>;
  set(aheadMs: number): Promise<void>;
}

let files = 0;
const engines: Record<string, () => Promise<SetClock>> = {
  async SQLite() {
    let ahead = 0;
    const file = `${folder}/${++files}.db`;
    return {
      open: async () => sqliteStore(file, { now: () => Date.now() + ahead }),
      set: async (ms) => {
        ahead = ms;
      },
    };
  },
  async Postgres() {
    let ahead = 0;
    const { pool } = await server.database();
    const open = async () => postgresStore(pool, { clock: { now: () => Date.now() + ahead } });
    await (await open()).migrate();
    return {
      open,
      set: async (ms) => {
        ahead = ms;
      },
    };
  },
};

/** A shop with an authorized order A-1, one that was paid at the bank and not asked about (B-2), and one open (C-3). */
async function busyShop(clock: SetClock) {
  const logger = keepingLogger();
  const told: AttemptEvent[] = [];
  const tell = (event: AttemptEvent) => void told.push(event);
  const options = async (): Promise<Partial<Options>> => ({
    background: false,
    store: await clock.open(),
    logger,
    order: orderOf,
    onAuthorized: () => {},
    onLapsed: tell,
    onExpired: tell,
    onUnknown: tell,
  });
  const first = await options();
  const shop = await openShop(first);
  const store = first.store as Store;
  const sessions: string[] = [];
  for (const order of ["A-1", "B-2", "C-3"]) sessions.push(await sessionIn(await shop.launch(order)));
  await comeBack(await payAtBank(shop, sessions[0] ?? "", cards.approved));
  const work = () => shop.payments.reconcileOnce({ budgetMs: 20_000 });
  await work();
  return {
    ...shop,
    store,
    told,
    work,
    payB: () => payAtBank(shop, sessions[1] ?? "", cards.approved),
    states: async () => {
      const attempts = await Promise.all(["A-1", "B-2", "C-3"].map((order) => keptIn(store).attemptsOf(order)));
      return attempts.flat().map(({ state }) => state);
    },
    facts: async (order: string) => (await keptIn(store).attemptsOf(order))[0]?.facts ?? assert.fail(order),
    problems: async () => (await shop.payments.health()).problems.map(({ code }) => code),
    alerts: () => logger.lines.flatMap(({ level, fields }) => (level === "error" ? [fields.code] : [])),
  };
}

function orderOf(id: string) {
  const { capture, ...atOnce } = laterAt(295_000);
  return id === "A-1" ? { ...atOnce, capture } : atOnce;
}

for (const [engine, make] of Object.entries(engines)) {
  for (const [name, ahead] of [
    ["32 days", 32 * day],
    ["four hours", 4 * hour],
    ["an hour", hour],
    ["half an hour", 30 * minute],
    ["twenty years", 20 * 365 * day],
  ] as const) {
    test(`${engine}: a clock that is ahead by ${name} for seconds: nothing ends, nothing is deleted, and the store comes back`, async () => {
      const clock = await make();
      const shop = await busyShop(clock);
      const before = await shop.states();
      assert.deepEqual(before, ["approved", "opened", "opened"]);
      const { authorization } = await shop.facts("A-1");
      assert.ok(authorization);

      await clock.set(ahead);
      for (let look = 0; look < 3; look++) await shop.work();
      assert.deepEqual(await shop.states(), before);
      assert.deepEqual((await shop.facts("A-1")).authorization, authorization);
      assert.equal((await shop.payments.findOrder("A-1")).authorized, true);
      for (const order of ["B-2", "C-3"]) assert.ok((await shop.facts(order)).sealedKey, order);
      assert.deepEqual(shop.told, []);
      if (ahead > hour / 2) assert.ok((await shop.problems()).includes("clock_suspect"));

      await clock.set(0);
      await shop.payB();
      // Another process looks: the leases and due times of the time ahead keep it from nothing.
      const other = keptIn(await clock.open());
      const [first] = await other.claimAttempts({ limit: 0, leaseMs: 0, banks: [shop.sandbox.url] });
      await other.claimEvents({ limit: 0, leaseMs: 0, banks: [shop.sandbox.url] });
      assert.equal(first, undefined);
      await clock.set(0);
      await shop.work();
      assert.deepEqual(await shop.states(), ["approved", "approved", "opened"]);
      assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
      await shop.work();
      assert.deepEqual(
        shop.paid.map(({ order }) => order).toSorted((a, b) => a.localeCompare(b)),
        ["A-1", "B-2"],
      );
      assert.ok(!(await shop.problems()).includes("clock_suspect"));
    });
  }

  test(`${engine}: an attempt of a clock that was ahead can be paid once it is right again, and health says that it was`, async () => {
    const clock = await make();
    const shop = await busyShop(clock);
    await clock.set(32 * day);
    const SESSION = await sessionIn(await shop.launch("D-4"));
    await clock.set(0);
    assert.ok((await shop.problems()).includes("clock_suspect"));
    await comeBack(await payAtBank(shop, SESSION, cards.approved));
    const [attempt] = await keptIn(shop.store).attemptsOf("D-4");
    assert.equal(attempt?.state, "approved");
    assert.deepEqual(
      shop.paid.map(({ order }) => order),
      ["D-4"],
    );
  });

  test(`${engine}: a payment that ended while a clock was ahead does not make health say so for ever`, async () => {
    const clock = await make();
    const shop = await busyShop(clock);
    await clock.set(32 * day);
    await comeBack(await payAtBank(shop, await sessionIn(await shop.launch("D-4")), cards.approved));
    assert.equal((await shop.payments.findOrder("D-4")).paid, true);
    await clock.set(0);
    await shop.launch("E-5");
    assert.ok(!(await shop.problems()).includes("clock_suspect"));
  });
}
