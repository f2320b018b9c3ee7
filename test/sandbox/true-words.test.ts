import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt } from "../../packages/sandbox/src/secrets/mask-secrets.ts";
import { call, checkIn, checkOut, codeOf, newKey, refund, sale, saleFields, voidOf } from "./rest.ts";
import { bank } from "./shop.ts";

const sandbox = await bank();
const reason = () => sandbox.wire().at(-1)?.reason?.en;

test("a sale whose code is not final is not said to be declined", async () => {
  for (const [amount, answered, said] of [
    ["9900.91", "91", "answered 91"],
    ["9900.51", "51", "declined with 51"],
  ] as const) {
    const original = await sale(sandbox, { amount });
    assert.equal(codeOf(original), answered);
    assert.equal(codeOf(await voidOf(sandbox, original, { amount })), "12");
    assert.equal(reason(), `the sale of F-100 was ${said}: expected one that is approved`);
    const key = original.fields["idempotency-key"];
    await sale(sandbox, { "idempotency-key": key, amount: "5.00" });
    assert.ok(
      sandbox
        .wire()
        .at(-1)
        ?.warnings[0]?.startsWith(`this is the answer to the sale of F-100 for ${amount}, ${said}, `),
    );
  }
});

test("after a check-out of less, what is expected of a void or refund is that of the check-out", async () => {
  const held = await checkIn(sandbox, { amount: "100.00" });
  const settled = await checkOut(sandbox, held, { amount: "40.00" });
  assert.equal(codeOf(settled), "00");
  assert.equal(codeOf(await voidOf(sandbox, held, { amount: "100.00" })), "13");
  assert.equal(reason(), '"amount" is 100.00: expected 40.00, all of the check-out of F-100');
  assert.equal(codeOf(await refund(sandbox, held, { amount: "100.00" })), "13");
  assert.equal(reason(), '"amount" is 100.00: expected at most 40.00, the amount of the check-out of F-100');
  const own = await bank();
  const late = await checkIn(own);
  await checkOut(own, late);
  own.clock.advance(24 * 60 * 60 * 1000);
  assert.equal(codeOf(await voidOf(own, late)), "77");
  assert.match(own.wire().at(-1)?.reason?.en ?? "", /^the batch with the check-out of F-100 closed at /);
});

test("a form is called a form, however its first field is named, and a broken object is not", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const kinds = async (body: string, headers = {}): Promise<string> => {
    const response = await fetch(`${sandbox.url}/sessions`, { method: "POST", body, headers });
    return ((await response.json()) as { message: string }).message.split(" was sent")[0] ?? "";
  };
  for (const body of ["SESSION[]=x", "payment[Amount]=5", "%5B=1", "a b=1", "&SESSION=x", "=x", "SESSION", "a=1"]) {
    assert.equal(await kinds(body, form), "a form (application/x-www-form-urlencoded)", body);
  }
  for (const body of ["SESSION[]=x", "payment[Amount]=5", "&SESSION=x"]) {
    assert.equal(await kinds(body), "a form (application/x-www-form-urlencoded)", body);
  }
  assert.equal(await kinds('{"a":1', form), "JSON that breaks after 6 characters");
  assert.equal(await kinds("<a/>", form), "XML or HTML");
  assert.equal(await kinds("plain words"), "text that is not JSON");
});

test("a deeply nested object is an object", async () => {
  const deep = `{"OrdenID":"A-9","deep":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  assert.equal((await fetch(`${sandbox.url}/sessions`, { method: "POST", body: deep })).status, 200);
  assert.equal(sandbox.sessions().at(-1)?.order, "A-9");
  const key = await newKey(sandbox);
  const sold = JSON.stringify({ ...saleFields, "idempotency-key": key, deep: 0 }).replace(":0}", `:${deep}}`);
  assert.equal(codeOf(await call(sandbox, "sales", sold)), "00");
});

test("a decimal number is shown as it is, and a card number never", async () => {
  await sale(sandbox, { amount: 0.1 + 0.2 });
  assert.match(reason() ?? "", /^"amount" is 0\.30000000000000004: expected /);
  for (const text of ["295.29999999999995", "1.1500000000000001"]) assert.equal(excerpt(text, 40), text);
  for (const text of ["4539.148803436467", "4539148803436467.00", "1234567890123456.78", "4539.1488.0343.6468"]) {
    assert.match(excerpt(text, 40), /_/, text);
  }
});

test("a REST reference-number or approval-code is as long as its sender likes, within reason", async () => {
  const long = "R".repeat(100);
  const held = await checkIn(sandbox, { "reference-number": long });
  assert.equal(codeOf(held), "00");
  assert.equal(codeOf(await checkOut(sandbox, held, { "reference-number": long, "approval-code": long })), "25");
});
