import assert from "node:assert/strict";
import { test } from "node:test";
import type { ArgumentError } from "@ventanilla/client";
import { paymentRequestFields } from "@ventanilla/client/wire";
import type { Order, SaleOrder } from "@ventanilla/express";
import fc from "fast-check";
import { keepingLogger } from "../../loggers.ts";
import { openShop, orderOf, type Shop } from "../../shop.ts";

const address = [
  ["line1", 50],
  ["line2", 50],
  ["line3", 50],
  ["city", 50],
  ["state", 3],
  ["country", 3],
  ["postCode", 16],
] as const;

/** What `order()` may answer: each field, its name on the wire and its longest value in bytes. */
const rows = [
  { field: "buyer.email", wire: "3DS_email", bytes: 254 },
  { field: "buyer.mobilePhone", wire: "3DS_mobilePhone", bytes: 15 },
  { field: "buyer.homePhone", wire: "3DS_homePhone", bytes: 15 },
  { field: "buyer.workPhone", wire: "3DS_workPhone", bytes: 15 },
  ...address.flatMap(([part, bytes]) => [
    { field: `buyer.billing.${part}`, wire: `3DS_billAddr_${part}`, bytes },
    { field: `buyer.shipping.${part}`, wire: `3DS_shipAddr_${part}`, bytes },
  ]),
  { field: "avs", wire: "AVS", bytes: 255 },
  { field: "batchId", wire: "BatchId", bytes: 3 },
  { field: "transactionKind", wire: "3DS_transType", bytes: 3 },
  { field: "threeRiIndicator", wire: "3DS_RI_ind", bytes: 3 },
];

const c3 = orderOf("C-3") as SaleOrder;
const kinds = { purchase: "01", "check-acceptance": "03", "account-funding": "10", gambling: "11", prepaid: "28" };

// Letters with and without accents and no digits: the sandbox's log hides what might be a card number.
const words = (bytes: number) =>
  fc.string({
    unit: fc.constantFrom("a", "b", "Z", "ñ", "é", "Ü", ",", "#", "."),
    minLength: 1,
    maxLength: Math.floor(bytes / 2),
  });
const phone = fc.stringMatching(/^[1-9]\d{9,11}$/);
const state = fc.constantFrom("01", "32", "NY", "CAL");
const postalAddress = fc.record(
  {
    line1: words(50),
    line2: words(50),
    line3: words(50),
    city: words(50),
    state,
    country: fc.constantFrom("DO", "DOM", "214"),
    postCode: words(16),
  },
  { requiredKeys: [] },
);
const details = fc.record(
  {
    avs: words(255),
    batchId: fc.stringMatching(/^\d{1,3}$/),
    transactionKind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    threeRiIndicator: fc.stringMatching(/^[0-9A-Za-z]{1,3}$/),
    installments: fc.boolean(),
  },
  { requiredKeys: [] },
);
const buyer = fc.record(
  {
    email: fc.constant("ana@example.com"),
    mobilePhone: phone,
    homePhone: phone,
    workPhone: phone,
    billing: postalAddress,
    shipping: postalAddress,
  },
  { requiredKeys: ["email", "mobilePhone"] },
);

/** What the bank got with the last session of the shop. */
function received(shop: Shop): Record<string, string> {
  const creation = shop.sandbox.wire().findLast(({ method, path }) => method === "POST" && path === "/sessions");
  return JSON.parse(creation?.request.body ?? "{}") as Record<string, string>;
}

/** A value of an order by its dotted name, as it goes over the wire; undefined when it is not given. */
function sentOf(order: Order, field: string): unknown {
  const value = field.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], order);
  return field === "transactionKind" && value !== undefined ? kinds[value as keyof typeof kinds] : value;
}

test("every optional field that order() answers arrives at the bank under its wire name, and none that it leaves out", async () => {
  let order: Order = c3;
  const shop = await openShop({ order: () => order, limits: { address: Number.POSITIVE_INFINITY } });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(details, buyer, async (more, asked) => {
      order = { ...c3, ...more, buyer: asked };
      assert.equal((await shop.launch(`P-${count++}`)).status, 200);
      const body = received(shop);
      for (const { field, wire } of rows) assert.equal(body[wire] || undefined, sentOf(order, field), field);
      assert.deepEqual(shop.sandbox.sessions().at(-1)?.warnings, []);
    }),
    { numRuns: 60 },
  );
});

