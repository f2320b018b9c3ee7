import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type PostgresPool, postgresStore } from "@ventanilla/express/postgres";
import type { Attempt, ShopStore, Store } from "@ventanilla/express/store";
import pg from "pg";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { emptiedOn } from "./emptied.ts";

const server = await startPostgres();
after(() => server.stop());
const emptied = emptiedOn(server);

/** The properties of an ArgumentError. */
const argumentError = { name: "TypeError", code: "ERR_VENTANILLA_ARGUMENT" };

/** A store with one paid order, and the claim on its event. */
async function paid(store: Store) {
  await store.migrate();
  const { attempt } = await keptIn(store).insertAttempt(draft(), 0);
  await keptIn(store).transition(attempt.id, 1, {
    state: "approved",
    announce: "order.paid",
    facts: attempt.facts,
  });
  const [claim] = await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 60_000 });
  assert.ok(claim);
  return { event: claim.item.id, fence: claim.fence };
}

async function shop(options?: pg.PoolConfig) {
  const { url, pool } = await emptied(options);
  await pool.query("CREATE TABLE shipments (order_id text PRIMARY KEY)");
  const store = postgresStore(pool);
  const shipped = async () => (await pool.query<{ order_id: string }>("SELECT * FROM shipments")).rows.length;
  return { url, pool, store, shipped, ...(await paid(store)) };
}

