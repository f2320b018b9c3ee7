import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import type { PaymentEvent } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keepingLogger } from "../loggers.ts";
import { payAtBank, sessionIn, stoppedClock } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { cards, comeBack, contact, type LinkShop, openLinkShop } from "./shop.ts";
import { signedToken } from "./signed-token.ts";

const secret = "a secret of the shop's, of more than 32 bytes";
const orderKeys = [secret];
const pesos = (minor: number) => ({ minor, currency: "DOP" as const });
const start = stoppedClock().now();

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A token signed at the time at which the shop's clock begins. */
function tokenOf(changes: Record<string, unknown> = {}, key = secret): string {
  const iat = start / 1000;
  const claims = {
    order: "F-1001",
    amount: "2950.00",
    currency: "DOP",
    description: "Bizcocho",
    iat,
    exp: iat + 6 * 3600,
  };
  return signedToken({ ...claims, ...contact, ...changes }, key);
}

const paidAs = (order: string) => ({ order, amount: pesos(295_000), tax: pesos(45_000), settledAt: start });

const attemptsOf = async (shop: LinkShop, order = "F-1001") => (await shop.payments.findOrder(order)).attempts;

async function payWith(shop: LinkShop, order: string, card = cards.approved): Promise<void> {
  const launch = await shop.browser().launch({ order });
  assert.equal(launch.status, 200, await launch.clone().text());
  await comeBack(await payAtBank(shop, await sessionIn(launch), card));
  await shop.pass(0);
}

/** Until the bank's page of a declined card has closed, and the links have looked at what is begun. */
async function untilOver(shop: LinkShop): Promise<void> {
  await shop.passMinutes(33);
  await shop.pay.forget(0);
}

test("a token is paid as the order that it names, with amount and tax from it alone", async () => {
  const paid: PaymentEvent[] = [];
  const shop = await openLinkShop({ orderKeys, router: { onPaid: (payment) => void paid.push(payment) } });
  const launch = await shop.browser().launch({ order: tokenOf({ tax: "400.00" }), amount: "1", tax: "0" });
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  await shop.pass(0);
  const [payment] = paid;
  assert.deepEqual([payment?.order, payment?.amount, payment?.tax], ["F-1001", pesos(295_000), pesos(40_000)]);
  assert.equal(payment?.amountDiffers, false);
});

test("a shop that tells its own orders from links is told of the order that it has signed, and its receipt is kept", async () => {
  const told: string[] = [];
  const shop = await openLinkShop({
    orderKeys,
    router: {
      async onPaid(payment) {
        if (!(await shop.pay.onPaid(payment))) told.push(payment.order);
      },
    },
  });
  await payWith(shop, tokenOf());
  const { code } = await shop.pay.create({ amount: pesos(5000), description: "Suspiro" });
  await shop.browser().pay(code);
  assert.deepEqual(told, ["F-1001"]);
  assert.match((await shop.browser().open(shop.pay.receiptUrl("F-1001").split("/pay/")[1] ?? "")).text, /Bizcocho/);
});

test("without a tax of its own it has that of the option", async () => {
  const shop = await openLinkShop({ orderKeys });
  await shop.browser().launch({ order: tokenOf() });
  assert.deepEqual((await attemptsOf(shop))[0]?.tax, pesos(45_000));
});

test("a token that is sent again after the payment charges nothing: the order is paid", async () => {
  const shop = await openLinkShop({ orderKeys });
  const token = tokenOf();
  await payWith(shop, token);
  const sent = [token, tokenOf({ iat: start / 1000 + 1 }), tokenOf({ amount: "1.00" })];
  const statuses = async () => Promise.all(sent.map(async (order) => (await shop.browser().launch({ order })).status));
  assert.deepEqual(await statuses(), [409, 409, 409]);
  await shop.pass(1);
  await shop.pay.forget(shop.clock.now());
  assert.equal((await shop.pay.order("F-1001", undefined))?.buyer.email, "");
  assert.deepEqual(await statuses(), [409, 409, 409], "also where its buyer was forgotten");
  assert.equal((await attemptsOf(shop)).length, 1);
  assert.equal(shop.sandbox.sessions().length, 1);
});

