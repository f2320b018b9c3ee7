import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, comeBack, openStillShop, orderAt, payAtBank, sessionIn } from "../shop.ts";

const minutes = (count: number) => count * 60_000;

/** A shop whose page for `A-1` has no JavaScript: nothing holds its button back. Its buyer has pressed it once. */
async function atBank() {
  let price = 100;
  const shop = await openStillShop({ order: () => orderAt(price) });
  const press = () => shop.launch("A-1");
  const first = await sessionIn(await press());
  return {
    shop,
    press,
    setPrice: (minor: number) => (price = minor),
    payWithoutReturn: () => payAtBank(shop, first, cards.approved),
    pay: async (card = cards.approved, SESSION = first) => comeBack(await payAtBank(shop, SESSION, card)),
    async isHeldBack() {
      const answer = await press();
      return answer.status === 409 && (await answer.text()).includes("No vuelva a pagar");
    },
    outcomes: async () => (await shop.payments.findOrder("A-1")).attempts.map(({ outcome }) => outcome),
    approved: () => shop.sandbox.sessions().filter(({ code }) => code === "00").length,
  };
}

test("while a card is in progress, its order gets no second session when the first one is nearly over", async () => {
  const { shop, pay, isHeldBack, outcomes } = await atBank();
  await shop.pass(minutes(24));
  shop.sandbox.faults.arm("code-09-times", { times: 3 });
  await pay();
  await shop.pass(minutes(1.5));
  assert.equal(await isHeldBack(), true);
  await shop.pass(minutes(3));
  assert.deepEqual([await outcomes(), shop.paid.length], [["approved"], 1]);
});

for (const [title, fault, times] of [
  ["while a card is in progress, its order gets no second session when its price has changed", "code-09-times", 2],
  ["a buyer who has come back, and of whose card the bank says nothing, gets no second session", "result-html", 1000],
] as const) {
  test(title, async () => {
    const { shop, setPrice, pay, isHeldBack, outcomes } = await atBank();
    shop.sandbox.faults.arm(fault, { times });
    await pay();
    setPrice(200);
    assert.equal(await isHeldBack(), true);
    assert.deepEqual(await outcomes(), ["pending"]);
  });
}

/** Pays, while the bank answers no question, and comes to the cancel address, as from a second copy of the bank's page. */
async function canceledInDoubt() {
  const buyer = await atBank();
  const back = await buyer.payWithoutReturn();
  buyer.shop.sandbox.faults.arm("result-html", { times: 1000 });
  await comeBack(back.replace("/return/", "/cancel/"));
  return buyer;
}

test("a launch of the same session does not end the doubt about it: the order gets no second session", async () => {
  const { press, setPrice, isHeldBack, outcomes } = await canceledInDoubt();
  assert.equal((await press()).status, 200);
  setPrice(200);
  assert.equal(await isHeldBack(), true);
  assert.deepEqual(await outcomes(), ["pending"]);
});

test("nor when the same session is launched again, and is then nearly over", async () => {
  const { shop, press, isHeldBack } = await canceledInDoubt();
  assert.equal((await press()).status, 200);
  await shop.pass(minutes(26));
  assert.equal(await isHeldBack(), true);
});

test("once the bank has said that nothing was charged, the order at another price gets a second session", async () => {
  const { shop, press, setPrice } = await atBank();
  const back = await payAtBank(shop, await sessionIn(await press()), "cancel");
  shop.sandbox.faults.arm("result-html", { times: 1 });
  await comeBack(back);
  assert.equal((await press()).status, 200);
  await shop.pass(minutes(1));
  setPrice(200);
  assert.equal((await press()).status, 200);
});

test("a session that can be joined is not handed out while a card is in progress in another one", async () => {
  const { shop, press, setPrice, pay, isHeldBack, approved } = await atBank();
  setPrice(200);
  const second = await sessionIn(await press());
  shop.sandbox.faults.arm("code-09-times", { times: 2 });
  await pay(cards.approved, second);
  setPrice(100);
  assert.equal(await isHeldBack(), true);
  assert.equal(approved(), 1);
});

