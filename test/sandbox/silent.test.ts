import assert from "node:assert/strict";
import { test } from "node:test";
import { call, newKey, sale, saleFields } from "./rest.ts";
import { bank, post, request } from "./shop.ts";

const sandbox = await bank();
const said = (): readonly string[] => sandbox.wire().at(-1)?.warnings ?? [];
const twice = (name: string) => `"${name}" is sent 2 times: the last one is read`;

/** What is said of a sale with other fields. */
async function saleWarnings(fields: Record<string, unknown>): Promise<readonly string[]> {
  await sale(sandbox, fields);
  return said();
}

test("an amount with zeros in front is warned about, with decimals or without", async () => {
  for (const [amount, booked, expected] of [
    ["000000295000.00", "295000.00", "2950.00"],
    ["0295000.0", "295000.00", "295000.00"],
    ["0000002950.00", "2950.00", "2950.00"],
    ["0295000", "295000.00", "2950.00"],
    ["0002950.50", "2950.50", "2950.50"],
    ["000000295000", "295000.00", "2950.00"],
  ] as const) {
    assert.deepEqual(await saleWarnings({ amount }), [
      `"amount" is ${amount} and is booked as ${booked}: REST amounts are major units, expected ${expected}`,
    ]);
  }
  for (const amount of ["0.50", "2950.00", "10", "0.5"]) assert.deepEqual(await saleWarnings({ amount }), []);
});

test("a sale with the operation of a refund is warned about: it charges", async () => {
  const expected =
    '"operation" is refund in a sale: it charges 1234.87, and only the refund operation gives money back';
  assert.deepEqual(await saleWarnings({ operation: "refund", Favourite: 1 }), [
    expected,
    '"Favourite" is ignored: there is no such field',
  ]);
});

test("a field that is sent twice is warned about, in JSON and in a direct form", async () => {
  const key = await newKey(sandbox);
  const fields = JSON.stringify({ ...saleFields, "idempotency-key": key, pstr43: 'a "amount": {"amount":1},"tax":2' });
  await call(
    sandbox,
    "sales",
    fields.replace("{", '{"a\\u006dount":{"tax":1,"tax":2},"terminal-id":1,"X":1,"X":[{}],'),
  );
  assert.deepEqual(said().slice(0, 2), [twice("amount"), twice("terminal-id")]);
  assert.ok(said().includes(twice("X")) && !said().some((text) => text.includes('"tax"')));

  const session = JSON.stringify(request).replace("{", '{"Amount":"1",');
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body: session });
  assert.equal(said()[0], twice("Amount"));

  const form = new URLSearchParams({ ...request, TransactionId: "000043", OrdenID: "A-2" });
  form.append("Tax", "0");
  await fetch(`${sandbox.url}/authorize`, { method: "POST", body: form, redirect: "manual" });
  assert.ok(said().includes(twice("Tax")), said().join());
  await post(`${sandbox.url}/authorize`, { ...request, TransactionId: "000044", OrdenID: "A-3" });
  assert.ok(!said().some((text) => text.includes("times")));
});

test("unknown fields beyond the first twenty are named in one warning, a hundred of them, and the rest counted", async () => {
  const strange = Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`Strange${i}`, 1]));
  const body = JSON.stringify({ ...request, TransactionId: "000045", OrdenID: "A-4", ...strange });
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body });
  const count = '3 more fields are ignored: "Strange20", "Strange21", "Strange22"';
  assert.deepEqual([said().length, said().at(-1)], [21, count]);
  assert.equal((await saleWarnings(strange)).at(-1), count);
  const { Strange0: _, Strange1: __, ...fewer } = strange;
  assert.equal((await saleWarnings(fewer)).at(-1), '1 more field is ignored: "Strange22"');
  const numbers = [...Array(500).keys()];
  const many = Object.fromEntries(numbers.map((i) => [`Strange${i}`, 1]));
  const named = numbers
    .slice(20, 120)
    .map((i) => `"Strange${i}"`)
    .join(", ");
  assert.equal((await saleWarnings(many)).at(-1), `480 more fields are ignored: ${named}, and 380 others`);
});
