import assert from "node:assert/strict";
import { test } from "node:test";
import { type RestField, restExampleFields, restFields, restPaths, restRequirements } from "@ventanilla/client/wire";
import fc from "fast-check";
import { argumentError } from "./argument-error.ts";
import { answer, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { call, minimalRest, operations, withNewKey } from "./valid-rest-request.ts";

const approved = sample("rest-sale-approved.json");
const money = (minor: number, currency = "DOP") => ({ minor, currency });
const filled = ["merchant-id", "terminal-id", "currency"];
const made = ["token", "operation", "idempotency-key"];
const right: Partial<Record<RestField, unknown>> = {
  tip: money(100),
  tax: money(100),
  itbis: money(100),
  amount: money(100),
  pstr63: "C06",
  operation: "refund",
  environment: "MOTO",
  "client-ip": "203.0.113.7",
  tds_mode: "1",
  tkn_eci: "05",
  cvv: "123",
  "card-number": "4761340000000050",
  "expiration-date": "11/29",
};

const bodyOf = async (operation: (typeof operations)[number], request: unknown, options = {}) => {
  await using played = await playRest((response) => answer(response, 200, approved), options);
  await call(played.rest, operation, request);
  const [heard] = played.heard;
  assert.equal(heard?.method, "POST");
  assert.equal(heard?.url, restPaths[operation]);
  assert.equal(heard?.headers["content-type"], "application/json");
  assert.equal(heard?.headers.accept, "application/json");
  return JSON.parse(heard?.body ?? "") as Record<string, string>;
};

for (const operation of operations) {
  const least: Record<string, unknown> = minimalRest[operation];
  const owner = `${operation[0]?.toUpperCase()}${operation.slice(1)}Request`;

  test(`a ${operation} sends exactly the fields of the matrix, as strings, amounts in major units`, async () => {
    const { token, ...body } = await bodyOf(operation, least);
    const asked = restRequirements[operation] as Record<string, string>;
    assert.equal(token !== undefined, asked.token === "M");
    const expected: Record<string, unknown> = { ...least, "merchant-id": "349000000", "terminal-id": "58585858" };
    for (const name of ["amount", "tip", "itbis"]) {
      if (name in expected) expected[name] = ((expected[name] as { minor: number }).minor / 100).toFixed(2);
    }
    if (asked.currency !== "-") expected.currency = "214";
    if (operation === "refund") expected.operation = "refund";
    assert.deepEqual(body, expected);
    for (const [name, requirement] of Object.entries(asked)) {
      if (requirement === "M" && name !== "token") assert.ok(name in body, name);
      if (requirement === "-") assert.ok(!(name in body), name);
    }
  });

  test(`a ${operation} names what is missing, misspelled, too long or not listed, and nothing is sent`, async () => {
    await using played = await playRest((response) => answer(response, 200, approved));
    const refused = async (request: unknown, message: RegExp) =>
      assert.rejects(call(played.rest, operation, request), { ...argumentError, message });
    for (const [field, requirement] of Object.entries(restRequirements[operation]) as [RestField, string][]) {
      const { [field]: _, ...without } = least;
      const required = requirement === "M" && !filled.includes(field) && !made.includes(field);
      if (required) {
        await refused(without, new RegExp(`^${owner}\\.${field}: missing$`));
        await refused({ ...without, [field]: undefined }, new RegExp(`${field}: missing$`));
      }
      if (requirement === "-" && !filled.includes(field) && !restExampleFields[operation].includes(field)) {
        const value = right[field] ?? "txn-1";
        await refused({ ...least, [field]: value }, new RegExp(`^${owner}\\.${field}: not a field of a ${operation}`));
      }
      if (filled.includes(field))
        await refused({ ...least, [field]: "1" }, new RegExp(`^${owner}\\.${field}: not expected`));
      if (requirement !== "-" && !filled.includes(field) && restFields[field].kind === "string") {
        await refused({ ...least, [field]: "1".repeat(600) }, new RegExp(`${field}: expected at most \\d+ bytes`));
        await refused({ ...least, [field]: 1 }, new RegExp(`${field}: expected .*, as a string`));
      }
    }
    await refused(
      { ...least, Amount: money(1) },
      new RegExp(`^${owner}\\.Amount: unknown field, did you mean amount\\?$`),
    );
    await refused({ ...least, "idempotency-key": "" }, new RegExp(`^${owner}\\.idempotency-key: missing$`));
    await refused(null, new RegExp(`^${owner}: expected an object$`));
    await refused({ ...least, amount: "2950.00" }, new RegExp(`^${owner}\\.amount: expected \\{ minor, currency \\}$`));
    await refused({ ...least, amount: money(0) }, new RegExp(`^${owner}\\.amount: expected more than zero$`));
    await refused({ ...least, amount: money(1, "EUR") }, new RegExp(`^${owner}\\.amount\\.currency: `));
    assert.equal(played.heard.length, 0);
  });
}

for (const operation of ["sale", "checkIn"] as const) {
  const least: Record<string, unknown> = minimalRest[operation];
  const tkn = { tkn_eci: "05", tkn_tavv: "AAAA", tkn_reqid: "1", tkn_assurance: "2" };
  const values = { tds_eci: "05", tds_aav: "AAAB", tds_programprotocol: "2", tds_dstransactionid: "d-1" };
  const cases: [string, Record<string, unknown>, RegExp | undefined][] = [
    ["an e-commerce transaction needs the cvv", { cvv: undefined }, /cvv: missing/],
    ["also in the examples' casing", { environment: "ECommerce", cvv: undefined }, /cvv: missing/],
    ["a recurring one does not", { environment: "MOTO_Recurring", cvv: undefined }, undefined],
    ["nor does a network token", { ...tkn, cvv: undefined }, undefined],
    ["tds_mode 1 needs the server's transaction id", { tds_mode: "1" }, /tds_servertransactionid: missing/],
    ["and nothing more", { tds_mode: "1", tds_servertransactionid: "s-1" }, undefined],
    ["tds_mode 2 needs the status", { tds_mode: "2", ...values }, /tds_status: missing/],
    ["tds_mode 2 with status and values", { tds_mode: "2", tds_status: "Y", ...values }, undefined],
    ...Object.keys(values).map((name): [string, Record<string, unknown>, RegExp] => [
      `tds_mode 2 needs ${name}`,
      { tds_mode: "2", tds_status: "Y", ...values, [name]: undefined },
      new RegExp(`${name}: missing`),
    ]),
    ["3-D Secure values need the mode", { tds_eci: "05" }, /tds_mode: missing/],
    ["tds_mode is 1 or 2", { tds_mode: "3" }, /tds_mode: expected one of 1, 2/],
    ["a whole network token", tkn, undefined],
    ...Object.keys(tkn).map((name): [string, Record<string, unknown>, RegExp] => [
      `a network token needs ${name}`,
      { ...tkn, [name]: undefined },
      new RegExp(`${name}: missing`),
    ]),
    [
      "but no ECI where the authentication brings one",
      { ...tkn, tkn_eci: undefined, tds_mode: "1", tds_servertransactionid: "s-1" },
      undefined,
    ],
    ["Visa has no 06", { ...tkn, tkn_eci: "06" }, /tkn_eci: expected 05 or 07 for Visa$/],
    ["Visa has 07", { ...tkn, tkn_eci: "07" }, undefined],
    [
      "MasterCard has no 05",
      { ...tkn, "card-number": "5461340000000050" },
      /tkn_eci: expected 06 or 07 for MasterCard$/,
    ],
    ["nor in its newer range", { ...tkn, "card-number": "2221000000000009" }, /06 or 07 for MasterCard$/],
    ["MasterCard has 06", { ...tkn, tkn_eci: "06", "card-number": "5461340000000050" }, undefined],
    ["ASI registers a card with zero", { environment: "ASI", amount: money(0) }, undefined],
    ["and with nothing else", { environment: "ASI" }, /amount: expected zero: ASI registers a card$/],
    ["the expiry is MM/YY", { "expiration-date": "2911" }, /expiration-date: expected month and year as MM\/YY/],
    ["amounts share a currency", { tax: money(1, "USD") }, /currency: expected (?:DOP|USD)$/],
    [
      "the tax is a part of the amount",
      { tax: money(295_001) },
      /tax: expected at most the amount, 2950\.00, got 2950\.01$/,
    ],
    ["so is the tip", { tip: money(295_001) }, /tip: expected at most the amount, 2950\.00, got 2950\.01$/],
    ["both may be all of it", { tip: money(295_000), tax: money(295_000) }, undefined],
    ["Visa has three digits of cvv", { cvv: "1234" }, /cvv: expected 3 digits for Visa$/],
    ["MasterCard too", { "card-number": "5461340000000050", cvv: "1234" }, /cvv: expected 3 digits for MasterCard$/],
    ["American Express has four", { "card-number": "376134000000052" }, /cvv: expected 4 digits for American Express$/],
    ["and no fewer digits than it has", { "card-number": "376134000000052", cvv: "1234" }, undefined],
    [
      "a Visa number of another length",
      { "card-number": "476134000000005" },
      /card-number: expected 13, 16 or 19 digits for Visa$/,
    ],
    [
      "a MasterCard number of another length",
      { "card-number": "546134000000005" },
      /card-number: expected 16 digits for MasterCard$/,
    ],
    [
      "an American Express number of another length",
      { "card-number": "3761340000000525", cvv: "1234" },
      /card-number: expected 15 digits for American Express$/,
    ],
    ["another scheme as its issuer likes", { "card-number": "6011000000000000123", cvv: "1234" }, undefined],
    ["an address of 999", { "client-ip": "999.1.1.1" }, /client-ip: expected an IP address$/],
    ["an address of colons", { "client-ip": ":::::" }, /client-ip: expected an IP address$/],
  ];
  for (const [title, change, message] of cases) {
    test(`${operation}: ${title}`, async () => {
      const request = { ...least, ...change };
      if (message === undefined) await bodyOf(operation, request);
      else {
        await using played = await playRest((response) => answer(response, 200, approved));
        await assert.rejects(call(played.rest, operation, request), { ...argumentError, message });
        assert.equal(played.heard.length, 0);
      }
    });
  }
}

test("a check-in needs its amount unless it registers a card", async () => {
  const { amount: _, ...least } = minimalRest.checkIn;
  const body = await bodyOf("checkIn", { ...least, environment: "ASI" });
  assert.equal(body.amount, undefined);
  await assert.rejects(bodyOf("checkIn", least), { message: /^CheckInRequest\.amount: missing: / });
});

test("a check-out's tax is a part of what is confirmed", async () => {
  const request = { ...minimalRest.checkOut, amount: money(1000), itbis: money(1001) };
  await assert.rejects(bodyOf("checkOut", request), {
    message: "CheckOutRequest.itbis: expected at most the amount, 10.00, got 10.01",
  });
});

test("what the matrix leaves to the other transaction may be given or left out", async () => {
  assert.equal((await bodyOf("void", { ...minimalRest.void, environment: "MOTO" })).environment, "MOTO");
  assert.equal((await bodyOf("void", { ...minimalRest.void, "invoice-number": "A-1" }))["invoice-number"], "A-1");
  assert.equal(
    (await bodyOf("checkOut", { ...minimalRest.checkOut, "approval-code": "00551Z" }))["approval-code"],
    "00551Z",
  );
});

test("Ecommerce and ECommerce go out as they were written", async () => {
  for (const environment of ["Ecommerce", "ECommerce"]) {
    assert.equal((await bodyOf("sale", { ...minimalRest.sale, environment })).environment, environment);
  }
});

test("a refund says so by itself, and nothing else may be said", async () => {
  await assert.rejects(bodyOf("refund", { ...minimalRest.refund, operation: "sale" }), {
    message: /^RefundRequest\.operation: expected /,
  });
  assert.equal((await bodyOf("sale", { ...minimalRest.sale, operation: "refund" })).operation, "refund");
});

test("the token is the request's, else the provider's, else a random one where it is mandatory", async () => {
  assert.equal((await bodyOf("sale", { ...minimalRest.sale, token: "mine" })).token, "mine");
  assert.equal((await bodyOf("sale", minimalRest.sale, { token: () => "given" })).token, "given");
  assert.equal((await bodyOf("sale", minimalRest.sale)).token, undefined);
  const [first, second] = [await bodyOf("void", minimalRest.void), await bodyOf("void", minimalRest.void)];
  assert.match(first.token ?? "", /^[\da-f-]{36}$/);
  assert.notEqual(first.token, second.token);
});

test("several mistakes are told at once, ten at most", async () => {
  await using played = await playRest(() => undefined);
  const unknown = { one: 1, two: 2, three: 3, four: 4 };
  for (const [request, told] of [
    [{}, 7],
    [unknown, 10],
  ] as const) {
    await assert.rejects(call(played.rest, "sale", request), (error: Error) => {
      assert.equal(error.message.split("; ").length, told, error.message);
      for (const name of Object.keys(request)) assert.ok(error.message.includes(`SaleRequest.${name}: unknown field`));
      return true;
    });
  }
});

test("a wrong amount is told behind the names that are unknown", async () => {
  await using played = await playRest(() => undefined);
  await assert.rejects(call(played.rest, "sale", { ...minimalRest.sale, amount: 2950, Tip: money(1) }), {
    ...argumentError,
    message: "SaleRequest.Tip: unknown field, did you mean tip?; SaleRequest.amount: expected { minor, currency }",
  });
});

test("every amount goes out in major units with two decimals and comes back the same", async () => {
  await using played = await playRest((response, _n, { body }) => {
    const { amount, tax, "idempotency-key": own } = JSON.parse(body) as Record<string, string>;
    const told = { ...JSON.parse(approved), "idempotency-key": own, amount, tax };
    answer(response, 200, JSON.stringify(told));
  });
  const minor = fc
    .array(fc.integer({ min: 1, max: 999_999_999_999 }), { minLength: 2, maxLength: 2 })
    .map((pair) => pair.toSorted((a, b) => b - a));
  await fc.assert(
    fc.asyncProperty(minor, async ([amount = 1, tax = 1]) => {
      const request = withNewKey({ ...minimalRest.sale, amount: money(amount), tax: money(tax) });
      const result = await call(played.rest, "sale", request);
      for (const [text, sent] of [
        [result.unknown.amount, amount],
        [result.unknown.tax, tax],
      ]) {
        assert.match(String(text), /^\d+\.\d{2}$/);
        assert.equal(Number(String(text).replace(".", "")), sent);
      }
      assert.equal(result["idempotency-key"], request["idempotency-key"]);
    }),
  );
});
