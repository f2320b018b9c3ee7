import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttemptView } from "@ventanilla/express";
import { checkKeys, decodeComponent, makeSigner } from "@ventanilla/web";
import { chargeIn, orderOfReceipt, type PaidPayment, receiptOf, receiptUrl } from "./receipt.ts";

const pesos = (minor: number) => ({ minor, currency: "DOP" as const });
const shop = {
  color: "#b3261e",
  name: "Repostería Doña Carmen",
  rnc: "131-23456-7",
  contact: { href: "tel:+18095550100", label: "809-555-0100" },
};
const paidAt = Date.UTC(2026, 10, 28, 19, 30);
const payment: PaidPayment = {
  order: "K7MP4XQ9TD",
  amount: pesos(295_000),
  tax: pesos(45_000),
  settledAt: paidAt,
  authorizationCode: "034021",
  reference: "632119004512",
  maskedCard: "476134______0050",
};
const lines = [
  { text: "Bizcocho de tres leches", amount: pesos(265_000) },
  { text: "12 × Velas", amount: pesos(30_000) },
];
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("a receipt says who, what, how much, the tax within, when, by which card and under which numbers", () => {
  const { subject, html, text } = receiptOf(shop, payment, { description: "Bizcocho", lines, language: "es" });
  assert.equal(subject, "Su recibo de Repostería Doña Carmen: Bizcocho");
  assert.equal(
    plain(text),
    `Repostería Doña Carmen
RNC 131-23456-7

Recibo de pago: RD$ 2,950.00 · Pagado

Bizcocho
Bizcocho de tres leches: RD$ 2,650.00
12 × Velas: RD$ 300.00

Sin ITBIS: RD$ 2,500.00
ITBIS: RD$ 450.00
Total: RD$ 2,950.00

Fecha: 28 nov 2026, 3:30 p. m.
Tarjeta: Visa •••• 0050
Autorización: 034021
Referencia: 632119004512
Código: K7MP4-XQ9TD

Este recibo confirma su pago con tarjeta. No es un comprobante fiscal: si necesita uno, pídalo al comercio.
¿Necesita ayuda? 809-555-0100
`,
  );
  for (const said of text
    .split("\n")
    .filter((line) => line.includes(": "))
    .flatMap((line) => line.split(": ").slice(1))) {
    assert.ok(html.includes(said.split(" · ")[0] ?? said), said);
  }
});

test("the same in English", () => {
  const { subject, text } = receiptOf(shop, payment, { description: "Cake", language: "en" });
  assert.equal(subject, "Your receipt from Repostería Doña Carmen: Cake");
  assert.match(plain(text), /^Payment receipt: RD\$ 2,950\.00 · Paid$/m);
  assert.match(plain(text), /^Date: Nov 28, 2026, 3:30 PM$/m);
  assert.match(text, /It is not a tax receipt/);
});

test("the whole number of a card is never on a receipt, whatever is given as masked", () => {
  const { html, text } = receiptOf(shop, { ...payment, maskedCard: "4761340000000050" }, { language: "es" });
  assert.doesNotMatch(html + text, /476134/);
});

test("what a payment lacks is left out, with its name", () => {
  const { order, amount, tax, settledAt } = payment;
  const bare = { name: "Carmen", color: "#b3261e", contact: undefined };
  const { html, text } = receiptOf(bare, { order, amount, tax, settledAt }, { language: "es" });
  assert.doesNotMatch(html + text, /undefined|RNC|Tarjeta:|Autorización|Referencia|¿Necesita|Cobrado/);
  assert.match(text, /^Código: K7MP4-XQ9TD$/m);
});

test("a part that the bank approved is the sum of the receipt, beside what was asked", () => {
  const { text } = receiptOf(shop, { ...payment, approvedAmount: pesos(100_000) }, { language: "es" });
  assert.match(plain(text), /^Recibo de pago: RD\$ 1,000\.00 · Pagado$/m);
  assert.match(plain(text), /^Total: RD\$ 2,950\.00\nCobrado: RD\$ 1,000\.00$/m);
});

test("a payment that was given back says so, and installments name whose plan it is", () => {
  const givenBack = [{ amount: payment.amount, at: Date.UTC(2026, 10, 29, 15) }];
  const { html, text } = receiptOf(shop, payment, { givenBack, installments: true, language: "es" });
  assert.match(plain(text), /· Devuelto\nEl comercio le devolvió RD\$ 2,950\.00 el 29 de noviembre de 2026\./);
  assert.match(text, /Si eligió cuotas/);
  assert.match(html, /class="stamp back">Devuelto</);
});

test("a part that went back is a sentence of its own, and the payment stays one", () => {
  const at = Date.UTC(2026, 10, 29, 15);
  const givenBack = [50_000, 20_050].map((minor, day) => ({ amount: pesos(minor), at: at + day * 86_400_000 }));
  const { html, text } = receiptOf(shop, payment, { givenBack, language: "en" });
  // It is as good as paid: only what went back whole looks so.
  assert.match(html, /class="stamp back">Given back in part</);
  assert.match(
    plain(text),
    /^Payment receipt: RD\$ 2,950\.00 · Given back in part\nThe store gave RD\$ 500\.00 back to you on November 29, 2026\. .*\nThe store gave RD\$ 200\.50 back to you on November 30, 2026\./m,
  );
});

