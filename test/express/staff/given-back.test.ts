import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { type GivenBackEvent, type Payments, ResolveError } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keptIn } from "../../kept.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, laterAt, openStillShop, orderAt, paidTabs, pay, pesos, stoppedClock } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runHere } from "../cli/command-line.ts";

const said = { reason: "one box was broken", by: "Ana" };
const hour = 60 * 60_000;

/** A paid order of RD$ 10.00. `heard`: what the hook was told. */
async function paidShop(overrides: Partial<Parameters<typeof openStillShop>[0]> = {}, clock = stoppedClock()) {
  const heard: GivenBackEvent[] = [];
  const shop = await openStillShop(
    { order: () => orderAt(1000), onGivenBack: (event) => void heard.push(event), ...overrides },
    clock,
  );
  const id = await pay(shop, "A-1", cards.approved);
  const record = (input: Partial<Parameters<Payments["recordGivenBack"]>[1]> = {}) =>
    shop.payments.recordGivenBack(id, { ...said, ...input });
  return { ...shop, id, heard, record };
}

const refusedWith = (code: ResolveError["code"]) => (error: unknown) =>
  error instanceof ResolveError && error.code === code;

test("parts up to the whole amount are kept, the hook runs once for each, and the order stays paid", async () => {
  const { payments, record, heard, paid, status, id, pass, launch } = await paidShop();
  await record({ amount: pesos(300), reference: "501" });
  const whole = await record();
  assert.deepEqual(
    whole.givenBack?.map(({ amount, on, reference, by }) => [amount.minor, on, reference, by]),
    [
      [300, "2026-11-22", "501", "Ana"],
      [700, "2026-11-22", undefined, "Ana"],
    ],
  );
  await pass(hour);
  assert.deepEqual(
    heard.map((event) => [event.id, event.type, event.part.amount.minor, event.givenBack.minor]),
    [
      [`givenBack:${id}:1`, "order.givenBack", 300, 300],
      [`givenBack:${id}:2`, "order.givenBack", 700, 1000],
    ],
  );
  assert.equal(paid.length, 1);
  const order = await payments.findOrder("A-1");
  assert.deepEqual([order.paid, order.decisive?.id, order.toHandle.length], [true, id, 0]);
  assert.equal((await launch("A-1")).status, 409);
  const { body } = await status(id, "?lang=en");
  assert.equal(
    body.message,
    "Thank you. The bank confirmed your payment. The store gave you RD$\u00a03.00 back on November 22, 2026. The store gave you RD$\u00a07.00 back on November 22, 2026.",
  );
  assert.deepEqual(body.givenBack, [
    { amount: pesos(300), on: "2026-11-22" },
    { amount: pesos(700), on: "2026-11-22" },
  ]);
  assert.ok(!JSON.stringify(body).includes("Ana"));
});

test("what is wrong in it is named, and nothing is recorded", async () => {
  const { payments, record, heard, pass, store } = await paidShop();
  for (const [input, message] of [
    [
      { amount: pesos(1001) },
      "amount: expected at most RD$\u00a010.00, what is left of the payment, got RD$\u00a010.01",
    ],
    [{ amount: pesos(0) }, "amount.minor: expected 1 to "],
    [{ amount: { minor: 1, currency: "USD" } }, "amount.currency: expected DOP, as paid, got USD"],
    [{ on: "2026-11-21" }, "on: expected a day from 2026-11-22, of the payment, to 2026-11-22"],
    [{ on: "2026-11-23" }, "on: expected a day from 2026-11-22"],
    [{ on: "22/11/2026" }, "on: expected a date such as 2026-11-20"],
    [{ reference: "5 0" }, "reference: expected 1 to 12 letters or digits"],
    [{ reason: " " }, "reason: expected 1 to 500 characters"],
    [{ by: undefined }, "by: expected 1 to 100 characters"],
    [{ amonut: 1 }, "givenBack.amonut: unknown field, did you mean amount?"],
  ] as const) {
    await assert.rejects(record(input as never), (error: Error) => {
      assert.ok(error.message.startsWith(message), error.message);
      return true;
    });
  }
  await assert.rejects(payments.recordGivenBack("nothing", said), refusedWith("not_found"));
  assert.equal((await payments.findOrder("A-1")).attempts[0]?.givenBack, undefined);
  await pass(hour);
  const { returns } = await keptIn(store).listReturns({ from: 0, until: 9e15, limit: 9 });
  assert.deepEqual([heard, returns], [[], []]);
});

test("a card number is kept neither in the reason nor in who recorded it", async () => {
  const { record } = await paidShop();
  const { givenBack } = await record({ reason: "card 4761340000000050", by: "4761 3400 0000 0050" });
  assert.deepEqual([givenBack?.[0]?.reason, givenBack?.[0]?.by], ["card 476134******0050", "476134******0050"]);
});

