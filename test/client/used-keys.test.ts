import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ArgumentError,
  GatewayError,
  idempotencyKey,
  OutcomeUnknownError,
  refund,
  sale,
} from "@ventanilla/client/rest";
import { argumentError } from "./argument-error.ts";
import { answer, playRest } from "./played-gateway.ts";
import { refusalOf, sample } from "./sample.ts";
import { call, key, minimalRest, operations, withNewKey } from "./valid-rest-request.ts";

const approved = sample("rest-sale-approved.json");
const { "idempotency-key": _, ...keyless } = minimalRest.sale;
const other = { ...minimalRest.sale, amount: { minor: 500, currency: "DOP" as const }, "invoice-number": "I-2" };
const refused = {
  ...argumentError,
  message: /^SaleRequest\.idempotency-key: expected a new key, this one was sent with another request: /,
};

test("one key with another body is an ArgumentError, and nothing is sent", async () => {
  for (const body of [
    approved,
    sample("rest-sale-declined-numbers.json"),
    "{",
    sample("rest-sale-no-response-code.json"),
  ]) {
    await using played = await playRest((response) => answer(response, 200, body));
    await sale(played.rest, minimalRest.sale).catch(() => undefined);
    const before = played.heard.length;
    await assert.rejects(sale(played.rest, other), refused);
    await assert.rejects(sale(played.rest, { ...minimalRest.sale, cvv: "999" }), refused);
    await assert.rejects(call(played.rest, "checkIn", minimalRest.checkIn), {
      ...argumentError,
      message: /^CheckInRequest\.idempotency-key: expected a new key/,
    });
    assert.equal(played.heard.length, before);
    // The same request may be sent again, whatever token goes with it.
    await sale(played.rest, { ...minimalRest.sale, token: "another" }).catch(() => undefined);
    assert.ok(played.heard.length > before);
  }
});

test("a key that was declined stays used, also when its request is refused afterwards", async () => {
  await using played = await playRest((response, n) =>
    n === 0 ? answer(response, 200, sample("rest-sale-declined-numbers.json")) : answer(response, 400, "{}"),
  );
  assert.equal((await sale(played.rest, minimalRest.sale)).finality, "declined");
  await assert.rejects(sale(played.rest, minimalRest.sale), { name: "GatewayError" });
  await assert.rejects(sale(played.rest, other), refused);
});

test("a key that is null or undefined, as an empty column of a database is, is an ArgumentError: no new one is fetched for it", async () => {
  await using played = await playRest((response) => answer(response, 200, `ikey:${key}`));
  for (const [operation, owner] of [
    ["sale", "SaleRequest"],
    ["checkIn", "CheckInRequest"],
  ] as const) {
    for (const none of [null, undefined]) {
      await assert.rejects(call(played.rest, operation, { ...minimalRest[operation], "idempotency-key": none }), {
        ...argumentError,
        message: `${owner}.idempotency-key: expected the key that you stored, or no such field at all to have one fetched; got ${none}`,
      });
    }
  }
  // @ts-expect-error: and it does not compile
  await assert.rejects(sale(played.rest, { ...minimalRest.sale, "idempotency-key": undefined }), argumentError);
  assert.equal(played.heard.length, 0);
});

test("two bodies at the same time on one key: one is sent", async () => {
  await using played = await playRest((response) => answer(response, 200, approved));
  const [first, second] = await Promise.allSettled([sale(played.rest, minimalRest.sale), sale(played.rest, other)]);
  assert.deepEqual([first.status, second.status], ["fulfilled", "rejected"]);
  assert.equal(played.heard.length, 1);
});

test("a key whose request was clearly refused, or surely not sent, may carry a mended one", async () => {
  await using played = await playRest((response, n) =>
    n === 0 ? answer(response, 400, '{"message":"no"}') : answer(response, 200, approved),
  );
  await assert.rejects(sale(played.rest, minimalRest.sale), { name: "GatewayError" });
  assert.equal((await sale(played.rest, other)).finality, "approved");
  await assert.rejects(sale(played.rest, withNewKey(minimalRest.sale), { signal: AbortSignal.abort() }), {
    sent: false,
  });
});

test("a second refund of an original is an ArgumentError in the process that made the first: the contract allows one", async () => {
  const half = { ...minimalRest.refund, amount: { minor: 100, currency: "DOP" as const } };
  const once = {
    ...argumentError,
    message: "RefundRequest.idempotency-key: expected an original that no refund was sent for, it allows one",
  };
  await using played = await playRest((response) => answer(response, 200, sample("rest-refund-approved.json")));
  await refund(played.rest, half);
  await assert.rejects(refund(played.rest, half), once);
  await assert.rejects(refund(played.rest, minimalRest.refund), once);
  assert.equal(played.heard.length, 1);
  // After an unclear one the same may be sent again, once the bank says that it did not happen; another may not.
  await using unclear = await playRest((response) => answer(response, 200, "{"));
  await assert.rejects(refund(unclear.rest, half), { name: "OutcomeUnknownError" });
  await assert.rejects(refund(unclear.rest, minimalRest.refund), once);
  await assert.rejects(refund(unclear.rest, half), { name: "OutcomeUnknownError" });
  // A declined one leaves the original as it is.
  const no = refusalOf(sample("rest-refund-approved.json"), "13");
  await using declined = await playRest((response) => answer(response, 200, no));
  assert.equal((await refund(declined.rest, minimalRest.refund)).finality, "declined");
  assert.equal((await refund(declined.rest, half)).finality, "declined");
});

