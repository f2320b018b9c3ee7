import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentRequestFields, sessionHints } from "@ventanilla/client/wire";
import { translatePhrase } from "../../packages/sandbox/src/phrases-es.ts";
import { sentencesOf, warningOf } from "../../packages/sandbox/src/warning.ts";
import { checkOut, newKey, sale } from "./rest.ts";
import { bank, create, open, post, request } from "./shop.ts";

const english = /\b(?:the|is|was|expected|ignored|missing|read|with|and|did you|no such)\b/;

interface Warned {
  warnings: readonly string[];
  warningsEs: readonly string[];
}

/** Each warning once, with its Spanish. */
const pairsOf = (warned: readonly Warned[]) =>
  new Map(
    warned.flatMap(({ warnings, warningsEs }) => warnings.map((text, i) => [text, warningsEs[i] ?? ""] as const)),
  );

function assertSpanish(warned: readonly Warned[], atLeast: number): void {
  const pairs = pairsOf(warned);
  assert.ok(pairs.size > atLeast, String(pairs.size));
  for (const [text, spanish] of pairs) {
    assert.notEqual(spanish, "", text);
    assert.notEqual(spanish, text);
    assert.doesNotMatch(spanish.replace(/"[^"]*"/g, ""), english, text);
  }
}

test("every warning about a session has its Spanish, whatever is wrong with each field", async () => {
  const sandbox = await bank();
  for (const name of Object.keys(paymentRequestFields)) {
    for (const value of ["\u0007", "x".repeat(3000), null, true, {}, 0, 180, "0", "2950.00", "Ñ "]) {
      await create(sandbox, { TransactionId: "", [name]: value });
    }
  }
  for (const TransactionType of ["0100", "2240"]) await create(sandbox, { TransactionType, TxToken: "t".repeat(38) });
  for (const name of [...Object.keys(sessionHints), "Favourite", "ReturnURL"]) await create(sandbox, { [name]: "x" });
  await create(sandbox, Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`Strange${i}`, "1"])));
  await create(sandbox, { OrdenId: "B-7" });
  await create(sandbox, { Amount: "000000000000" });
  await create(sandbox, { Tax: "000000300000" });
  await create(sandbox);
  await create(sandbox);
  assertSpanish(sandbox.sessions(), 200);
});

test("so have those about paths, methods, keys, forms and REST", async () => {
  const sandbox = await bank();
  sandbox.switches.set("order-field", "OrdenID");
  const { OrdenID: _, ...rest } = request;
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body: JSON.stringify({ ...rest, OrdenId: "B-1" }) });
  for (const [method, path] of [
    ["GET", "/sessions"],
    ["GET", "/authorize"],
    ["GET", "/api/payment/transactions/sales"],
    ["POST", "/api/payment/sale"],
    ["POST", "/nowhere"],
    ["DELETE", "/sessions/sess-12345678901234567890"],
    ["POST", "/sessions/sess-12345678901234567890"],
  ] as const) {
    await fetch(`${sandbox.url}${path}`, { method });
  }
  const session = await create(sandbox);
  await open(sandbox, session);
  await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION, key: session["session-key"] });
  await post(`${sandbox.url}/authorize`, { ...request, KeyEncriptionKey: "0".repeat(32) });
  await fetch(`${sandbox.url}/authorize`, { method: "POST", body: "Amount=1&Amount=2&TransactionId=1" });
  sandbox.faults.arm("late-result");
  await newKey(sandbox);
  await fetch(`${sandbox.url}/api/payment/idenpotency-keys`, { method: "POST", body: '{"a":1}' });
  const original = await sale(sandbox, { amount: "000000295000", pan: "x", OrdenID: "x", pnRef: "x", mac: "x" });
  await checkOut(sandbox, original, { cvv: "123" });
  await sale(sandbox, { operation: "refund", amount: "1.00" });
  const key = original.fields["idempotency-key"];
  await sale(sandbox, { "idempotency-key": key, amount: "000000295000" });
  assertSpanish(sandbox.wire(), 20);
  assertSpanish(sandbox.transactions(), 4);
});

test("a warning without Spanish stays as it is, and none is half of each", async () => {
  assert.deepEqual(translatePhrase("something that nobody has translated"), {
    en: "something that nobody has translated",
  });
  assert.deepEqual(translatePhrase("one of 214, 840"), { en: "one of 214, 840", es: "uno de 214, 840" });
  assert.deepEqual(sentencesOf([warningOf("other", { en: "only English" })]), {
    warnings: ["only English"],
    warningsEs: ["only English"],
  });
});

test("the order of both languages is that of the harm, and a field's name stands in both", async () => {
  const sandbox = await bank();
  await create(sandbox, { Favourite: "x", Amount: "2950.00" });
  const { warnings, warningsEs } = sandbox.sessions().at(-1) ?? {};
  assert.deepEqual(warnings, [
    '"Amount" has decimals: they are cut off and it is read as 29.50; send minor units',
    '"Favourite" is ignored: there is no such field',
  ]);
  assert.deepEqual(warningsEs, [
    '"Amount" trae decimales: se cortan y se lee como 29.50; envíe centavos',
    '"Favourite" se ignora: ese campo no existe',
  ]);
});
