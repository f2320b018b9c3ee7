import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, comeBack, cookieOf, openShop, payAtBank, sessionIn } from "../shop.ts";

test("a buyer launches, pays at the bank, comes back, and the merchant's hook runs once", async () => {
  const shop = await openShop();
  const attempt = crypto.randomUUID();
  const launched = await shop.launch("C-3", { attempt });
  assert.equal(launched.status, 200);
  const back = await payAtBank(shop, await sessionIn(launched), cards.approved);
  const returned = await comeBack(back);
  assert.equal(returned.status, 303);
  assert.equal(returned.headers.get("location"), `${shop.mount}/relay/${attempt}`);
  const { body } = await shop.status(attempt, "", { Cookie: cookieOf(launched) });
  assert.equal(body.outcome, "approved");
  assert.equal(body.maskedCard, "476134______0050");
  assert.equal(shop.paid.length, 1);
  assert.deepEqual(shop.paid[0]?.amount, { minor: 295_000, currency: "DOP" });
  assert.equal(shop.paid[0]?.amountDiffers, false);
});
