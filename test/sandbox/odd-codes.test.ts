import assert from "node:assert/strict";
import { test } from "node:test";
import { cardForm } from "../buyer-at-bank.ts";
import { checkIn, checkOut, codeOf, refund, sale, voidOf } from "./rest.ts";
import { bank, create, open, post, resultOf } from "./shop.ts";

const approving = "4761340000000050";

async function paid(sandbox: Awaited<ReturnType<typeof bank>>, fields: Record<string, unknown> = {}, card = approving) {
  const session = await create(sandbox, fields);
  await post(await open(sandbox, session), cardForm(card));
  return resultOf(sandbox, session);
}

test("cents that the contract's table does not list are answered too, and charge nothing", async () => {
  const sandbox = await bank();
  for (const code of ["55", "59", "63", "64", "76", "93", "29"]) {
    const { fields } = await sale(sandbox, { amount: `9900.${code}` });
    assert.deepEqual([fields["response-code"], fields["approval-code"]], [code, undefined], code);
    assert.equal((await paid(sandbox, { Amount: `9900${code}` })).ResponseCode, code);
  }
  assert.ok(sandbox.transactions().every(({ state }) => state === "declined"));
  assert.deepEqual(
    sandbox.sessions().map(({ charges }) => charges),
    Array(7).fill(0),
  );
});

test("the switch issuer-code plays codes that no amount can say, on the page and by REST", async () => {
  const sandbox = await bank();
  for (const code of ["N7", "EB", "n7", "5"]) {
    sandbox.switches.set("issuer-code", code);
    const answer = await sale(sandbox);
    assert.deepEqual([codeOf(answer), answer.fields["approval-code"]], [code, undefined]);
    assert.match(String(sandbox.transactions().at(-1)?.reason?.en), /switch issuer-code/);
    const result = await paid(sandbox);
    assert.deepEqual([result.ResponseCode, result.AuthorizationCode], [code, "N/A"]);
    // What would be declined anyway keeps its own code.
    assert.equal(codeOf(await sale(sandbox, { "card-number": "4761340000001512" })), "51");
  }
  sandbox.switches.set("issuer-code", "by-card");
  assert.equal(codeOf(await sale(sandbox)), "00");
});

test("the switch code-spaces writes every code with a space, before or behind it", async () => {
  const sandbox = await bank();
  for (const [value, code] of [
    ["before", " 00"],
    ["behind", "00 "],
  ] as const) {
    sandbox.switches.set("code-spaces", value);
    const answer = await sale(sandbox);
    assert.equal(codeOf(answer), code);
    assert.ok(answer.fields["approval-code"]);
    assert.equal((await paid(sandbox)).ResponseCode, code);
  }
});

test("the switch internal-code plays what stands beside the response code, in every operation", async () => {
  const sandbox = await bank();
  const pair = ({ fields }: { fields: Record<string, string> }) => [
    fields["response-code"],
    fields["internal-response-code"],
  ];
  for (const [value, approved, declined] of [
    ["padded", "0000", "0051"],
    ["platform", "1810", "1016"],
    ["two-digits", "00", "51"],
    ["4901", "4901", "4901"],
    ["0000", "0000", "0000"],
  ] as const) {
    sandbox.switches.set("internal-code", value);
    const sold = await sale(sandbox);
    assert.deepEqual(pair(sold), ["00", approved], value);
    assert.deepEqual(pair(await sale(sandbox, { "card-number": "4761340000001512" })), ["51", declined], value);
    assert.deepEqual(pair(await voidOf(sandbox, sold)), ["00", approved], value);
    const held = await checkIn(sandbox);
    assert.deepEqual(pair(await checkOut(sandbox, held)), ["00", approved], value);
    assert.deepEqual(pair(await refund(sandbox, held)), ["00", approved], value);
  }
  sandbox.switches.set("internal-code", "platform");
  assert.deepEqual(pair(await sale(sandbox, { "card-number": "4761340000001058" })), ["05", "1905"]);
});
