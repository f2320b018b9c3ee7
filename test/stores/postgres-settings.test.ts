import assert from "node:assert/strict";
import { after, test } from "node:test";
import { postgresStore } from "@ventanilla/express/postgres";
import pg from "pg";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { emptiedOn } from "./emptied.ts";

const server = await startPostgres();
after(() => server.stop());
const emptied = emptiedOn(server);

for (const level of ["repeatable read", "serializable"]) {
  test(`a pool whose connections are set to ${level} serves like any other`, async () => {
    const { url, pool } = await emptied();
    const strict = server.connect(url, {
      max: 16,
      options: `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`,
    });
    const [store, well] = [keptIn(postgresStore(strict)), keptIn(postgresStore(pool))];
    const orders = Array.from({ length: 4 }, (_, index) => `A-${index}`);
    // Each order is launched four times at once, and gets one live attempt.
    const launches = await Promise.all(
      orders.flatMap((order) => [1, 2, 3, 4].map((n) => (n % 2 ? store : well).insertAttempt(draft(order), 0))),
    );
    assert.equal(launches.filter(({ kind }) => kind === "inserted").length, 4);
    for (const order of orders) assert.equal((await well.attemptsOf(order)).length, 1);
    const [attempt] = await well.attemptsOf("A-0");
    assert.ok(attempt);
    const { id, facts } = attempt;
    // Of 16 changes of one version one is written, and nobody is told of the engine's own trouble.
    const changes = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        (n % 4 ? store : well).transition(id, 1, { state: "opened", facts, dueAt: 0 }),
      ),
    );
    assert.equal(changes.filter(({ written }) => written).length, 1);
    const lease = { banks: [bank], limit: 5, leaseMs: 60_000 };
    const claims = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 4 ? store : well).claimAttempts(lease)));
    assert.deepEqual(
      claims.flat().map(({ item }) => item.id),
      [id],
    );
    await store.transition(id, 2, { state: "declined", facts, announce: "attempt.declined" });
    assert.equal((await store.claimEvents(lease)).length, 1);
    assert.deepEqual(await store.migrate(), []);
  });
}

test("a hook's transaction is READ COMMITTED whatever the connection is set to", async () => {
  const { url, pool } = await emptied();
  const well = keptIn(postgresStore(pool));
  const { attempt } = await well.insertAttempt(draft(), 0);
  await well.transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts: attempt.facts });
  const [claim] = await well.claimEvents({ banks: [bank], limit: 1, leaseMs: 60_000 });
  assert.ok(claim);
  const strict = new pg.Pool({ connectionString: url, options: "-c default_transaction_isolation=serializable" });
  try {
    const delivery = await keptIn(postgresStore(strict)).openDelivery(claim.item.id, claim.fence);
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
    assert.equal(await keptIn(store).findAttempt("a"), undefined);
    await assert.rejects(store.checkWrite(), /read-only/);
  } finally {
    await readOnly.end();
  }
});

for (const encoding of ["GBK", "LATIN1"]) {
  test(`a pool whose connections are set to ${encoding} is refused: the server would misread what the driver writes`, async () => {
    const { url, pool } = await emptied();
    const other = server.connect(url, { max: 1 });
    other.on("connect", (client) => void client.query(`SET client_encoding = '${encoding}'`));
    const store = keptIn(postgresStore(other));
    await assert.rejects(store.insertAttempt(draft("ñ€\\'; COMMIT; --"), 0), {
      message: `postgresStore: the encoding of the pool's connections is ${encoding}: expected UTF8`,
    });
    await assert.rejects(store.now(), /expected UTF8/);
    assert.deepEqual((await pool.query("SELECT FROM ventanilla.orders")).rows, []);
  });

  test(`no text of a buyer is SQL where one connection is set to ${encoding} after it was looked at`, async () => {
    const { url } = await emptied();
    const other = server.connect(url, { max: 1 });
    const store = keptIn(postgresStore(other));
    await store.now();
    await other.query(`SET client_encoding = '${encoding}'`);
    const orders = ["A-1", "ñ\\' OR 1 = 1 -- ", "€'", "€\\'"];
    for (const order of orders) await store.insertAttempt(draft(order), 0).catch(() => {});
    await other.query("SET client_encoding = 'UTF8'");
    // Where the encoding has no such character, the server refuses it.
    const { rows } = await other.query<{ order_id: string }>("SELECT order_id FROM ventanilla.orders");
    assert.ok(rows.length >= 3 && rows.every(({ order_id }) => orders.includes(order_id)), JSON.stringify(rows));
  });
}

