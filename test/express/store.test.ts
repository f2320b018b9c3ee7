import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { memoryStore, type Store, sqliteStore } from "@ventanilla/express";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-store-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

const dop = (minor: number) => ({ minor, currency: "DOP" as const });

async function insert(store: Store, order = "A-1", amount = 100, id: string = crypto.randomUUID()) {
  const transactionId = await store.nextTransactionId();
  return store.insertAttempt(
    {
      id,
      order,
      transactionId,
      amount: dop(amount),
      tax: dop(0),
      browserHash: "browser",
      facts: { language: "es", mode: "popup" },
    },
    (await store.now()) + 300_000,
  );
}

async function move(store: Store, id: string, state: "ready" | "opened" | "approved" | "declined", reference?: string) {
  const attempt = await store.findAttempt(id);
  if (!attempt) throw new Error("no such attempt");
  return store.transition(id, attempt.version, {
    state,
    facts: { ...attempt.facts, ...(reference !== undefined && { verdict: { code: "00", reference } }) },
    windowEndsAt: attempt.createdAt + 1_800_000,
  });
}

for (const [name, open] of [
  ["memory", () => memoryStore()],
  ["SQLite", () => sqliteStore(newFile())],
] as const) {
  test(`${name}: what was inserted is found again by its id, and by the id that joined it`, async () => {
    const store = open();
    const { kind, attempt } = await insert(store);
    assert.equal(kind, "inserted");
    assert.deepEqual(await store.findAttempt(attempt.id), attempt);
    const other = crypto.randomUUID();
    assert.equal((await insert(store, "A-1", 100, other)).kind, "joined");
    assert.equal((await store.findAttempt(other))?.id, attempt.id);
    assert.equal(await store.findAttempt("nobody"), undefined);
    await store.close();
  });

  test(`${name}: of two writers with one version, one writes and the other learns what came of it`, async () => {
    const store = open();
    const { attempt } = await insert(store);
    const change = { state: "ready" as const, facts: attempt.facts };
    const first = await store.transition(attempt.id, attempt.version, change);
    const second = await store.transition(attempt.id, attempt.version, change);
    assert.deepEqual([first.written, second.written], [true, false]);
    assert.equal(second.attempt.version, attempt.version + 1);
    await store.close();
  });

  test(`${name}: the rank never falls`, async () => {
    const store = open();
    const { attempt } = await insert(store);
    await move(store, attempt.id, "opened");
    assert.equal((await move(store, attempt.id, "ready")).written, false);
    assert.equal((await store.findAttempt(attempt.id))?.state, "opened");
    await store.close();
  });

  test(`${name}: the first approval pays the order, a later one pays it again, and each makes one event`, async () => {
    const store = open();
    const first = (await insert(store, "A-1", 100)).attempt;
    const second = (await insert(store, "A-1", 200)).attempt;
    await move(store, second.id, "approved", "R-2");
    await move(store, first.id, "approved", "R-1");
    assert.equal((await insert(store)).kind, "paid");
    const events = await store.claimEvents({ limit: 10, leaseMs: 1000 });
    assert.deepEqual(events.map(({ item }) => item.id).toSorted(), ["paid:A-1", `paidAgain:${first.id}`]);
    await store.close();
  });

  test(`${name}: a reference that another attempt was approved with is for a person to look at`, async () => {
    const store = open();
    const first = (await insert(store, "A-1")).attempt;
    const second = (await insert(store, "B-2")).attempt;
    await move(store, first.id, "approved", "R-1");
    const { attempt } = await move(store, second.id, "approved", "R-1");
    assert.equal(attempt.state, "review");
    assert.deepEqual(attempt.facts.verdict?.mismatch, ["RetrievalReferenceNumber"]);
    assert.equal((await insert(store, "B-2")).kind, "blocked");
    await store.close();
  });

  test(`${name}: an event is leased to one, comes back when the lease ends, and is refused to whoever lost it`, async () => {
    const store = open();
    const { attempt } = await insert(store);
    await move(store, attempt.id, "approved");
    const [mine] = await store.claimEvents({ limit: 10, leaseMs: 30 });
    assert.equal(mine?.item.id, "paid:A-1");
    assert.deepEqual(await store.claimEvents({ limit: 10, leaseMs: 30 }), []);
    await new Promise((resolve) => setTimeout(resolve, 40));
    const [theirs] = await store.claimEvents({ limit: 10, leaseMs: 60_000 });
    assert.equal(theirs?.tries, 1);
    assert.equal(await store.settleClaim("paid:A-1", mine?.fence ?? 0, { kind: "done" }), false);
    assert.equal(await store.settleClaim("paid:A-1", theirs?.fence ?? 0, { kind: "done" }), true);
    assert.deepEqual((await store.stats()).outbox, { due: 0, dead: 0 });
    await store.close();
  });

  test(`${name}: a retry comes due at its time, and a dead event never`, async () => {
    const store = open();
    await move(store, (await insert(store)).attempt.id, "approved");
    const [claim] = await store.claimEvents({ limit: 1, leaseMs: 60_000 });
    const fence = claim?.fence ?? 0;
    await store.settleClaim("paid:A-1", fence, { kind: "retry", at: await store.now(), error: "no" });
    const [again] = await store.claimEvents({ limit: 1, leaseMs: 0 });
    await store.settleClaim("paid:A-1", again?.fence ?? 0, { kind: "dead", error: "no" });
    assert.deepEqual(await store.claimEvents({ limit: 1, leaseMs: 0 }), []);
    assert.deepEqual((await store.stats()).outbox, { due: 0, dead: 1 });
    await store.close();
  });

  test(`${name}: an attempt comes due when its change says so`, async () => {
    const store = open();
    const { attempt } = await insert(store);
    await store.transition(attempt.id, 1, { state: "opened", facts: attempt.facts, dueAt: await store.now() });
    const [claim] = await store.claimAttempts({ limit: 5, leaseMs: 60_000 });
    assert.equal(claim?.item.id, attempt.id);
    assert.deepEqual(await store.claimAttempts({ limit: 5, leaseMs: 60_000 }), []);
    await store.close();
  });

  test(`${name}: TransactionIds are six digits, never the same, and pass over those of live attempts`, async () => {
    const store = open();
    const ids = await Promise.all(Array.from({ length: 50 }, () => store.nextTransactionId()));
    assert.equal(new Set(ids).size, 50);
    assert.ok(ids.every((id) => /^[1-9]\d{5}$/.test(id)));
    await store.close();
  });

  test(`${name}: an approval is one write with its event: 30 contenders make one of each`, async () => {
    const store = open();
    const { attempt } = await insert(store);
    const written = await Promise.all(
      Array.from({ length: 30 }, () => store.transition(attempt.id, 1, { state: "approved", facts: attempt.facts })),
    );
    assert.equal(written.filter((result) => result.written).length, 1);
    assert.equal((await store.claimEvents({ limit: 10, leaseMs: 1000 })).length, 1);
    await store.close();
  });
}

test("SQLite: what was written is there after the file is opened anew", async () => {
  const file = newFile();
  const first = sqliteStore(file);
  const { attempt } = await insert(first);
  const before = await first.nextTransactionId();
  await first.close();
  const second = sqliteStore(file);
  assert.deepEqual(await second.findAttempt(attempt.id), attempt);
  assert.ok(Number(await second.nextTransactionId()) > Number(before));
  await second.close();
});

test("SQLite: two connections to one file see one truth", async () => {
  const file = newFile();
  const [one, two] = [sqliteStore(file), sqliteStore(file)];
  const { attempt } = await insert(one);
  assert.equal((await insert(two)).kind, "joined");
  const results = await Promise.all(
    [one, two].map((store) => store.transition(attempt.id, 1, { state: "ready", facts: attempt.facts })),
  );
  assert.equal(results.filter(({ written }) => written).length, 1);
  await one.close();
  await two.close();
});
