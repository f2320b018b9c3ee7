import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionResponse, TransactionResult } from "@ventanilla/client/wire";
import fc from "fast-check";
import { liveApproval, sample } from "./sample.ts";

const read = (body: unknown) => TransactionResult.parse(body);
const parse = (name: string): unknown => JSON.parse(sample(name));
const none = { contradictions: [], unknown: {} };

test("the live result of an approval is read", () => {
  assert.deepEqual(read(parse("result-live-approved.json")), liveApproval);
});

test("the live result of a refusal is read, its N/A as absent", () => {
  assert.deepEqual(read(parse("result-live-declined.json")), {
    ResponseCode: "51",
    TransactionId: "000043",
    OrdenID: "A-1043",
    RetrievalReferenceNumber: "632512345679",
    CreditCardNumber: "411111******1111",
    TxToken: "txn-7Yb2kQ9wLr4sVt1mXc8nZp3dJf6",
    SESSION: "7A2E4C1B-93D5-4F08-B6A1-0C9D8E7F6A5C",
    ...none,
  });
});

test("the live result of a failed authentication is read", () => {
  const { SESSION, ...result } = read(parse("result-live-authentication-failed.json"));
  assert.match(SESSION ?? "", /^7A2E/);
  assert.deepEqual(result, { ResponseCode: "TF", TransactionId: "000044", OrdenID: "A-1044", ...none });
});

test("an older result is read, with TransactionID, OrdenId and CreditcardNumber", () => {
  assert.deepEqual(read(parse("result-older-approved.json")), {
    ResponseCode: "00",
    TransactionId: "000045",
    OrdenID: "A-1045",
    AuthorizationCode: "551234",
    RetrievalReferenceNumber: "632512345680",
    CreditCardNumber: "546134******0050",
    ...none,
  });
});

test("a result as the contract spells it is read", () => {
  assert.deepEqual(read(parse("result-document-approved.json")), {
    ...(parse("result-document-approved.json") as object),
    ...none,
  });
});

test("created sessions are read in both forms, and fields beyond are ignored", () => {
  for (const name of ["session-created-live.json", "session-created-document.json"]) {
    const body = parse(name) as object;
    assert.deepEqual(SessionResponse.parse({ ...body, more: 1 }), body);
  }
});

test("spelling variants that agree are one field, those that disagree are named and the first one stays", () => {
  assert.deepEqual(read({ ResponseCode: "00", TransactionId: "000001", TransactionID: "000001" }).contradictions, []);
  assert.deepEqual(read({ ResponseCode: "00", TransactionId: "N/A", TransactionID: "000001" }), {
    ResponseCode: "00",
    TransactionId: "000001",
    ...none,
  });
  assert.deepEqual(
    read({
      ResponseCode: "00",
      RESPONSECODE: "05",
      TransactionId: "000001",
      TransactionID: "000002",
      OrdenID: "A",
      OrdenId: "B",
      RetrievalReferenceNumber: "1",
      RetrivalReferenceNumber: "2",
      CreditCardNumber: "411111______1111",
      CreditcardNumber: "411111______1112",
    }),
    {
      ResponseCode: "00",
      TransactionId: "000001",
      OrdenID: "A",
      RetrievalReferenceNumber: "1",
      CreditCardNumber: "411111______1111",
      contradictions: ["ResponseCode", "TransactionId", "OrdenID", "RetrievalReferenceNumber", "CreditCardNumber"],
      unknown: {},
    },
  );
});

test("two masks of one card do not contradict each other", () => {
  const result = read({
    ResponseCode: "00",
    CreditCardNumber: "411111______1111",
    CreditcardNumber: "411111******1111",
  });
  assert.deepEqual(result.contradictions, []);
});

test("numbers count as text, null and empty text as absent", () => {
  assert.deepEqual(
    read({ ResponseCode: 51, TransactionId: 100042, OrdenID: null, AuthorizationCode: "", TxToken: " n/a " }),
    { ResponseCode: "51", TransactionId: "100042", ...none },
  );
});

