import assert from "node:assert/strict";
import { after, test } from "node:test";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { aroundWrites, keptIn } from "../../kept.ts";
import { pesos } from "../../merchant.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { orderAt, paidTabs, stoppedClock } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import type { Desk } from "./counter.ts";
import { formOf, giveBack, openRestShop, price } from "./rest-shop.ts";
import { visibleText } from "./visible-text.ts";

const minute = 60_000;

/**
 * Confirms what the pages have shown, several times at each of the desks at once.
 * @param beside begins something else at the same time
 */
async function confirmAtOnce(desks: readonly Desk[], id: string, times: number, amount = "1000.00", beside = () => {}) {
  const sent: [Desk, Record<string, string>][] = [];
  for (const desk of desks) {
    const form = (await formOf(desk, id, "send-back")) ?? assert.fail("the page has no form");
    sent.push([desk, { ...form, amount, step: "record" }]);
  }
  beside();
  const answers = await Promise.all(
    sent.flatMap(([desk, form]) => Array.from({ length: times }, () => desk.post(`/payments/${id}/send-back`, form))),
  );
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** The statuses of so many confirmations of which one was first. */
const oneOf = (count: number): number[] => [303, ...Array.from({ length: count - 1 }, () => 409)];

const server = await startPostgres();
after(() => server.stop());
const clock = stoppedClock();
for (const [engine, open] of some("races to send back", Object.entries(enginesOn(server, clock)))) {
  for (const [amount, minor] of [
    ["1000.00", price],
    ["300.00", 30_000],
  ] as const) {
    test(`${engine}: of 16 clicks at once, of two persons, one sends ${amount} back`, async () => {
      const { desk, sell, bank, kept, heard, pass } = await openRestShop({ store: await open() }, { clock });
      const id = await sell("A-1");
      assert.deepEqual(await confirmAtOnce([desk, desk.as("Eva")], id, 8, amount), oneOf(16));
      await pass(minute);
      assert.deepEqual([bank(), await kept(id), heard.length], [{ moved: minor, asked: 1 }, [minor, minor], 1]);
    });
  }

  test(`${engine}: 16 clicks without a clear answer send it once, and nobody records another part beside it`, async () => {
    const { desk, payments, sandbox, sell, bank, kept } = await openRestShop({ store: await open() }, { clock });
    const id = await sell("A-1");
    sandbox.faults.arm("reset-after-charge");
    let recording: Promise<unknown> | undefined;
    const statuses = await confirmAtOnce([desk], id, 16, undefined, () => {
      recording = payments
        .recordGivenBack(id, { amount: pesos(100), reason: "in the portal", by: "Eva" })
        .catch((error: unknown) => error);
    });
    const recorded = !((await recording) instanceof Error);
    // Whoever was first: a part that was recorded before is seen, and nothing is sent.
    assert.deepEqual(statuses, recorded ? Array.from({ length: 16 }, () => 409) : oneOf(16));
    const inDoubt = { moved: recorded ? 0 : price, asked: recorded ? 0 : 1 };
    assert.deepEqual([bank(), await kept(id)], [inDoubt, recorded ? [100, 100] : [0, 0]]);
  });

  test(`${engine}: while a part is being sent, no decision about two payments says that all of it went back`, async () => {
    let asked = price;
    const store = await open();
    const options = { store, order: () => orderAt(asked), onPaidAgain: () => {} };
    const shop = await openRestShop(options, { clock });
    const { desk, payments, sandbox, originals, sell, bank, kept } = shop;
    const other = await sell("B-2");
    for (const payIn of await paidTabs(shop, [price, 900], (minor) => (asked = minor))) await payIn();
    const { attempts, toHandle } = await payments.findOrder("A-1");
    const [further = assert.fail()] = toHandle;
    const first = attempts.find(({ id }) => id !== further.id) ?? assert.fail();
    originals.set(first.id, originals.get(other) ?? assert.fail());
    sandbox.faults.arm("rest-reset-before");
    assert.equal(await giveBack(desk, first.id), 303);
    const handled = { returned: true, returnedAttempt: first.id, reason: "voided", by: "Eva" };
    await assert.rejects(payments.recordHandling(further.id, handled), { code: "wrong_state" });
    const denied = (await formOf(desk, first.id, "not-given-back")) ?? assert.fail();
    await desk.post(`/payments/${first.id}/not-given-back`, { ...denied, step: "record" });
    await payments.recordHandling(further.id, handled);
    assert.deepEqual([bank().moved, await kept(first.id)], [0, [0, price]]);
    assert.equal(await formOf(desk, first.id, "send-back"), undefined);
  });
}

test("two routers on one database send it once", async () => {
  const { pool } = await server.database();
  const stores = [postgresStore(pool, { clock }), postgresStore(pool, { clock })] as const;
  await stores[0].migrate();
  const { desk, openAnother, sell, bank, kept } = await openRestShop({ store: stores[0] }, { clock });
  const second = await openAnother(stores[1]);
  for (const order of ["A-1", "A-2", "A-3"]) {
    const id = await sell(order);
    const before = bank();
    assert.deepEqual(await confirmAtOnce([desk, second], id, 4), oneOf(8));
    assert.deepEqual(bank(), { moved: before.moved + price, asked: before.asked + 1 });
    assert.deepEqual(await kept(id), [price, price]);
  }
});

test("a process that ends between the bank's answer and its record leaves the sending in doubt: nobody sends it again", async () => {
  const ended = { isSo: false };
  const own = stoppedClock();
  const store = aroundWrites(sqliteStore(":memory:", own), {
    async changing(write, { facts }) {
      if (ended.isSo && facts.givenBack !== undefined) throw new Error("the process has ended");
      return write();
    },
  });
  const shop = await openRestShop({ store }, { clock: own });
  const { desk, sell, bank, kept, heard, pass } = shop;
  const id = await sell("A-1");
  const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
  ended.isSo = true;
  assert.equal(await giveBack(desk, id), 503);
  ended.isSo = false;
  assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [0, 0]]);
  const { facts } = (await keptIn(store).findAttempt(id)) ?? assert.fail();
  assert.equal(facts.sentBack?.outcome, undefined);
  const page = async () => visibleText(await desk.page(`/payments/${id}?lang=en`));
  // For all that anybody knows, another process is asking the bank at this moment.
  assert.match(await page(), /The bank has not answered yet\. Do not send it again/);
  for (const path of ["send-back", "given-back", "not-given-back"] as const) {
    assert.equal(await formOf(desk, id, path), undefined, path);
    const fields = { ...form, on: "22/11/2026", step: "record" };
    assert.equal((await desk.post(`/payments/${id}/${path}`, fields)).status, 409, path);
  }
  own.move(2 * minute);
  assert.match(await page(), /The bank gave no clear answer/);
  const went = (await formOf(desk, id, "given-back")) ?? assert.fail();
  assert.equal((await desk.post(`/payments/${id}/given-back`, { ...went, step: "record" })).status, 303);
  await pass(minute);
  assert.deepEqual([bank(), await kept(id), heard.length], [{ moved: price, asked: 1 }, [price, price], 1]);
});
