import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type RestField,
  type RestFieldRule,
  type RestOperation,
  restEnvironments,
  restExampleFields,
  restFields,
  restIssues,
  restPaths,
  restRequirements,
} from "@ventanilla/client/wire";
import { matrix } from "../conformance/contract-tables.ts";
import { operations } from "./valid-rest-request.ts";

test("the requirement matrix is the contract's, field by field", () => {
  // The one field that the contract does not list is another spelling of tds_aav.
  const listed = Object.keys(restFields).filter((field) => field !== "tds_avv");
  assert.deepEqual(matrix.map(([field]) => field).toSorted(), listed.toSorted());
  operations.forEach((operation, column) => {
    const written = matrix.map(([field, columns]) => [field, columns[column]]);
    const { tds_avv: other, ...requirements } = restRequirements[operation];
    assert.deepEqual(requirements, Object.fromEntries(written), operation);
    assert.equal(other, requirements.tds_aav);
  });
});

test("the paths, environments and what the void's example carries are the contract's", () => {
  assert.deepEqual(
    operations.map((operation) => restPaths[operation].replace("/api/payment/transactions/", "")),
    ["sales", "voids", "checkins", "checkouts", "refund"],
  );
  assert.deepEqual(Object.keys(restEnvironments), [
    "ASI",
    "Ecommerce",
    "Ecommerce_COF",
    "MOTO",
    "MOTO_Recurring",
    "QuasiCashMT",
  ]);
  assert.deepEqual(restExampleFields.void, ["client-ip", "invoice-number", "reference-number"]);
});

const free = (bytes: number) => ({ bytes, right: ["x".repeat(bytes)], wrong: ["a b", "ñ", "a\nb"] });
const text = (bytes: number) => ({ bytes, right: ["x".repeat(bytes), "Nº 7"], wrong: ["a\u0000b", "   ", "a\u202eb"] });
const money = { bytes: 13, right: ["9999999999.99", "0.01"], wrong: ["1", "1.5", "-1.00", "1,00", "1.005", ".50"] };
const cases: Record<RestField, { bytes: number; right: string[]; wrong: string[] }> = {
  token: { bytes: 512, right: ["x".repeat(512), "a b", "ñ"], wrong: ["a\nb", "\u0007"] },
  "idempotency-key": free(512),
  "merchant-id": { bytes: 15, right: ["349000000", "1".repeat(15)], wrong: ["349 000", "ñ", "34900000A"] },
  "terminal-id": { bytes: 8, right: ["58585858", "1"], wrong: ["58-58"] },
  "card-number": {
    bytes: 19,
    right: ["4761340000000050", "1".repeat(12), "1".repeat(19)],
    wrong: ["476134******0050", "4761 3400 0000 0050", "1".repeat(11)],
  },
  environment: {
    bytes: 14,
    right: [...Object.keys(restEnvironments), "ECommerce"],
    wrong: ["ecommerce", "ECOMMERCE", "POS"],
  },
  pstr43: text(25),
  pstr63: { bytes: 3, right: ["C06", "P00"], wrong: ["C07", "c06"] },
  "expiration-date": {
    bytes: 5,
    right: ["01/26", "12/99"],
    wrong: ["13/29", "00/29", "1/29", "29/11", "11-29", "1129"],
  },
  cvv: { bytes: 4, right: ["123", "1234"], wrong: ["12", "12a"] },
  amount: money,
  tip: money,
  tax: money,
  itbis: money,
  currency: { bytes: 3, right: ["214", "840"], wrong: ["DOP", "978"] },
  "invoice-number": text(15),
  "client-ip": {
    bytes: 45,
    right: ["203.0.113.7", "2001:db8::1", "::ffff:1.2.3.4"],
    wrong: ["localhost", "1.2.3", "999.1.1.1", ":::", "1::2::3"],
  },
  "reference-number": text(512),
  operation: { bytes: 6, right: ["refund"], wrong: ["void", "REFUND"] },
  tds_mode: { bytes: 1, right: ["1", "2"], wrong: ["0", "3"] },
  tds_servertransactionid: free(512),
  tds_eci: free(512),
  tds_aav: free(512),
  tds_avv: free(512),
  tds_programprotocol: free(512),
  tds_dstransactionid: free(512),
  tds_status: free(512),
  tkn_eci: { bytes: 2, right: ["05", "06", "07"], wrong: ["5", "08"] },
  tkn_tavv: free(512),
  tkn_reqid: free(512),
  tkn_assurance: free(512),
  pnRef: free(512),
  "approval-code": { bytes: 512, right: ["00551Z"], wrong: ["00 51Z"] },
  txToken: free(512),
};
const rules: Record<RestField, RestFieldRule> = restFields;

/** An operation that takes the field, and what it says of a value. */
function complaint(field: RestField, value: unknown): string | undefined {
  const operation = operations.find((one) => restRequirements[one][field] !== "-") as RestOperation;
  return restIssues(operation, { [field]: value }).find((issue) => issue.field === field)?.message;
}

for (const [field, { bytes, right, wrong }] of Object.entries(cases) as [RestField, (typeof cases)[RestField]][]) {
  test(`${field} takes what is right and refuses what is too long, malformed or no text`, () => {
    assert.equal(rules[field].bytes, bytes);
    for (const value of right) assert.equal(complaint(field, value), undefined, value);
    const long = ["1".repeat(bytes + 1), "ñ".repeat(Math.floor(bytes / 2) + 1), "1 ".repeat(2 ** 19)];
    for (const value of long)
      assert.match(complaint(field, value) ?? "", /^expected at most \d+ bytes in UTF-8, got \d+$/);
    for (const value of [...wrong, 1, null, {}, [], true]) {
      const message = complaint(field, value);
      assert.match(message ?? "", /^expected /, JSON.stringify(value));
      if (typeof value === "string" && value.trim().length > 6) assert.ok(!message?.includes(value));
    }
  });
}

test("a refund's pstr43 may be longer than a sale's", () => {
  const message = (operation: RestOperation) =>
    restIssues(operation, { pstr43: "x".repeat(26) }).find(({ field }) => field === "pstr43");
  assert.equal(message("refund"), undefined);
  assert.match(message("sale")?.message ?? "", /25 bytes/);
});

test("card, authentication, token and network-token fields are marked as secrets, and no others", () => {
  const secret = Object.keys(rules).filter((name) => rules[name as RestField].secret);
  assert.deepEqual(
    secret.toSorted(),
    Object.keys(rules)
      .filter((name) => /^(?:token|card-number|cvv|expiration-date|tds_.*|tkn_.*)$/.test(name))
      .toSorted(),
  );
});
