import assert from "node:assert/strict";
import { test } from "node:test";
import { parseReturn } from "@ventanilla/client";
import fc from "fast-check";
import { sample } from "./sample.ts";

const none = { verified: false, contradictions: [], unknown: {} };

test("the interim acknowledgement has no result", () => {
  assert.deepEqual(parseReturn(sample("return-interim.txt")), {
    ...none,
    SESSION: "7A2E4C1B-93D5-4F08-B6A1-0C9D8E7F6A5B",
    unknown: { Description: "Transaction Received" },
  });
});

test("the second post is read, and stays unverified", () => {
  assert.deepEqual(parseReturn(sample("return-second.txt")), {
    ...none,
    ResponseCode: "00",
    SESSION: "7A2E4C1B-93D5-4F08-B6A1-0C9D8E7F6A5B",
    AuthorizationCode: "551234",
  });
});

test("the post of the direct form is read, from text and from URLSearchParams", () => {
  const expected = {
    ...none,
    ResponseCode: "00",
    TransactionId: "000042",
    RemoteResponseCode: "00",
    AuthorizationCode: "551234",
    RetrievalReferenceNumber: "632512345678",
    TxToken: "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b",
    CreditCardNumber: "411111______1111",
    OrdenID: "A-1042",
  };
  assert.deepEqual(parseReturn(sample("return-direct-form.txt")), expected);
  assert.deepEqual(parseReturn(new URLSearchParams(sample("return-direct-form.txt"))), expected);
});

test("a field that comes twice contradicts itself, and the first one stays", () => {
  const result = parseReturn("ResponseCode=05&ResponseCode=00&TransactionID=1&TransactionId=1");
  assert.deepEqual([result.ResponseCode, result.contradictions], ["05", ["ResponseCode"]]);
});

test("ResponseCode[] and __proto__ are fields nobody knows", () => {
  const result = parseReturn("ResponseCode[]=00&__proto__=x&__proto__[ResponseCode]=00&constructor=y");
  assert.equal(result.ResponseCode, undefined);
  assert.deepEqual(Object.keys(result.unknown).toSorted(), [
    "ResponseCode[]",
    "__proto__",
    "__proto__[ResponseCode]",
    "constructor",
  ]);
  assert.equal(({} as { ResponseCode?: string }).ResponseCode, undefined);
});

test("a full card number that a browser brings is masked", () => {
  assert.equal(parseReturn("CreditCardNumber=4111111111111111").CreditCardNumber, "411111******1111");
});

test("what is too large, too many or no text reads as no fields", () => {
  for (const body of [`x=${"y".repeat(64 * 1024)}`, "a=b&".repeat(101), undefined, null, {}, [], 1]) {
    assert.deepEqual(parseReturn(body as string), none);
  }
  assert.equal(parseReturn(`ResponseCode=${"0".repeat(1000)}`).ResponseCode, undefined);
});

test("garbage never throws, and every field is text", () => {
  const garbage = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.tuple(fc.string(), fc.string())).map((pairs) => new URLSearchParams(pairs)),
  );
  fc.assert(
    fc.property(garbage, (body) => {
      const { verified, contradictions, unknown, ...fields } = parseReturn(body);
      assert.equal(verified, false);
      for (const value of [...contradictions, ...Object.values(unknown), ...Object.values(fields)]) {
        assert.equal(typeof value, "string");
      }
    }),
  );
});
