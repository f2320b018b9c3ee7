import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Options } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { approvedAmountOf } from "#express/attempt/approval.ts";
import { keepingLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import {
  cards,
  comeBack,
  laterAt,
  openShop,
  orderAt,
  paidTabs,
  pay,
  payAtBank,
  pesos,
  type Shop,
  sessionIn,
} from "../../shop.ts";
import { runHere } from "../cli/command-line.ts";

const server = await startPostgres();
after(() => server.stop());

let time = Date.UTC(2024, 5, 1, 16);
const clock = { now: () => time };
const day = 24 * 60 * 60_000;

const engines: Record<string, () => Promise<Store>> = {
  SQLite: async () => sqliteStore(":memory:", clock),
  async Postgres() {
    const store = postgresStore((await server.database()).pool, { clock });
    await store.migrate();
    return store;
  },
};

async function openOld(overrides: Partial<Options>): Promise<Shop> {
  time = Date.UTC(2024, 5, 1, 16);
  return openShop({ background: false, shop: "old", ...overrides });
}

/** Lets the time pass at the shop and at the bank until every window has ended, and its last query was made. */
async function endWindows(shop: Shop): Promise<void> {
  for (let seconds = 0; seconds < 33 * 60; seconds += 10) {
    time += 10_000;
    shop.sandbox.clock.advance(10_000);
    await shop.payments.reconcileOnce({ budgetMs: 10_000 });
  }
}

/** What the buyer does in each of their tabs. */
const tabs: (() => Promise<string>)[] = [];

async function prunedOf(shop: Shop, request: { before: string | number; limit?: number }): Promise<string[]> {
  const orders: string[] = [];
  for await (const { order, attempts } of shop.payments.prune(request)) {
    assert.ok(attempts.length > 0);
    orders.push(order);
  }
  return orders;
}

for (const [engine, open] of some("pruning", Object.entries(engines))) {
  test(`${engine}: what is finished and old is deleted, and an order that was paid stays paid`, async () => {
    const store = await open();
    const shop = await openOld({ store, order: () => orderAt(100) });
    for (const order of ["A-1", "A-2"]) await pay(shop, order, cards.approved);
    await pay(shop, "D-1", cards.declined);
    await endWindows(shop);
    time += 400 * day;
    await pay(shop, "N-1", cards.approved);
    assert.deepEqual(await prunedOf(shop, { before: "2024-06-01" }), []);
    assert.deepEqual(await prunedOf(shop, { before: "2025-01-01", limit: 1 }), ["A-1"]);
    assert.deepEqual(await prunedOf(shop, { before: "2025-01-01" }), ["A-2", "D-1"]);
    assert.deepEqual(await prunedOf(shop, { before: "2025-01-01" }), []);

    assert.equal((await shop.payments.findOrder("A-1")).paid, true);
    const refused = await shop.launch("A-1");
    assert.equal(refused.status, 409);
    assert.doesNotMatch(await refused.text(), /\/relay\//, "nothing is left to show there");
    assert.equal((await shop.launch("D-1")).status, 200);
    const [left] = await store.shop("old").attemptsOf("A-1");
    assert.deepEqual(
      [left?.facts.verdict, left?.facts.history, left?.facts.SESSION],
      [undefined, undefined, undefined],
    );
    assert.equal((await shop.payments.findOrder("N-1")).attempts.length, 1);
  });

  test(`${engine}: what waits for a person, for its hook or for its capture stays`, async () => {
    const store = await open();
    const shop = await openOld({
      store,
      order: (id) => (id === "H-1" ? laterAt(100) : orderAt(100)),
      onAuthorized: () => {},
      onPaid({ order }) {
        if (order === "F-1") throw new Error("the warehouse is away");
      },
    });
    await pay(shop, "F-1", cards.approved);
    await pay(shop, "H-1", cards.approved);
    await shop.launch("O-1");
    const before = time + day;
    time += day;
    assert.deepEqual(await prunedOf(shop, { before }), []);
    // Nobody was asked for half an hour: what may have been charged waits for a person.
    assert.equal((await shop.payments.findOrder("O-1")).attempts.length, 1);
  });

  test(`${engine}: an order that was paid twice, or captured, stays paid`, async () => {
    const store = await open();
    let capture: "later" | undefined;
    const shop = await openOld({
      store,
      order: () => (capture ? laterAt(100) : orderAt(100)),
      onAuthorized: () => {},
      onPaidAgain: () => {},
    });
    // A buyer with two tabs: the first payment is only authorized.
    for (const kind of ["later", undefined] as const) {
      capture = kind;
      const SESSION = await sessionIn(await shop.launch("A-1"));
      tabs.push(() => payAtBank(shop, SESSION, cards.approved));
    }
    for (const payIn of tabs.splice(0)) await comeBack(await payIn());
    capture = "later";
    await pay(shop, "C-1", cards.approved);
    assert.equal((await shop.payments.capture("C-1")).outcome, "approved");
    time += 40 * day;
    await shop.payments.reconcileOnce({ budgetMs: 10_000 });
    assert.deepEqual(await prunedOf(shop, { before: time }), ["C-1"]);
    const [further] = (await shop.payments.findOrder("A-1")).toHandle;
    await shop.payments.recordHandling(further?.id ?? "", { returned: true, reason: "reversed", by: "Ana" });
    // The end of an authorization is looked at twice.
    for (let looks = 0; looks < 3; looks++) {
      time += day;
      await shop.payments.reconcileOnce({ budgetMs: 10_000 });
    }
    assert.deepEqual(await prunedOf(shop, { before: time }), ["A-1"]);
    for (const order of ["A-1", "C-1"]) {
      assert.equal((await shop.payments.findOrder(order)).paid, true, order);
      assert.equal((await shop.launch(order)).status, 409, order);
    }
  });
}

test("an order that is deleted tells its buyer of what went back, and shows the shop how much was paid", async () => {
  let price = 500;
  const store = sqliteStore(":memory:", clock);
  const shop = await openOld({ store, order: () => orderAt(price), onGivenBack: () => {}, onPaidAgain: () => {} });
  const idOf = async (order: string) => (await shop.payments.findOrder(order)).decisive?.id ?? "";
  const said = { reason: "one box was broken", by: "Ana" };
  const orders = ["part", "whole", "tenth", "unnamed", "A-1"];
  for (const order of ["part", "whole"]) await pay(shop, order, cards.approved);
  for (const order of ["tenth", "unnamed"]) await pay(shop, order, cards.partial);
  await shop.payments.recordGivenBack(await idOf("part"), { amount: pesos(200), on: "2024-06-01", ...said });
  await shop.payments.recordGivenBack(await idOf("whole"), { on: "2024-06-01", reference: "501", ...said });
  await shop.payments.resolve(await idOf("tenth"), { paid: true, approvedAmount: pesos(50), ...said });
  await shop.payments.resolve(await idOf("unnamed"), { paid: true, ...said });
  const backs = await paidTabs(shop, [500, 400], (minor) => {
    price = minor;
  });
  for (const back of backs) await back();
  const [further] = (await shop.payments.findOrder("A-1")).toHandle;
  const returnedAttempt = await idOf("A-1");
  await shop.payments.recordHandling(further?.id ?? "", { returned: true, returnedAttempt, on: "2024-06-01", ...said });
  assert.notEqual(await idOf("A-1"), returnedAttempt);
  const answers = async () =>
    Promise.all(
      orders.map(async (order) => {
        const status = await fetch(`${shop.mount}/orders/${order}`);
        const body = (await status.json()) as Record<string, unknown>;
        const { decisive } = await shop.payments.findOrder(order);
        const parts = decisive?.givenBack?.map(({ amount, on, at }) => ({ amount, on, at }));
        const kept = (await store.shop("old").attemptsOf(order)).find(({ id }) => id === decisive?.id);
        return [order, body.message, body.givenBack, parts, kept && (approvedAmountOf(kept) ?? "unknown")];
      }),
    );
  const before = await answers();
  time += 400 * day;
  await shop.payments.reconcileOnce({ budgetMs: 10_000 });
  assert.deepEqual(await prunedOf(shop, { before: time }), orders);
  assert.deepEqual(await answers(), before);
  assert.doesNotMatch(JSON.stringify(await store.shop("old").attemptsOf("whole")), /box|Ana|"501"/);
});

test("who comes back to an order that was deleted does not call anybody: no older copy was restored", async (t) => {
  const logger = keepingLogger();
  const shop = await openOld({ store: sqliteStore(":memory:", clock), logger });
  const address = await payAtBank(shop, await sessionIn(await shop.launch("A-1")), cards.approved);
  await comeBack(address);
  time += 400 * day;
  assert.deepEqual(await prunedOf(shop, { before: time }), ["A-1"]);
  // The router looks whether the store has what it has written last.
  await shop.payments.reconcileOnce({ budgetMs: 10_000 });
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 400 * day });
  assert.equal((await comeBack(address)).status, 404);
  const { unknownReturns } = await shop.payments.health();
  assert.equal(logger.lines.filter(({ fields }) => fields.code === "payment_missing").length, 0);
  assert.equal(unknownReturns, 0);
});

