import assert from "node:assert/strict";
import { test } from "node:test";
import { checkIn, checkOut, refund, sale, tokenOf, voidOf } from "./rest.ts";
import { bank } from "./shop.ts";

const lines: string[] = [];
const sandbox = await bank({ log: (line) => lines.push(line) });
const warned = () => sandbox.wire().at(-1)?.warnings;

test("a sale with a used key and another body is told what it is the answer to, and that it charged nothing", async () => {
  const first = await sale(sandbox, { amount: "2950.00", "invoice-number": "I-1" });
  const key = first.fields["idempotency-key"];
  const again = await sale(sandbox, { "idempotency-key": key, amount: "5.00", "invoice-number": "I-2" });
  assert.equal(again.fields["response-code-source"], "icache");
  const sentence =
    "this is the answer to the sale of I-1 for 2950.00, from the cache; this request charged nothing: " +
    '"amount" is 5.00 and was 2950.00, "invoice-number" is I-2 and was I-1 (each payment needs its own idempotency-key)';
  assert.deepEqual(warned(), [sentence]);
  assert.equal(lines.at(-1), `I-2: ${sentence}`);
  assert.deepEqual(sandbox.transactions().at(-1)?.warnings, [sentence]);
});

test("the same request again is the repetition that the key is for, and is only called so", async () => {
  const first = await sale(sandbox);
  await sale(sandbox, { "idempotency-key": first.fields["idempotency-key"], amount: 1234.87 });
  assert.deepEqual(warned(), ["the same request again: answered from the cache"]);
  assert.deepEqual(sandbox.transactions().at(-1)?.warnings, []);
});

test("that nothing was charged stands before everything else that is wrong", async () => {
  const first = await sale(sandbox, { amount: "5.00" });
  await sale(sandbox, { "idempotency-key": first.fields["idempotency-key"], amount: "000000000500" });
  assert.deepEqual(
    warned()?.map((warning) => warning.slice(0, 22)),
    ["this is the answer to ", '"amount" is 0000000005'],
  );
});

test("another card is told by its mask, never by its number or security code", async () => {
  const first = await sale(sandbox, { "card-number": "4761340000001512" });
  await sale(sandbox, { "idempotency-key": first.fields["idempotency-key"], cvv: "999", "expiration-date": "12/49" });
  assert.deepEqual(warned(), [
    "this is the answer to the sale of F-100 for 1234.87, declined with 51, from the cache; this request charged nothing: " +
      '"card-number" is 476134______0050 and was 476134______1512, "expiration-date" is another, "cvv" is another (each payment needs its own idempotency-key)',
  ]);
});

test("another security code, expiry or authentication is told, and its value nowhere", async () => {
  const secrets = { "expiration-date": "12/48", cvv: "719", tds_mode: "1", tds_servertransactionid: "SERVER-719" };
  const first = await sale(sandbox);
  const key = first.fields["idempotency-key"];
  await sale(sandbox, { "idempotency-key": key, ...secrets });
  const [sentence = ""] = warned() ?? [];
  assert.match(sentence, /^this is the answer to the sale of F-100 for 1234\.87, from the cache; this request charged/);
  for (const name of ["expiration-date", "cvv"]) assert.ok(sentence.includes(`"${name}" is another`), sentence);
  assert.ok(sentence.includes('"tds_servertransactionid" is given and was missing'), sentence);
  const kept = JSON.stringify([warned(), sandbox.transactions(), lines]);
  for (const secret of ["12/48", '"719"', "SERVER-719"]) assert.ok(!kept.includes(secret), secret);

  const held = await sale(sandbox, { ...secrets, token: "t-1" });
  await sale(sandbox, { ...secrets, "idempotency-key": held.fields["idempotency-key"], token: "t-2" });
  assert.deepEqual(warned(), ["the same request again: answered from the cache"]);
  const without = { ...secrets, cvv: "718", tds_mode: "", tds_servertransactionid: "" };
  await sale(sandbox, { ...without, "idempotency-key": held.fields["idempotency-key"] });
  const gone = ["tds_mode", "tds_servertransactionid"].map((name) => `"${name}" is missing and was given`);
  assert.ok(warned()?.[0]?.includes(`charged nothing: "cvv" is another, ${gone.join(", ")} (each`), warned()?.[0]);
});

test("check-in, void, check-out and refund say what their repetition with other values did not do", async () => {
  const held = await checkIn(sandbox, { amount: "100.00" });
  await checkIn(sandbox, { "idempotency-key": held.fields["idempotency-key"], amount: "120.00" });
  assert.deepEqual(warned(), [
    "this is the answer to the check-in of F-100 for 100.00, from the cache; this request held nothing: " +
      '"amount" is 120.00 and was 100.00 (each payment needs its own idempotency-key)',
  ]);
  const settled = await checkOut(sandbox, held, { amount: "80.00" });
  await checkOut(sandbox, held, { amount: "90.00" });
  assert.deepEqual(warned(), [
    "this is the answer to the check-out of F-100 for 80.00, from the cache; this request settled nothing: " +
      '"amount" is 90.00 and was 80.00 (a check-out is done once)',
  ]);
  await refund(sandbox, settled, { amount: "30.00" });
  await refund(sandbox, settled, { amount: "50.00", "reference-number": "R-9" });
  assert.deepEqual(warned(), [
    "this is the answer to the refund of F-100 for 30.00, from the cache; this request returned nothing: " +
      '"amount" is 50.00 and was 30.00, "reference-number" is R-9 and was R-102 (a refund is done once)',
  ]);
  const sold = await sale(sandbox);
  await voidOf(sandbox, sold);
  await voidOf(sandbox, sold, { amount: "1.00", pnRef: tokenOf(settled) });
  assert.match(
    String(warned()),
    /^this is the answer to the void of F-100 for 1234\.87, from the cache; this request voided nothing: "amount" is 1\.00 and was 1234\.87, "pnRef" is txn-\w{4}…\w{4} and was txn-\w{4}…\w{4} \(a void is done once\)$/,
  );
});
