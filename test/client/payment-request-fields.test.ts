import assert from "node:assert/strict";
import { test } from "node:test";
import { PaymentRequest, type PaymentRequestRule, paymentRequestFields } from "@ventanilla/client/wire";
import { minimalRequests } from "./valid-request.ts";

const long = (bytes: number) => "x".repeat(bytes);
const longDigits = (bytes: number) => "1".repeat(bytes);
const lines = { right: [long(50), "Calle Núñez 5, Ensanche Ozama"], wrong: ["a\u0000b", "   ", "a\u202eb", "\ud800"] };
const phones = { right: ["809-555-1234", "+18095551234", longDigits(15)], wrong: ["call me", "+", "555;1234", "()"] };
const states = { right: ["01", "SD", "DOM"], wrong: ["sd", "S D", "ñ"] };
const countries = { right: ["DO", "DOM", "214"], wrong: ["do", "D", "21", "2A4"] };
const terminals = { right: ["58585858", longDigits(12)], wrong: ["5858 5858", "５８", "58-58"] };
const orders = { right: ["A", long(20), "ñ".repeat(10), "2026/11 Nº 7"], wrong: ["a\nb", "  ", "a\u200bb"] };
const urls = {
  right: ["https://a.do", "http://localhost:3000/x?y=z#w", "http://[::1]:8/", `https://a.do/${long(2035)}`],
  wrong: ["ftp://a.do/", "//a.do", "javascript:alert(1)", "https://", "https://a.do/ b", "https://a.do/\r\nX: y"],
};