test("what was agreed stays agreed after the token has expired: a late result is no other amount", async () => {
  const shop = await openLinkShop({ orderKeys });
  const session = await sessionIn(await shop.browser().launch({ order: tokenOf({ exp: start / 1000 + 60 }) }));
  shop.clock.move(10 * 60_000);
  await comeBack(await payAtBank(shop, session, cards.approved));
  await shop.pass(0);
  const [attempt] = await attemptsOf(shop);
  assert.equal(attempt?.state, "approved");
});

test("a payment that is under way counts, too, where the keys of signed orders have been taken away", async () => {
  const clock = stoppedClock();
  const store = sqliteStore(":memory:", clock);
  const shop = await openLinkShop({ orderKeys, clock, store });
  await shop.browser().launch({ order: tokenOf() });
  const { pay } = await openLinkShop({ clock, store });
  assert.deepEqual((await pay.order("F-1001", undefined))?.amount, pesos(295_000));
  assert.equal((await shop.browser().launch({ order: "F-1001" })).status, 404);
});

test("an expired token begins nothing, and still says how its order stands", async () => {
  const shop = await openLinkShop({ orderKeys });
  const token = tokenOf({ exp: start / 1000 + 60 });
  await payWith(shop, token);
  shop.clock.move(10 * 60_000);
  const status = await fetch(`${shop.origin}/payments/orders/${token}`);
  assert.equal(status.status, 200);
  assert.match(await status.text(), /approved/);
  const unused = tokenOf({ order: "F-1002", exp: start / 1000 + 60 });
  assert.equal((await shop.browser().launch({ order: unused })).status, 404);
  assert.deepEqual(await attemptsOf(shop, "F-1002"), []);
});

test("a token that the shop has not signed is no order", async () => {
  const shop = await openLinkShop({ orderKeys });
  const [header = "", , signature = ""] = tokenOf().split(".");
  const forged = [
    `${header}.${part({ order: "F-1001", amount: "1.00" })}.${signature}`,
    `${part({ alg: "none" })}.${tokenOf().split(".")[1]}.`,
    tokenOf({}, "another secret of somebody's, of 32 bytes"),
  ];
  for (const order of forged) assert.equal((await shop.browser().launch({ order })).status, 404);
  const without = await openLinkShop();
  assert.equal((await without.browser().launch({ order: tokenOf() })).status, 404);
  assert.deepEqual([...shop.sandbox.sessions(), ...without.sandbox.sessions()], []);
});

test("the order alone, without its token, is nobody's", async () => {
  const shop = await openLinkShop({ orderKeys });
  await shop.browser().launch({ order: tokenOf() });
  assert.equal((await shop.browser().launch({ order: "F-1001" })).status, 404);
  assert.equal((await fetch(`${shop.origin}/payments/orders/F-1001`)).status, 404);
});

test("while a payment may be under way, another token cannot change its amount; once nothing can be charged, it can", async () => {
  const shop = await openLinkShop({ orderKeys });
  const launch = await shop.browser().launch({ order: tokenOf() });
  const session = await sessionIn(launch);
  const dearer = tokenOf({ amount: "3000.00", iat: start / 1000 + 1 });
  assert.equal((await shop.browser().launch({ order: dearer })).status, 404);
  await comeBack(await payAtBank(shop, session, cards.declined));
  await shop.passMinutes(5);
  await shop.pay.forget(0);
  assert.equal((await shop.browser().launch({ order: dearer })).status, 404, "the bank's page takes another card");
  await untilOver(shop);
  const again = await shop.browser().launch({ order: dearer });
  assert.equal(again.status, 200);
  assert.deepEqual((await attemptsOf(shop)).at(-1)?.amount, pesos(300_000));
  // Nor is the price taken back by an older token that somebody has kept.
  await comeBack(await payAtBank(shop, await sessionIn(again), cards.declined));
  await untilOver(shop);
  assert.equal((await shop.browser().launch({ order: tokenOf() })).status, 404);
});

test("an older token of the same price makes no cheaper one of the time between them valid", async () => {
  const shop = await openLinkShop({ orderKeys });
  const at = (seconds: number, changes: object) => tokenOf({ iat: start / 1000 + seconds, ...changes });
  for (const token of [at(2, { description: "Bizcocho" }), at(0, { description: "Masa" })]) {
    await payWith(shop, token, cards.declined);
    await untilOver(shop);
  }
  assert.equal((await shop.browser().launch({ order: at(1, { amount: "100.00" }) })).status, 404);
  await payWith(shop, at(2, { description: "Bizcocho" }));
  assert.equal((await shop.pay.receipt(paidAs("F-1001"))).subject, "Su recibo de Dulces Ana: Bizcocho");
});

