import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { functions } from "../../packages/express/src/stores/postgres/functions.ts";
import { tables } from "../../packages/express/src/stores/postgres/tables.ts";
import { postgresStore } from "../../packages/express/src/stores/postgres.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { emptiedOn } from "./emptied.ts";
import { createAsBefore } from "./postgres-version-4.ts";

const server = await startPostgres();
after(() => server.stop());
const emptied = emptiedOn(server);

for (const level of ["repeatable read", "serializable"]) {
  test(`under ${level} a write is refused, and the error says what to set`, async () => {
    const { url, pool } = await emptied();
    const well = postgresStore(pool);
    const { attempt } = await well.insertAttempt(draft("before"), 0);
    // An event to claim: where there is none, nothing is written.
    const { attempt: told } = await well.insertAttempt(draft("told"), 0);
    await well.transition(told.id, 1, { state: "declined", facts: told.facts, announce: "attempt.declined" });
    const strict = new pg.Pool({
      connectionString: url,
      max: 16,
      options: `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`,
    });
    try {
      const store = postgresStore(strict);
      // Each order is launched four times at once, and may get only one live attempt.
      const orders = Array.from({ length: 4 }, (_, index) => `A-${index}`);
      const launches = await Promise.allSettled(
        orders.flatMap((order) => [1, 2, 3, 4].map(() => store.insertAttempt(draft(order), 0))),
      );
      const attempts = await Promise.all(orders.map((order) => well.attemptsOf(order)));
      assert.deepEqual(
        attempts.filter(({ length }) => length > 1),
        [],
      );
      for (const launch of launches) {
        assert.equal(launch.status, "rejected");
        assert.match(
          (launch.reason as Error).message,
          new RegExp(`isolation level "read committed", this connection has "${level}".*default_transaction_isolation`),
        );
      }
      for (const call of [
        () => store.migrate(),
        () => store.transition(attempt.id, 1, { state: "declined", facts: attempt.facts }),
        () => store.claimAttempts({ bank, limit: 1, leaseMs: 1000 }),
        () => store.claimEvents({ bank, limit: 1, leaseMs: 1000 }),
      ]) {
        await assert.rejects(call, /default_transaction_isolation/);
      }
      assert.deepEqual(await store.findAttempt(attempt.id), attempt);
    } finally {
      await strict.end();
    }
  });
}

test("a hook's transaction is READ COMMITTED whatever the connection is set to", async () => {
  const { url, pool } = await emptied();
  const well = postgresStore(pool);
  const { attempt } = await well.insertAttempt(draft(), 0);
  await well.transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts: attempt.facts });
  const [claim] = await well.claimEvents({ bank, limit: 1, leaseMs: 60_000 });
  assert.ok(claim);
  const strict = new pg.Pool({ connectionString: url, options: "-c default_transaction_isolation=serializable" });
  try {
    const delivery = await postgresStore(strict).openDelivery(claim.item.id, claim.fence);
    const { rows = [] } = (await delivery?.query("SHOW transaction_isolation")) ?? {};
    assert.deepEqual(rows, [{ transaction_isolation: "read committed" }]);
    await delivery?.commit();
  } finally {
    await strict.end();
  }
});

test("checkWrite rejects when the store can be read but not written", async () => {
  const { url } = await emptied();
  const readOnly = new pg.Pool({ connectionString: url, options: "-c default_transaction_read_only=on" });
  try {
    const store = postgresStore(readOnly);
    assert.equal(await store.findAttempt("a"), undefined);
    await assert.rejects(store.checkWrite(), /read-only/);
  } finally {
    await readOnly.end();
  }
});