test("every method of a store without tables says how to create them", async () => {
  const { pool } = await server.database();
  const store = postgresStore(pool);
  const kept = keptIn(store);
  const attempt: Attempt = {
    id: "a",
    order: "A-1",
    bank,
    state: "preparing",
    version: 1,
    transactionId: "100000",
    amount: { minor: 1, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    createdAt: 1,
    facts: draft().facts,
  };
  const calls: Record<Exclude<keyof ShopStore, "now" | "lostFile"> | "scopes" | "claimScope", () => Promise<unknown>> =
    {
      claimScope: () => store.claimScope("a", "b"),
      scopes: () => store.scopes(),
      inOrder: () => kept.inOrder("A-1", () => ({ result: undefined })),
      update: () => kept.update({ before: attempt, attempt: { ...attempt, version: 2 } }),
      findAttempt: () => kept.findAttempt("a"),
      findByReturnHash: () => kept.findByReturnHash("a"),
      attemptsOf: () => kept.attemptsOf("a"),
      orderByReference: () => kept.orderByReference("a"),
      launchedBy: () => kept.launchedBy("a", "b"),
      claimAttempts: () => kept.claimAttempts({ banks: [bank], limit: 1, leaseMs: 1 }),
      claimEvents: () => kept.claimEvents({ banks: [bank], limit: 1, leaseMs: 1 }),
      renewClaim: () => kept.renewClaim("a", 1, 1),
      settleClaim: () => kept.settleClaim("a", 1, { kind: "done" }),
      openDelivery: () => kept.openDelivery("a", 1),
      reviveEvent: () => kept.reviveEvent("a"),
      checkWrite: () => store.checkWrite(),
      backlog: () => kept.backlog(0),
      elsewhere: () => kept.elsewhere([bank]),
      countUnsettled: () => kept.countUnsettled(),
      unsettled: () => kept.unsettled(1),
      stats: () => kept.stats(),
      finishedOrders: () => kept.finishedOrders(1, 1),
      pruneOrder: () => kept.pruneOrder("a", 1),
      listAttempts: () => kept.listAttempts({ limit: 1 }),
      listReturns: () => kept.listReturns({ from: 0, until: 1, limit: 1 }),
      tallies: () => kept.tallies({ spans: [{ from: 0, until: 1 }] }),
      eventsOf: () => kept.eventsOf("a"),
      recordAction: () => kept.recordAction({ by: "Ana", action: "retry", subject: "a" }),
      actionsOf: () => kept.actionsOf("a"),
      claimAlert: () => kept.claimAlert("a"),
    };
  for (const [name, call] of Object.entries(calls)) {
    const told = /await store\.migrate\(\).*npx -p @ventanilla\/express ventanilla migrate/;
    await assert.rejects(call, told, name);
  }
});

test("ten processes that migrate an empty database at once apply each version once", async () => {
  const { pool } = await server.database({ max: 10 });
  const applied = await Promise.all(Array.from({ length: 10 }, () => postgresStore(pool).migrate()));
  assert.deepEqual(
    applied.flat().toSorted((one, other) => one - other),
    [1],
  );
  assert.deepEqual(await postgresStore(pool).migrate(), []);
});

test("a write whose connection is cut says what cut it, and not that it cannot be undone", async () => {
  const { url, pool } = await emptied();
  const cutting: PostgresPool = {
    async connect() {
      const client = new pg.Client(url);
      client.on("error", () => {});
      await client.connect();
      return {
        async query(text, values) {
          if (text.startsWith("INSERT INTO")) await client.query("SELECT pg_terminate_backend(pg_backend_pid())");
          return client.query(text, values);
        },
        release: () => void client.end(),
      };
    },
  };
  const store = keptIn(postgresStore(cutting));
  await assert.rejects(store.insertAttempt(draft(), 0), /terminating connection due to administrator command/);
  assert.deepEqual(await keptIn(postgresStore(pool)).attemptsOf("A-1"), []);
});

test("a role that may not create anything can use what another one has migrated", async () => {
  const { url, pool } = await emptied();
  const role = `shop_${process.pid}`;
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'shop';
    GRANT USAGE ON SCHEMA ventanilla TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ventanilla TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ventanilla TO ${role}`);
  const own = new URL(url);
  own.username = role;
  own.password = "shop";
  const shopPool = new pg.Pool({ connectionString: own.href });
  try {
    const store = postgresStore(shopPool);
    assert.deepEqual(await store.migrate(), []);
    const { event, fence } = await paid(store);
    await store.checkWrite();
    assert.equal(await keptIn(store).renewClaim(event, fence, 60_000), true);
    await (await keptIn(store).openDelivery(event, fence))?.rollback();
    assert.equal(await keptIn(store).settleClaim(event, fence, { kind: "dead", error: "no" }), true);
    assert.equal(await keptIn(store).reviveEvent(event), true);
    assert.equal((await keptIn(store).countUnsettled()).events, 0);
  } finally {
    await shopPool.end();
    await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test("a pool without connect, an unknown option, and one out of its range, are refused at once", () => {
  for (const wrong of [undefined, {}, "postgres://localhost", { query: () => undefined }]) {
    assert.throws(() => postgresStore(wrong as never), { ...argumentError, message: /with connect\(\)$/ });
  }
  const pool = { connect: () => Promise.reject(new Error("unused")) };
  for (const deadlineMs of [0, Number.NaN, 2 ** 31]) {
    assert.throws(() => postgresStore(pool, { deadlineMs }), { ...argumentError, message: /deadlineMs/ });
  }
  for (const [options, message] of [
    [{ deadlineMS: 500 }, /^postgresStore\.deadlineMS: unknown field, did you mean deadlineMs\?$/],
    [{ clockTrustedMs: "30s" }, /clockTrustedMs: expected milliseconds/],
    [{ clockTrustedMs: -1 }, /clockTrustedMs: expected milliseconds/],
  ] as const) {
    assert.throws(() => postgresStore(pool, options as object), { ...argumentError, message });
  }
});

test("a driver that gives 64-bit numbers as BigInt, or as text, is understood", async () => {
  for (const parsed of [BigInt, String]) {
    const { url } = await emptied();
    const getTypeParser = ((id: number) => (id === 20 ? parsed : String)) as never;
    const store = keptIn(postgresStore(server.connect(url, { types: { getTypeParser } })));
    const { attempt } = await store.insertAttempt(draft(), 0);
    assert.equal(attempt.amount.minor, 100);
    assert.deepEqual(await store.findAttempt(attempt.id), attempt);
    const moved = await store.transition(attempt.id, 1, { state: "opened", facts: attempt.facts });
    assert.deepEqual([moved.written, moved.attempt.facts], [true, attempt.facts]);
    assert.equal(typeof (await store.now()), "number");
    assert.equal((await store.stats()).attempts.opened, 1);
    const { facts } = attempt;
    await store.transition(attempt.id, 2, { state: "declined", announce: "attempt.declined", facts });
    const [claim] = await store.claimEvents({ banks: [bank], limit: 1, leaseMs: 60_000 });
    assert.ok(claim);
    await store.settleClaim(claim.item.id, claim.fence, { kind: "dead", error: "no" });
    assert.equal(await store.reviveEvent(claim.item.id), true);
    const [{ createdAt } = {}] = await store.eventsOf("A-1");
    assert.equal(createdAt, claim.item.createdAt);
  }
});

test("a number that JavaScript cannot hold is an error, not another number", async () => {
  const { pool, store } = await shop();
  await pool.query("UPDATE ventanilla.attempts SET counted = 9007199254740993");
  const spans = [{ from: 0, until: Number.MAX_SAFE_INTEGER }];
  await assert.rejects(keptIn(store).tallies({ spans }), /out of bounds/);
});

test("a commit after a failed statement that the hook ignored fails, and nothing is written", async () => {
  const { event, fence, pool, shipped, store } = await shop();
  const delivery = await keptIn(store).openDelivery(event, fence);
  await delivery?.query("INSERT INTO shipments VALUES ($1)", ["A-1"]);
  await delivery?.query("SELECT 1 / 0").catch(() => {});
  await assert.rejects(delivery?.commit() ?? Promise.resolve(), /division by zero/);
  assert.equal(await shipped(), 0);
  assert.equal(await keptIn(store).settleClaim(event, fence, { kind: "retry", at: 0, error: "no" }), true);
  assert.equal(pool.idleCount, pool.totalCount);
});

test("a commit after the hook has tried to end the transaction itself fails", async () => {
  const { event, fence, store } = await shop();
  const delivery = await keptIn(store).openDelivery(event, fence);
  await assert.rejects(delivery?.query("ROLLBACK") ?? Promise.resolve(), /ROLLBACK is refused/);
  await assert.rejects(delivery?.commit() ?? Promise.resolve(), /ROLLBACK is refused/);
  assert.equal(await keptIn(store).settleClaim(event, fence, { kind: "done" }), true);
});

test("nobody claims an event that is being delivered, even when its lease has ended", async () => {
  const { event, fence, store } = await shop();
  await keptIn(store).settleClaim(event, fence, { kind: "retry", at: 0, error: "no" });
  const [again] = await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 0 });
  const delivery = await keptIn(store).openDelivery(event, again?.fence ?? 0);
  assert.deepEqual(await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 60_000 }), []);
  await delivery?.rollback();
  assert.equal((await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 60_000 })).length, 1);
});

test("a claim holds while its delivery is open, and renewing it does not wait", async () => {
  const { event, fence, pool, store } = await shop();
  const delivery = await keptIn(store).openDelivery(event, fence);
  assert.equal(await keptIn(store).renewClaim(event, fence, 60_000), true);
  assert.equal(await keptIn(store).renewClaim(event, fence - 1, 60_000), false);
  await delivery?.rollback();
  const before = await store.now();
  assert.equal(await keptIn(store).renewClaim(event, fence, 600_000), true);
  const { rows } = await pool.query<{ due_at: string }>("SELECT due_at FROM ventanilla.outbox");
  assert.ok(Number(rows[0]?.due_at) >= before + 600_000 - 1000);
  await (await keptIn(store).openDelivery(event, fence))?.commit();
  assert.equal(await keptIn(store).renewClaim(event, fence, 60_000), false);
});

test("the server probes the client of an open delivery, whose network may be gone", async () => {
  const { event, fence, store } = await shop();
  const delivery = await keptIn(store).openDelivery(event, fence);
  const { rows = [] } =
    (await delivery?.query<{ s: string }>("SELECT current_setting('tcp_keepalives_idle') AS s")) ?? {};
  assert.deepEqual(rows, [{ s: "30" }]);
  await delivery?.rollback();
});

test("a connection that breaks during a delivery leaves nothing written, and does not end the process", async () => {
  const { event, fence, pool, shipped, store } = await shop({ max: 2 });
  const gone = new Promise<void>((resolve) => pool.once("acquire", (client) => client.once("end", resolve)));
  const delivery = await keptIn(store).openDelivery(event, fence);
  const { rows = [] } = (await delivery?.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")) ?? {};
  await delivery?.query("INSERT INTO shipments VALUES ('A-1')");
  await pool.query("SELECT pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
  await gone;
  await assert.rejects(delivery?.commit() ?? Promise.resolve());
  await delivery?.rollback();
  assert.equal(await shipped(), 0);
  assert.equal(await keptIn(store).settleClaim(event, fence, { kind: "done" }), true);
  assert.equal(pool.waitingCount, 0);
});

for (const max of [2, 3, 8]) {
  test(`eight hooks that each ask for a second connection get it from a pool of ${max}`, async () => {
    const { pool, store } = await shop({ max });
    for (let index = 0; index < 8; index++) {
      const { attempt } = await keptIn(store).insertAttempt(draft(`B-${index}`), 0);
      const { facts } = attempt;
      await keptIn(store).transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts });
    }
    const claims = await keptIn(store).claimEvents({ banks: [bank], limit: 8, leaseMs: 600_000 });
    assert.equal(claims.length, 8);
    await Promise.all(
      claims.map(async ({ item, fence }) => {
        const delivery = await keptIn(store).openDelivery(item.id, fence);
        await delivery?.query("INSERT INTO shipments VALUES ($1)", [item.order]);
        await pool.query("SELECT 1");
        // The store continues to work: a launch, and a renewal.
        await keptIn(store).insertAttempt(draft(`C-${item.order}`), 0);
        await delivery?.commit();
      }),
    );
    const { rows } = await pool.query("SELECT FROM shipments");
    assert.equal(rows.length, 8);
    assert.deepEqual([pool.waitingCount, pool.idleCount], [0, pool.totalCount]);
  });
}

test("two stores on one pool share its limit of open deliveries", async () => {
  const { event, fence, pool, store } = await shop({ max: 3 });
  const delivery = await keptIn(store).openDelivery(event, fence);
  assert.ok(delivery);
  const other = postgresStore(pool, { deadlineMs: 1 });
  await assert.rejects(
    keptIn(other).openDelivery(event, fence),
    /pool is too small: 1 hooks hold a transaction.*none has ended within 6 ms/,
  );
  await delivery.rollback();
  const again = await keptIn(store).openDelivery(event, fence);
  await again?.commit();
  assert.equal(await keptIn(store).openDelivery(event, fence), undefined);
});

test("every delivery gives its connection back, however it ends", async () => {
  const { event, fence, pool, store } = await shop({ max: 1 });
  for (let i = 0; i < 5; i++) {
    assert.equal(await keptIn(store).openDelivery(event, fence + 1), undefined);
    await (await keptIn(store).openDelivery(event, fence))?.rollback();
  }
  await (await keptIn(store).openDelivery(event, fence))?.commit();
  assert.deepEqual([pool.totalCount, pool.idleCount], [1, 1]);
});

test("closing the store leaves the caller's pool open", async () => {
  const { pool, store } = await shop();
  await store.close();
  assert.equal((await pool.query("SELECT 1")).rows.length, 1);
});