test("the receipt names what the token says that was paid, not the one before it", async () => {
  const shop = await openLinkShop({ orderKeys });
  await payWith(shop, tokenOf({ description: "Bizcocho pequeño" }), cards.declined);
  await untilOver(shop);
  const later = { iat: start / 1000 + 1, amount: "3000.00", description: "Bizcocho grande" };
  await payWith(shop, tokenOf(later));
  assert.equal((await shop.pay.receipt(paidAs("F-1001"))).subject, "Su recibo de Dulces Ana: Bizcocho grande");
});

test("another price cannot overtake a launch of the first one that begins while the bank's answers are read", async () => {
  const shop = await openLinkShop({ orderKeys });
  await payWith(shop, tokenOf(), cards.declined);
  await shop.passMinutes(33);
  const request = { method: "POST", headers: {} } as IncomingMessage;
  shop.pay.pages(
    Object.assign(Object.create(shop.payments) as typeof shop.payments, {
      async findOrder(order: string) {
        const view = await shop.payments.findOrder(order);
        assert.ok(await shop.pay.order(tokenOf(), request));
        return view;
      },
    }),
  );
  await shop.pay.forget(0);
  const dearer = tokenOf({ amount: "3000.00", iat: start / 1000 + 1 });
  assert.equal(await shop.pay.order(dearer, request), undefined);
  assert.deepEqual((await shop.pay.order("F-1001", undefined))?.amount, pesos(295_000));
});

test("of 20 first launches with different amounts at the same moment one is agreed", async () => {
  const shop = await openLinkShop({ orderKeys, router: { limits: { order: 100 } } });
  const launches = await Promise.all(
    Array.from({ length: 20 }, (_, i) => shop.browser().launch({ order: tokenOf({ amount: `${i + 1}.00` }) })),
  );
  assert.deepEqual(
    launches.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array<number>(19).fill(404)],
  );
  assert.equal((await attemptsOf(shop)).length, 1);
});

test("an order that the shop has signed wrongly is its mistake: the log names the claim, and no value", async () => {
  const logger = keepingLogger();
  const shop = await openLinkShop({ orderKeys, router: { logger } });
  const launch = await shop.browser().launch({ order: tokenOf({ amount: 2950 }) });
  assert.ok(launch.status >= 500);
  const said = JSON.stringify([
    logger.lines,
    String(logger.lines.map(({ fields }) => (fields.error as Error)?.message)),
  ]);
  assert.match(said, /signed order\.amount: expected text with two decimals/);
  assert.doesNotMatch(said, /eyJ|ana@example/);
});

test("a signed order cannot take the place of a link", async () => {
  const shop = await openLinkShop({ orderKeys });
  const { code } = await shop.pay.create({ amount: pesos(500_000), description: "Boda" });
  assert.ok((await shop.browser().launch({ order: tokenOf({ order: code }) })).status >= 500);
  assert.deepEqual(await attemptsOf(shop, code), []);
  // A number of the shop's own may look like a code.
  await payWith(shop, tokenOf({ order: "2345672345" }));
  assert.equal((await attemptsOf(shop, "2345672345"))[0]?.state, "approved");
});

test("a signed order has a receipt, and its buyer is forgotten", async () => {
  const shop = await openLinkShop({ orderKeys });
  await payWith(shop, tokenOf());
  const { text } = await shop.browser().open(shop.pay.receiptUrl("F-1001").replace(`${shop.origin}/pay/`, ""));
  assert.match(text, /<h2>Bizcocho<\/h2>/);
});

test("a token is in no row of the database, and neither is its signature", async () => {
  const file = join(temporaryFolder("signed"), "payments.db");
  const clock = stoppedClock();
  const shop = await openLinkShop({ orderKeys, clock, store: sqliteStore(file, clock) });
  const token = tokenOf();
  await payWith(shop, token);
  await shop.payments.close();
  const bytes = readFileSync(file);
  assert.ok(bytes.includes("F-1001"));
  for (const piece of token.split(".")) assert.equal(bytes.includes(piece), false);
});
