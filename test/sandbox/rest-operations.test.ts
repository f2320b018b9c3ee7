import assert from "node:assert/strict";
import { test } from "node:test";
import { testCards } from "@ventanilla/sandbox";
import { call, checkIn, checkOut, codeOf, newKey, refund, sale, saleFields, voidOf } from "./rest.ts";
import { bank } from "./shop.ts";

const sandbox = await bank();
// Noon in Santo Domingo: seven hours before the batch closes.
const noon = Date.parse("2026-11-20T16:00:00Z");

test("an idempotency key is plain text, from both spellings of its path, with an empty body or {}", async () => {
  for (const path of ["idenpotency-keys", "idempotency-keys"]) {
    for (const body of [undefined, "", "{}"]) {
      const response = await fetch(`${sandbox.url}/api/payment/${path}`, { method: "POST", body: body ?? null });
      assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/plain"]);
      assert.match(await response.text(), /^ikey:[0-9a-f]{32}$/);
    }
  }
});

test("an approved sale answers with every mandatory field, in the observed shapes", async () => {
  const key = await newKey(sandbox);
  const { status, text } = await sale(sandbox, { "idempotency-key": key });
  assert.equal(status, 200);
  assert.match(
    text,
    new RegExp(
      `^\\{"idempotency-key":"${key}","response-code":"00","internal-response-code":"0000","response-code-desc":"Transaction Approved",` +
        '"response-code-source":"gw","approval-code":"\\d{5}[0-9A-Z]","pnRef":"txn-[0-9a-f]{32}"\\}$',
    ),
  );
});

