import assert from "node:assert/strict";
import { test } from "node:test";
import { call, checkIn, newKey, sale, saleFields } from "./rest.ts";
import { bank } from "./shop.ts";

const sandbox = await bank({ now: () => 1_624_401_063_753 });
const errors = (answer: { text: string }) =>
  (JSON.parse(answer.text) as { errors: { field: string; message: string }[] }).errors.map(({ field }) => field);

test("a validation failure has the observed body, 400 and no response code", async () => {
  const { status, text } = await sale(sandbox, { amount: "0.00" });
  assert.equal(status, 400);
  assert.equal(
    text,
    '{"path":"/api/payment/transactions/sales","error":"Incoming data validation error","message":"Incoming data validation error",' +
      '"errors":[{"field":"amount","message":"must be greater than 0"}],"status":"400","timestamp":"1624401063753"}',
  );
});

test("every mandatory field of a sale is missed by name, and nothing is charged", async () => {
  for (const field of Object.keys(saleFields)) {
    const answer = await sale(sandbox, { [field]: undefined });
    assert.deepEqual([answer.status, errors(answer)], [400, [field]], field);
  }
  assert.deepEqual(errors(await call(sandbox, "sales", {})).includes("idempotency-key"), true);
  assert.deepEqual(sandbox.transactions(), []);
});

test("mandatory fields of the other operations are missed by name", async () => {
  const key = await newKey(sandbox);
  const authorization = { authorization: `Bearer ${sandbox.issueToken().token}` };
  for (const [path, fields] of [
    ["voids", "token idempotency-key merchant-id terminal-id amount currency pnRef"],
    [
      "checkins",
      "merchant-id terminal-id card-number environment expiration-date tip invoice-number client-ip reference-number",
    ],
    ["checkouts", "token idempotency-key merchant-id environment amount itbis client-ip reference-number txToken"],
    [
      "refund",
      "token idempotency-key merchant-id terminal-id amount currency invoice-number client-ip reference-number operation txToken",
    ],
  ] as const) {
    const answer = await call(sandbox, path, path === "checkins" ? { "idempotency-key": key } : {}, authorization);
    assert.deepEqual(new Set(errors(answer)), new Set(fields.split(" ")), path);
  }
});

test("values may be strings or numbers, amounts with up to two decimals", async () => {
  for (const fields of [
    { "merchant-id": 349000000, "terminal-id": 58585858, "card-number": 4761340000000050, cvv: 123, currency: 214 },
    { amount: 100 },
    { amount: 1234.87 },
    { amount: "350.5" },
    { amount: " 100 " },
    { cvv: 7 },
    { environment: "Ecommerce" },
    { tip: null, tax: "" },
  ]) {
    const answer = await sale(sandbox, fields);
    assert.equal(answer.fields["response-code"], "00", JSON.stringify(fields) + answer.text);
  }
  for (const amount of ["1.234", "-1", "1,000.00", "1e3", "", true, [1], "99999999999.00"]) {
    assert.deepEqual(errors(await sale(sandbox, { amount })), ["amount"], String(amount));
  }
});

test("each environment is taken, ASI with an amount of zero, and no other", async () => {
  for (const environment of ["Ecommerce", "ECommerce", "Ecommerce_COF", "MOTO", "MOTO_Recurring", "QuasiCashMT"]) {
    assert.equal((await sale(sandbox, { environment })).status, 200, environment);
  }
  assert.equal((await sale(sandbox, { environment: "ASI", amount: "0.00" })).fields["response-code"], "00");
  assert.deepEqual(errors(await sale(sandbox, { environment: "ASI" })), ["amount"]);
  assert.deepEqual(errors(await sale(sandbox, { environment: "Shop" })), ["environment"]);
});

test("3-D Secure: mode 1 needs its transaction id, mode 2 the values; what failed answers 4901", async () => {
  assert.deepEqual(errors(await sale(sandbox, { tds_eci: "05" })), ["tds_mode"]);
  assert.deepEqual(errors(await sale(sandbox, { tds_mode: "1" })), ["tds_servertransactionid"]);
  assert.ok(errors(await sale(sandbox, { tds_mode: "2" })).includes("tds_status"));
  const values = { tds_mode: 2, tds_eci: "05", tds_aav: "AAV", tds_programprotocol: "2", tds_dstransactionid: "ds-1" };
  for (const [fields, internal] of [
    [{ tds_mode: "1", tds_servertransactionid: "srv-1" }, "0000"],
    [{ tds_mode: "1", tds_servertransactionid: "fail-1" }, "4901"],
    [{ ...values, tds_status: "Y" }, "0000"],
    [{ ...values, tds_status: "A" }, "0000"],
    [{ ...values, tds_status: "N" }, "4901"],
    [{ ...values, tds_status: "r" }, "4901"],
  ] as const) {
    const answer = await sale(sandbox, fields);
    assert.equal(answer.fields["internal-response-code"], internal, JSON.stringify(fields) + answer.text);
  }
});

test("network tokens: the ECI is one of the scheme's, and all fields come together", async () => {
  const token = { tkn_tavv: "T", tkn_reqid: "1", tkn_assurance: "2", cvv: undefined };
  for (const [fields, wrong] of [
    [{ ...token, tkn_eci: "05" }, []],
    [{ ...token, tkn_eci: 7 }, []],
    [{ ...token, tkn_eci: "06" }, ["tkn_eci"]],
    [{ ...token, tkn_eci: "06", "card-number": "5461340000000050" }, []],
    [{ ...token, tkn_eci: "05", "card-number": "5461340000000050" }, ["tkn_eci"]],
    [{ ...token }, ["tkn_eci"]],
    [{ ...token, tds_mode: "1", tds_servertransactionid: "srv-1" }, []],
    [{ tkn_eci: "05" }, ["tkn_tavv", "tkn_reqid", "tkn_assurance"]],
  ] as const) {
    const answer = await sale(sandbox, fields);
    assert.deepEqual(answer.status === 200 ? [] : errors(answer), wrong, JSON.stringify(fields));
  }
});

test("a card number that may be real is refused, and never repeated", async () => {
  for (const number of ["4539148803436467", "5555555555554444"]) {
    const answer = await sale(sandbox, { "card-number": number });
    assert.deepEqual([answer.status, errors(answer)], [400, ["card-number"]]);
    assert.equal(answer.text.includes(number), false);
  }
  assert.deepEqual(errors(await sale(sandbox, { "card-number": "476134******0050" })), ["card-number"]);
});

test("a body that is not a JSON object is a validation failure", async () => {
  for (const body of ["", "{", "[]", "null", "a=b"]) {
    const answer = await call(sandbox, "sales", body);
    assert.deepEqual([answer.status, errors(answer)], [400, ["body"]], body);
  }
});

test("ignored and misspelled fields are warned about on the wire log", async () => {
  const own = await bank();
  await checkIn(own, { pstr63: "C06", merchantid: "1", Favourite: 1, amount: "5.00" });
  assert.deepEqual(own.wire().at(-1)?.warnings, [
    '"merchantid" is ignored: did you mean "merchant-id"?',
    '"pstr63" is ignored: not a field of this operation (checkIn)',
    '"Favourite" is ignored: there is no such field',
  ]);
});