// Values that are just right and values of wrong characters, by field; lengths come from the contract, not from the
// table.
const cases: Record<string, { bytes: number; right: string[]; wrong: string[] }> = {
  TransactionType: { bytes: 4, right: ["0200"], wrong: ["0300", "020O", "200"] },
  Amount: {
    bytes: 12,
    right: ["000000000001", "999999999999"],
    wrong: ["000000000000", "00000002950.", "-00000000001"],
  },
  CurrencyCode: { bytes: 3, right: ["214", "840"], wrong: ["978", "DOP"] },
  Tax: { bytes: 12, right: ["000000000000", "999999999999"], wrong: ["0000002950.0", "           1"] },
  MerchantNumber: {
    bytes: 15,
    right: ["349000000", longDigits(15), "349000000      "],
    wrong: ["349-000", " 349", "ñ", "34900000A"],
  },
  MerchantTerminal: { bytes: 12, ...terminals },
  MerchantTerminal_amex: { bytes: 12, ...terminals },
  ReturnUrl: { bytes: 2048, ...urls },
  CancelUrl: { bytes: 2048, ...urls },
  PageLanguaje: { bytes: 3, right: ["ESP", "ENG", "ING"], wrong: ["esp", "SPA"] },
  TransactionId: { bytes: 6, right: ["000001", "A1b2C3"], wrong: ["00 001", "00000ñ", "00000-"] },
  TxToken: { bytes: 40, right: ["txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b", long(40)], wrong: ["txn 1", "txn\n1", "tñ"] },
  Ipclient: {
    bytes: 15,
    right: ["203.0.113.7", "255.255.255.255"],
    wrong: ["256.1.1.1", "1.2.3", "1.2.3.4.", "::1", "a.b.c.d"],
  },
  AcquiringInstitutionCode: { bytes: 3, right: ["349"], wrong: ["34 ", "3-9"] },
  BatchId: { bytes: 3, right: ["1", "001"], wrong: ["a", "-1"] },
  OrdenID: { bytes: 20, ...orders },
  OrdenId: { bytes: 20, ...orders },
  MerchantName: {
    bytes: 40,
    right: ["COMERCIO PARA REALIZAR PRUEBAS        DO", "TIENDA DEMO           SANTO DOMINGO   DO"],
    wrong: [
      "Tienda demo           SANTO DOMINGO   DO",
      "                      SANTO DOMINGO   DO",
      "TIENDA DEMO           SANTO DOMINGO     ",
      "PANADERÍA            SANTO DOMINGO   DO",
      "TIENDA\tDEMO           SANTO DOMINGO   DO",
    ],
  },
  MerchantType: { bytes: 4, right: ["5999"], wrong: ["59a9", "5 99"] },
  expdate_month: { bytes: 2, right: ["01", "12"], wrong: ["00", "13", "1 "] },
  expdate_year: { bytes: 2, right: ["29"], wrong: ["2a", " 9"] },
  RemoteResponseCode: { bytes: 2, right: ["00", "TF"], wrong: ["0 ", "tf"] },
  RetrivalReferenceNumber: { bytes: 12, right: ["632512345678"], wrong: ["6325 1234", "6325-1234"] },
  CreditcardNumber: {
    bytes: 19,
    right: ["411111______1111", "411111******1111", "411111XXXXXXXXX1111"],
    wrong: [
      "4111111111111111",
      "411111111111111",
      "4111111111111",
      "411111 111111 1111",
      "4111111___111111",
      "41111111____1111",
    ],
  },
  AuthorizationCode: { bytes: 6, right: ["00551Z", "551234"], wrong: ["00 51Z", "00551ñ"] },
  AVS: { bytes: 255, right: [long(255), "Calle 1, Santo Domingo"], wrong: ["a\u0007"] },
  loteid: { bytes: 12, right: ["001"], wrong: ["x"] },
  seqid: { bytes: 12, right: ["001"], wrong: ["x"] },
  KeyEncriptionKey: {
    bytes: 32,
    right: ["0123456789abcdef".repeat(2)],
    wrong: ["0123456789ABCDEF".repeat(2), "g".repeat(32)],
  },
  "3DS_email": {
    bytes: 254,
    right: ["a@b", `${long(64)}@${long(189)}`],
    wrong: ["ana", "a@b@c", "a b@c", "@", "a@b\n"],
  },
  "3DS_mobilePhone": { bytes: 15, ...phones },
  "3DS_workPhone": { bytes: 15, ...phones },
  "3DS_homePhone": { bytes: 15, ...phones },
  "3DS_billAddr_line1": { bytes: 50, ...lines },
  "3DS_billAddr_line2": { bytes: 50, ...lines },
  "3DS_billAddr_line3": { bytes: 50, ...lines },
  "3DS_billAddr_city": { bytes: 50, ...lines },
  "3DS_billAddr_state": { bytes: 3, ...states },
  "3DS_billAddr_country": { bytes: 3, ...countries },
  "3DS_billAddr_postCode": { bytes: 16, right: ["10101", long(16)], wrong: ["1\u00001"] },
  "3DS_shipAddr_line1": { bytes: 50, ...lines },
  "3DS_shipAddr_line2": { bytes: 50, ...lines },
  "3DS_shipAddr_line3": { bytes: 50, ...lines },
  "3DS_shipAddr_city": { bytes: 50, ...lines },
  "3DS_shipAddr_state": { bytes: 3, ...states },
  "3DS_shipAddr_country": { bytes: 3, ...countries },
  "3DS_shipAddr_postCode": { bytes: 16, right: ["10101", long(16)], wrong: ["1\u00001"] },
  "3DS_transType": { bytes: 3, right: ["01", "03", "10", "11", "28"], wrong: ["02", "001"] },
  "3DS_RI_ind": { bytes: 3, right: ["01", "003"], wrong: ["0 1", "ñ"] },
};

const rules: Record<string, PaymentRequestRule> = paymentRequestFields;

/** The first complaint about a field of a request that is right but for it; undefined when there is none. */
function complaint(field: string, value: unknown): string | undefined {
  const type = rules[field]?.requirement["0200"] === "refused" ? "2240" : "0200";
  const read = PaymentRequest.safeParse({ ...minimalRequests[type], [field]: value });
  return read.success ? undefined : read.error.issues.find((issue) => issue.path[0] === field)?.message;
}

