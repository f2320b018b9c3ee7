import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkOut,
  OutcomeUnknownError,
  openRest,
  type Rest,
  type RestOptions,
  type RestResult,
  refund,
  reverse,
  sale,
} from "@ventanilla/client/rest";
import { MerchantMemory } from "../../packages/client/src/rest/memory.ts";
import { argumentError } from "./argument-error.ts";
import { ownProcess } from "./moved-clock.ts";
import { answer, type Play, playRest, serve } from "./played-gateway.ts";
import { refusalOf, sample } from "./sample.ts";
import { call, key, minimalRest, original } from "./valid-rest-request.ts";

const approved = sample("rest-sale-approved.json");
const sold = Number(original.at);
const day = 86_400_000;

let merchants = 100_000;

/** A bank, and a merchant of its own for whom `open` opens another `Rest` of this process. */
async function bankOf(play: Play) {
  const { url, heard, end } = await serve(play);
  const merchantId = String(merchants++);
  const opened: Rest[] = [];
  const open = (more: Partial<RestOptions> = {}) => {
    opened.push(openRest({ baseUrl: url, merchantId, terminalId: "1", bearerToken: () => "b", ...more }));
    return opened.at(-1) as Rest;
  };
  return { url, heard, open, [Symbol.asyncDispose]: () => end(...opened) };
}

test("a sale that one Rest of a process took back is not taken back through another", async () => {
  await using bank = await bankOf((response) => answer(response, 200, approved));
  let now = sold + 1_000;
  const [first, second] = [bank.open({ now: () => now }), bank.open({ now: () => now })];
  assert.equal((await reverse(first, original)).method, "void");
  now += day;
  // One that is opened after the first was closed, and under an address that is written otherwise, knows it as well.
  await first.close();
  for (const rest of [second, bank.open({ now: () => now }), bank.open({ baseUrl: `${bank.url}/`, now: () => now })]) {
    await assert.rejects(reverse(rest, original), { ...argumentError, message: /this one was by a void$/ });
    await assert.rejects(refund(rest, minimalRest.refund), { ...argumentError, message: /no void was approved for/ });
  }
  assert.equal(bank.heard.length, 1);
});

test("a key that was sent through one Rest is not another request's through another", async () => {
  await using bank = await bankOf((response) => answer(response, 200, approved));
  assert.equal((await sale(bank.open(), minimalRest.sale)).finality, "approved");
  const other = { ...minimalRest.sale, "invoice-number": "I-2" };
  await assert.rejects(sale(bank.open(), other), {
    ...argumentError,
    message: /this one was sent with another request/,
  });
  assert.equal(bank.heard.length, 1);
});

test("another merchant's keys are their own", async () => {
  await using bank = await bankOf((response) => answer(response, 200, approved));
  await sale(bank.open(), minimalRest.sale);
  const other = { ...minimalRest.sale, "invoice-number": "I-2" };
  assert.equal((await sale(bank.open({ merchantId: String(merchants++) }), other)).finality, "approved");
});

for (const [first, second] of [
  ["void", "refund"],
  ["refund", "void"],
  ["void", "void"],
  ["checkOut", "checkOut"],
  ["void", "checkOut"],
] as const) {
  test(`a ${second} after an approved ${first} is an ArgumentError, and nothing is sent`, async () => {
    await using played = await playRest((response) => answer(response, 200, approved));
    assert.equal((await call(played.rest, first, minimalRest[first])).finality, "approved");
    await assert.rejects(call(played.rest, second, minimalRest[second]), {
      ...argumentError,
      message: new RegExp(
        `Request\\.idempotency-key: expected an original that no ${first} was approved for, this process made one$`,
      ),
    });
    assert.equal(played.heard.length, 1);
  });
}

for (const operation of ["sale", "checkIn"] as const) {
  test(`a ${operation} on the key of a charge that was voided is an ArgumentError that asks for a new key`, async () => {
    await using played = await playRest((response) => answer(response, 200, approved));
    assert.equal((await call(played.rest, "void", minimalRest.void)).finality, "approved");
    await assert.rejects(call(played.rest, operation, minimalRest[operation]), {
      ...argumentError,
      message: /Request\.idempotency-key: expected a new key, the charge of this one was voided$/,
    });
    assert.equal(played.heard.length, 1);
  });
}

test("a declined check-out may be repeated, and a refund may follow it", async () => {
  const declined = refusalOf(approved, "13");
  await using played = await playRest((response, n) => answer(response, 200, n === 0 ? declined : approved));
  assert.equal((await checkOut(played.rest, minimalRest.checkOut)).finality, "declined");
  for (const operation of ["checkOut", "refund"] as const) {
    assert.equal((await call(played.rest, operation, minimalRest[operation])).finality, "approved");
  }
});

test("a refusal is not final when a parallel call with the same key succeeded", async () => {
  const refused = refusalOf(approved, "12");
  for (const [operation, status, body] of [
    ["sale", 409, '{"message":"key in use"}'],
    ["checkIn", 409, '{"message":"key in use"}'],
    ["void", 200, refused],
    ["void", 409, "{}"],
    ["checkOut", 200, refused],
  ] as const) {
    let release = () => {};
    const arrived = Promise.withResolvers<void>();
    await using played = await playRest((response, n) => {
      if (n > 0) return answer(response, 200, approved);
      release = () => answer(response, status, body);
      arrived.resolve();
    });
    const a = call(played.rest, operation, minimalRest[operation]).catch((error: unknown) => error);
    await arrived.promise;
    assert.equal((await call(played.rest, operation, minimalRest[operation])).finality, "approved");
    release();
    const told = await a;
    if (told instanceof OutcomeUnknownError) assert.equal(told.code, "refused_later", operation);
    else assert.equal((told as RestResult).finality, "review", operation);
  }
});

test("the last 10,000 keys are remembered with all that was done upon them", async () => {
  const memory = new MerchantMemory();
  const checked = (n: number) => ({ key: `k-${n}`, identity: String(n), request: {} }) as never;
  const result = (n: number) => ({ finality: "approved", pnRef: `p-${n}`, txToken: `t-${n}` }) as never;
  const keys = 10_000;
  for (let n = 0; n <= keys; n++) {
    for (const operation of ["checkIn", "checkOut", "refund"] as const) {
      await memory.sent.track(operation, checked(n), false, async () => result(n));
      memory.references.rememberReferences(result(n), `k-${n}`);
    }
  }
  assert.equal(memory.sent.happened("checkIn", "k-0"), "no");
  for (const operation of ["checkIn", "checkOut", "refund"] as const) {
    assert.deepEqual(
      [1, keys].map((n) => memory.sent.happened(operation, `k-${n}`)),
      ["yes", "yes"],
    );
  }
  assert.ok(memory.references.isOfAnother("p-1", key) && memory.references.isOfAnother("t-1", key));
});

test("another process remembers nothing", async () => {
  await using bank = await bankOf((response) => answer(response, 200, approved));
  await sale(bank.open(), minimalRest.sale);
  const rest = bank.open();
  ownProcess(rest);
  assert.equal((await sale(rest, { ...minimalRest.sale, "invoice-number": "I-2" })).finality, "approved");
});
