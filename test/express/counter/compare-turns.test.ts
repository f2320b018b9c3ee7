import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonSteps } from "../../../packages/express/src/counter/bank/match.ts";
import { tableSteps } from "../../../packages/express/src/counter/bank/read-csv.ts";
import { type Steps, sortSteps } from "../../../packages/express/src/counter/bank/turns.ts";
import { withShop } from "../../kept.ts";
import { stillRouter } from "../../still-router.ts";
import { readPayments, readTable } from "./at-once.ts";
import { openDesk } from "./counter.ts";
import { aroundTheTwentieth, seeded } from "./seeded.ts";
import { taking } from "./takings.ts";
import { visibleText } from "./visible-text.ts";

const columns = { reference: 0, amount: 1 };
const rows = 49_000;

function counted<T>(steps: Steps<T>): { turns: number; value: T } {
  for (let turns = 0; ; turns++) {
    const step = steps.next();
    if (step.done) return { turns, value: step.value };
  }
}

test("the largest file is read and compared in many short steps", () => {
  const text = `ref,monto\n${Array.from({ length: rows }, (_, at) => `${rows - at},1.00`).join("\n")}`;
  const read = counted(tableSteps(text));
  assert.equal(read.value.rows.length, rows);
  assert.ok(read.turns >= rows / 1000 + (2 * rows) / 10_000 - 2, `read in ${read.turns} turns`);
  const { payments } = readPayments(readTable(text), columns);
  const ours = Array.from({ length: rows }, (_, at) =>
    taking({
      order: `A-${at}`,
      amount: { minor: 100, currency: "DOP" },
      verdict: { code: "00", reference: `${at + 1}` },
    }),
  );
  const compared = counted(comparisonSteps(ours, payments));
  assert.equal(compared.value.agreed.length, rows);
  assert.ok(compared.turns >= (6 * rows) / 1000, `compared in ${compared.turns} turns`);
});

test("what is sorted in steps is sorted as at once, and equal ones keep their order", () => {
  const items = Array.from({ length: 5500 }, (_, at) => ({ at, key: (at * 7919) % 101 }));
  const order = (a: { key: number }, b: { key: number }) => a.key - b.key;
  assert.deepEqual(counted(sortSteps(items, order)).value, items.toSorted(order));
  assert.deepEqual(counted(sortSteps([], order)).value, []);
});

test("a second comparison of the same person waits for the first, and comes back whole", async () => {
  const kept = await seeded(aroundTheTwentieth);
  kept.clock.set("2026-11-20T20:00:00-04:00");
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const store = withShop(kept.store, ({ recordAction }) => ({
    async recordAction(action) {
      reached.resolve();
      await released.promise;
      return recordAction(action);
    },
  }));
  const desk = await openDesk(stillRouter({ store }).payments);
  await desk.page("/compare?lang=en");
  const form = { batch: "2026-11-20", text: "Ref,Monto\n2,2950.00\n", "column-0": "reference", "column-1": "amount" };
  const first = desk.post("/compare", form);
  await reached.promise;

  const second = await desk.post("/compare", form);
  const page = await second.text();
  assert.equal(second.status, 409);
  assert.match(visibleText(page), /Another comparison of yours has not ended\. Nothing of this one is lost/);
  assert.match(page, /<textarea name="text" hidden>\nRef,Monto\n2,2950\.00\n<\/textarea>/);
  assert.match(page, /name="batch" value="2026-11-20"/);
  assert.match(page, /name="column-0" value="reference"/);
  assert.match(page, /name="column-1" value="amount"/);
  const other = desk.as("Luis");
  await other.page("/compare?lang=en");
  const beside = other.post("/compare", form);
  released.resolve();
  assert.deepEqual([(await first).status, (await beside).status], [200, 200]);
  assert.equal((await desk.post("/compare", form)).status, 200);
  // What ends in another page has ended, too.
  assert.equal((await desk.post("/compare", { ...form, text: '"a,b' })).status, 422);
  assert.equal((await desk.post("/compare", form)).status, 200);
});
