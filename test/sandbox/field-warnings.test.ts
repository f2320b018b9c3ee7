import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldWarnings } from "../../packages/sandbox/src/hosted/field-warnings.ts";
import { stopping } from "../stopping.ts";
import { sale } from "./rest.ts";
import { bank, create, request } from "./shop.ts";

const warningsOf = (...given: Parameters<typeof fieldWarnings>): string[] =>
  fieldWarnings(...given).map(({ text }) => text);
const warnings = (changes: Record<string, unknown>): string[] => warningsOf({ ...request, ...changes });

test("a right request gets no warning", () => {
  assert.deepEqual(warnings({}), []);
  assert.deepEqual(warnings({ Amount: "295000", TransactionType: "200", MerchantNumber: "349000000      " }), []);
});

test("a misspelled field is named with the spelling that was meant", () => {
  for (const [wrong, right] of [
    ["ReturnURL", "ReturnUrl"],
    ["PageLanguage", "PageLanguaje"],
    ["IpClient", "Ipclient"],
    ["3DS_Email", "3DS_email"],
    ["MerchantTerminal_Amex", "MerchantTerminal_amex"],
  ] as const) {
    assert.deepEqual(warnings({ [wrong]: "x" }), [`"${wrong}" is ignored: did you mean "${right}"?`]);
  }
});

test("an unknown field is said to be ignored", () => {
  assert.deepEqual(warnings({ Favourite: 1 }), ['"Favourite" is ignored: there is no such field']);
});

test("the order is read under either spelling without a warning, but for two values that differ", async () => {
  const { OrdenID: _, ...rest } = request;
  assert.deepEqual(warningsOf({ ...rest, OrdenId: "B-7" }), []);
  assert.deepEqual(warnings({ OrdenId: request.OrdenID }), []);
  assert.deepEqual(warnings({ OrdenId: "B-7" }), ['"OrdenID" and "OrdenId" differ: "OrdenID" is read']);
  assert.deepEqual(warnings({ OrdenId: "x".repeat(27) })[0], '"OrdenId" is 27 bytes long: the limit is 20');
  assert.deepEqual(warningsOf(rest), ["missing: OrdenID"]);
  const sandbox = await bank();
  await create(sandbox, { OrdenID: undefined, OrdenId: "B-7" });
  assert.equal(sandbox.sessions()[0]?.order, "B-7");
});

test("a bank that reads one spelling only ignores the other, and says so where nothing else names the order", () => {
  const { OrdenID: order, ...rest } = request;
  for (const [reads, other] of [
    ["OrdenID", "OrdenId"],
    ["OrdenId", "OrdenID"],
  ] as const) {
    assert.deepEqual(warningsOf({ ...rest, [reads]: order }, reads), []);
    assert.deepEqual(warningsOf({ ...rest, OrdenID: order, OrdenId: order }, reads), []);
    const alone = { ...rest, [other]: order };
    assert.deepEqual(warningsOf(alone, reads), [
      `"${other}" is ignored: this bank reads "${reads}"`,
      `missing: ${reads}`,
    ]);
  }
});

test("missing mandatory fields are listed in one line", () => {
  const { Ipclient: _, MerchantName: __, ...rest } = request;
  assert.deepEqual(warningsOf(rest), ["missing: Ipclient, MerchantName"]);
});

test("an amount with decimals is warned of with the amount it became", () => {
  assert.deepEqual(warnings({ Amount: "2950.00" }), [
    '"Amount" has decimals: they are cut off and it is read as 29.50; send minor units',
  ]);
});

test("wrong values are named with what was expected and never repeated", () => {
  const secret = "4761340000000050";
  const found = warnings({
    TransactionId: secret,
    CurrencyCode: 999,
    "3DS_email": "nobody",
    OrdenID: "x".repeat(21),
    MerchantName: null,
    TxToken: "txn-1",
    CreditCardNumber: secret,
  });
  assert.equal(found.length, 8);
  assert.ok(found.some((warning) => warning.startsWith('"TransactionId" is 16 bytes long: the limit is 6')));
  assert.ok(found.some((warning) => warning.startsWith('"TxToken" is ignored when TransactionType is 0200')));
  assert.doesNotMatch(found.join(), /4761|999|nobody|xxx/);
});

test("a value that is not text is named by its kind, in the right grammar", () => {
  for (const [value, kind] of [
    [{}, "an object"],
    [[], "an array"],
    [true, "a boolean"],
    [null, "null"],
  ] as const) {
    const [warning = ""] = warnings({ TransactionId: value });
    assert.ok(warning.startsWith(`"TransactionId" is ${kind}: expected `), warning);
  }
});

test("a hostile field name cannot reach the terminal or carry a card number", () => {
  assert.deepEqual(warnings({ "\u001b[31m4761 3400 0000 0050\n\u009b": 1, "1234 5678 9012 345": 1 }), [
    '"?[31m476134______0050??" is ignored: there is no such field',
    '"123456_____2345" is ignored: there is no such field',
  ]);
});

// Were each compared with all the others, this would take minutes, and is stopped.
test("a hundred thousand strange fields are answered before long, with few warnings", () => {
  const strange = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`Amoun${i}`, i]));
  assert.ok(stopping(() => warnings(strange)).length <= 21);
});

test("warnings stay with the session and go to the log under its order", async () => {
  const lines: string[] = [];
  const sandbox = await bank({ log: (line) => lines.push(line) });
  await create(sandbox, { ReturnURL: "x" });
  assert.deepEqual(sandbox.sessions()[0]?.warnings, ['"ReturnURL" is ignored: did you mean "ReturnUrl"?']);
  assert.deepEqual(lines, ['A-1: "ReturnURL" is ignored: did you mean "ReturnUrl"?']);
});

test("a misspelled field is told to programs too: the name that was sent, the one that was meant, and its warning", async () => {
  const own = await bank();
  await create(own, { Amuont: "1", Unheard: "1" });
  const [session] = own.sessions();
  const index = session?.warnings.indexOf('"Amuont" is ignored: did you mean "Amount"?');
  assert.deepEqual(session?.misspellings, [{ warning: index, sent: "Amuont", meant: "Amount" }]);

  own.switches.set("order-field", "OrdenId");
  await create(own, { TransactionId: "000043" });
  const other = own.sessions().at(-1);
  const ignored = other?.warnings.indexOf('"OrdenID" is ignored: this bank reads "OrdenId"');
  assert.deepEqual(other?.misspellings, [{ warning: ignored, sent: "OrdenID", meant: "OrdenId" }]);

  await sale(own, { "invoice-nunber": "F-1" });
  const [transaction] = own.transactions();
  const sentence = '"invoice-nunber" is ignored: did you mean "invoice-number"?';
  const at = transaction?.warnings.indexOf(sentence);
  assert.deepEqual(transaction?.misspellings, [{ warning: at, sent: "invoice-nunber", meant: "invoice-number" }]);
});
