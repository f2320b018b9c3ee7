import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { postgresStore } from "@ventanilla/express/postgres";
import type { Store } from "@ventanilla/express/store";
import { createSandbox } from "@ventanilla/sandbox";
import pg from "pg";
import { keptIn } from "../kept.ts";
import { silentLogger } from "../loggers.ts";
import { startPostgres } from "../postgres.ts";
import { gatewayAt, stillRouter } from "../shop.ts";
import { bank, draft } from "./draft.ts";
import { vanishingConnections } from "./vanishing-connections.ts";

const server = await startPostgres();
after(() => server.stop());

/** Writes an event for a draft. */
async function declined(store: Store, order: string, change = {}): Promise<void> {
  const { attempt } = await keptIn(store).insertAttempt({ ...draft(order), ...change }, 0);
  const { facts } = attempt;
  await keptIn(store).transition(attempt.id, 1, { state: "declined", announce: "attempt.declined", facts });
}

/** Waits until only the event whose hook hangs is left to deliver. */
async function settled(store: Store): Promise<void> {
  for (let i = 0; i < 10_000; i++) if ((await keptIn(store).stats()).outbox.due === 1) return;
  assert.fail("another event is left");
}

/** A store whose pool has this many idle connections, which can vanish; and a store that is not affected. */
async function shop(connections: number) {
  const { url, pool: wellPool } = await server.database({ idleTimeoutMillis: 0 });
  const well = postgresStore(wellPool);
  await well.migrate();
  const address = new URL(url);
  const network = await vanishingConnections(Number(address.port));
  address.port = String(network.port);
  const pool = new pg.Pool({ connectionString: address.href, max: connections, idleTimeoutMillis: 0 });
  pool.on("error", () => {});
  /** Opens as many connections as the pool allows. */
  async function fill(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    for (const client of clients) client.release();
    assert.equal(pool.totalCount, connections);
  }
  await fill();
  /** Waits until this many connections are in use, of this many. Once all have vanished, these hang. */
  async function inUse(count: number, total: number): Promise<void> {
    while (pool.totalCount !== total || pool.totalCount - pool.idleCount < count) await setImmediate();
    // Each of them has sent a statement by then.
    await setImmediate();
  }
  /** Passes the time of rounds, each when the last one has asked the database, until the promise resolves. */
  async function rounds<T>(timers: { pass(ms: number): void }, promise: Promise<T>): Promise<T> {
    let isOver = false;
    void promise.then(() => {
      isOver = true;
    });
    while (!isOver) {
      if (pool.totalCount === pool.idleCount) timers.pass(600);
      await setImmediate();
    }
    return promise;
  }
  async function end(): Promise<void> {
    network.close();
    await pool.end();
  }
  return { network, pool, fill, inUse, rounds, store: postgresStore(pool), well, end };
}

/** The test moves the clock of all timers: no answer is late before that. */
function stopTimers({ mock }: TestContext): { pass(ms: number): void } {
  mock.timers.enable({ apis: ["setTimeout"] });
  return { pass: (ms) => mock.timers.tick(ms) };
}

test("a statement on a connection that has vanished is given up, and the connection leaves the pool", async (t) => {
  const { end, inUse, network, pool, store } = await shop(3);
  network.vanish();
  const timers = stopTimers(t);
  try {
    const answers = Promise.allSettled([keptIn(store).findAttempt("a"), keptIn(store).stats(), store.checkWrite()]);
    await inUse(3, 3);
    timers.pass(60_000);
    for (const answer of await answers) {
      assert.equal(answer.status, "rejected");
      assert.match((answer.reason as Error).message, /the database gave no answer within \d+ ms/);
    }
    assert.equal(await keptIn(store).findAttempt("a"), undefined);
    assert.equal(pool.totalCount, 1);
  } finally {
    t.mock.timers.reset();
    await end();
  }
});

test("a call that gets no connection from its pool in time rejects, and gives back one that comes later", async (t) => {
  const { end, pool, store } = await shop(1);
  const taken = await pool.connect();
  const timers = stopTimers(t);
  try {
    const waits = assert.rejects(keptIn(store).findAttempt("a"), /the pool gave no connection within 10000 ms/);
    timers.pass(10_000);
    await waits;
    taken.release();
    assert.equal(await keptIn(store).findAttempt("a"), undefined);
    assert.deepEqual([pool.totalCount, pool.idleCount, pool.waitingCount], [1, 1, 0]);
  } finally {
    t.mock.timers.reset();
    await end();
  }
});

