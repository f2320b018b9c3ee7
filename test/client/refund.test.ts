import assert from "node:assert/strict";
import { test } from "node:test";
import { GatewayError, OutcomeUnknownError, type RestOptions, refund } from "@ventanilla/client/rest";
import { argumentError } from "./argument-error.ts";
import { answer, type Play, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { minimalRest, withNewKey } from "./valid-rest-request.ts";

const approved: Play = (response) => answer(response, 200, sample("rest-refund-approved.json"));
const unauthorized: Play = (response) => answer(response, 401, '{"error":"Unauthorized"}');
const minute = 60_000;

/** A provider of tokens b-1, b-2, …, and a clock that stands still. */
function provider() {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  let given = 0;
  const options: Partial<RestOptions> = { bearerToken: async () => `b-${++given}`, now: () => clock.now };
  return { clock, options, given: () => given };
}
const bearers = (heard: readonly { headers: Record<string, unknown> }[]) =>
  heard.map(({ headers }) => headers.authorization);

test("a token is asked for at the first refund, sent as Bearer, and kept for its hour", async () => {
  const { clock, options, given } = provider();
  await using played = await playRest(approved, options);
  assert.equal(given(), 0);
  await refund(played.rest, withNewKey(minimalRest.refund));
  clock.now += 58 * minute;
  await refund(played.rest, withNewKey(minimalRest.refund));
  clock.now += 2 * minute;
  await refund(played.rest, withNewKey(minimalRest.refund));
  assert.deepEqual(bearers(played.heard), ["Bearer b-1", "Bearer b-1", "Bearer b-2"]);
});

test("refunds at the same time share one token, also while it is fetched", async () => {
  const { options, given } = provider();
  await using played = await playRest(approved, options);
  await Promise.all(Array.from({ length: 10 }, () => refund(played.rest, withNewKey(minimalRest.refund))));
  assert.equal(given(), 1);
});

test("after a 401 a new token is fetched once and the refund sent once more", async () => {
  const { options } = provider();
  await using played = await playRest(
    (response, n, heard, clock) => (n === 0 ? unauthorized : approved)(response, n, heard, clock),
    options,
  );
  assert.equal((await refund(played.rest, minimalRest.refund)).finality, "approved");
  assert.deepEqual(bearers(played.heard), ["Bearer b-1", "Bearer b-2"]);
  assert.equal(played.heard[0]?.body, played.heard[1]?.body);
});

test("a second 401 is a GatewayError, and the next refund begins again", async () => {
  const { options } = provider();
  await using played = await playRest(unauthorized, options);
  await assert.rejects(
    refund(played.rest, withNewKey(minimalRest.refund)),
    (error) => error instanceof GatewayError && error.status === 401,
  );
  assert.deepEqual(bearers(played.heard), ["Bearer b-1", "Bearer b-2"]);
});

test("ten refunds that are refused together fetch one new token", async () => {
  const { options, given } = provider();
  await using played = await playRest(
    (response, n, heard, clock) =>
      (heard.headers.authorization === "Bearer b-1" ? unauthorized : approved)(response, n, heard, clock),
    options,
  );
  await Promise.all(Array.from({ length: 10 }, () => refund(played.rest, withNewKey(minimalRest.refund))));
  assert.equal(given(), 2);
});

test("after a 401 an unclear answer is not repeated", async () => {
  const { options } = provider();
  await using played = await playRest(
    (response, n, heard, clock) => (n === 0 ? unauthorized(response, n, heard, clock) : answer(response, 500, "{}")),
    options,
  );
  await assert.rejects(refund(played.rest, withNewKey(minimalRest.refund)), OutcomeUnknownError);
  assert.equal(played.heard.length, 2);
});

test("a 403 is not a reason for another token", async () => {
  const { options, given } = provider();
  await using played = await playRest((response) => answer(response, 403, "{}"), options);
  await assert.rejects(refund(played.rest, withNewKey(minimalRest.refund)), GatewayError);
  assert.equal(given(), 1);
});

test("what the provider throws is the cause of an ArgumentError: nothing is sent, and it is asked again next time", async () => {
  let tries = 0;
  const down = new Error("token server down");
  const bearerToken = () => {
    if (++tries === 1) throw down;
    return "b";
  };
  await using played = await playRest(approved, { bearerToken });
  await assert.rejects(refund(played.rest, minimalRest.refund), {
    ...argumentError,
    message: "rest.bearerToken: failed (Error: token server down), so no refund was made",
    cause: down,
  });
  assert.equal(played.heard.length, 0);
  assert.equal((await refund(played.rest, minimalRest.refund)).finality, "approved");
});

test("a token that can't stand in a header is an ArgumentError that does not show it", async () => {
  for (const bad of ["", "a b", "canary\r\nx: y", "ñ", "x".repeat(8193), undefined, 5]) {
    await using played = await playRest(approved, { bearerToken: () => bad as string });
    await assert.rejects(refund(played.rest, withNewKey(minimalRest.refund)), {
      ...argumentError,
      message: "rest.bearerToken: expected to give printable ASCII without spaces, at most 8192 characters",
    });
    assert.equal(played.heard.length, 0);
  }
});

test("another header carries the bare token", async () => {
  await using played = await playRest(approved, { bearerHeader: "X-Bank-Token", bearerToken: () => "b" });
  await refund(played.rest, withNewKey(minimalRest.refund));
  assert.equal(played.heard[0]?.headers["x-bank-token"], "b");
  assert.equal(played.heard[0]?.headers.authorization, undefined);
});

test("without a provider a refund is an ArgumentError, and nothing is sent", async () => {
  await using played = await playRest(approved, { bearerToken: undefined });
  await assert.rejects(
    refund(played.rest, withNewKey(minimalRest.refund)),
    /^TypeError: rest\.bearerToken: missing, a refund needs it$/,
  );
  assert.equal(played.heard.length, 0);
});