test("the table holds every field of the contract, and this test every field of the table", () => {
  assert.deepEqual(Object.keys(cases).toSorted(), Object.keys(paymentRequestFields).toSorted());
});

for (const [field, { bytes, right, wrong }] of Object.entries(cases)) {
  test(`${field} takes what is just right`, () => {
    for (const value of right) assert.equal(complaint(field, value), undefined, value);
  });

  test(`${field} refuses more than ${bytes} bytes, also when they are fewer characters`, () => {
    assert.equal(rules[field]?.bytes, bytes);
    if (field === "TransactionType") return;
    const [first = ""] = right;
    const rule = rules[field];
    for (const value of [first.padEnd(bytes + 1, "1"), "ñ".repeat(Math.floor(bytes / 2) + 1)]) {
      const length = `expected ${rule?.exact ? "exactly" : "at most"} ${bytes} bytes in UTF-8, got ${Buffer.byteLength(value)}`;
      assert.equal(complaint(field, value), rule?.exact ? `${length}: ${rule.expected}` : length);
    }
  });

  test(`${field} refuses wrong characters, other types, and never repeats the value`, () => {
    for (const value of [...wrong, 1, null, {}, [], ["x"], true]) {
      const message = complaint(field, value);
      assert.ok(message?.startsWith("expected "), `${JSON.stringify(value)}: ${message}`);
      if (typeof value === "string" && value.trim().length > 6) assert.ok(!message?.includes(value));
    }
  });

  test(`${field}: its pattern runs over no text that is too long`, ({ mock }) => {
    const [fit = "", tooLong] = [right[0], "1 ".repeat(2 ** 19)];
    const patterns = mock.method(RegExp.prototype, "exec");
    for (const value of [fit, tooLong]) complaint(field, value);
    const read = patterns.mock.calls.flatMap(({ this: pattern, arguments: [text] }) =>
      String(pattern).includes(rules[field]?.pattern.source ?? field) ? [text] : [],
    );
    assert.ok(!read.includes(tooLong));
    // The type is told by a list instead.
    assert.equal(read.includes(fit), field !== "TransactionType");
  });
}

for (const type of ["0200", "0100", "2240"] as const) {
  test(`a ${type} request asks for its mandatory fields, and refuses those of another`, () => {
    const least = minimalRequests[type];
    assert.ok(PaymentRequest.safeParse(least).success);
    for (const [field, rule] of Object.entries(rules)) {
      if (field === "TransactionType") continue;
      const accepts = (value: unknown) => {
        const { [field as "Amount"]: _, ...rest } = least;
        return PaymentRequest.safeParse(value === undefined ? rest : { ...rest, [field]: value }).success;
      };
      const requirement = rule.requirement[type];
      assert.equal(accepts(undefined), requirement === "optional" || requirement === "refused", `${field} left out`);
      assert.equal(accepts(""), requirement === "optional" || requirement === "present", `${field} empty`);
      assert.equal(accepts(cases[field]?.right[0]), requirement !== "refused", `${field} given`);
    }
  });
}

test("only mandatory email and mobile telephone are asked of the 3-D Secure fields", () => {
  const asked = Object.entries(rules)
    .filter(([name, rule]) => name.startsWith("3DS_") && rule.requirement["0200"] === "mandatory")
    .map(([name]) => name);
  assert.deepEqual(asked, ["3DS_email", "3DS_mobilePhone"]);
});

test("anything that is not an object, or has no TransactionType, is an issue and never a crash", () => {
  for (const value of [
    null,
    undefined,
    1,
    "x",
    [],
    [minimalRequests["0200"]],
    {},
    { TransactionType: {} },
    new Map(),
  ]) {
    assert.equal(PaymentRequest.safeParse(value).success, false);
  }
  const polluted: unknown = JSON.parse(
    JSON.stringify(minimalRequests["0200"]).replace("{", '{"__proto__":{"Amount":"1"},'),
  );
  assert.equal(PaymentRequest.safeParse(polluted).success, false);
});
