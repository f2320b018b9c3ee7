import assert from "node:assert/strict";
import { test } from "node:test";
import type { Merchant } from "@ventanilla/client";
import { type Options, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keepingLogger } from "../../loggers.ts";
import {
  cards,
  comeBack,
  gatewayAt,
  laterAt,
  merchant,
  openShop,
  orderAt,
  pay,
  payAtBank,
  type Shop,
  sessionIn,
  stillOptions,
} from "../../shop.ts";

const still = { background: false };
const shop = "plaza";
const dollars: Merchant = { ...merchant, number: "349000002" };
const branch: Merchant = { ...merchant, terminal: "58585859" };
const installments: Merchant = { ...merchant, number: "349000003" };

/** By currency, branch and installments. */
const merchantFor: Options["merchant"] = ({ id, amount, installments: inParts }) => {
  if (inParts) return installments;
  if (amount.currency === "USD") return dollars;
  return id.startsWith("B-") ? branch : merchant;
};

const inDollars = (minor: number) => ({
  ...orderAt(minor),
  amount: { minor, currency: "USD" as const },
  tax: { minor: 0, currency: "USD" as const },
});

/** What the bank was told of the merchant, by session. */
function sessionsOf({ sandbox }: Shop): string[] {
  const created = sandbox.wire().filter(({ method, path }) => method === "POST" && path === "/sessions");
  return created.map(({ request }) => {
    const { MerchantNumber = "", MerchantTerminal = "" } = JSON.parse(request.body) as Record<string, string>;
    return `${MerchantNumber.trim()}/${MerchantTerminal.trim()}`;
  });
}

test("each order is paid to the merchant of its currency, branch or kind, and each answer is compared with that one", async () => {
  const opened = await openShop({
    ...still,
    shop,
    merchant: merchantFor,
    order: (id) => (id.startsWith("U-") ? inDollars(100) : { ...orderAt(100), installments: id.startsWith("I-") }),
  });
  for (const order of ["A-1", "U-1", "B-1", "I-1"]) {
    await pay(opened, order, cards.approved);
  }
  assert.deepEqual(
    opened.paid.map(({ order }) => order),
    ["A-1", "U-1", "B-1", "I-1"],
  );
  assert.deepEqual(
    sessionsOf(opened),
    [merchant, dollars, branch, installments].map(({ number, terminal }) => `${number}/${terminal}`),
  );
});

for (const [what, other] of Object.entries({ number: dollars, terminal: branch })) {
  test(`an order that was begun for one merchant is not paid to one with another ${what} meanwhile`, async () => {
    let present: Merchant = merchant;
    const opened = await openShop({ ...still, shop, merchant: () => present });
    const SESSION = await sessionIn(await opened.launch("A-1"));
    present = other;
    assert.equal((await opened.launch("A-1")).status, 409);
    await comeBack(await payAtBank(opened, SESSION, cards.approved));
    assert.equal(opened.paid.length, 1);
  });
}

test("a capture is for the merchant of the authorization, whoever it would be by now", async () => {
  let present = dollars;
  const opened = await openShop({
    ...still,
    shop,
    merchant: () => present,
    order: () => laterAt(100),
    onAuthorized: () => {},
  });
  await pay(opened, "A-1", cards.approved);
  present = merchant;
  assert.equal((await opened.payments.capture("A-1")).outcome, "approved");
  assert.deepEqual(sessionsOf(opened), Array(2).fill(`${dollars.number}/${dollars.terminal}`));
});

test("a merchant that the bank would refuse, and one that is not found, stop the launch with an error that names the order", async () => {
  const answers: Record<string, unknown> = {
    "A-1": { ...merchant, number: "x" },
    "B-2": undefined,
    "C-3": Promise.resolve(merchant),
  };
  const opened = await openShop({
    ...still,
    logger: keepingLogger(),
    shop,
    merchant: ({ id }) => answers[id] as Merchant,
  });
  for (const order of Object.keys(answers)) {
    const refused = await opened.launch(order);
    assert.ok(refused.status >= 400, order);
    assert.match(String(opened.errors.at(-1)), new RegExp(`merchant\\(order\\("${order}"\\)\\): merchant`), order);
  }
  assert.equal(opened.sandbox.sessions().length, 0);
});

test("a merchant function that throws is the shop's fault: the buyer reads that nothing was charged", async () => {
  const opened = await openShop({
    ...still,
    shop,
    merchant() {
      throw new Error("no branch");
    },
  });
  const refused = await opened.launch("A-1");
  assert.equal(refused.status, 500);
  assert.match(await refused.text(), /no se le hizo ningún cargo/);
  assert.match(String(opened.errors[0]), /no branch/);
});

test("with a merchant by order, the shop has to be named", () => {
  assert.throws(() => ventanilla({ ...stillOptions(), merchant: merchantFor }), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: "shop: expected the shop's name in the store, because merchant is a function",
  });
});

/** Keeps the data when a router closes: the next one opens it. */
function reopened(store: Store): () => Store {
  return () => ({ ...store, close: async () => {} });
}

test("a shop of one merchant may get a merchant by order, and keeps its payments; the way back is refused", async () => {
  const again = reopened(sqliteStore(":memory:"));
  const one = await openShop({ ...still, store: again(), shop });
  const gateway = gatewayAt(one.sandbox);
  const SESSION = await sessionIn(await one.launch("A-1"));
  const several = await openShop({ ...still, store: again(), gateway, shop, merchant: merchantFor });
  await comeBack((await payAtBank(one, SESSION, cards.approved)).replace(one.mount, several.mount));
  assert.equal(several.paid.length, 1);
  const store = again();
  await openShop({ ...still, store, gateway, shop: "other", merchant: merchantFor });
  assert.throws(() => ventanilla({ ...stillOptions(), store, shop: "other" }), /^.*a merchant by order as "other"/);
});

test("two shops on one store have orders of the same id, and each its own money", async () => {
  const again = reopened(sqliteStore(":memory:"));
  const north = await openShop({ ...still, store: again(), shop: "north" });
  const gateway = gatewayAt(north.sandbox);
  const store = again();
  const south = await openShop({ ...still, store, gateway, shop: "south", merchant: dollars });
  const SESSION = await sessionIn(await north.launch("A-1"));
  assert.notEqual(await sessionIn(await south.launch("A-1")), SESSION);
  await comeBack(await payAtBank(north, SESSION, cards.approved));
  assert.deepEqual([north.paid.length, south.paid.length], [1, 0]);
  assert.deepEqual(
    (await store.shop("south").attemptsOf("A-1")).map(({ state }) => state),
    ["opened"],
  );
});
