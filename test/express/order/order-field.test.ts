import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, openShop, pay } from "../../shop.ts";

for (const reads of ["either", "OrdenID", "OrdenId"] as const) {
  test(`a whole payment passes at a bank that reads the order as ${reads}`, async () => {
    const shop = await openShop({ background: false });
    shop.sandbox.switches.set("order-field", reads);
    const attempt = await pay(shop, "C-3", cards.approved);
    assert.equal((await shop.status(attempt)).body.state, "approved");
    assert.deepEqual(
      shop.paid.map(({ order }) => order),
      ["C-3"],
    );
    assert.equal(shop.sandbox.sessions()[0]?.order, "C-3");
    assert.deepEqual(shop.sandbox.sessions()[0]?.warnings, []);
  });
}

test("a payment is approved although the bank's result leaves the order out", async () => {
  const shop = await openShop({ background: false });
  shop.sandbox.faults.arm("missing-ordenid");
  const attempt = await pay(shop, "C-3", cards.approved);
  assert.equal((await shop.status(attempt)).body.state, "approved");
  assert.equal(shop.paid.length, 1);
});
