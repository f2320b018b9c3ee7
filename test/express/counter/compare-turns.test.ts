import assert from "node:assert/strict";
import { test } from "node:test";
import { withShop } from "../../kept.ts";
import { stillRouter } from "../../shop.ts";
import { openDesk } from "./counter.ts";
import { aroundTheTwentieth, seeded } from "./seeded.ts";
import { visibleText } from "./visible-text.ts";

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