test("NUL, which pads fields, is cut off, and no text is one that a database refuses", () => {
  const result = read({ ResponseCode: "00", AuthorizationCode: "754333\0\0", RetrievalReferenceNumber: "6\ud8005" });
  assert.deepEqual([result.AuthorizationCode, result.RetrievalReferenceNumber], ["754333", "6\ufffd5"]);
});

test("fields that the contract does not know are kept", () => {
  const more = { Amount: "1", nested: { a: [1] }, constructor: "x", toString: 1 };
  assert.deepEqual(read({ ResponseCode: "00", ...more }).unknown, more);
});

test("a full card number is masked to its first six and last four digits, in every form and length", () => {
  for (const [given, masked] of [
    ["4111111111111111", "411111******1111"],
    ["4111 1111 1111 1111", "411111******1111"],
    ["4111-1111-1111-1111", "411111******1111"],
    ["378282246310005", "378282*****0005"],
    ["41111111____1111", "411111******1111"],
    ["411111____111111", "411111******1111"],
    [4111111111111111, "411111******1111"],
    ["411111______1111", "411111______1111"],
    ["************1111", "************1111"],
    ["1111", "1111"],
  ] as const) {
    assert.equal(read({ ResponseCode: "00", CreditCardNumber: given }).CreditCardNumber, masked);
    assert.equal(read({ ResponseCode: "00", CreditcardNumber: given }).CreditCardNumber, masked);
  }
});

test("no card number of any length and with any separators survives", () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 19 });
  fc.assert(
    fc.property(digits, fc.constantFrom("", " ", "-"), (number, separator) => {
      const masked = read({ ResponseCode: "00", CreditCardNumber: number.join(separator) }).CreditCardNumber ?? "";
      assert.ok(masked.replace(/\D/g, "").length <= 10);
    }),
  );
});

test("__proto__, arrays, objects and other types are issues that name the field", () => {
  const issue = (text: string) => TransactionResult.safeParse(JSON.parse(text)).error?.issues[0]?.path.join(".");
  assert.equal(issue('{"__proto__":{"ResponseCode":"00"}}'), "__proto__");
  assert.equal(issue('{"ResponseCode":"00","__proto__":1}'), "__proto__");
  assert.equal(issue('{"ResponseCode":["00"]}'), "ResponseCode");
  assert.equal(issue('{"ResponseCode":true}'), "ResponseCode");
  assert.equal(issue('{"ResponseCode":"00","CreditcardNumber":{"a":1}}'), "CreditCardNumber");
  assert.equal(issue(`{"ResponseCode":"00","OrdenID":"${"x".repeat(513)}"}`), "OrdenID");
  for (const text of ["[]", "null", "1", '"00"', "true"]) assert.equal(issue(text), "");
  assert.equal(({} as { ResponseCode?: string }).ResponseCode, undefined);
});

test("only own properties count", () => {
  assert.equal(TransactionResult.safeParse(Object.create({ ResponseCode: "00" })).success, false);
});

test("any JSON is either read or an issue, and what is read has a well-formed code", () => {
  const names = ["ResponseCode", "TransactionID", "TransactionId", "OrdenId", "CreditcardNumber", "__proto__", "x"];
  const value = fc.oneof(fc.constantFrom("00", "TF", "N/A", "", "4111111111111111", 51, null), fc.jsonValue());
  const object = fc.array(fc.tuple(fc.constantFrom(...names), value)).map((pairs) => Object.fromEntries(pairs));
  fc.assert(
    fc.property(fc.oneof(object, fc.jsonValue()), (body) => {
      const result = TransactionResult.safeParse(body);
      if (result.success) assert.match(result.data.ResponseCode, /^[0-9A-Z]{1,2}$/);
      else assert.ok(result.error.issues.length > 0);
    }),
    { numRuns: 2000 },
  );
});