test("a sale whose key was never issued is refused, and the field is named", async () => {
  const { status, fields, text } = await sale(sandbox, { "idempotency-key": "0".repeat(32) });
  assert.equal(status, 400);
  assert.equal(fields.path, "/api/payment/transactions/sales");
  assert.match(
    text,
    /"errors":\[\{"field":"idempotency-key","message":"was not issued: ask POST [^"]+ for one first"\}\]/,
  );
});

test("the same operation and key are answered from the cache, byte for byte but for the source, whatever else is sent", async () => {
  const first = await sale(sandbox);
  const key = first.fields["idempotency-key"];
  const again = await sale(sandbox, { "idempotency-key": `ikey:${key}`, amount: 7 });
  assert.equal(again.text, first.text.replace('"gw"', '"icache"'));
  const charged = sandbox.transactions().filter(({ id }) => id === first.fields.pnRef);
  assert.equal(charged.length, 1);
  const declined = await sale(sandbox, { "card-number": "4761340000001512" });
  const redeclined = await sale(sandbox, { "idempotency-key": declined.fields["idempotency-key"] });
  assert.deepEqual([codeOf(redeclined), redeclined.fields["response-code-source"]], ["51", "icache"]);
});

test("a key pays once: a sale's is not valid for a check-in, nor the other way round", async () => {
  const sold = await sale(sandbox);
  const held = await checkIn(sandbox);
  for (const answer of [
    await checkIn(sandbox, { "idempotency-key": sold.fields["idempotency-key"] }),
    await sale(sandbox, { "idempotency-key": held.fields["idempotency-key"] }),
  ]) {
    assert.equal(answer.status, 400);
    assert.match(answer.text, /"field":"idempotency-key","message":"was used for a \w+: each payment needs its own"/);
  }
});

test("the cache is per operation: a void, a check-out and a refund carry the original's key", async () => {
  const original = await sale(sandbox);
  const voided = await voidOf(sandbox, original);
  assert.deepEqual([codeOf(voided), voided.fields["response-code-source"]], ["00", "gw"]);
  assert.notEqual(voided.fields.pnRef, original.fields.pnRef);
  const again = await voidOf(sandbox, original);
  assert.equal(again.text, voided.text.replace('"gw"', '"icache"'));
  const held = await checkIn(sandbox);
  for (const answer of [await checkOut(sandbox, held), await refund(sandbox, held)]) {
    assert.deepEqual([codeOf(answer), answer.fields["response-code-source"]], ["00", "gw"]);
  }
});

for (const { number, scheme, ResponseCode, threeDs } of testCards) {
  const expected = ResponseCode === "TF" ? undefined : ResponseCode;
  test(`REST: ${scheme} …${number.slice(-4)}${threeDs ? ` (${threeDs})` : ""} answers ${expected ?? "4901"}`, async () => {
    const answer = await sale(sandbox, { "card-number": number, cvv: number.length === 15 ? "1234" : "123" });
    assert.equal(codeOf(answer), expected);
    assert.equal(answer.fields["internal-response-code"], expected?.padStart(4, "0") ?? "4901");
    assert.equal("approval-code" in answer.fields, ["00", "10"].includes(ResponseCode));
  });
}

test("every response code of two digits, listed or not, is reachable by an amount of 9900 and the code as its cents", async () => {
  const listed =
    "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 51 52 53 54 56 57 58 60 61 62 65 66 67 68 75 77 78 79 81 82 85 89 90 91 92 94 95 96 97 98 99";
  for (const wanted of listed.split(" ")) {
    const answer = await sale(sandbox, { amount: `9900.${wanted}` });
    assert.equal(codeOf(answer), wanted);
    assert.ok(answer.fields["response-code-desc"]);
  }
  assert.equal(codeOf(await sale(sandbox, { amount: "9900.00" })), "00");
  assert.equal(codeOf(await sale(sandbox, { amount: "9900.29" })), "29");
});

test("the cents of 9900 choose the code of a check-out and a refund too, and nothing is done", async () => {
  const held = await checkIn(sandbox, { amount: "10000.00" });
  assert.equal(codeOf(await checkOut(sandbox, held, { amount: "9900.51" })), "51");
  assert.equal(
    sandbox.transactions().at(-1)?.reason?.en,
    "the amount 9900.51 asks for 51: an amount of 9900.CC answers the code CC",
  );
  assert.equal(codeOf(await checkOut(sandbox, held, { amount: "10000.00" })), "00");
  assert.equal(codeOf(await refund(sandbox, held, { amount: "9900.91" })), "91");
  assert.equal(codeOf(await refund(sandbox, held, { amount: "9900.00" })), "00");
  assert.equal(
    codeOf(await refund(sandbox, await checkIn(sandbox), { amount: "9900.51" })),
    "12",
    "the rules come first",
  );
});

test("a check-out whose amount asks for a partial approval settles, and is kept for its key", async () => {
  const held = await checkIn(sandbox, { amount: "10000.00" });
  const first = await checkOut(sandbox, held, { amount: "9900.10" });
  assert.equal(codeOf(first), "10");
  const again = await checkOut(sandbox, held, { amount: "9900.10" });
  assert.equal(again.text, first.text.replace('"gw"', '"icache"'));
});

test("a void has the amount of its original, whatever its cents ask for", async () => {
  const partial = await sale(sandbox, { amount: "9900.10" });
  assert.equal(codeOf(await voidOf(sandbox, partial, { amount: "9900.10" })), "00");
});

test("a wrong merchant, a wrong check digit and a past expiry are declined by code", async () => {
  assert.equal(codeOf(await sale(sandbox, { "merchant-id": "ABC" })), "03");
  assert.equal(codeOf(await sale(sandbox, { "card-number": "4761340000000051" })), "14");
  assert.equal(codeOf(await sale(sandbox, { "expiration-date": "01/20" })), "54");
});

test("a sale is voided once, to the cent, by its reference and key", async () => {
  const original = await sale(sandbox);
  assert.equal(codeOf(await voidOf(sandbox, original, { amount: "1234.86" })), "13");
  assert.equal(codeOf(await voidOf(sandbox, original, { currency: "840" })), "12");
  assert.equal(codeOf(await voidOf(sandbox, original, { pnRef: `txn-${"0".repeat(32)}` })), "25");
  assert.equal(codeOf(await voidOf(sandbox, original, { "idempotency-key": await newKey(sandbox) })), "25");
  assert.equal(codeOf(await voidOf(sandbox, original, { "merchant-id": "349000001" })), "25");
  assert.equal(codeOf(await voidOf(sandbox, original)), "00");
  assert.equal(sandbox.transactions().find(({ id }) => id === original.fields.pnRef)?.state, "voided");
  assert.equal(codeOf(await refund(sandbox, original)), "12");
});

test("a declined transaction cannot be voided or refunded", async () => {
  const declined = await sale(sandbox, { "card-number": "4761340000001512" });
  assert.equal(codeOf(await voidOf(sandbox, declined)), "12");
  assert.equal(codeOf(await refund(sandbox, declined)), "12");
});

test("a void is accepted until the batch closes at 19:00 in Santo Domingo, and not from then on", async () => {
  const own = await bank({ now: () => noon });
  const [early, late] = [await sale(own), await sale(own)];
  const checkedIn = await checkIn(own);
  own.clock.advance(7 * 60 * 60 * 1000 - 1);
  assert.equal(codeOf(await voidOf(own, early)), "00");
  own.clock.advance(1);
  assert.equal(codeOf(await voidOf(own, late)), "77");
  assert.equal(codeOf(await voidOf(own, checkedIn)), "77");
  const evening = await sale(own);
  own.clock.advance(24 * 60 * 60 * 1000 - 1);
  assert.equal(codeOf(await voidOf(own, evening)), "00");
});

test("the batch close is another time and zone when told so", async () => {
  const own = await bank({ now: () => noon, batchClose: "17:30", timeZone: "UTC" });
  const original = await sale(own);
  own.clock.advance(90 * 60 * 1000);
  assert.equal(codeOf(await voidOf(own, original)), "77");
});

test("a check-in is settled once, up to its amount, with its own token and approval code", async () => {
  const original = await checkIn(sandbox);
  assert.match(original.fields.txToken ?? "", /^txn-/);
  assert.equal("pnRef" in original.fields, false);
  assert.equal(codeOf(await refund(sandbox, original)), "12", "nothing is settled yet");
  assert.equal(codeOf(await checkOut(sandbox, original, { amount: "1234.88" })), "13");
  assert.equal(codeOf(await checkOut(sandbox, original, { "approval-code": "000000X" })), "25");
  assert.equal(codeOf(await checkOut(sandbox, original, { txToken: "txn-0" })), "25");
  const settled = await checkOut(sandbox, original, { amount: 1000 });
  assert.deepEqual([codeOf(settled), "pnRef" in settled.fields], ["00", false]);
  assert.equal((await checkOut(sandbox, original)).fields["response-code-source"], "icache");
  assert.equal(codeOf(await checkOut(sandbox, await sale(sandbox))), "12", "a sale is not a check-in");
  assert.equal(codeOf(await refund(sandbox, original, { amount: "1000.01" })), "13");
  assert.equal(codeOf(await refund(sandbox, settled, { amount: "1000.00" })), "00");
});

test("a check-in can be voided, before and after its check-out", async () => {
  assert.equal(codeOf(await voidOf(sandbox, await checkIn(sandbox))), "00");
  const original = await checkIn(sandbox);
  await checkOut(sandbox, original, { amount: "1000.00" });
  assert.equal(codeOf(await voidOf(sandbox, original, { amount: "1000.00" })), "00");
});

test("a refund is done once, in part or whole, up to the original", async () => {
  const original = await sale(sandbox);
  assert.equal(codeOf(await refund(sandbox, original, { amount: "1234.88" })), "13");
  assert.equal(codeOf(await refund(sandbox, original, { txToken: "txn-0" })), "25");
  const first = await refund(sandbox, original, { amount: "0.01" });
  assert.deepEqual([codeOf(first), first.fields["response-code-source"], "pnRef" in first.fields], ["00", "gw", true]);
  assert.equal((await refund(sandbox, original)).text, first.text.replace('"gw"', '"icache"'));
  assert.equal(sandbox.transactions().find(({ id }) => id === original.fields.pnRef)?.state, "refunded");
  assert.equal(codeOf(await voidOf(sandbox, original)), "12");
});

test("a refund needs a bearer token that is not an hour old, else 401", async () => {
  const own = await bank({ now: () => noon });
  const original = await sale(own);
  for (const headers of [{}, { authorization: "Bearer nothing" }, { authorization: "" }]) {
    const { status, fields } = await refund(own, original, {}, headers);
    assert.deepEqual([status, fields.status, fields.error], [401, "401", "Unauthorized"]);
  }
  const { token, expiresAt } = own.issueToken();
  assert.equal(expiresAt, noon + 60 * 60 * 1000);
  own.clock.advance(60 * 60 * 1000);
  assert.equal((await refund(own, original, {}, { authorization: `Bearer ${token}` })).status, 401);
  own.clock.advance(-1);
  assert.equal((await refund(own, original, {}, { "x-access-token": token })).status, 200);
});

test("transactions() tells what happened, without key or card", async () => {
  const own = await bank({ now: () => noon });
  const original = await sale(own);
  await voidOf(own, original);
  const [first, second] = own.transactions();
  assert.deepEqual(first, {
    id: original.fields.pnRef,
    operation: "sale",
    at: noon,
    merchantId: "349000000",
    invoice: "F-100",
    amount: 123487,
    currency: "DOP",
    state: "voided",
    code: "00",
    reason: undefined,
    approvalCode: original.fields["approval-code"],
    maskedCard: "476134______0050",
    original: undefined,
    warnings: [],
    warningsEs: [],
  });
  assert.deepEqual([second?.operation, second?.original, second?.invoice], ["void", first?.id, "F-100"]);
  own.reset();
  assert.deepEqual([own.transactions(), own.sessions(), own.wire()], [[], [], []]);
  assert.equal(
    (await call(own, "sales", { ...saleFields, "idempotency-key": original.fields["idempotency-key"] })).status,
    400,
  );
});