test("with a pool that is not of pg a statement is given up, too", async (t) => {
  const timers = stopTimers(t);
  try {
    const asked = Promise.withResolvers<void>();
    const client = {
      query() {
        asked.resolve();
        return new Promise<never>(() => {});
      },
      release: () => {},
    };
    const store = postgresStore({ connect: async () => client }, { deadlineMs: 50 });
    const waits = assert.rejects(keptIn(store).findAttempt("a"), /no answer within 50 ms/);
    await asked.promise;
    timers.pass(50);
    await waits;
  } finally {
    t.mock.timers.reset();
  }
});

test("a delivery whose connection vanishes during its hook has ended, and can be rolled back", async (t) => {
  const { end, network, pool, store } = await shop(2);
  await declined(store, "A-1");
  const [claim] = await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 600_000 });
  assert.ok(claim);
  const delivery = await keptIn(store).openDelivery(claim.item.id, claim.fence);
  assert.ok(delivery);
  network.vanish();
  const timers = stopTimers(t);
  try {
    const hung = assert.rejects(delivery.query("SELECT 1"), /no answer within 60000 ms/);
    timers.pass(60_000);
    await hung;
    await assert.rejects(delivery.commit(), /no answer/);
    await delivery.rollback();
    assert.equal(pool.totalCount, 1);
  } finally {
    t.mock.timers.reset();
    await end();
  }
});

test("where connections have vanished, the beginning and end of a hook's transaction wait no longer than others", async (t) => {
  const { end, inUse, network, store } = await shop(4);
  await declined(store, "A-1");
  await declined(store, "A-2");
  const [first, second] = await keptIn(store).claimEvents({ banks: [bank], limit: 2, leaseMs: 600_000 });
  assert.ok(first && second);
  const delivery = await keptIn(store).openDelivery(first.item.id, first.fence);
  assert.ok(delivery);
  network.vanish();
  const timers = stopTimers(t);
  const ended: string[] = [];
  try {
    const opening = keptIn(store).openDelivery(second.item.id, second.fence);
    void delivery.rollback().then(() => ended.push("undone"));
    opening.catch((error: Error) => ended.push(error.message));
    await inUse(2, 4);
    timers.pass(10_000);
    for (let i = 0; ended.length < 2 && i < 1000; i++) await setImmediate();
    assert.deepEqual(ended.toSorted(), [
      "postgresStore: the database gave no answer within 10000 ms: the connection is closed",
      "undone",
    ]);
  } finally {
    timers.pass(60_000);
    t.mock.timers.reset();
    await end();
  }
});

test("the router's work continues after connections have vanished, with one alert for each outage", async (t) => {
  const { end, fill, inUse, network, rounds, store, well } = await shop(4);
  const sandbox = await createSandbox();
  const ofRouter = { bank: sandbox.url.replace("127.0.0.1", "localhost") };
  const alerts: string[] = [];
  let alerted = (): void => {};
  const hear = (message: unknown): void => {
    alerts.push((message as { code: string }).code);
    alerted();
  };
  let told = (_order: string): void => {};
  const hanging = Promise.withResolvers<void>();
  const timers = stopTimers(t);
  subscribe("ventanilla:alert", hear);
  const { payments } = stillRouter({
    gateway: gatewayAt(sandbox),
    logger: silentLogger,
    store,
    background: true,
    onDeclined: ({ order }) => {
      told(order);
      return order === "hangs" ? hanging.promise : undefined;
    },
  });
  try {
    // A hook that hangs during the outages: it neither succeeds nor fails.
    const hangs = new Promise((resolve) => {
      told = resolve;
    });
    await declined(well, "hangs", ofRouter);
    assert.equal(await rounds(timers, hangs), "hangs");
    for (const outage of [1, 2]) {
      const delivered = new Promise((resolve) => {
        told = resolve;
      });
      await declined(well, `before-${outage}`, ofRouter);
      assert.equal(await rounds(timers, delivered), `before-${outage}`);
      await settled(well);
      await fill();
      network.vanish();
      const raised = new Promise<void>((resolve) => {
        alerted = resolve;
      });
      const deliveredAfter = new Promise((resolve) => {
        told = resolve;
      });
      await declined(well, `after-${outage}`, ofRouter);
      timers.pass(600);
      await inUse(2, 4);
      timers.pass(20_000);
      await raised;
      // All four have vanished, and each is noticed when it is used.
      await inUse(2, 2);
      timers.pass(20_000);
      // The next rounds get new connections.
      assert.equal(await rounds(timers, deliveredAfter), `after-${outage}`);
      await settled(well);
      assert.deepEqual(
        alerts,
        Array.from({ length: outage }, () => "store_failed"),
      );
    }
  } finally {
    t.mock.timers.reset();
    unsubscribe("ventanilla:alert", hear);
    hanging.resolve();
    await payments.close();
    await sandbox.close();
    await end();
  }
});
