import assert from "node:assert/strict";
import { after, test } from "node:test";
import { postgresStore } from "@ventanilla/express/postgres";
import type { Delivery } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { emptiedOn } from "./emptied.ts";

const server = await startPostgres();
after(() => server.stop());
const emptied = emptiedOn(server);

/** A shop with an event to deliver, and its delivery, which has begun. */
async function delivering() {
  const { pool } = await emptied({ max: 3 });
  await pool.query("CREATE TABLE shipments (order_id text PRIMARY KEY)");
  const store = postgresStore(pool);
  const { attempt } = await keptIn(store).insertAttempt(draft(), 0);
  await keptIn(store).transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts: attempt.facts });
  const [claim] = await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 600_000 });
  assert.ok(claim);
  const { fence, item } = claim;
  const delivery = await keptIn(store).openDelivery(item.id, fence);
  assert.ok(delivery);
  /** Asserts that the event was not delivered, and that its connection is of use to others. */
  async function assertNotDelivered(): Promise<void> {
    assert.equal((await keptIn(store).eventsOf("A-1"))[0]?.deliveredAt, undefined);
    assert.equal(await keptIn(store).settleClaim(item.id, fence, { kind: "retry", at: 0, error: "no" }), true);
    assert.deepEqual([pool.waitingCount, pool.idleCount], [0, pool.totalCount]);
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    assert.equal(rows.length, 0);
  }
  return { delivery, pool, store: keptIn(store), assertNotDelivered };
}

const ship = "INSERT INTO shipments VALUES ('A-1')";

/** Ends the quotation earlier than the store can see: an old setting of the server's gives the backslash a meaning. */
async function sendUnseen(delivery: Delivery, control: string): Promise<void> {
  await delivery.query("SET LOCAL escape_string_warning = off; SET LOCAL standard_conforming_strings = off");
  await delivery.query(`SELECT 'a\\'' ; ${control}; --'`);
}

for (const [what, control] of Object.entries({
  "is ended": "COMMIT",
  "is ended, and another one is open": "COMMIT; BEGIN",
  "is ended, and another one with writes is open": "COMMIT; BEGIN; INSERT INTO shipments VALUES ('B-2')",
  "is ended and chained": "COMMIT AND CHAIN",
  "is undone, and another one is open": "ROLLBACK; BEGIN",
})) {
  test(`a transaction that ${what} by a statement that nobody could see delivers nothing`, async () => {
    const { assertNotDelivered, delivery, pool } = await delivering();
    await delivery.query(ship);
    await sendUnseen(delivery, control);
    await assert.rejects(delivery.commit(), /ended by one of its own statements/);
    const { rows } = await pool.query("SELECT FROM shipments WHERE order_id = 'B-2'");
    assert.equal(rows.length, 0);
    await assertNotDelivered();
  });
}

for (const [what, texts] of Object.entries({
  "a procedure that commits": [
    "CREATE PROCEDURE pg_temp.ship() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO shipments VALUES ('A-1'); COMMIT; END $$",
    "CALL pg_temp.ship()",
  ],
  "a block that commits": ["DO $$ BEGIN INSERT INTO shipments VALUES ('A-1'); COMMIT; END $$"],
  "a block that rolls back": ["DO $$ BEGIN INSERT INTO shipments VALUES ('A-1'); ROLLBACK; END $$"],
  "a level that comes too late": ["SET LOCAL transaction_isolation = 'serializable'"],
})) {
  test(`${what} fails within a hook's transaction, which then delivers nothing`, async () => {
    const { assertNotDelivered, delivery, pool } = await delivering();
    await delivery.query(ship.replace("A-1", "B-2"));
    const last = texts.at(-1) ?? "";
    for (const text of texts.slice(0, -1)) await delivery.query(text);
    const failure = await delivery.query(last).then(
      () => assert.fail("it fails"),
      (error: unknown) => error,
    );
    await assert.rejects(delivery.commit(), (error) => error === failure);
    assert.equal((await pool.query("SELECT FROM shipments")).rows.length, 0);
    await assertNotDelivered();
  });
}

test("a transaction that a hook has made read-only delivers nothing when it writes after that, and says why", async () => {
  const { assertNotDelivered, delivery, pool } = await delivering();
  await delivery.query(ship);
  await delivery.query("SET LOCAL transaction_read_only = on");
  delivery.query(ship.replace("A-1", "B-2")).catch(() => {});
  await assert.rejects(delivery.commit(), /read-only transaction/);
  assert.equal((await pool.query("SELECT FROM shipments")).rows.length, 0);
  await assertNotDelivered();
});