/** A store on one connection, and the statements that it has sent since the last call of `sent()`. */
async function listening() {
  const { pool } = await emptied({ max: 1 });
  const texts: string[] = [];
  const store = postgresStore({
    async connect() {
      const client = await pool.connect();
      return {
        async query(text, values) {
          texts.push(text);
          return client.query(text, values);
        },
        release: (error) => client.release(error),
      };
    },
  });
  return { pool, store: keptIn(store), sent: () => texts.splice(0) };
}

test("the server ends every transaction whose process is silent for 20 seconds: nobody else waits for its locks", async () => {
  const { pool, store, sent } = await listening();
  await store.insertAttempt(draft(), 0);
  const [begun, ...more] = sent().filter((text) => text.startsWith("BEGIN"));
  assert.ok(begun !== undefined && more.length === 0);
  const client = await pool.connect();
  const read = "SELECT current_setting('idle_in_transaction_session_timeout') AS s";
  // Without the first statement of the transaction, which is in the same message.
  await client.query(begun.slice(0, begun.lastIndexOf(";")));
  assert.deepEqual((await client.query(read)).rows, [{ s: "20s" }]);
  await client.query("COMMIT");
  assert.deepEqual((await client.query(read)).rows, [{ s: "0" }]);
  client.release();
});

test("a claim writes nothing when nothing is due", async () => {
  const { store, sent } = await listening();
  for (const order of ["A", "B"]) {
    const own = { ...draft(order), bank: order === "B" ? "other" : bank };
    const { attempt } = await store.insertAttempt(own, 0);
    const { facts } = attempt;
    await store.transition(attempt.id, 1, { state: "unknown", announce: "attempt.unknown", facts, dueAt: 0 });
    await store.transition(attempt.id, 2, { state: "declined", announce: "attempt.declined", facts });
  }
  const claim = async (): Promise<number[]> => {
    sent();
    const attempts = await store.claimAttempts({ banks: [bank], limit: 10, leaseMs: 600_000 });
    const events = await store.claimEvents({ banks: [bank], limit: 10, leaseMs: 600_000 });
    return [attempts.length, events.length];
  };
  const isReading = (text: string) => /^SELECT\b/.test(text);
  assert.deepEqual(await claim(), [1, 1]);
  assert.ok(sent().some((text) => text.startsWith("UPDATE")));
  // Rows that are leased, wait for another event, or belong to another bank, are skipped.
  assert.deepEqual(await claim(), [0, 0]);
  const texts = sent();
  assert.ok(texts.length > 0 && texts.every(isReading), texts.join("\n"));
});

test("two stores in two schemas of one database know nothing of each other", async () => {
  const { pool } = await emptied();
  const other = postgresStore(pool, { schema: "another_shop" });
  assert.deepEqual(await other.migrate(), [1]);
  const { attempt } = await keptIn(other).insertAttempt(draft("A-1"), 0);
  assert.equal(await keptIn(postgresStore(pool)).findAttempt(attempt.id), undefined);
  for (const schema of ["", "A", "a;b", "x".repeat(41), "1a"]) {
    assert.throws(() => postgresStore(pool, { schema }), /^TypeError: postgresStore: schema: expected 1 to 40 small/);
  }
  await pool.query("DROP SCHEMA another_shop CASCADE");
});
