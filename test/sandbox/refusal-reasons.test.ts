import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentRequestFields, restFields } from "@ventanilla/client/wire";
import { refund, sale, voidOf } from "./rest.ts";
import { bank, create, post } from "./shop.ts";

test("a refusal is on the console and the wire log with what was wrong: REST, sessions and direct forms", async () => {
  const lines: string[] = [];
  const own = await bank({ profile: "document", log: (line) => lines.push(line) });
  await sale(own, { amount: "-1", Favourite: 1 });
  assert.deepEqual(lines.splice(0), [
    'F-100: "Favourite" is ignored: there is no such field',
    'F-100: refused with 400: "amount" is -1: expected an amount in major units with two decimals, at most 9999999999.99',
  ]);
  const original = await sale(own);
  const { token } = own.issueToken();
  own.clock.advance(90 * 60 * 1000);
  for (const [headers, expected] of [
    [{}, 'the header "Authorization" is missing: expected "Bearer" and a token of this bank'],
    [
      { authorization: "Bearer nothing" },
      'the header "Authorization" has a token that this bank did not issue: expected one of the panel or of /control/tokens',
    ],
    [
      { authorization: "Basic xyz" },
      'the header "Authorization" has the scheme Basic: expected Bearer and a token of this bank',
    ],
    [
      { authorization: `Bearer ${token}` },
      "the bearer token expired 30 minutes ago: expected one that is less than an hour old",
    ],
  ] as const) {
    await refund(own, original, {}, headers);
    assert.equal(lines.at(-1), `F-100: refused with 401: ${expected}`);
  }
  await sale(own, {
    currency: "DOP",
    cvv: "12345",
    "card-number": "4539148803436467",
    tip: undefined,
    "client-ip": "",
  });
  // In the words of the answer, which are English.
  assert.deepEqual(own.wire().at(-1)?.reason, {
    en: [
      '"cvv" is wrong: expected at most 4 bytes in UTF-8, got 5',
      '"currency" is DOP: expected one of 214, 840',
      '"client-ip" is missing',
      '"card-number": this is a test bank and accepts only its test cards, never a real one',
    ].join("; "),
  });
  await sale(own, { "idempotency-key": "order-1" });
  assert.match(own.wire().at(-1)?.reason?.en ?? "", /^"idempotency-key": was not issued: ask POST /);
  await fetch(`${own.url}/api/payment/transactions/sales`, { method: "POST", body: "amount=5.00" });
  assert.equal(
    own.wire().at(-1)?.reason?.en,
    '"body": a form (application/x-www-form-urlencoded) was sent: expected a JSON object',
  );
  assert.deepEqual(Object.keys(own.wire().at(-1)?.reason ?? {}), ["en"]);
  await create(own);
  assert.match(lines.at(-1) ?? "", /^A-1: refused with 400: missing: 3DS_workPhone, /);
  assert.match(own.wire().at(-1)?.reason?.en ?? "", /^missing: 3DS_workPhone, /);
  await post(`${own.url}/authorize`, { Amount: "1", OrdenID: "A-2" });
  assert.match(lines.at(-1) ?? "", /^A-2: refused with 400: missing: TransactionType, /);
});

test("a secret in any field or name reaches no console, reason or warning, whatever its form", async () => {
  const lines: string[] = [];
  const own = await bank({ log: (line) => lines.push(line) });
  const original = await sale(own);
  for (const secret of [
    "4761340000001512",
    "4761 3400 0000 1512",
    "4761-3400-0000-1512",
    "a".repeat(64),
    "b".repeat(40),
  ]) {
    for (const field of Object.keys(restFields)) {
      await sale(own, { "idempotency-key": original.fields["idempotency-key"], [field]: secret });
      await voidOf(own, original, { [field]: secret });
      await refund(own, original, { [field]: secret });
    }
    for (const field of [...Object.keys(paymentRequestFields), secret]) await create(own, { [field]: secret });
    await post(`${own.url}/authorize`, { SESSION: secret });
    await post(`${own.url}/authorize`, { [secret]: "1" });
    await fetch(`${own.url}/sessions/${encodeURIComponent(secret)}?sk=${encodeURIComponent(secret)}`);
    await fetch(`${own.url}/no/${encodeURIComponent(secret)}`);
  }
  const everything = [...own.wire(), ...own.transactions(), ...own.sessions()].map(({ reason, warnings }) => [
    reason,
    warnings,
  ]);
  const text = [...lines, JSON.stringify(everything)].join("\n");
  assert.doesNotMatch(text, /4761[ -]?3400[ -]?0000[ -]?1512|a{12}|b{12}/);
});
