import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { AttemptDraft, Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { cards, comeBack, openShop, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { otherProgram, startOther } from "./sqlite-process.ts";

const folder = temporaryFolder("locks");
const program = await otherProgram();
after(program.remove);
let files = 0;
const newFile = () => join(folder, `${++files}.db`);

const now = 1_800_000_000_000;
const clock = { now: () => now };
const lease = { banks: [""], limit: 5, leaseMs: 60_000 };

const draft = (order: string): AttemptDraft => ({
  id: crypto.randomUUID(),
  order,
  bank: "",
  amount: { minor: 100, currency: "DOP" },
  tax: { minor: 0, currency: "DOP" },
  browserHash: "",
  facts: { language: "es", mode: "popup" },
  dueAt: now + 1_000_000,
});

/** Pays an order: its event waits for delivery. */
async function payFor(store: Store, order: string): Promise<void> {
  const { attempt } = await keptIn(store).insertAttempt(draft(order), 0);
  const { facts } = attempt;
  await keptIn(store).transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts, dueAt: null });
}

/** Another connection that has begun to write, as a hook of another process does. */
function lock(file: string): { release(): void } {
  const db = new DatabaseSync(file);
  db.exec("BEGIN IMMEDIATE");
  return {
    release() {
      db.exec("COMMIT");
      db.close();
    },
  };
}

test("while a hook of another process writes, pages are answered, and a paid return waits until it has written", async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const shop = await openShop({ store, background: false });
  const attempt = crypto.randomUUID();
  const back = await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
  await payFor(store, "another order");
  const hook = startOther(program, "hold a hook's transaction", file);
  assert.equal(await hook.nextMessage(), "held");

  const happened: string[] = [];
  const coming = comeBack(back).finally(() => happened.push("came back"));
  for (let i = 0; i < 5; i++) {
    happened.push(`page ${(await shop.status(attempt)).status}`);
    await turn();
  }
  happened.push("released");
  hook.goOn();
  assert.equal(await hook.nextMessage(), "released");
  assert.equal((await coming).status, 303);
  assert.deepEqual(happened, [...Array.from({ length: 5 }, () => "page 200"), "released", "came back"]);
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
  await hook.ended();
});

test("a write waits for the lock without blocking the process, and a read does not wait", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  const { release } = lock(file);
  const happened: string[] = [];
  const writing = keptIn(store)
    .insertAttempt(draft("A-1"), 0)
    .finally(() => happened.push("written"));
  assert.deepEqual(await keptIn(store).attemptsOf("A-1"), []);
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
  for (let i = 0; i < 3; i++) await turn();
  happened.push("released");
  release();
  assert.equal((await writing).kind, "inserted");
  assert.deepEqual(happened, ["released", "written"]);
  await store.close();
});

test("a claim takes no lock when nothing is due", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  await keptIn(store).insertAttempt(draft("A-1"), 0);
  const { release } = lock(file);
  assert.deepEqual([await keptIn(store).claimAttempts(lease), await keptIn(store).claimEvents(lease)], [[], []]);
  release();
  await store.close();
});

test("a write that never gets the lock ends with the engine's error", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  const { release } = lock(file);
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    let waitedMs = 0;
    let refused: unknown;
    store.checkWrite().catch((error: unknown) => (refused = error));
    for (; refused === undefined && waitedMs < 60_000; waitedMs += 25) {
      mock.timers.tick(25);
      await turn();
    }
    assert.match(String(refused), /database is locked/);
    assert.ok(waitedMs > 10_000, `${waitedMs} ms: longer than two hooks' transactions`);
  } finally {
    mock.timers.reset();
  }
  release();
  await store.checkWrite();
  await store.close();
});

test("each write waits for the lock for as long as any other, however many wait before it", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  const { release } = lock(file);
  mock.timers.enable({ apis: ["setTimeout"] });
  let waitedMs = 0;
  const time = mock.method(performance, "now", () => waitedMs);
  try {
    const endedAt: number[] = [];
    const write = () => void store.checkWrite().catch(() => endedAt.push(waitedMs));
    const pass = async (untilMs: number) => {
      for (; waitedMs < untilMs; waitedMs += 25) {
        mock.timers.tick(25);
        await turn();
      }
    };
    for (let i = 0; i < 200; i++) write();
    await pass(10_000);
    write();
    await pass(40_000);
    assert.equal(endedAt.length, 201);
    assert.ok(Math.max(...endedAt.slice(0, 200)) < 16_000, `${endedAt[199]} ms`);
    const lastMs = (endedAt[200] ?? 0) - 10_000;
    assert.ok(lastMs > 14_000 && lastMs < 16_000, `${lastMs} ms`);
  } finally {
    time.mock.restore();
    mock.timers.reset();
  }
  release();
  await store.close();
});

test("what waits for a hook's transaction when the store is closed is written", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  await payFor(store, "A-1");
  const [claim] = await keptIn(store).claimEvents(lease);
  assert.ok(claim);
  await keptIn(store).openDelivery(claim.item.id, claim.fence);
  const writes = ["B-2", "C-3", "D-4"].map((by) => keptIn(store).recordAction({ by, action: "x", subject: "A-1" }));
  await turn();
  await store.close();
  await Promise.all(writes);
  const again = sqliteStore(file, clock);
  assert.equal((await keptIn(again).actionsOf("A-1")).length, 3);
  await again.close();
});