test("no text of the shop or the buyer is markup, begins a line of its own, or a header", () => {
  const evil = `<script>alert(1)</script>"'\r\nBcc: all@example.com\u2028\u202e`;
  const { subject, html, text } = receiptOf(
    { color: "#b3261e", name: evil, rnc: evil, contact: { href: "tel:1", label: evil } },
    { ...payment, order: evil, authorizationCode: evil, reference: evil },
    { description: evil, lines: [{ text: evil, amount: pesos(1) }], language: "en" },
  );
  assert.doesNotMatch(html, /<script/);
  assert.doesNotMatch(subject, /[\r\n\u2028\u202e]/);
  assert.doesNotMatch(text, /^Bcc/m);
  assert.doesNotMatch(text, /\u202e/);
});

test("the document loads nothing and runs nothing", () => {
  const { html } = receiptOf(shop, payment, { description: "Bizcocho", lines, language: "es" });
  assert.doesNotMatch(html, /<script|<link(?! rel="icon" href=data:,>)|<img|url\(|@import|src=|style="/);
});

const attempt = (id: string, changes: Partial<AttemptView> = {}): AttemptView => ({
  id,
  order: payment.order,
  state: "approved",
  outcome: "approved",
  safeToRetry: false,
  transactionId: "000001",
  amount: payment.amount,
  tax: payment.tax,
  createdAt: paidAt - 60_000,
  settledAt: paidAt,
  verdict: { code: "00", authorizationCode: id, maskedCard: "476134______0050" },
  ...changes,
});
const handled = { returned: true, reason: "voided", by: "Ana", at: paidAt + 60_000 };
const givenBack = [{ ...handled, amount: payment.amount, recordedAt: handled.at }];

test("of two charges the receipt is for the one that was not given back", () => {
  const further = attempt("B", { duplicate: true, handled, givenBack });
  assert.equal(chargeIn([attempt("A"), further])?.authorizationCode, "A");
  const first = attempt("A", { reversed: { ...handled, returnedAttempt: "A" }, givenBack });
  const byFirst = chargeIn([first, attempt("B", { duplicate: true, handled: { ...handled, returnedAttempt: "A" } })]);
  assert.equal(byFirst?.authorizationCode, "B");
  assert.deepEqual(byFirst?.givenBack, []);
});

test("an authorization is no payment: its capture is", () => {
  const held = attempt("A", { capture: "later" });
  assert.equal(chargeIn([held]), undefined);
  assert.equal(chargeIn([held, attempt("C", { captureOf: "A", amount: pesos(100_000) })])?.amount.minor, 100_000);
});

test("an attempt that was not approved is no payment", () => {
  for (const state of ["opened", "declined", "expired", "unknown", "review"] as const) {
    assert.equal(chargeIn([attempt("A", { state })]), undefined, state);
  }
});

const key = "0".repeat(64);
const other = "1".repeat(64);
const publicUrl = "https://shop.example/pay";
const signerOf = (...keys: string[]) => makeSigner(checkKeys("keys", keys), "shop");
const nameIn = (url: string) => decodeComponent(url.split("/receipt/")[1] ?? "") ?? "";

test("an address is one order's, of one shop, with any of the keys", () => {
  const signer = signerOf(key);
  for (const order of ["K7MP4XQ9TD", "a.b.c", "ñ/ö %?#", ".", "A.B.1234567890123456789012"]) {
    const url = receiptUrl({ publicUrl, signer }, order);
    assert.match(url, /^https:\/\/shop\.example\/pay\/receipt\/[^/?#\s]+$/);
    const name = nameIn(url);
    assert.equal(orderOfReceipt(signer, name), order);
    assert.equal(orderOfReceipt(signerOf(other, key), name), order);
    assert.equal(orderOfReceipt(signerOf(other), name), undefined);
    assert.equal(orderOfReceipt(makeSigner(checkKeys("keys", [key]), "other shop"), name), undefined);
  }
});

test("another order, another signature, another spelling of the same bytes: no address", () => {
  const signer = signerOf(key);
  const [order = "", signature = ""] = nameIn(receiptUrl({ publicUrl, signer }, "K7MP4XQ9TD")).split(".");
  const spelled = `${signature.slice(0, -1)}${String.fromCharCode((signature.codePointAt(42) ?? 0) + 1)}`;
  for (const wrong of [
    `K7MP4XQ9TE.${signature}`,
    `${order}.${signer.sign(order, "ticket")}`,
    `${order}.${signature.slice(0, -1)}`,
    `${order}.${signature}A`,
    `${order}.${spelled}`,
    `${order}.`,
    order,
    "",
    ".",
  ]) {
    assert.equal(orderOfReceipt(signer, wrong), undefined, wrong);
  }
});

test("keys are checked, and never quoted", () => {
  for (const keys of [undefined, [], "k".repeat(32), [undefined], [""], ["short"]]) {
    assert.throws(() => checkKeys("keys", keys), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: /^keys(\[0\])?: .*expected/,
    });
  }
});