test("the same part is recorded once, and another of the same amount and day by its reference", async () => {
  const { record } = await paidShop();
  await record({ amount: pesos(100) });
  await assert.rejects(record({ amount: pesos(100), reason: "again" }), refusedWith("already_resolved"));
  await record({ amount: pesos(100), reference: "502" });
  for (const same of [{ reference: "502" }, { reference: "000000000502" }, {}]) {
    await assert.rejects(record({ amount: pesos(100), ...same }), refusedWith("already_resolved"));
  }
  await record();
  await assert.rejects(record(), refusedWith("already_resolved"));
});

test("a call that is repeated on another day records nothing, by the bank's reference", async () => {
  const { record, heard, pass, payments } = await paidShop();
  await record({ amount: pesos(100), reference: "501" });
  await pass(30 * hour);
  for (const same of [{ reference: "501" }, { reference: "000501" }, { reference: "501", on: "2026-11-22" }]) {
    await assert.rejects(record({ amount: pesos(100), ...same }), refusedWith("already_resolved"));
  }
  await record({ amount: pesos(100), reference: "502" });
  await record({ amount: pesos(50), reference: "501" });
  await pass(hour);
  assert.deepEqual(
    (await payments.findOrder("A-1")).attempts[0]?.givenBack?.map(({ amount }) => amount.minor),
    [100, 100, 50],
  );
  assert.equal(heard.length, 3);
});

test("only what was charged goes back: not a refusal, a hold, or one of two payments that wait for a decision", async () => {
  let asked = 1000;
  const shop = await openStillShop({ order: () => orderAt(asked), onPaidAgain: () => {} });
  const declined = await pay(shop, "B-2", cards.declined);
  await assert.rejects(shop.payments.recordGivenBack(declined, said), refusedWith("wrong_state"));
  for (const payIn of await paidTabs(shop, [1000, 900], (minor) => (asked = minor))) await payIn();
  const { attempts, toHandle } = await shop.payments.findOrder("A-1");
  const [further = assert.fail()] = toHandle;
  const first = attempts.find(({ id }) => id !== further.id) ?? assert.fail();
  await assert.rejects(shop.payments.recordGivenBack(further.id, said), refusedWith("wrong_state"));
  // A part of the first, and then all of it in place of the further one: the sum is the amount.
  await shop.payments.recordGivenBack(first.id, { ...said, amount: pesos(400) });
  await shop.payments.recordHandling(further.id, { ...said, returned: true, returnedAttempt: first.id });
  await assert.rejects(shop.payments.recordGivenBack(first.id, said), refusedWith("already_resolved"));
  const { returns } = await keptIn(shop.store).listReturns({ from: 0, until: 9e15, limit: 10 });
  assert.deepEqual(
    returns.map(({ attempt, amount }) => [attempt, amount.minor]),
    [
      [first.id, 400],
      [first.id, first.amount.minor - 400],
    ],
  );
});

test("one of two payments that went back is a return as any other: its day, its reference, the hook, the buyer's page", async () => {
  for (const which of ["further", "first"] as const) {
    const clock = stoppedClock();
    const heard: GivenBackEvent[] = [];
    let asked = 1000;
    const shop = await openStillShop(
      { order: () => orderAt(asked), onPaidAgain: () => {}, onGivenBack: (event) => void heard.push(event) },
      clock,
    );
    for (const payIn of await paidTabs(shop, [1000, 900], (minor) => (asked = minor))) await payIn();
    const { attempts, toHandle } = await shop.payments.findOrder("A-1");
    const [further = assert.fail()] = toHandle;
    const first = attempts.find(({ id }) => id !== further.id) ?? assert.fail();
    const back = which === "first" ? first : further;
    await shop.payments.recordGivenBack(first.id, { ...said, amount: pesos(400), reference: "501" });
    const left = back === first ? first.amount.minor - 400 : further.amount.minor;
    await shop.pass(50 * hour);
    heard.length = 0;
    const handling = { ...said, returned: true, returnedAttempt: back.id, on: "2026-11-23", reference: "502" };
    for (const wrong of [{ on: "2026-11-25" }, { on: "2026-11-21" }, { reference: "5 0" }]) {
      await assert.rejects(
        shop.payments.recordHandling(further.id, { ...handling, ...wrong }),
        /: (on|reference): expected /,
      );
    }
    const both = await Promise.allSettled([1, 2].map(() => shop.payments.recordHandling(further.id, handling)));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    await shop.pass(hour);
    assert.deepEqual(
      heard.map(({ id, part, givenBack }) => [id, part.amount.minor, part.on, part.reference, givenBack.minor]),
      [
        [
          `givenBack:${back.id}:${back === first ? 2 : 1}`,
          left,
          "2026-11-23",
          "502",
          back === first ? first.amount.minor : left,
        ],
      ],
    );
    const [{ givenBack } = assert.fail()] = (await shop.payments.summary({ batch: "2026-11-23" })).totals;
    assert.deepEqual(givenBack, { count: 1, minor: left });
    const page = await shop.status(back.id, "?lang=en");
    assert.deepEqual((page.body.givenBack as object[]).at(-1), { amount: pesos(left), on: "2026-11-23" });
    assert.match(String(page.body.message), /back on November 23, 2026\.$/);
    for (const { id } of [first, further]) {
      assert.doesNotMatch(String((await shop.status(id, "?lang=en")).body.message), /will return one/);
    }
  }
});

