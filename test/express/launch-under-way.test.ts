import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, comeBack, cookieOf, orderAt, payAtBank, sessionIn } from "./shop.ts";
import { openStillShop } from "./still-shop.ts";

const minutes = (count: number) => count * 60_000;

/** A shop whose buyer is at the bank's page for `A-1`. The shop's page has no JavaScript: nothing holds its button back. */
async function atBank() {
  let price = 100;
  const shop = await openStillShop({ order: () => orderAt(price) });
  const page = await shop.launch("A-1");
  const Cookie = cookieOf(page);
  const SESSION = await sessionIn(page);
  return {
    shop,
    setPrice: (minor: number) => (price = minor),
    pay: async (card = cards.approved) => comeBack(await payAtBank(shop, SESSION, card)),
    /** The button again. */
    again: () =>
      fetch(`${shop.mount}/attempts`, {
        method: "POST",
        headers: { Origin: shop.origin, Cookie },
        body: new URLSearchParams({ order: "A-1", lang: "es" }),
        redirect: "manual",
      }),
    /** Whether the launch has led to a page that says that an earlier payment is being checked. */
    async isHeldBack(launch: Response) {
      if (launch.status !== 303) return false;
      const relay = await fetch(launch.headers.get("Location") ?? "", { headers: { Cookie } });
      return (await relay.text()).includes("Estamos verificando su pago");
    },
    outcomes: async () => (await shop.payments.findOrder("A-1")).attempts.map(({ outcome }) => outcome),
  };
}

test("while a card is in progress, its order gets no second session when the first one is nearly over", async () => {
  const { shop, pay, again, isHeldBack, outcomes } = await atBank();
  await shop.pass(minutes(24));
  shop.sandbox.faults.arm("code-09-times", { times: 2 });
  await pay();
  await shop.pass(minutes(1.5));
  assert.equal(await isHeldBack(await again()), true);
  await shop.pass(minutes(3));
  assert.deepEqual([await outcomes(), shop.paid.length], [["approved"], 1]);
});

test("while a card is in progress, its order gets no second session when its price has changed", async () => {
  const { shop, setPrice, pay, again, isHeldBack, outcomes } = await atBank();
  shop.sandbox.faults.arm("code-09-times", { times: 1 });
  await pay();
  setPrice(200);
  assert.equal(await isHeldBack(await again()), true);
  assert.deepEqual(await outcomes(), ["pending"]);
});

test("a buyer who has come back, and of whose card the bank says nothing, gets no second session", async () => {
  const { shop, setPrice, pay, again, isHeldBack, outcomes } = await atBank();
  shop.sandbox.faults.arm("result-html", { times: 1000 });
  await pay();
  setPrice(200);
  assert.equal(await isHeldBack(await again()), true);
  assert.deepEqual(await outcomes(), ["pending"]);
});

test("a session that nobody has paid in keeps no order from a new one", async () => {
  const { shop, setPrice, pay, again, outcomes } = await atBank();
  await shop.pass(minutes(26));
  assert.equal((await again()).status, 200);
  await pay("cancel");
  setPrice(200);
  assert.equal((await again()).status, 200);
  assert.equal((await outcomes()).length, 3);
});
