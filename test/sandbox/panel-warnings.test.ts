import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentRequestFields, sessionHints } from "@ventanilla/client/wire";
import { checkOut, newKey, sale } from "./rest.ts";
import { bank, create, open, post, request } from "./shop.ts";

const script = new URL("../../packages/sandbox/assets/panel/warnings.js", import.meta.url);
const { inSpanish } = (await import(script.href)) as { inSpanish(warning: string): string | undefined };

const english = /\b(?:the|is|was|expected|ignored|missing|read|with|and|did you|no such)\b/;

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
  const found = sandbox.sessions().flatMap(({ warnings }) => warnings);
  assert.ok(new Set(found).size > 200);
  for (const warning of new Set(found)) {
    const spanish = inSpanish(warning);
    assert.ok(spanish, warning);
    assert.doesNotMatch(spanish.replace(/"[^"]*"/g, ""), english, warning);
  }
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
  const found = new Set(sandbox.wire().flatMap(({ warnings }) => warnings));
  assert.ok(found.size > 20, String(found.size));
  for (const warning of found) {
    const spanish = inSpanish(warning);
    assert.ok(spanish, warning);
    assert.doesNotMatch(spanish.replace(/"[^"]*"/g, ""), english, warning);
  }
});

test("a warning without Spanish stays as it is, and none is half of each", () => {
  for (const warning of [
    'this is the answer to the sale of F-100 for 1.00, from the cache; this request charged nothing: "amount" is 2.00 and was 1.00 (each payment needs its own idempotency-key)',
    '"Amount" is wrong: expected something that nobody has translated',
    "a sentence of another kind",
  ]) {
    assert.equal(inSpanish(warning), undefined);
  }
});