test("after a refusal, the second card of the same session keeps its order from another session", async () => {
  const { shop, pay, isHeldBack, outcomes, approved } = await atBank();
  await pay(cards.declined);
  assert.deepEqual(await outcomes(), ["declined"]);
  shop.clock.move(minutes(1));
  shop.sandbox.faults.arm("code-09-times", { times: 2 });
  await pay();
  assert.equal(await isHeldBack(), true);
  await shop.pass(minutes(1));
  assert.deepEqual([await outcomes(), approved(), shop.paid.length], [["approved"], 1, 1]);
});

test("who has paid and never came back is not charged again when the session is nearly over", async () => {
  const { shop, payWithoutReturn, press, approved } = await atBank();
  await shop.pass(minutes(24.5));
  await payWithoutReturn();
  shop.clock.move(minutes(1));
  const answer = await press();
  assert.match(await answer.text(), /Este pedido ya está pagado/);
  assert.deepEqual([answer.status, approved(), shop.paid.length], [409, 1, 1]);
});

test("who has paid while the shop was down is not charged again when the bank has forgotten the session", async () => {
  const { shop, payWithoutReturn, isHeldBack, outcomes, approved } = await atBank();
  await payWithoutReturn();
  shop.clock.move(minutes(33));
  for (const seconds of [0, 5, 24]) {
    shop.clock.move(seconds * 1000);
    assert.equal(await isHeldBack(), true);
  }
  await shop.pass(2000);
  assert.deepEqual([await outcomes(), await isHeldBack(), approved()], [["unknown"], true, 1]);
});

test("who came back before the shop was down for more than an hour is not charged again when it is up", async () => {
  const { shop, pay, isHeldBack, outcomes, approved } = await atBank();
  shop.sandbox.faults.arm("result-html", { times: 1000 });
  await pay();
  shop.sandbox.faults.disarm();
  shop.clock.move(minutes(105));
  assert.deepEqual([await isHeldBack(), await outcomes()], [true, ["pending"]]);
  await shop.pass(minutes(1));
  assert.deepEqual([await outcomes(), await isHeldBack(), approved()], [["unknown"], true, 1]);
});

test("who left the bank's page without paying can pay when the session is gone", async () => {
  const { shop, press, outcomes } = await atBank();
  while (!(await outcomes()).includes("expired")) await shop.pass(10_000);
  assert.equal((await press()).status, 200);
});

test("who has paid and never came back is not charged again where another session can be joined", async () => {
  const { shop, payWithoutReturn, press, setPrice, outcomes, approved } = await atBank();
  setPrice(200);
  await press();
  await payWithoutReturn();
  shop.clock.move(minutes(1));
  // The bank approved another amount than the order has now.
  assert.deepEqual([(await press()).status, await outcomes(), approved()], [409, ["unknown", "pending"], 1]);
});

test("who has paid with a second card and never came back is not charged again", async () => {
  const { shop, pay, payWithoutReturn, press, approved } = await atBank();
  await pay(cards.declined);
  shop.clock.move(minutes(1));
  await payWithoutReturn();
  assert.deepEqual([(await press()).status, approved(), shop.paid.length], [409, 1, 1]);
});

test("a session that nobody has paid in keeps no order from a new one", async () => {
  const { shop, press, setPrice, pay, outcomes } = await atBank();
  await shop.pass(minutes(26));
  assert.equal((await press()).status, 200);
  await pay("cancel");
  setPrice(200);
  assert.equal((await press()).status, 200);
  assert.equal((await outcomes()).length, 3);
});

test("a refused buyer pays in another session", async () => {
  const { press, pay, outcomes } = await atBank();
  await pay(cards.declined);
  await pay(cards.approved, await sessionIn(await press()));
  assert.deepEqual(await outcomes(), ["declined", "approved"]);
});
