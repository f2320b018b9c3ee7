import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { AttemptsRequest, Store } from "@ventanilla/express/store";
import { eraseEmail } from "#express/staff/erase-email.ts";
import { deadBankName } from "../../dead-bank.ts";
import { aroundWrites, keptIn, place } from "../../kept.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, laterAt, openStillShop, pay, stillOptions, stillRouter, stoppedClock } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runHere } from "../cli/command-line.ts";

const server = await startPostgres();
after(() => server.stop());

const emailsIn = async (store: Store, shop?: string) =>
  (await keptIn(store, shop).listAttempts({ limit: 1000 })).attempts.map(({ facts }) => facts.email);

for (const [engine, open] of some("erased emails", Object.entries(enginesOn(server)))) {
  test(`${engine}: a buyer's email is erased from every attempt of the shop, also while these change, and from no other`, async () => {
    const store = await open();
    const [email, other] = ["Ana@Example.com", "eva@example.com"];
    const made = [];
    for (let i = 0; i < 120; i++) {
      const state = i % 2 === 0 ? "approved" : "opened";
      made.push(
        await place(store, { order: `A-${i}`, state, facts: { email: i % 3 === 0 ? "ana@example.com" : email } }),
      );
    }
    await place(store, { order: "B", facts: { email: other } });
    const { payments } = stillRouter({ store });
    const [erased] = await Promise.all([
      payments.eraseEmail(" ANA@example.com "),
      ...made.map(({ id, version, state, facts }) =>
        keptIn(store).transition(id, version, { state, facts: { ...facts, askedAt: 1 } }),
      ),
    ]);
    assert.equal(erased, made.length);
    assert.deepEqual((await emailsIn(store)).filter(Boolean), [other]);
    const { attempts } = await keptIn(store).listAttempts({ filter: { groups: ["approved"] }, limit: 1000 });
    assert.equal(attempts.length, 60);
    assert.equal(await payments.eraseEmail("ana@example.com"), 0);
    // Two names of one merchant are two shops.
    const elsewhere = ventanilla(stillOptions({ store, shop: "elsewhere" }));
    assert.equal(await elsewhere.eraseEmail(other), 0);
    assert.deepEqual((await emailsIn(store)).filter(Boolean), [other]);
    await payments.close();
  });
}

test("an email that is erased while a capture begins is not kept with the capture", async () => {
  const clock = stoppedClock();
  let erase = async () => {};
  const store = aroundWrites(sqliteStore(":memory:", clock), {
    async launching(write, inserted) {
      if (inserted?.facts.captureOf !== undefined) await erase();
      return write();
    },
  });
  const shop = await openStillShop(
    { store, keepEmail: true, onAuthorized: () => {}, order: () => laterAt(100) },
    clock,
  );
  await pay(shop, "A-1", cards.approved);
  erase = async () => assert.equal(await shop.payments.eraseEmail("ana@example.com"), 1);
  await shop.payments.capture("A-1");
  assert.deepEqual(await emailsIn(store), [undefined, undefined]);
});

test("an order that is pruned while its buyer's email is erased keeps the others from nothing", async () => {
  const store = sqliteStore(":memory:");
  const shop = keptIn(store);
  for (const order of ["A", "B"]) {
    const facts = { email: "ana@example.com", settledAt: 1 };
    await place(store, { order, state: "expired", windowEndsAt: 1, facts });
  }
  for (const { item, fence } of await shop.claimEvents({ banks: [deadBankName], limit: 5, leaseMs: 1000 })) {
    await shop.settleClaim(item.id, fence, { kind: "done" });
  }
  const pruning = {
    ...shop,
    async listAttempts(request: AttemptsRequest) {
      const page = await shop.listAttempts(request);
      await shop.pruneOrder("A", Number.MAX_SAFE_INTEGER);
      return page;
    },
  };
  assert.equal(await eraseEmail(pruning, "ana@example.com"), 1);
  assert.deepEqual(
    (await shop.listAttempts({ limit: 10 })).attempts.map(({ facts }) => facts.email),
    [undefined],
  );
});

test("what is no email is refused, and the error does not repeat it", async () => {
  const { payments } = stillRouter();
  for (const text of ["ana canary@example", "", undefined, 7]) {
    await assert.rejects(payments.eraseEmail(text as string), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: "email: expected an email address",
    });
  }
});

test("the command line shows a kept email, and erases it; once it is erased, or its order is pruned, no row has it", async () => {
  const file = `${temporaryFolder("erase-email")}/shop.db`;
  const clock = stoppedClock(Date.UTC(2024, 5, 1, 16));
  const buyer = { email: "Ana-Canary@example.com", mobilePhone: "8095550101" };
  const price = { minor: 100, currency: "DOP" } as const;
  const shop = await openStillShop(
    {
      keepEmail: true,
      shop: "old",
      store: sqliteStore(file, clock),
      order: () => ({ amount: price, tax: { ...price, minor: 0 }, buyer }),
    },
    clock,
  );
  const rows = () => {
    const db = new DatabaseSync(file);
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const text = tables
      .map(({ name }) => JSON.stringify(db.prepare(`SELECT * FROM "${String(name)}"`).all()))
      .join("\n");
    db.close();
    return text;
  };
  const ventanillaWith = (...args: string[]) => runHere([...args, "--store", file]);
  await pay(shop, "A-1", cards.approved);
  await pay(shop, "A-2", cards.approved);
  assert.match(rows(), /Canary/);
  assert.match((await ventanillaWith("inspect", "A-1")).out, /the buyer's email +Ana-Canary@example\.com/);
  const { out } = await ventanillaWith("inspect", "A-1", "--json");
  assert.equal((JSON.parse(out) as { attempts: { email: string }[] }).attempts[0]?.email, buyer.email);
  const wrong = await ventanillaWith("erase-email", "canary");
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /^ventanilla: erase-email: expected an email address\n/);
  const erased = await ventanillaWith("erase-email", "ana-canary@example.com");
  assert.deepEqual([erased.code, erased.out], [0, "attempts without that email now: 2\n"]);
  assert.doesNotMatch(rows(), /canary/i);
  assert.equal((await shop.payments.findOrder("A-1")).paid, true);

  await pay(shop, "A-3", cards.approved);
  for (let minutes = 0; minutes < 70; minutes++) await shop.pass(60_000);
  clock.move(24 * 60 * 60_000);
  assert.match(rows(), /Canary/);
  const pruned: string[] = [];
  for await (const { order } of shop.payments.prune({ before: clock.now() - 1000 })) pruned.push(order);
  assert.deepEqual(pruned.toSorted(), ["A-1", "A-2", "A-3"]);
  assert.doesNotMatch(rows(), /canary/i);
});