test("every field of the contract that a shop knows per order is one of these, with the wire's length", () => {
  for (const { field, wire, bytes } of rows) {
    const rule = paymentRequestFields[wire as keyof typeof paymentRequestFields];
    assert.equal(bytes, rule?.bytes, field);
  }
  const optional = Object.entries(paymentRequestFields).flatMap(([name, { requirement }]) =>
    requirement["0200"] === "optional" || name.startsWith("3DS_") ? [name] : [],
  );
  // The merchant's own, the second spelling of the order, the direct form's, which the router does not use, and what
  // only a result tells.
  const elsewhere = "MerchantType MerchantTerminal_amex OrdenId loteid seqid KeyEncriptionKey RemoteResponseCode".split(
    " ",
  );
  assert.deepEqual(
    rows.map(({ wire }) => wire).toSorted(),
    optional.filter((name) => !elsewhere.includes(name)).toSorted(),
  );
});

test("a field that the bank would not take is an ArgumentError that names it as order() wrote it, and nothing is sent", async () => {
  const wrong: [object, string][] = [
    [{ batchId: "1234" }, 'order("C-3").batchId: expected at most 3 bytes in UTF-8, got 4'],
    [{ batchId: 1 }, 'order("C-3").batchId: expected digits, as a string'],
    [{ batchId: null }, 'order("C-3").batchId: expected digits, as a string'],
    [{ threeRiIndicator: "0 1" }, 'order("C-3").threeRiIndicator: expected letters A to Z and digits'],
    ...["01", "", 1, null, "toString", []].map((transactionKind): [object, string] => [
      { transactionKind },
      'order("C-3").transactionKind: expected one of purchase, check-acceptance, account-funding, gambling, prepaid',
    ]),
    [{ buyer: { ...c3.buyer, shipping: { zip: "1" } } }, 'order("C-3").buyer.shipping.zip: unknown field'],
    [{ buyer: undefined }, 'order("C-3").buyer: expected email and mobilePhone'],
    [{ buyer: { email: "ana@example.com" } }, 'order("C-3").buyer.mobilePhone: missing'],
  ];
  for (const [more, message] of wrong) {
    const shop = await openShop({ keepEmail: true, order: () => ({ ...c3, ...more }) });
    const attempt = crypto.randomUUID();
    assert.equal((await shop.launch("C-3", { attempt })).status, 500);
    const [error] = shop.errors as ArgumentError[];
    assert.equal(error?.code, "ERR_VENTANILLA_ARGUMENT");
    assert.ok(error.message.startsWith(message), error.message);
    assert.equal(shop.sandbox.sessions().length, 0);
    const { outcome, safeToRetry } = (await shop.status(attempt)).body;
    assert.deepEqual([outcome, safeToRetry], ["failed", true]);
  }
});

test("two wrong fields are both named", async () => {
  const shop = await openShop({ order: () => ({ ...c3, batchId: "x", threeRiIndicator: "0 1" }) });
  await shop.launch("C-3");
  const expected = ["batchId: expected digits", "threeRiIndicator: expected letters A to Z and digits"];
  const { message } = shop.errors[0] as ArgumentError;
  assert.deepEqual(message.split("; ").toSorted(), expected.map((text) => `order("C-3").${text}`).toSorted());
});

test("a field that is nearly one of an order's is warned about, once; the shop's own fields are its business", async () => {
  const logger = keepingLogger();
  const order = () => ({ ...c3, instalments: true, AVS: "x", items: [], status: "new", id: 7 }) as unknown as Order;
  const shop = await openShop({ order, logger });
  for (let i = 0; i < 2; i++) assert.equal((await shop.launch("C-3")).status, 200);
  assert.deepEqual(
    logger.lines.filter(({ level }) => level === "warn").map(({ message }) => message),
    [
      "order() returned an unknown field: instalments. Did you mean installments?",
      "order() returned an unknown field: AVS. Did you mean avs?",
    ],
  );
});
