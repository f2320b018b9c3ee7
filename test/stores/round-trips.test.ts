import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type PostgresPool, postgresStore } from "@ventanilla/express/postgres";
import { insertAttempt, writeChange } from "@ventanilla/express/store";
import { ownScope } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";

const server = await startPostgres();
after(() => server.stop());

/** A Postgres store, and what the work asks of its database: one round trip each. */
async function countingStore() {
  const { pool } = await server.database();
  await postgresStore(pool).migrate();
  let asked: string[] = [];
  const counting: PostgresPool = {
    async connect() {
      const client = await pool.connect();
      return {
        query(text, values) {
          asked.push(
            text
              .trim()
              .split(/[\s;(]+/, 2)
              .join(" "),
          );
          return client.query(text, values);
        },
        release: (error) => client.release(error),
      };
    },
  };
  return {
    store: postgresStore(counting).shop(ownScope),
    async asked(work: () => Promise<unknown>): Promise<string[]> {
      asked = [];
      await work();
      return asked;
    },
  };
}

test("a launch takes five round trips to Postgres, one that joins it two, and its payment six", async () => {
  const { store, asked } = await countingStore();
  // The first launches read the clock, and take numbers for the next ones.
  for (const order of ["W-1", "W-2", "W-3", "W-4"]) await insertAttempt(store, draft(order), 0);
  const launched = await asked(() => insertAttempt(store, draft("A-1"), 0));
  assert.deepEqual(launched, ["SELECT o.reference", "BEGIN ISOLATION", "INSERT INTO", "INSERT INTO", "COMMIT"]);
  const joining = await asked(async () => assert.equal((await insertAttempt(store, draft("A-1"), 0)).kind, "joined"));
  assert.deepEqual(joining, ["SELECT o.reference", "INSERT INTO"]);
  const [attempt] = await store.attemptsOf("A-1");
  assert.ok(attempt);
  const { facts } = attempt;
  const opened = await asked(() => writeChange(store, attempt, { state: "opened", facts, dueAt: 0 }));
  assert.deepEqual(opened, ["UPDATE ventanilla.attempts"]);
  const paid = await asked(async () => {
    const approval = { state: "approved", announce: "order.paid", facts, dueAt: null } as const;
    const { written } = await writeChange(store, { ...attempt, version: 2 }, approval);
    assert.ok(written);
  });
  assert.deepEqual(paid, [
    "SELECT o.reference",
    "BEGIN ISOLATION",
    "UPDATE ventanilla.orders",
    "UPDATE ventanilla.attempts",
    "INSERT INTO",
    "COMMIT",
  ]);
});

test("of several orders that are launched at once, each is written at the first try", async () => {
  const { store, asked } = await countingStore();
  const orders = Array.from({ length: 16 }, (_, index) => `A-${index}`);
  const texts = await asked(() => Promise.all(orders.map((order) => insertAttempt(store, draft(order), 0))));
  assert.equal(texts.filter((text) => text.startsWith("BEGIN")).length, orders.length);
});
