import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Store } from "@ventanilla/express";
import pg from "pg";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
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
  const { attempt } = await store.insertAttempt(draft(), 0);
  await store.transition(attempt.id, 1, {
    state: "approved",
    announce: "order.paid",
    facts: attempt.facts,
  });
  const [claim] = await store.claimEvents({ bank, limit: 1, leaseMs: 60_000 });
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
  const { facts } = draft();
  const calls: Record<Exclude<keyof Store, "migrate" | "close" | "lostFile">, () => Promise<unknown>> = {
    now: () => store.now(),
    insertAttempt: () => store.insertAttempt(draft(), 0),
    findAttempt: () => store.findAttempt("a"),
    findByReturnHash: () => store.findByReturnHash("a"),
    attemptsOf: () => store.attemptsOf("a"),
    orderByReference: () => store.orderByReference("a"),
    launchedBy: () => store.launchedBy("a", "b"),
    transition: () => store.transition("a", 1, { state: "opened", facts }),
    claimAttempts: () => store.claimAttempts({ bank, limit: 1, leaseMs: 1 }),
    claimEvents: () => store.claimEvents({ bank, limit: 1, leaseMs: 1 }),
    renewClaim: () => store.renewClaim("a", 1, 1),
    settleClaim: () => store.settleClaim("a", 1, { kind: "done" }),
    openDelivery: () => store.openDelivery("a", 1),
    reviveEvent: () => store.reviveEvent("a"),
    checkWrite: () => store.checkWrite(),
    backlog: () => store.backlog(0),
    elsewhere: () => store.elsewhere([bank]),
    unsettled: () => store.unsettled(1),
    stats: () => store.stats(),
    listAttempts: () => store.listAttempts({ limit: 1 }),
    takings: () => store.takings({ from: 0, until: 1, limit: 1 }),
    tally: () => store.tally({ from: 0, until: 1 }),
    eventsOf: () => store.eventsOf("a"),
    recordAction: () => store.recordAction({ by: "Ana", action: "retry", subject: "a" }),
    actionsOf: () => store.actionsOf("a"),
    claimAlert: () => store.claimAlert("a"),
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
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  );
  assert.deepEqual(await postgresStore(pool).migrate(), []);
});