test("an order stays when the loop that archives it ends before it asks for the next one", async () => {
  const store = sqliteStore(":memory:", clock);
  const shop = await openOld({ store });
  await pay(shop, "A-1", cards.approved);
  await pay(shop, "B-2", cards.approved);
  time += 400 * day;
  await assert.rejects(async () => {
    for await (const { order } of shop.payments.prune({ before: time })) {
      if (order === "B-2") throw new Error("the disk is full");
    }
  }, /the disk is full/);
  assert.deepEqual(await prunedOf(shop, { before: time }), ["B-2"]);
});

test("prune names what is wrong in its request", async () => {
  const shop = await openOld({ store: sqliteStore(":memory:", clock) });
  const wrong: [unknown, RegExp][] = [
    [undefined, /^prune: expected \{ before \}/],
    [{}, /^before: expected a date/],
    [{ before: "2025-13-01" }, /^before: expected a date/],
    [{ before: 1.5 }, /^before: expected a date/],
    [{ before: "2024-01-01", limit: 0 }, /^limit: expected/],
    [{ before: "2024-01-01", older: 1 }, /older/],
  ];
  for (const [request, message] of wrong) {
    const deleting = shop.payments.prune(request as { before: string }).next();
    await assert.rejects(deleting, { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
  await assert.rejects(prunedOf(shop, { before: time + 1 }), /^TypeError.*before: expected a time that has passed/);
});

test("the command line archives an order before it deletes it, and names the shop where there are several", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-prune-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "payments.db");
  const archive = join(folder, "archive.jsonl");
  const shop = await openOld({ store: sqliteStore(file, clock) });
  await pay(shop, "A-1", cards.approved);
  await pay(shop, "B-2", cards.approved);
  await openOld({ store: sqliteStore(file, clock), shop: "other" });
  await shop.payments.close();

  const given = ["prune", "--store", file, "--before", "2025-01-01"];
  await sqliteStore(file, clock).claimScope("other", "1/1");
  const several = await runHere(given);
  assert.equal(several.code, 2);
  assert.match(several.err, /--shop: expected one of the shops of this store: old, other/);
  const wrong = await runHere(["prune", "--store", file, "--shop", "old", "--before", "soon"]);
  assert.match(wrong.err, /^ventanilla: --before: expected a date/);
  const first = await runHere([...given, "--shop", "old", "--archive", archive, "--limit", "1"]);
  assert.deepEqual([first.code, first.out], [0, "deleted orders: 1\n"]);
  const { code, out } = await runHere([...given, "--shop", "old", "--archive", archive, "--json"]);
  assert.deepEqual([code, JSON.parse(out)], [0, { deleted: 1 }]);
  const lines = readFileSync(archive, "utf8").trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { order: string }).order),
    ["A-1", "B-2"],
  );
  assert.equal(
    lines.some((line) => /sealedKey|SESSION/.test(line)),
    false,
  );
});