test("what a hook has written before it made its transaction read-only is committed with the delivery", async () => {
  const { delivery, pool, store } = await delivering();
  await delivery.query(ship);
  await delivery.query("SET LOCAL transaction_read_only = on");
  await delivery.commit();
  assert.equal((await pool.query("SELECT FROM shipments")).rows.length, 1);
  assert.equal(typeof (await store.eventsOf("A-1"))[0]?.deliveredAt, "number");
});

test("what a library sends for nested transactions works, also as the driver's own object", async () => {
  const { delivery, pool } = await delivering();
  const query = delivery.query as (statement: unknown, values?: unknown[]) => Promise<unknown>;
  await delivery.query(ship);
  await query({ text: 'savepoint "sp_1"' });
  await query({ text: "INSERT INTO shipments VALUES ($1)" }, ["B-2"]);
  await query({ text: 'rollback to savepoint "sp_1"' });
  await query({ text: "INSERT INTO shipments VALUES ($1)", values: undefined }, ["C-3"]);
  await query({ text: 'release savepoint "sp_1"' });
  await delivery.commit();
  const { rows } = await pool.query<{ id: string }>("SELECT order_id AS id FROM shipments ORDER BY 1");
  assert.deepEqual(
    rows.map(({ id }) => id),
    ["A-1", "C-3"],
  );
});

test("the driver's own object for a statement cannot end the transaction", async () => {
  const { assertNotDelivered, delivery } = await delivering();
  await assert.rejects(delivery.query({ text: "COMMIT" } as never), /COMMIT is refused/);
  await assertNotDelivered();
});

test("the server ends a hook's transaction whose process is silent for 20 seconds, and no other", async () => {
  const { delivery, pool } = await delivering();
  const text = "SELECT current_setting('idle_in_transaction_session_timeout') AS s";
  assert.deepEqual((await delivery.query(text)).rows, [{ s: "20s" }]);
  await delivery.commit();
  for (let i = 0; i < 3; i++) assert.deepEqual((await pool.query(text)).rows, [{ s: "0" }]);
});

test("what is code in a statement is told from its comments, texts and names", async () => {
  for (const [text, isControl] of [
    ["/* /* */ COMMIT */ SELECT 1", false],
    ["/* /* */ */ COMMIT", true],
    ["/* /* /* */ */ COMMIT */ SELECT 1", false],
    ["/* /* /* */ */ */ COMMIT", true],
    ["SELECT '; COMMIT'", false],
    ["SELECT 'it''s'; COMMIT", true],
    ["SELECT E'\\'; COMMIT; --'", false],
    ["SELECT type'a\\'; COMMIT", true],
    ["SELECT $$; COMMIT; $$", false],
    ["SELECT $a$ $$; COMMIT; $a$", false],
    ["SELECT $1; COMMIT", true],
    ["SELECT a$b$; COMMIT; --$b$", true],
    ['SELECT "; COMMIT"', false],
    ["SELECT 1 -- ; COMMIT", false],
    ["SELECT 1 --\r; COMMIT", true],
    ["/* open ; COMMIT", false],
    ["PREPARE ship AS SELECT 1", false],
    ["PREPARE TRANSACTION 'ship'", true],
    ["ROLLBACK WORK TO SAVEPOINT a", false],
    ["ROLLBACK /* to */ WORK", true],
    ["SAVEPOINT a; ROLLBACK TO a; RELEASE a", false],
    ["SAVEPOINT a; ROLLBACK", true],
    ["SELECT begin, commit FROM periods WHERE end IS NULL", false],
    ["UPDATE t SET a = CASE WHEN b THEN 1 END; SELECT 1", false],
    ["CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END", false],
    ["START TRANSACTION", true],
    ["SET transaction_timeout = 0", false],
    ["", false],
    [`SELECT '${"'' -- /* $a$ ".repeat(50_000)}; COMMIT'`, false],
  ] as const) {
    const { assertNotDelivered, delivery } = await delivering();
    const failure = await delivery.query(text).catch((error: Error) => error);
    assert.equal(failure instanceof Error && / is refused,/.test(failure.message), isControl, text);
    await delivery.rollback();
    await assertNotDelivered();
  }
});
