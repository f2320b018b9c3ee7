import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type CallOptions,
  GatewayError,
  OutcomeUnknownError,
  openRest,
  type Rest,
  type RestOptions,
  refund,
  sale,
} from "@ventanilla/client/rest";
import type { RestOperation } from "@ventanilla/client/wire";
import { deadBank } from "../dead-bank.ts";
import { argumentError } from "./argument-error.ts";
import { MovedClock, moveRest, ownProcess } from "./moved-clock.ts";
import { answer, type Play, playRest } from "./played-gateway.ts";
import { refusedWith, sample } from "./sample.ts";
import { call, key, minimalRest, operations } from "./valid-rest-request.ts";

const refusals = [400, 401, 403, 404, 409, 425];
const { "idempotency-key": _, ...keyless } = minimalRest.sale;
const error = async (made: Promise<unknown>) => {
  const thrown = await made.then(
    () => assert.fail("expected an error"),
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof Error);
  return thrown;
};
const unclear = async (made: Promise<unknown>) => {
  const thrown = await error(made);
  assert.ok(thrown instanceof OutcomeUnknownError, String(thrown));
  return thrown;
};
const again = (rest: Rest, operation: RestOperation, first: OutcomeUnknownError, options?: CallOptions) => {
  assert.ok("request" in first.call);
  return call(rest, operation, first.call.request, options);
};

for (const operation of operations) {
  for (const status of refusals) {
    test(`a ${operation} that ended unclear and is called again is not refused by a ${status}: the first may have happened`, async () => {
      // The first call is charged and answered with broken JSON, as often as the client asks.
      let second = false;
      const play: Play = (response) =>
        second ? answer(response, status, '{"message":"no"}') : answer(response, 200, '{"response-code":');
      await using played = await playRest(play);
      const first = await unclear(call(played.rest, operation, minimalRest[operation]));
      second = true;
      const next = await unclear(again(played.rest, operation, first));
      assert.deepEqual([next.code, next.status, next.sent], ["refused_later", status, true]);
      assert.match(next.guidance, /^An earlier call may have gone through: ask the bank/);
      assert.ok(next.cause instanceof GatewayError && next.cause.body.includes("no"));
      // Nor by the caller's own request, with the key that it stored.
      assert.equal((await unclear(call(played.rest, operation, minimalRest[operation]))).code, "refused_later");
    });
  }

  test(`a ${operation} that ended unclear and finds the bank down is never "nothing was sent"`, async () => {
    const played = await playRest((response) => answer(response, 200, "{"));
    const first = await unclear(call(played.rest, operation, minimalRest[operation]));
    await played[Symbol.asyncDispose]();
    // The bank is down, and the merchant opens the same again.
    const rest = opened({ baseUrl: played.url, terminalId: "58585858" });
    const next = await unclear(again(rest, operation, first));
    assert.deepEqual([next.code, next.sent], ["network", true]);
    assert.doesNotMatch(next.message, /nothing was sent/i);
    // And once more with what that error gave.
    assert.equal((await unclear(again(rest, operation, next))).sent, true);
    await rest.close();
  });

  test(`a ${operation} whose key was stored before a crash: the error speaks of this call, and mayHaveBeenSent adds an earlier one`, async () => {
    const rest = opened();
    const plain = await unclear(call(rest, operation, minimalRest[operation]));
    assert.deepEqual([plain.sent, plain.guidance], [false, "Nothing was sent by this call: make it again."]);
    const told = await unclear(call(rest, operation, minimalRest[operation], { mayHaveBeenSent: true }));
    assert.equal(told.sent, true);
    await rest.close();
    await using played = await playRest((response) => answer(response, 400, '{"message":"no"}'));
    const request = minimalRest[operation];
    assert.ok((await error(call(played.rest, operation, request))) instanceof GatewayError);
    assert.equal(
      (await unclear(call(played.rest, operation, request, { mayHaveBeenSent: true }))).code,
      "refused_later",
    );
  });

  test(`a ${operation} that was clearly refused is refused again: nothing happened by either call`, async () => {
    await using played = await playRest((response) => answer(response, 400, '{"message":"no"}'));
    const twice = [await error(call(played.rest, operation, minimalRest[operation]))];
    twice.push(await error(call(played.rest, operation, minimalRest[operation])));
    assert.ok(twice.every((one) => one instanceof GatewayError));
  });
}

for (const operation of ["void", "checkOut", "refund"] as const) {
  test(`a ${operation} that is declined on its second call needs manual review: the first may have happened`, async () => {
    const no = JSON.stringify({ ...JSON.parse(sample("rest-sale-approved.json")), ...refusedWith("12") });
    let second = false;
    await using played = await playRest((response) => answer(response, 200, second ? no : "{"));
    const first = await unclear(call(played.rest, operation, minimalRest[operation]));
    second = true;
    const result = await again(played.rest, operation, first);
    assert.deepEqual([result["response-code"], result.finality], ["12", "review"]);
  });
}