test("a hook's transaction may be open for five seconds, and is undone by whoever ends it", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  await payFor(store, "A-1");
  const [claim] = await keptIn(store).claimEvents(lease);
  assert.ok(claim);
  const delivery = await keptIn(store).openDelivery(claim.item.id, claim.fence);
  assert.equal(delivery?.maxOpenMs, 5000);
  await delivery.query("CREATE TABLE parcels (order_id TEXT) STRICT");
  const writing = store.checkWrite();
  await delivery.rollback();
  await writing;
  await assert.rejects(delivery.query("SELECT 1"), /expected an open one, this one has ended/);
  await assert.rejects(delivery.commit(), /expected an open one, this one has ended/);
  const second = await keptIn(store).openDelivery(claim.item.id, claim.fence);
  await second?.query("CREATE TABLE parcels (order_id TEXT) STRICT");
  await second?.commit();
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
  await store.close();
});

for (const [name, open] of [
  ["a file", () => sqliteStore(newFile(), clock)],
  ["memory", () => sqliteStore(":memory:", clock)],
] as const) {
  test(`in ${name}: when a hook's transaction ends, what waits to be written goes before the hooks in line`, async () => {
    const store = open();
    for (const order of ["A-1", "B-2", "C-3"]) await payFor(store, order);
    const claims = await keptIn(store).claimEvents(lease);
    const happened: string[] = [];
    const [first, ...others] = claims.map(({ item, fence }) => async () => {
      const delivery = await keptIn(store).openDelivery(item.id, fence);
      happened.push(item.id);
      return delivery;
    });
    const delivery = await first?.();
    const hooks = others.map(async (begin) => (await begin())?.commit());
    const writes = ["D-4", "E-5"].map(async (order) => {
      await keptIn(store).insertAttempt(draft(order), 0);
      happened.push(order);
    });
    // More than share a commit.
    const many = Array.from({ length: 200 }, (_, i) =>
      keptIn(store).recordAction({ by: "Ana", action: "x", subject: String(i) }),
    );
    const written = Promise.all(many).then(() => happened.push("200 writes"));
    await turn();
    assert.deepEqual(happened, ["paid:A-1"]);
    await delivery?.commit();
    await Promise.all([...hooks, ...writes, written]);
    assert.deepEqual(happened.toSorted(), ["200 writes", "D-4", "E-5", "paid:A-1", "paid:B-2", "paid:C-3"]);
    assert.equal(happened[0], "paid:A-1");
    assert.deepEqual(happened.slice(4), ["paid:B-2", "paid:C-3"]);
    await store.close();
  });
}

test("what a hook writes after the engine has ended its transaction is not kept", async () => {
  const file = newFile();
  const store = sqliteStore(file, clock);
  await payFor(store, "A-1");
  const [claim] = await keptIn(store).claimEvents(lease);
  const delivery = await keptIn(store).openDelivery(claim?.item.id ?? "", claim?.fence ?? 0);
  assert.ok(delivery);
  await delivery.query("CREATE TABLE parcels (order_id TEXT UNIQUE) STRICT");
  await delivery.query("INSERT INTO parcels VALUES ('A-1')");
  // As on a full disk.
  await assert.rejects(delivery.query("INSERT OR ROLLBACK INTO parcels VALUES ('A-1')"));
  await assert.rejects(delivery.query("CREATE TABLE leaked (order_id TEXT) STRICT"), /UNIQUE constraint failed/);
  await assert.rejects(delivery.query("ROLLBACK TO before"), /it was ended by one of its own/);
  await assert.rejects(delivery.commit(), /UNIQUE constraint failed/);
  const db = new DatabaseSync(file);
  assert.deepEqual(db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('parcels', 'leaked')").all(), []);
  db.close();
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 1, dead: 0 });
  await store.close();
});

test("a statement that is not a text fails, and so does the commit of a hook that has not looked", async () => {
  const store = sqliteStore(newFile(), clock);
  await payFor(store, "A-1");
  const [claim] = await keptIn(store).claimEvents(lease);
  const delivery = await keptIn(store).openDelivery(claim?.item.id ?? "", claim?.fence ?? 0);
  assert.ok(delivery);
  await assert.rejects(delivery.query({ text: "COMMIT" } as never));
  await assert.rejects(delivery.commit());
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 1, dead: 0 });
  await store.close();
});

test("a trigger of the shop's may be made in a hook's transaction", async () => {
  const store = sqliteStore(newFile(), clock);
  await payFor(store, "A-1");
  const [claim] = await keptIn(store).claimEvents(lease);
  const delivery = await keptIn(store).openDelivery(claim?.item.id ?? "", claim?.fence ?? 0);
  assert.ok(delivery);
  await delivery.query("CREATE TABLE parcels (order_id TEXT) STRICT");
  await delivery.query(`CREATE TRIGGER shipped AFTER INSERT ON parcels BEGIN
    DELETE FROM parcels WHERE order_id = ''; END`);
  await delivery.commit();
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
  await store.close();
});
