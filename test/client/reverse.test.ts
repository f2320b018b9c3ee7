import assert from "node:assert/strict";
import { test } from "node:test";
import { GatewayError, OutcomeUnknownError, type RestOptions, reverse } from "@ventanilla/client/rest";
import { restPaths } from "@ventanilla/client/wire";
import { answer, type Play, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { key, original } from "./valid-rest-request.ts";

const approved = sample("rest-refund-approved.json");
const declined = (code: string, desc = "No") =>
  JSON.stringify({ ...JSON.parse(approved), "response-code": code, "response-code-desc": desc });
const sold = Number(original.at);
// 19:00 in Santo Domingo, four hours behind UTC all year.
const close = Date.UTC(2026, 10, 20, 23, 0);
const second = 1_000;

/** A service whose voids answer as `voids` says, and whose refunds are approved; `now` is the client's clock. */
const play = (
  now: () => number,
  voids: Play = (response) => answer(response, 200, approved),
  more: Partial<RestOptions> = {},
) =>
  playRest(
    (response, n, heard, clock) =>
      heard.url === restPaths.void ? voids(response, n, heard, clock) : answer(response, 200, approved),
    { now, ...more },
  );

for (const [when, now, did] of [
  ["a second after the sale", sold + second, "void"],
  ["a second before the batch close", close - second, "void"],
  ["at the batch close itself", close, "refund"],
  ["a second after it", close + second, "refund"],
  ["a month later", close + 30 * 86_400 * second, "refund"],
] as const) {
  test(`${when} a sale is taken back by a ${did}`, async () => {
    await using played = await play(() => now);
    const reversal = await reverse(played.rest, original);
    assert.deepEqual([reversal.did, reversal.result.finality], [did, "approved"]);
    assert.deepEqual(
      played.heard.map(({ url }) => url),
      [restPaths[did]],
    );
    const body = JSON.parse(played.heard[0]?.body ?? "");
    assert.equal(body["idempotency-key"], key);
    assert.deepEqual([body.amount, body.currency], ["2950.00", "214"]);
    assert.equal(did === "void" ? body.pnRef : body.txToken, original.pnRef);
  });
}

test("a sale of the hour itself belongs to the next batch", async () => {
  for (const [at, did] of [
    [close, "void"],
    [close - 1, "refund"],
  ] as const) {
    await using played = await play(() => close + second);
    assert.equal((await reverse(played.rest, { ...original, at: new Date(at) })).did, did);
  }
});

test("time of day and time zone of the close are the merchant's", async () => {
  for (const [options, now, did] of [
    [{ batchClose: "23:30" }, close + second, "void"],
    [{ batchClose: "12:30" }, sold + 30 * 60 * second, "refund"],
    [{ timeZone: "America/Los_Angeles" }, close + second, "void"],
    [{ timeZone: "Asia/Kathmandu" }, sold + second, "void"],
    [{ timeZone: "UTC" }, Date.UTC(2026, 10, 20, 19), "refund"],
  ] as const) {
    await using played = await play(() => now, undefined, options);
    assert.equal((await reverse(played.rest, original)).did, did, JSON.stringify(options));
  }
});

test("when the batch closes while the void is on its way, a refused void goes on as a refund and both are told", async () => {
  for (const [status, body] of [
    [200, declined("12")],
    [400, sample("rest-validation-error.json")],
  ] as const) {
    let now = close - second;
    await using played = await play(
      () => now,
      (response) => {
        now = close;
        answer(response, status, body);
      },
    );
    const reversal = await reverse(played.rest, original);
    assert.ok(reversal.did === "refund");
    if (status === 200) assert.ok(reversal.refusedVoid && "response-code" in reversal.refusedVoid);
    else assert.ok(reversal.refusedVoid instanceof GatewayError);
    assert.deepEqual(
      played.heard.map(({ url }) => url),
      [restPaths.void, restPaths.refund],
    );
  }
});

test("a void that is refused because of the batch, though our clock says it is open, goes on as a refund", async () => {
  for (const [status, body] of [
    [200, declined("77")],
    [200, declined("12", "Lote cerrado")],
    [400, '{"message":"Batch already closed"}'],
  ] as const) {
    await using played = await play(
      () => sold + second,
      (response) => answer(response, status, body),
    );
    assert.equal((await reverse(played.rest, original)).did, "refund", body);
  }
});

test("a void that is refused for another reason is told as it is, and no refund follows", async () => {
  await using played = await play(
    () => sold + second,
    (response) => answer(response, 200, declined("25")),
  );
  const reversal = await reverse(played.rest, original);
  assert.deepEqual([reversal.did, reversal.result.finality], ["void", "declined"]);
  await using refusing = await play(
    () => sold + second,
    (response) => answer(response, 400, sample("rest-validation-error.json")),
  );
  await assert.rejects(reverse(refusing.rest, original), GatewayError);
  assert.deepEqual([played.heard.length, refusing.heard.length], [1, 1]);
});

test("after an unclear void, or one answered from the cache, no refund follows, not even after the close", async () => {
  let now = sold + second;
  await using played = await play(
    () => now,
    (response) => {
      now = close + second;
      response.socket?.destroy();
    },
  );
  await assert.rejects(reverse(played.rest, original), (error) => {
    assert.ok(error instanceof OutcomeUnknownError);
    return error.operation === "void";
  });
  now = sold + second;
  await using cached = await play(
    () => now,
    (response) => {
      now = close + second;
      answer(response, 200, approved.replace('"gw"', '"icache"'));
    },
  );
  const reversal = await reverse(cached.rest, original);
  assert.deepEqual([reversal.did, reversal.result.finality], ["void", "review"]);
  assert.deepEqual([played.heard.length, cached.heard.length], [1, 1]);
});

test("the refund carries the sale's txToken where there was one", async () => {
  await using played = await play(() => close);
  await reverse(played.rest, { ...original, txToken: "txn-token" });
  assert.equal(JSON.parse(played.heard[0]?.body ?? "").txToken, "txn-token");
});

test("an original that can't be taken back is a TypeError naming the field", async () => {
  await using played = await play(() => sold);
  for (const [wrong, message] of [
    [
      { ...original, at: new Date(sold + 3_600 * second) },
      /^Original\.at: expected the time of the sale, not one to come$/,
    ],
    [{ ...original, at: sold }, /^Original\.at: expected a Date, since a number may be seconds or milliseconds$/],
    [{ ...original, at: sold / second }, /^Original\.at: expected a Date, since a number/],
    [
      { ...original, at: new Date(sold / second) },
      /^Original\.at: expected a time since 2000: a Date takes milliseconds$/,
    ],
    [{ ...original, at: Number.NaN }, /^Original\.at: /],
    [{ ...original, at: "2026-11-20" }, /^Original\.at: /],
    [{ ...original, at: new Date("x") }, /^Original\.at: /],
    [{ ...original, pnref: "x" }, /^Original\.pnref: unknown field, did you mean pnRef\?$/],
    [{ ...original, pnRef: "" }, /^VoidRequest\.pnRef: missing$/],
    [{ ...original, pnRef: undefined }, /^VoidRequest\.pnRef: missing$/],
    [null, /^Original: expected an object$/],
  ] as const) {
    await assert.rejects(reverse(played.rest, wrong as never), { name: "TypeError", message });
  }
  assert.equal(played.heard.length, 0);
});
