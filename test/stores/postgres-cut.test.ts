import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { postgresStore } from "@ventanilla/express/postgres";
import pg from "pg";
import { keptIn, place } from "../kept.ts";
import { silentLogger } from "../loggers.ts";
import { startPostgres } from "../postgres.ts";
import { cards, comeBack, openShop, orderAt, payAtBank, sessionIn, stillRouter } from "../shop.ts";
import { draft } from "./draft.ts";

const server = await startPostgres();
after(() => server.stop());

/** What would have ended this process, if it were a shop's. */
const uncaught: unknown[] = [];
process.on("uncaughtExceptionMonitor", (error) => uncaught.push(error));

/** A database, and a pool on it as a shop has it: nobody listens for its errors. */
async function shopPool(options: pg.PoolConfig = {}) {
  const { url, pool: admin } = await server.database({ max: 1 });
  await postgresStore(admin).migrate();
  const pool = new pg.Pool({ connectionString: url, max: 6, ...options });
  let isCutting = true;
  let cut = 0;
  /** Cuts every connection of the shop, again and again, after pauses of 0 to 7 ms. */
  const cutting = async () => {
    for (let i = 0; isCutting; i++) {
      const { rowCount } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      );
      cut += rowCount ?? 0;
      // Any moment is one to be cut in: it has no event to wait for.
      await pause((i * 5) % 8);
    }
  };
  async function whileCutting<T>(work: () => Promise<T>): Promise<T> {
    isCutting = true;
    const cuts = cutting();
    try {
      return await work();
    } finally {
      isCutting = false;
      await cuts;
    }
  }
  after(() => pool.end());
  return { url, pool, admin, whileCutting, cuts: () => cut };
}

/** Repeats what a cut connection has made fail. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 10_000; tries++) {
    try {
      return await work();
    } catch {
      await pause(1);
    }
  }
  return work();
}

test("connections that are cut at any moment end no process, and each event is delivered once", async () => {
  const { admin, cuts, pool, whileCutting } = await shopPool();
  await admin.query("CREATE TABLE parcels (order_id text)");
  const store = postgresStore(pool);
  const well = postgresStore(admin);
  let runs = 0;
  const router = stillRouter({
    store,
    logger: silentLogger,
    async onPaid({ order }, { transaction }) {
      runs++;
      await transaction.query("INSERT INTO parcels VALUES ($1)", [order]);
      await transaction.query("SELECT 1");
    },
  });
  const orders = Array.from({ length: 40 }, (_, index) => `A-${index}`);
  for (const order of orders) await place(well, { order, state: "approved" });
  const settled = async () => (await keptIn(well).stats()).outbox.due === 0;
  await whileCutting(async () => {
    while (cuts() < 200) {
      await router.work().catch(() => {});
      // A hook's own statements on the shop's pool, and the store's, at once.
      await Promise.allSettled([
        pool.query("SELECT 1"),
        store.checkWrite(),
        keptIn(store).attemptsOf("A-1"),
        keptIn(store).stats(),
      ]);
      await admin.query("UPDATE ventanilla.outbox SET due_at = 0 WHERE due_at IS NOT NULL");
    }
  });
  while (!(await settled())) {
    await admin.query("UPDATE ventanilla.outbox SET due_at = 0 WHERE due_at IS NOT NULL");
    await router.work();
  }
  await router.payments.close();
  assert.deepEqual(uncaught, []);
  assert.ok(runs >= orders.length && cuts() >= 200);
  const { rows } = await admin.query<{ order_id: string }>("SELECT order_id FROM parcels");
  assert.deepEqual(rows.map(({ order_id }) => order_id).toSorted(), orders.toSorted());
});

test("the answers of a bank that come while connections are cut are kept, and the shop hears each once", async () => {
  const { admin, cuts, pool, whileCutting } = await shopPool();
  await admin.query("CREATE TABLE parcels (order_id text)");
  const orders = Array.from({ length: 8 }, (_, index) => `A-${index}`);
  const shop = await openShop({
    store: postgresStore(pool),
    logger: silentLogger,
    order: () => orderAt(295_000),
    async onPaid({ order }, { transaction }) {
      await transaction.query("INSERT INTO parcels VALUES ($1)", [order]);
    },
  });
  const backs: string[] = [];
  for (const order of orders) {
    backs.push(await payAtBank(shop, await sessionIn(await shop.launch(order)), cards.approved));
  }
  await whileCutting(async () => {
    while (cuts() < 80) {
      await Promise.allSettled(backs.map(comeBack));
      await pause(1);
    }
  });
  const well = postgresStore(admin);
  for (;;) {
    // One after the other: an approval that comes between the two brings an event that is due.
    const { attempts } = await keptIn(well).stats();
    const { outbox } = await keptIn(well).stats();
    if (attempts.approved === orders.length && outbox.due === 0) break;
    await Promise.allSettled(backs.map(comeBack));
    await admin.query("UPDATE ventanilla.outbox SET due_at = 0 WHERE due_at IS NOT NULL");
    await pause(20);
  }
  assert.deepEqual(uncaught, []);
  const { rows } = await admin.query<{ order_id: string }>("SELECT order_id FROM parcels");
  assert.deepEqual(rows.map(({ order_id }) => order_id).toSorted(), orders);
});

test("a connection that is cut in the same breath in which it is given ends no process", async () => {
  const { pool } = await shopPool({ max: 1 });
  const store = postgresStore(pool);
  // The server's last words come with the answer that makes the connection ready, before anyone could listen.
  pool.on("acquire", (client) => queueMicrotask(() => client.emit("error", new Error("terminated, a moment later"))));
  pool.on("acquire", (client) => process.nextTick(() => client.emit("error", new Error("terminated, at once"))));
  assert.equal(await keptIn(store).findAttempt("a"), undefined);
  await store.checkWrite();
  assert.deepEqual(uncaught, []);
});

test("an idle connection of a pool that nobody listens to may be cut", async () => {
  const { admin, pool } = await shopPool();
  // `once` of node:events would hear its errors itself.
  const gone = new Promise((resolve) => pool.once("remove", resolve));
  await postgresStore(pool).checkWrite();
  await admin.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  await gone;
  assert.deepEqual(uncaught, []);
  await insist(() => keptIn(postgresStore(pool)).insertAttempt(draft(), 0));
});

test("eleven stores on one pool hear its errors once", async () => {
  const { pool } = await shopPool();
  for (let i = 0; i < 11; i++) await postgresStore(pool).checkWrite();
  assert.deepEqual([pool.listenerCount("error"), pool.listenerCount("acquire")], [1, 1]);
  const client = await pool.connect();
  assert.equal(client.listenerCount("error"), 1);
  client.release();
});