test("a claim writes nothing when nothing is due", async () => {
  const { pool } = await emptied({ max: 1 });
  const client = await pool.connect();
  try {
    const store = postgresStore({ query: (text, values) => client.query(text, values) });
    for (const order of ["A", "B"]) {
      const { attempt } = await store.insertAttempt({ ...draft(order), bank: order === "B" ? "other" : bank }, 0);
      const { facts } = attempt;
      await store.transition(attempt.id, 1, { state: "unknown", announce: "attempt.unknown", facts, dueAt: 0 });
      await store.transition(attempt.id, 2, { state: "declined", announce: "attempt.declined", facts });
    }
    const claim = async (): Promise<number[]> => {
      const attempts = await store.claimAttempts({ bank, limit: 10, leaseMs: 600_000 });
      const events = await store.claimEvents({ bank, limit: 10, leaseMs: 600_000 });
      return [attempts.length, events.length];
    };
    const wrote = async (): Promise<boolean> => {
      const { rows } = await client.query("SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote");
      return (rows[0] as { wrote: boolean }).wrote;
    };
    await client.query("BEGIN");
    assert.deepEqual(await claim(), [1, 1]);
    assert.equal(await wrote(), true);
    await client.query("COMMIT; BEGIN");
    // Rows that are leased, wait for another event, or belong to another bank, are skipped.
    assert.deepEqual(await claim(), [0, 0]);
    assert.equal(await wrote(), false);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
});

test("processes of version 1 and of this version continue what version 1 has written", async () => {
  const { pool } = await server.database();
  await createAsBefore(pool, tables + functions);
  const insertAsBefore = (order: string) =>
    pool.query("SELECT ventanilla.insert_attempt($1, $2, 100, 0, 'DOP', 'browser', '{}', 0, 0)", [
      crypto.randomUUID(),
      order,
    ]);
  const declineAsBefore = (order: string) =>
    pool.query(
      "SELECT ventanilla.transition(id, 1, 'declined', '{}', NULL, NULL, 0, false) FROM ventanilla.attempts WHERE order_id = $1",
      [order],
    );
  const store = postgresStore(pool);
  await insertAsBefore("A-1");
  await insertAsBefore("A-2");
  await declineAsBefore("A-2");
  await assert.rejects(store.insertAttempt(draft(), 0), /await store\.migrate\(\)/);

  assert.deepEqual(
    await store.migrate(),
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  );
  const joined = await store.insertAttempt(draft("A-1"), 0);
  assert.deepEqual([joined.kind, joined.attempt.bank], ["joined", ""]);
  await insertAsBefore("A-3");
  await declineAsBefore("A-3");
  const events = await store.claimEvents({ bank, limit: 10, leaseMs: 60_000 });
  assert.deepEqual(
    events.map(({ item }) => item.order),
    ["A-2", "A-3"],
  );
  assert.equal((await store.claimAttempts({ bank, limit: 10, leaseMs: 60_000 })).length, 3);
});

test("a process of version 3 goes on beside this one: what it inserts is sent under its own id", async () => {
  const { pool } = await emptied();
  const store = postgresStore(pool);
  const insertAsBefore = async (order: string, facts: object = {}) => {
    const { rows } = await pool.query<{ kind: string; facts: Record<string, unknown> }>(
      `SELECT kind, (attempt).facts FROM ventanilla.insert_attempt($1, $2, $3, 100, 0, 'DOP', 'browser', $4, 0, 0)`,
      [crypto.randomUUID(), order, bank, facts],
    );
    return rows[0];
  };
  const long = "x".repeat(30);
  const { attempt } = await store.insertAttempt(
    { ...draft(long), facts: { ...draft().facts, orderReference: "V-1" } },
    0,
  );
  // A process of version 3 that joins is given what was written; it does not send such an id itself.
  assert.deepEqual(await insertAsBefore(long), { kind: "joined", facts: { ...attempt.facts } });
  assert.deepEqual(await insertAsBefore("A-1"), { kind: "inserted", facts: {} });
  const joined = await store.insertAttempt({ ...draft("A-1"), facts: { ...draft().facts, orderReference: "V-2" } }, 0);
  assert.deepEqual([joined.kind, joined.attempt.facts.orderReference], ["joined", undefined]);
});

test("what a process of version 4 has written, and writes while the version changes, is in the lists", async () => {
  const { pool } = await server.database();
  await createAsBefore(pool);
  const store = postgresStore(pool);
  const orders = Array.from({ length: 40 }, (_, i) => `A-${i}`);
  const before = orders.slice(0, 20);
  for (const order of before) await store.insertAttempt(draft(order), 0);
  await assert.rejects(store.claimAlert("a"), /await store\.migrate\(\)/);
  const [applied] = await Promise.all([
    store.migrate(),
    ...orders.slice(20).map((order) => store.insertAttempt(draft(order), 0)),
  ]);
  assert.deepEqual(applied, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  const { attempts } = await store.listAttempts({ limit: 1000 });
  assert.deepEqual(new Set(attempts.map(({ order }) => order)), new Set(orders));
  assert.equal(await store.claimAlert("a"), true);
});
