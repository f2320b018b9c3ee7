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
          const statements = text.split(";").map((statement) =>
            statement
              .trim()
              .split(/[\s(]+/, 2)
              .join(" "),
          );
          asked.push(statements.join("; "));
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

const begin = "BEGIN ISOLATION; SET LOCAL";

test("a launch takes four round trips to Postgres, one that joins it two, and its payment four", async () => {
  const { store, asked } = await countingStore();
  // The first launches read the clock, and take numbers for the next ones.
  for (const order of ["W-1", "W-2", "W-3", "W-4"]) await insertAttempt(store, draft(order), 0);
  const launched = await asked(() => insertAttempt(store, draft("A-1"), 0));
  assert.deepEqual(launched, ["SELECT o.reference,", `${begin}; INSERT INTO`, "INSERT INTO", "COMMIT"]);
  const joining = await asked(async () => assert.equal((await insertAttempt(store, draft("A-1"), 0)).kind, "joined"));
  assert.deepEqual(joining, ["SELECT o.reference,", "INSERT INTO"]);
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
    "SELECT o.reference,",
    `${begin}; UPDATE ventanilla.orders`,
    "UPDATE ventanilla.attempts; INSERT INTO",
    "COMMIT",
  ]);
});

test("what a person did about two payments takes four, too: also what went back, and kept sums of an earlier day", async () => {
  for (const ago of [0, 24 * 3_600_000]) assert.equal((await askedWhenHandled(ago)).length, 4);
});

/** What is asked when a person says that one of two payments went back so many milliseconds ago. */
async function askedWhenHandled(ago: number): Promise<string[]> {
  const { store, asked } = await countingStore();
  const approve = async (id: string) => {
    const attempt = await store.findAttempt(id);
    assert.ok(attempt);
    const approval = { state: "approved", announce: "order.paid", facts: attempt.facts, dueAt: null } as const;
    return (await writeChange(store, attempt, approval)).attempt;
  };
  const first = await insertAttempt(store, draft("A-1"), 0);
  await writeChange(store, first.attempt, { state: "expired", facts: first.attempt.facts, dueAt: null });
  const second = await insertAttempt(store, draft("A-1"), 0);
  const [one, other] = [await approve(first.attempt.id), await approve(second.attempt.id)];
  const handled = {
    returned: true,
    returnedAttempt: one.id,
    reason: "Voided at the bank",
    by: "Ana",
    at: (await store.now()) - ago,
  };
  const change = { state: other.state, facts: { ...other.facts, handled }, reversed: one.id };
  return asked(async () => assert.ok((await writeChange(store, other, change)).written));
}

test("a claim of attempts or events takes at most five round trips, and one where nothing is due takes one", async () => {
  const { store, asked } = await countingStore();
  const lease = { banks: [draft("A-1").bank], limit: 10, leaseMs: 60_000 };
  // The first claims read the clock, and look for rows of a time ahead.
  const claimed = async () => [await store.claimAttempts(lease), await store.claimEvents(lease)].flat().length;
  assert.equal(await claimed(), 0);
  for (const claim of [store.claimAttempts, store.claimEvents]) {
    assert.equal((await asked(() => claim(lease))).length, 1);
  }
  const { attempt } = await insertAttempt(store, { ...draft("A-1"), dueAt: 0 }, 0);
  const approval = { state: "approved", announce: "order.paid", facts: attempt.facts } as const;
  await writeChange(store, attempt, approval);
  for (const claim of [store.claimAttempts, store.claimEvents]) {
    const texts = await asked(async () => assert.equal((await claim(lease)).length, 1));
    assert.ok(texts.length <= 5, texts.join("\n"));
  }
});

test("what waits, its counts and its lists are each read in one round trip", async () => {
  const { store, asked } = await countingStore();
  const { backlog, countUnsettled, unsettled, elsewhere, stats } = store;
  const reads = {
    backlog: () => backlog(1),
    countUnsettled,
    unsettled: () => unsettled(9),
    elsewhere: () => elsewhere([]),
    stats,
  };
  await store.now();
  for (const [name, read] of Object.entries(reads)) assert.equal((await asked(read)).length, 1, name);
});

test("a value is kept as it is also where it is written into the statement", async () => {
  const { store } = await countingStore();
  for (const order of ["O'Neill", "\\'; DROP TABLE orders; --", "E'\\x00'", "¿$1?", "\\", "''", "a\nb\t🐢"]) {
    const { kind, attempt } = await insertAttempt(store, draft(order), 0);
    assert.equal(kind, "inserted");
    assert.deepEqual(await store.attemptsOf(order), [attempt]);
  }
});

test("of several orders that are launched at once, each is written at the first try", async () => {
  const { store, asked } = await countingStore();
  const orders = Array.from({ length: 16 }, (_, index) => `A-${index}`);
  const texts = await asked(() => Promise.all(orders.map((order) => insertAttempt(store, draft(order), 0))));
  assert.equal(texts.filter((text) => text.startsWith(begin)).length, orders.length);
});

test("a year in which nothing happened is added up in ten round trips, and then known in two", async () => {
  const { store, asked } = await countingStore();
  const dayMs = 86_400_000;
  const now = await store.now();
  const spans = Array.from({ length: 365 }, (_, ago) => ({
    from: now - (ago + 3) * dayMs,
    until: now - (ago + 2) * dayMs,
  }));
  for (const most of [10, 2]) {
    const texts = await asked(async () =>
      assert.deepEqual(
        await store.tallies({ spans }),
        spans.map(() => []),
      ),
    );
    assert.ok(texts.length <= most, texts.join("\n"));
  }
});