test("a role that may not create anything can use what another one has migrated", async () => {
  const { url, pool } = await emptied();
  const role = `shop_${process.pid}`;
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'shop';
    GRANT USAGE ON SCHEMA ventanilla TO ${role};
    GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA ventanilla TO ${role};
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
    assert.equal(await store.renewClaim(event, fence, 60_000), true);
    await (await store.openDelivery(event, fence))?.rollback();
    assert.equal(await store.settleClaim(event, fence, { kind: "dead", error: "no" }), true);
    assert.equal(await store.reviveEvent(event), true);
    assert.equal((await store.backlog(0)).dead, 0);
  } finally {
    await shopPool.end();
    await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test("a single client serves, except for a hook's transaction, which says what it needs", async () => {
  const { url } = await server.database();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const store = postgresStore(client);
    const { event, fence } = await paid(store);
    await assert.rejects(store.openDelivery(event, fence), /needs a pool whose connect\(\) gives a client/);
    const bare = postgresStore({ query: (text, values) => client.query(text, values) });
    await assert.rejects(bare.openDelivery(event, fence), /this has no connect\(\)/);
    assert.equal(await store.settleClaim(event, fence, { kind: "done" }), true);
  } finally {
    await client.end();
  }
});

test("a pool without query, an unknown option, and one out of its range, are refused at once", () => {
  for (const wrong of [undefined, {}, "postgres://localhost"]) {
    assert.throws(() => postgresStore(wrong as never), { ...argumentError, message: /query\(text, values\)/ });
  }
  const query = () => Promise.reject(new Error("unused"));
  for (const deadlineMs of [0, Number.NaN, 2 ** 31]) {
    assert.throws(() => postgresStore({ query }, { deadlineMs }), { ...argumentError, message: /deadlineMs/ });
  }
  for (const [options, message] of [
    [{ deadlineMS: 500 }, /^postgresStore\.deadlineMS: unknown field, did you mean deadlineMs\?$/],
    [{ clockTrustedMs: "30s" }, /clockTrustedMs: expected milliseconds/],
    [{ clockTrustedMs: -1 }, /clockTrustedMs: expected milliseconds/],
  ] as const) {
    assert.throws(() => postgresStore({ query }, options as object), { ...argumentError, message });
  }
});

test("a driver that gives 64-bit numbers as BigInt and JSON as text is understood", async () => {
  const { url } = await server.database();
  const getTypeParser = ((id: number) => (id === 20 ? BigInt : String)) as never;
  const pool = new pg.Pool({ connectionString: url, types: { getTypeParser } });
  try {
    const store = postgresStore({
      async query(text, values) {
        const { rows } = await pool.query<Record<string, unknown>>(text, values);
        return { rows: rows.map((row) => ("written" in row ? { ...row, written: row.written === "t" } : row)) };
      },
    });
    await store.migrate();
    const { attempt } = await store.insertAttempt(draft(), 0);
    assert.equal(attempt.amount.minor, 100);
    const moved = await store.transition(attempt.id, 1, { state: "opened", facts: attempt.facts });
    assert.deepEqual(moved.attempt.facts, attempt.facts);
    assert.equal(typeof (await store.now()), "number");
  } finally {
    await pool.end();
  }
});

test("a number that JavaScript cannot hold is an error, not another number", async () => {
  const { pool, store } = await shop();
  await pool.query("UPDATE ventanilla.attempts SET amount = 9007199254740993");
  await assert.rejects(store.attemptsOf("A-1"), /out of bounds/);
});

test("a commit after a failed statement that the hook ignored fails, and nothing is written", async () => {
  const { event, fence, pool, shipped, store } = await shop();
  const delivery = await store.openDelivery(event, fence);
  await delivery?.query("INSERT INTO shipments VALUES ($1)", ["A-1"]);
  await delivery?.query("SELECT 1 / 0").catch(() => {});
  await assert.rejects(delivery?.commit() ?? Promise.resolve(), /aborted/);
  assert.equal(await shipped(), 0);
  assert.equal(await store.settleClaim(event, fence, { kind: "retry", at: 0, error: "no" }), true);
  assert.equal(pool.idleCount, pool.totalCount);
});

test("a commit after the hook has tried to end the transaction itself fails", async () => {
  const { event, fence, store } = await shop();
  const delivery = await store.openDelivery(event, fence);
  await assert.rejects(delivery?.query("ROLLBACK") ?? Promise.resolve(), /ROLLBACK is refused/);
  await assert.rejects(delivery?.commit() ?? Promise.resolve(), /ROLLBACK is refused/);
  assert.equal(await store.settleClaim(event, fence, { kind: "done" }), true);
});

test("nobody claims an event that is being delivered, even when its lease has ended", async () => {
  const { event, fence, store } = await shop();
  await store.settleClaim(event, fence, { kind: "retry", at: 0, error: "no" });
  const [again] = await store.claimEvents({ bank, limit: 1, leaseMs: 0 });
  const delivery = await store.openDelivery(event, again?.fence ?? 0);
  assert.deepEqual(await store.claimEvents({ bank, limit: 1, leaseMs: 60_000 }), []);
  await delivery?.rollback();
  assert.equal((await store.claimEvents({ bank, limit: 1, leaseMs: 60_000 })).length, 1);
});

test("a claim holds while its delivery is open, and renewing it does not wait", async () => {
  const { event, fence, pool, store } = await shop();
  const delivery = await store.openDelivery(event, fence);
  assert.equal(await store.renewClaim(event, fence, 60_000), true);
  assert.equal(await store.renewClaim(event, fence - 1, 60_000), false);
  await delivery?.rollback();
  const { rows: before } = await pool.query<{ now: string }>("SELECT ventanilla.now_ms() AS now");
  assert.equal(await store.renewClaim(event, fence, 600_000), true);
  const { rows } = await pool.query<{ due_at: string }>("SELECT due_at FROM ventanilla.outbox");
  assert.ok(Number(rows[0]?.due_at) >= Number(before[0]?.now) + 600_000);
  await (await store.openDelivery(event, fence))?.commit();
  assert.equal(await store.renewClaim(event, fence, 60_000), false);
});

test("the server probes the client of an open delivery, whose network may be gone", async () => {
  const { event, fence, store } = await shop();
  const delivery = await store.openDelivery(event, fence);
  const { rows = [] } =
    (await delivery?.query<{ s: string }>("SELECT current_setting('tcp_keepalives_idle') AS s")) ?? {};
  assert.deepEqual(rows, [{ s: "30" }]);
  await delivery?.rollback();
});

test("a connection that breaks during a delivery leaves nothing written, and does not end the process", async () => {
  const { event, fence, pool, shipped, store } = await shop({ max: 2 });
  const gone = new Promise<void>((resolve) => pool.once("acquire", (client) => client.once("end", resolve)));
  const delivery = await store.openDelivery(event, fence);
  const { rows = [] } = (await delivery?.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")) ?? {};
  await delivery?.query("INSERT INTO shipments VALUES ('A-1')");
  await pool.query("SELECT pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
  await gone;
  await assert.rejects(delivery?.commit() ?? Promise.resolve());
  await delivery?.rollback();
  assert.equal(await shipped(), 0);
  assert.equal(await store.settleClaim(event, fence, { kind: "done" }), true);
  assert.equal(pool.waitingCount, 0);
});

for (const max of [2, 3, 8]) {
  test(`eight hooks that each ask for a second connection get it from a pool of ${max}`, async () => {
    const { pool, store } = await shop({ max });
    for (let index = 0; index < 8; index++) {
      const { attempt } = await store.insertAttempt(draft(`B-${index}`), 0);
      const { facts } = attempt;
      await store.transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts });
    }
    const claims = await store.claimEvents({ bank, limit: 8, leaseMs: 600_000 });
    assert.equal(claims.length, 8);
    await Promise.all(
      claims.map(async ({ item, fence }) => {
        const delivery = await store.openDelivery(item.id, fence);
        await delivery?.query("INSERT INTO shipments VALUES ($1)", [item.order]);
        await pool.query("SELECT 1");
        // The store continues to work: a launch, and a renewal.
        await store.insertAttempt(draft(`C-${item.order}`), 0);
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
  const delivery = await store.openDelivery(event, fence);
  assert.ok(delivery);
  const other = postgresStore(pool, { deadlineMs: 1 });
  await assert.rejects(
    other.openDelivery(event, fence),
    /pool is too small: 1 hooks hold a transaction.*none has ended within 6 ms/,
  );
  await delivery.rollback();
  const again = await store.openDelivery(event, fence);
  await again?.commit();
  assert.equal(await store.openDelivery(event, fence), undefined);
});

test("every delivery gives its connection back, however it ends", async () => {
  const { event, fence, pool, store } = await shop({ max: 1 });
  for (let i = 0; i < 5; i++) {
    assert.equal(await store.openDelivery(event, fence + 1), undefined);
    await (await store.openDelivery(event, fence))?.rollback();
  }
  await (await store.openDelivery(event, fence))?.commit();
  assert.deepEqual([pool.totalCount, pool.idleCount], [1, 1]);
});

test("closing the store leaves the caller's pool open", async () => {
  const { pool, store } = await shop();
  await store.close();
  assert.equal((await pool.query("SELECT 1")).rows.length, 1);
});