test("an operation on a sale or check-in must use its currency", async () => {
  const usd = { minor: 100, currency: "USD" as const };
  await using played = await playRest((response) => answer(response, 200, approved));
  await call(played.rest, "checkIn", minimalRest.checkIn);
  for (const [operation, owner] of [
    ["checkOut", "CheckOutRequest"],
    ["void", "VoidRequest"],
    ["refund", "RefundRequest"],
  ] as const) {
    const request = { ...minimalRest[operation], amount: usd, ...(operation === "checkOut" && { itbis: usd }) };
    await assert.rejects(call(played.rest, operation, request), {
      ...argumentError,
      message: `${owner}.amount.currency: expected DOP, as in the original`,
    });
  }
  assert.equal(played.heard.length, 1);
});

test("a replay is told apart by its source", async () => {
  await using played = await playRest((response, n) =>
    answer(response, 200, n === 0 ? approved : sample("rest-sale-icache.json")),
  );
  const [first, second] = [await sale(played.rest, minimalRest.sale), await sale(played.rest, minimalRest.sale)];
  assert.deepEqual([first.replayed, second.replayed], [false, true]);
  assert.deepEqual([first.finality, second.finality], ["approved", "approved"]);
});

test("an answer from the cache to a key that was just fetched is another request's, and needs manual review", async () => {
  const cached = sample("rest-sale-icache.json");
  await using played = await playRest((response, n) => answer(response, 200, n === 0 ? `ikey:${key}` : cached));
  const result = await sale(played.rest, keyless);
  assert.deepEqual([result.replayed, result.finality], [true, "review"]);
  assert.deepEqual(result.contradictions, ["response-code-source"]);
  // After a try without an answer the cache's is its own.
  await using repeated = await playRest((response, n) =>
    answer(response, n === 1 ? 500 : 200, n === 0 ? `ikey:${key}` : cached),
  );
  assert.equal((await sale(repeated.rest, keyless)).finality, "approved");
});

test("a pnRef or txToken that came with another key's answer is a replay, and needs manual review", async () => {
  const bare = (own: string) => JSON.stringify({ ...JSON.parse(approved), "idempotency-key": own });
  await using played = await playRest((response, _n, { body }) =>
    answer(response, 200, bare(JSON.parse(body)["idempotency-key"])),
  );
  assert.equal((await sale(played.rest, minimalRest.sale)).replayed, false);
  const result = await sale(played.rest, withNewKey(minimalRest.sale));
  assert.deepEqual([result.replayed, result.finality, result.contradictions], [true, "review", ["pnRef"]]);
});

test("a key that was given or used before is not taken as a new one", async () => {
  const fresh = "f".repeat(32);
  await using played = await playRest((response, n) => answer(response, 200, `ikey:${n < 2 ? key : fresh}`));
  assert.equal(await idempotencyKey(played.rest), key);
  assert.equal(await idempotencyKey(played.rest), fresh);
  assert.equal(played.heard.length, 3);
  await using used = await playRest((response, n) => answer(response, 200, n === 0 ? approved : `ikey:${key}`));
  await sale(used.rest, minimalRest.sale);
  await assert.rejects(idempotencyKey(used.rest), { operation: "idempotencyKey", code: "malformed_answer" });
});

test("a key with ikey: in front would be a second name of it, and is an ArgumentError", async () => {
  await using played = await playRest((response) => answer(response, 200, approved));
  for (const operation of operations) {
    await assert.rejects(
      call(played.rest, operation, { ...minimalRest[operation], "idempotency-key": `ikey:${key}` }),
      {
        ...argumentError,
        message: /Request\.idempotency-key: expected the key alone, without ikey: in front$/,
      },
    );
  }
  assert.equal(played.heard.length, 0);
});

test("an amount is read once: what is sent is what the error gives back", async () => {
  let reads = 0;
  const amount = {
    get minor() {
      return reads++ === 0 ? 100 : 999_900;
    },
    currency: "DOP" as const,
  };
  await using played = await playRest((response) => answer(response, 200, "{"));
  const error = await sale(played.rest, { ...minimalRest.sale, amount }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "sale");
  await assert.rejects(sale(played.rest, error.call.request), OutcomeUnknownError);
  const amounts = played.heard.map(({ body }) => JSON.parse(body).amount);
  assert.deepEqual(new Set(amounts), new Set(["1.00"]));
});

test("a card number as a field's name, or in a refusal with any separators, is not shown", async () => {
  const wide = "4761340000000050".replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  for (const form of [
    "4761340000000050",
    "4761.3400.0000.0050",
    "4761/3400/0000/0050",
    "4761_3400_0000_0050",
    "4761+3400+0000+0050",
    "4,761,340,000,000,050",
    wide,
  ]) {
    await using played = await playRest((response) => answer(response, 400, JSON.stringify({ message: form })));
    await assert.rejects(sale(played.rest, { ...minimalRest.sale, [form]: "x" }), (error) => {
      assert.ok(error instanceof ArgumentError && !error.message.includes(form), String(error));
      return true;
    });
    await assert.rejects(sale(played.rest, minimalRest.sale), (error) => {
      assert.ok(error instanceof GatewayError && !error.message.includes(form), String(error));
      return true;
    });
  }
});
