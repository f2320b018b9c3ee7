import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "@ventanilla/express";
import { makeBuyerToPay } from "#express/order/order-to-pay.ts";
import { keepingLogger, type Line } from "../../loggers.ts";
import { openShop, orderOf } from "../../shop.ts";

const contact = { email: "ana@example.com", mobilePhone: "8095550101" };

/** An order as a shop in JavaScript answers it, with whatever its form or its database has. */
const orderWith = (buyer: object, more: object = {}): Order =>
  ({ ...orderOf("C-3"), buyer: { ...contact, ...buyer }, ...more }) as Order;

const warningsIn = (lines: readonly Line[]) => lines.filter(({ level }) => level === "warn");

test("what buyers type (addresses, phones, states) is never a reason to refuse a payment", async () => {
  const typed: [string, object, object][] = [
    ["a long line", { billing: { line1: "Residencial ".repeat(9) } }, {}],
    ["a line break", { billing: { line1: "Calle 5\nNaco" } }, { "3DS_billAddr_line2": "Naco" }],
    ["a state by its name", { billing: { state: "Distrito Nacional" } }, { "3DS_billAddr_state": "01" }],
    ["a state by its ISO code", { billing: { state: "DO-25" } }, { "3DS_billAddr_state": "25" }],
    ["a country in small letters", { shipping: { country: "do" } }, { "3DS_shipAddr_country": "DO" }],
    ["a postal code that is a number", { billing: { postCode: 10101 } }, { "3DS_billAddr_postCode": "10101" }],
    ["a home phone that is none", { homePhone: "no tengo" }, { "3DS_homePhone": "" }],
    ["typographic hyphens", { mobilePhone: "809‑555–0101" }, { "3DS_mobilePhone": "8095550101" }],
    ["direction marks", { mobilePhone: "\u200e809 555 0101\u200f" }, { "3DS_mobilePhone": "8095550101" }],
    ["tel:", { mobilePhone: "tel:+18095550101" }, { "3DS_mobilePhone": "+18095550101" }],
    ["an extension", { mobilePhone: "809-555-0101 ext. 22" }, { "3DS_mobilePhone": "8095550101" }],
    ["a space behind the email", { email: "ana@example.com " }, { "3DS_email": "ana@example.com" }],
    ["a null where there is no address", { billing: null, workPhone: null }, { "3DS_workPhone": "" }],
  ];
  const shop = await openShop({ order: (id) => orderWith(typed[Number(id)]?.[1] ?? {}) });
  for (const [i, [name, , expected]] of typed.entries()) {
    assert.equal((await shop.launch(String(i))).status, 200, name);
    const creation = shop.sandbox.wire().findLast(({ path }) => path === "/sessions");
    const sent = JSON.parse(creation?.request.body ?? "{}") as Record<string, unknown>;
    for (const [field, value] of Object.entries(expected)) assert.equal(sent[field], value, name);
  }
  assert.deepEqual(shop.errors, []);
});

test("of an email address and a mobile number that are none, the buyer reads which one to correct, and the log names it", async () => {
  const cases = [
    [{ email: "ana@gmail,com" }, "correo electrónico", "email address", "email"],
    [{ mobilePhone: "no tengo" }, "celular", "mobile phone number", "mobilePhone"],
    [
      { email: "", mobilePhone: null },
      "correo electrónico y su número de celular",
      "address and your mobile",
      "email and mobilePhone",
    ],
  ] as const;
  for (const [buyer, es, en, field] of cases) {
    const logger = keepingLogger();
    const shop = await openShop({ order: () => orderWith(buyer), logger });
    const attempt = crypto.randomUUID();
    const spanish = await shop.launch("C-3", { attempt });
    assert.equal(spanish.status, 422);
    assert.match(await spanish.text(), new RegExp(`Revise su [^<]*${es}`));
    const english = await shop.launch("C-3", { lang: "en" });
    assert.match(await english.text(), new RegExp(`Check your [^<]*${en}`));
    const { outcome, message, safeToRetry } = (await shop.status(attempt)).body;
    assert.deepEqual([outcome, safeToRetry], ["failed", true]);
    assert.match(String(message), new RegExp(es));
    assert.deepEqual(shop.errors, []);
    assert.equal(shop.sandbox.sessions().length, 0);
    const [line] = warningsIn(logger.lines);
    assert.match(line?.message ?? "", new RegExp(`the bank does not take ${field} of order\\(\\)\\.buyer`));
    assert.doesNotMatch(JSON.stringify(logger.lines), /gmail|no tengo/);
    assert.equal((await shop.payments.health()).launchFailures, 0);
  }
});

test("a launch whose order may be charged in another tab says so, also when the contact has to be corrected", async () => {
  let buyer: object = {};
  const shop = await openShop({ order: () => orderWith(buyer) });
  assert.equal((await shop.launch("C-3")).status, 200);
  buyer = { email: "no" };
  const attempt = crypto.randomUUID();
  await shop.launch("C-3", { attempt });
  const { safeToRetry, message } = (await shop.status(attempt)).body;
  assert.equal(safeToRetry, false);
  assert.match(String(message), /puede que se le haya hecho|Puede que/);
});

test("what is missing of an advice is warned of once a field and day, without its value", () => {
  const { lines, ...logger } = keepingLogger();
  let now = 0;
  const report = { warn: (message: string, fields: object) => logger.warn(fields, message) };
  const buyerToPay = makeBuyerToPay(report, () => now);
  const order = orderWith({ homePhone: "no tengo", billing: { city: "x".repeat(60) } });
  const messages = () => warningsIn(lines).map(({ message }) => message);
  for (const id of ["A-1", "A-2"]) buyerToPay(id, order);
  assert.deepEqual(messages(), [
    "order().buyer.homePhone was left out: it only helps 3-D Secure, and the payment goes on",
    "order().buyer.billing.city was cut to the length that the bank takes: it only helps 3-D Secure, and the payment goes on",
  ]);
  assert.deepEqual(lines[0]?.fields, { order: "A-1", field: "buyer.homePhone" });
  now = 24 * 60 * 60_000 - 1;
  buyerToPay("A-3", order);
  assert.equal(messages().length, 2);
  now++;
  buyerToPay("A-4", order);
  assert.equal(messages().length, 4);
  assert.doesNotMatch(JSON.stringify(lines), /no tengo|xxx/);
});
