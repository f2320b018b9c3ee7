import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentEvent } from "@ventanilla/express";
import { printScript } from "@ventanilla/web";
import { payAtBank, sessionIn } from "../shop.ts";
import { cake, cards, comeBack, openLinkShop } from "./shop.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("whoever has paid is led to their receipt, with what the bank said; nobody else is", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, lines: [{ text: "2 × Bizcocho", amount: cake.amount }] });
  const buyer = shop.browser();
  await buyer.pay(code);
  const { text: page } = await buyer.open(code);
  const [, path = ""] = /href="[^"]*\/pay\/(receipt\/[^"]+)"/.exec(page) ?? [];
  assert.notEqual(path, "", page);
  // Its address is all that it takes: the page is for an email, too.
  const { status, text, headers } = await shop.browser().open(path);
  assert.equal(status, 200);
  const [attempt] = (await shop.payments.findOrder(code)).attempts;
  for (const said of [
    "Recibo de pago",
    "RD$ 2,950.00",
    "RD$ 450.00",
    "2 × Bizcocho",
    "•••• 0050",
    attempt?.verdict?.reference,
  ]) {
    assert.ok(said && plain(text).includes(said), String(said));
  }
  assert.ok(attempt?.verdict?.authorizationCode && text.includes(attempt.verdict.authorizationCode));
  assert.doesNotMatch(text, /ana@example\.com|8095550101|809 555 0101|476134/);
  assert.match(text, /<h1>Recibo de pago<\/h1>/);
  assert.match(text, /<a href="\?lang=en" hreflang="en" lang="en">English<\/a>/);
  assert.match(text, /name="robots" content="noindex"/);
  assert.ok(text.includes(`<script>${printScript}</script>`));
  assert.equal(headers.get("x-robots-tag"), "noindex");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(
    headers.get("content-security-policy") ?? "",
    /default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-/,
  );

  const { text: strange } = await shop.browser().open(code);
  assert.doesNotMatch(strange, /receipt\//);
});

test("an address that we have not made shows nothing of the order", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code);
  const address = shop.pay.receiptUrl(code);
  const path = address.slice(address.indexOf("receipt/"));
  for (const wrong of [
    `receipt/${code}`,
    `receipt/${code}.`,
    `${path}A`,
    path.replace(code, `${code.slice(0, -1)}2`),
    `${path}/x`,
  ]) {
    if (wrong === path) continue;
    const { status, text } = await shop.browser().open(wrong);
    assert.equal(status, 404, wrong);
    assert.doesNotMatch(text, /Bizcocho|0050/);
  }
});

test("before the payment the address has no receipt, and says that the payment is being checked; then it has one", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const path = shop.pay.receiptUrl(code, "en").replace(`${shop.origin}/pay/`, "");
  const buyer = shop.browser();
  await buyer.send(code);
  const launched = await buyer.launch();
  const before = await shop.browser().open(path);
  assert.equal(before.status, 404);
  assert.doesNotMatch(before.text, /Bizcocho|id="print"/);
  // Whoever looks for a receipt may have paid.
  assert.match(before.text, /http-equiv="refresh"[\s\S]*We are checking your payment/);
  await comeBack(await payAtBank(shop, await sessionIn(launched), cards.approved));
  assert.match((await shop.browser().open(path)).text, /Payment receipt/);
});

test("the receipt's page says what went back in part, each part by itself, and that it is still paid", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code);
  const [attempt] = (await shop.payments.findOrder(code)).attempts;
  const path = shop.pay.receiptUrl(code, "es").replace(/^.*receipt\//, "receipt/");
  const page = async () => plain((await shop.browser().open(path)).text);
  const back = { reason: "one box was broken", by: "Luisa" };
  for (const [minor, reference] of [
    [50_000, "000501"],
    [20_050, "000502"],
  ] as const) {
    const amount = { minor, currency: "DOP" } as const;
    await shop.payments.recordGivenBack(attempt?.id ?? "", { ...back, amount, reference });
  }
  assert.match(await page(), /class="sum">RD\$ 2,950\.00<br><strong class="stamp back">Devuelto en parte</);
  assert.match(await page(), /El comercio le devolvió RD\$ 500\.00 el \d.*El comercio le devolvió RD\$ 200\.50 el \d/s);
  assert.doesNotMatch(await page(), /one box was broken|Luisa|000501/);
  await shop.payments.recordGivenBack(attempt?.id ?? "", { reason: "the rest, too", by: "Ana" });
  assert.match(await page(), /<strong class="stamp back">Devuelto</);
});

test("onPaid writes the receipt for an email: of a link by itself, of an order of the shop's own with what it is told", async () => {
  const payments: PaymentEvent[] = [];
  const shop = await openLinkShop({ router: { onPaid: (payment) => void payments.push(payment) } });
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code);
  const [payment] = payments;
  assert.ok(payment);
  // What an e-CF needs of a payment: the amount without tax, the tax, when, and which.
  const { amount, tax, settledAt, order, authorizationCode } = payment;
  assert.deepEqual([amount.minor - tax.minor, tax.minor, order], [250_000, 45_000, code]);
  assert.ok(settledAt > 0 && authorizationCode);
  const { subject, html, text } = await shop.pay.receipt(payment, { language: "en" });
  assert.equal(subject, "Your receipt from Dulces Ana: Bizcocho de boda");
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  assert.match(plain(text), /^Total: RD\$ 2,950\.00$/m);
  const own = await shop.pay.receipt({ ...payment, order: "A-1" }, { description: "Café" });
  assert.match(own.subject, /^Su recibo de Dulces Ana: Café$/);
});

test("a receipt is still there after the router has deleted the payment's numbers", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code);
  const path = shop.pay.receiptUrl(code, "es").replace(`${shop.origin}/pay/`, "");
  const { text: before } = await shop.browser().open(path);
  shop.clock.move(400 * 24 * 60 * 60_000);
  const pruned = [];
  for await (const { order } of shop.payments.prune({ before: "2027-06-01" })) pruned.push(order);
  assert.deepEqual(pruned, [code]);
  assert.equal((await shop.browser().open(path)).text, before);
});