test("of a captured authorization the capture's money goes back", async () => {
  const shop = await paidShop({ order: () => laterAt(1000), onAuthorized: () => {} });
  await assert.rejects(shop.record(), refusedWith("wrong_state"));
  const capture = await shop.payments.capture("A-1", { amount: pesos(800), tax: pesos(0) });
  const back = await shop.record();
  assert.deepEqual([back.id, back.givenBack?.[0]?.amount.minor], [capture.id, 800]);
});

test("a part counts in the batch of its day, and the payment in that of its own", async () => {
  const clock = stoppedClock();
  const { payments, record, store, pass } = await paidShop({}, clock);
  await pass(50 * hour);
  await record({ amount: pesos(250), on: "2026-11-23" });
  await record({ amount: pesos(50) });
  const sums = async (batch: string) => {
    const { totals, text } = await payments.summary({ batch });
    const [{ approved, reversed, givenBack } = assert.fail(batch)] = totals;
    return [approved.minor, reversed.minor, givenBack.minor, givenBack.count, text.en.includes("return in the batch")];
  };
  assert.deepEqual(await sums("2026-11-22"), [1000, 300, 0, 0, false]);
  assert.deepEqual(await sums("2026-11-23"), [0, 0, 250, 1, true]);
  assert.deepEqual(await sums("2026-11-24"), [0, 0, 50, 1, true]);
  const [{ facts } = assert.fail()] = await keptIn(store).attemptsOf("A-1");
  assert.deepEqual(
    facts.givenBack?.map(({ at }) => at),
    [Date.UTC(2026, 10, 23, 16), clock.now()],
  );
});

test("the command line records it, and says what has gone back", async () => {
  const file = join(temporaryFolder("given-back"), "payments.db");
  const { id } = await paidShop({ store: sqliteStore(file, stoppedClock()) });
  const run = (...more: string[]) =>
    runHere(["given-back", id, "--store", file, "--by", "Ana", "--reason", "broken", ...more]);
  assert.match((await run("--amount", "2.50", "--on", "2026-11-21")).err, /--on: expected a day from 2026-11-22/);
  assert.match((await run("--amount", "2.50")).out, /RD\$\u00a02\.50 of it has gone back; the order stays paid/);
  assert.match(
    (await run("--amount", "12")).err,
    /--amount: expected an amount above zero, such as 500\.00, of at most/,
  );
  assert.match((await run("--amount", "8")).err, /--amount: expected at most RD\$\u00a07\.50/);
});

const server = await startPostgres();
after(() => server.stop());
for (const [engine, open] of some("parts at once", Object.entries(enginesOn(server, stoppedClock())))) {
  test(`${engine}: parts that are recorded at once are neither lost nor doubled, and never more than the amount`, async () => {
    const store = await open();
    const { record, heard, pass, payments } = await paidShop({ store });
    // Eight times the same call, and parts of RD$ 1.50 with references of their own: six have room beside it.
    const calls = [
      ...Array.from({ length: 8 }, () => record({ amount: pesos(100) })),
      ...Array.from({ length: 8 }, (_, n) => record({ amount: pesos(150), reference: `${600 + n}` })),
    ];
    const done = (await Promise.allSettled(calls)).map(({ status }) => status === "fulfilled");
    assert.deepEqual(
      [done.slice(0, 8), done.slice(8)].map((half) => half.filter(Boolean).length),
      [1, 6],
    );
    await pass(hour);
    const parts = (await payments.findOrder("A-1")).attempts[0]?.givenBack ?? [];
    assert.equal(
      parts.reduce((sum, { amount }) => sum + amount.minor, 0),
      1000,
    );
    assert.equal(new Set(heard.map(({ id }) => id)).size, 7);
    assert.deepEqual([heard.length, heard.at(-1)?.givenBack.minor], [7, 1000]);
    const { returns } = await keptIn(store).listReturns({ from: 0, until: 9e15, limit: 100 });
    assert.equal(returns.length, parts.length);
    assert.equal(
      returns.reduce((sum, { amount }) => sum + amount.minor, 0),
      1000,
    );
  });
}