test("a 4xx with a code, or 26, on a repeated sale says nothing about the first try", async () => {
  const approved = JSON.parse(sample("rest-sale-approved.json"));
  for (const [status, code] of [
    [402, "05"],
    [409, "51"],
    [400, "12"],
    [200, "26"],
    [409, "26"],
  ] as const) {
    const body = JSON.stringify({ ...approved, ...refusedWith(code), "response-code-desc": "No" });
    await using played = await playRest((response, n) =>
      n === 0 ? answer(response, 500, "{}") : answer(response, status, body),
    );
    const thrown = await unclear(sale(played.rest, minimalRest.sale));
    assert.deepEqual([thrown.code, thrown.status], ["refused_later", status]);
    assert.match(thrown.guidance, /a new key could charge twice/);
    await using first = await playRest((response) => answer(response, status, body));
    const result = await sale(first.rest, minimalRest.sale);
    assert.equal(result.finality, code === "26" ? "review" : "declined");
  }
});

test("a decline from the service itself on a repeated sale is a decline: the key was not used before", async () => {
  await using played = await playRest((response, n) =>
    n === 0 ? answer(response, 500, "{}") : answer(response, 200, sample("rest-sale-declined-numbers.json")),
  );
  assert.equal((await sale(played.rest, minimalRest.sale)).finality, "declined");
});

test("the request of an error goes back to the bank, merchant and terminal that it was made for, and to no other", async () => {
  await using played = await playRest((response) => answer(response, 500, "{}"));
  const first = await unclear(sale(played.rest, minimalRest.sale));
  const { url } = played;
  const terminalId = "58585858";
  for (const [other, which] of [
    [{ baseUrl: deadBank, terminalId }, `merchant 349000000, terminal 58585858 at ${deadBank}`],
    [{ baseUrl: url, terminalId, merchantId: "111222333" }, `merchant 111222333, terminal 58585858 at ${url}`],
    [{ baseUrl: url }, `merchant 349000000, terminal 1 at ${url}`],
  ] as const) {
    const rest = opened(other);
    const before = played.heard.length;
    await assert.rejects(again(rest, "sale", first), {
      ...argumentError,
      message: `SaleRequest: expected a request for ${which}, got one for merchant 349000000, terminal ${terminalId} at ${url}`,
    });
    assert.equal(played.heard.length, before);
    await rest.close();
  }
});

test("mayHaveBeenSent needs the key that was sent, and a misspelled option is an ArgumentError", async () => {
  await using played = await playRest((response) => answer(response, 200, `ikey:${key}`));
  await assert.rejects(sale(played.rest, keyless, { mayHaveBeenSent: true }), {
    ...argumentError,
    message: "SaleRequest.idempotency-key: missing: with mayHaveBeenSent it is the key that was sent",
  });
  await assert.rejects(refund(played.rest, minimalRest.refund, { mayHaveBeenSend: true } as never), {
    ...argumentError,
    message: "options.mayHaveBeenSend: unknown field, did you mean mayHaveBeenSent?",
  });
  await assert.rejects(refund(played.rest, minimalRest.refund, { mayHaveBeenSent: "yes" } as never), {
    ...argumentError,
    message: "options.mayHaveBeenSent: expected true or false",
  });
  assert.equal(played.heard.length, 0);
});

test("a refund that may have been sent before still renews its bearer token after a 401", async () => {
  let second = false;
  await using played = await playRest((response, _n, { headers }) => {
    if (!second) return answer(response, 200, "{");
    if (headers.authorization === "Bearer b-2") return answer(response, 200, sample("rest-refund-approved.json"));
    return answer(response, 401, "<h1>Unauthorized</h1>");
  }, tokens());
  const first = await unclear(refund(played.rest, minimalRest.refund));
  second = true;
  assert.equal((await again(played.rest, "refund", first)).finality, "approved");
  assert.equal(played.heard.length, 3);
});

test("what another operation of the same key did says nothing of this one", async () => {
  let refused = false;
  await using played = await playRest((response) =>
    refused ? answer(response, 400, "{}") : answer(response, 200, "{"),
  );
  await unclear(call(played.rest, "void", minimalRest.void));
  refused = true;
  assert.ok((await error(call(played.rest, "checkOut", minimalRest.checkOut))) instanceof GatewayError);
});

test("a signal that only looks like one is an ArgumentError before anything is sent", async () => {
  await using played = await playRest((response) => answer(response, 200, sample("rest-sale-approved.json")));
  for (const signal of [{ aborted: false, addEventListener() {} }, new AbortController(), null, 5_000]) {
    await assert.rejects(sale(played.rest, minimalRest.sale, { signal: signal as never }), {
      ...argumentError,
      message: "options.signal: expected an AbortSignal",
    });
  }
  assert.equal(played.heard.length, 0);
});

function opened(more: Partial<RestOptions> = {}): Rest {
  const merchant = { merchantId: "349000000", terminalId: "1", bearerToken: () => "b" };
  const rest = openRest({ baseUrl: deadBank, ...merchant, ...more });
  moveRest(rest, new MovedClock());
  ownProcess(rest);
  return rest;
}

function tokens() {
  let given = 0;
  return { bearerToken: () => `b-${++given}` };
}
