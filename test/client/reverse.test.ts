import assert from "node:assert/strict";
import { test } from "node:test";
import { GatewayError, OutcomeUnknownError, type RestOptions, type RestResult, reverse } from "@ventanilla/client/rest";
import { restPaths } from "@ventanilla/client/wire";
import { argumentError } from "./argument-error.ts";
import { answer, type Play, playRest } from "./played-gateway.ts";
import { refusalOf, sample } from "./sample.ts";
import { key, original } from "./valid-rest-request.ts";

const approved = sample("rest-refund-approved.json");
const declined = (code: string, desc = "No") => refusalOf(approved, code, desc);
const sold = Number(original.at);
// 19:00 in Santo Domingo, four hours behind UTC all year.
const close = Date.UTC(2026, 10, 20, 23, 0);
const second = 1_000;

const paths = (heard: readonly { url: string | undefined }[]) => heard.map(({ url }) => url);

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

for (const [when, now, method] of [
  ["a second after the sale", sold + second, "void"],
  ["a second before the batch close", close - second, "void"],
  ["at the batch close itself", close, "refund"],
  ["a second after it", close + second, "refund"],
  ["a month later", close + 30 * 86_400 * second, "refund"],
] as const) {
  test(`${when} a sale is taken back by a ${method}`, async () => {
    await using played = await play(() => now);
    const reversal = await reverse(played.rest, original);
    assert.deepEqual([reversal.method, reversal.result.finality], [method, "approved"]);
    assert.deepEqual(
      played.heard.map(({ url }) => url),
      [restPaths[method]],
    );
    const body = JSON.parse(played.heard[0]?.body ?? "");
    assert.equal(body["idempotency-key"], key);
    assert.deepEqual([body.amount, body.currency], ["2950.00", "214"]);
    assert.equal(method === "void" ? body.pnRef : body.txToken, original.pnRef);
  });
}

test("a sale of the hour itself belongs to the next batch", async () => {
  for (const [at, method] of [
    [close, "void"],
    [close - 1, "refund"],
  ] as const) {
    await using played = await play(() => close + second);
    assert.equal((await reverse(played.rest, { ...original, at: new Date(at) })).method, method);
  }
});

test("time of day and time zone of the close are the merchant's", async () => {
  for (const [options, now, method] of [
    [{ batchClose: "23:30" }, close + second, "void"],
    [{ batchClose: "12:30" }, sold + 30 * 60 * second, "refund"],
    [{ timeZone: "America/Los_Angeles" }, close + second, "void"],
    [{ timeZone: "Asia/Kathmandu" }, sold + second, "void"],
    [{ timeZone: "UTC" }, Date.UTC(2026, 10, 20, 19), "refund"],
  ] as const) {
    await using played = await play(() => now, undefined, options);
    assert.equal((await reverse(played.rest, original)).method, method, JSON.stringify(options));
  }
});

test("a refused void that does not speak of its batch is told as it is, though our clock says that it has closed meanwhile", async () => {
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
    if (status === 200) assert.equal((await reverse(played.rest, original)).method, "void");
    else await assert.rejects(reverse(played.rest, original), GatewayError);
    assert.deepEqual(paths(played.heard), [restPaths.void]);
    // Nothing happened by it: from the close on it is a refund.
    assert.equal((await reverse(played.rest, original)).method, "refund");
  }
});

test("a void that is refused because of the batch, though our clock says it is open, goes on as a refund", async () => {
  for (const [status, body] of [
    [200, declined("77")],
    [200, declined("12", "Lote cerrado")],
    [200, declined("25", "El lote ya está cerrado")],
    [200, declined("12", "Batch 042 is closed")],
    [400, '{"message":"Batch already closed"}'],
    [409, '{"message":"The batch has been closed."}'],
  ] as const) {
    await using played = await play(
      () => sold + second,
      (response) => answer(response, status, body),
    );
    const reversal = await reverse(played.rest, original);
    assert.ok(reversal.method === "refund", body);
    if (status === 200) assert.ok(reversal.refusedVoid && "response-code" in reversal.refusedVoid);
    else assert.ok(reversal.refusedVoid instanceof GatewayError);
    assert.deepEqual(paths(played.heard), [restPaths.void, restPaths.refund]);
  }
});

test("words that name the batch and do not say that it is closed are followed by no refund", async () => {
  for (const words of [
    "ya anulada en este lote",
    "Transacción ya anulada en este lote",
    "Transaction already voided in this batch",
    "Lote no cerrado",
    "The batch is not closed",
    "Cierre en proceso",
    "Batch closing",
    "El lote cerrará a las 19:00",
    "Ya anulada; lote cerrado",
    "Voided before the batch closed",
    "Lote inválido",
    "Batch being closed",
    "Se requiere lote cerrado",
    "A closed batch is required",
    "Batch not yet closed",
    "El lote aún no ha sido cerrado",
    "Only before the batch is closed",
  ]) {
    for (const status of [200, 400, 409]) {
      const body = status === 200 ? declined("12", words) : JSON.stringify({ message: words });
      await using played = await play(
        () => sold + second,
        (response) => answer(response, status, body),
      );
      await reverse(played.rest, original).catch((error: unknown) => assert.ok(error instanceof GatewayError));
      assert.deepEqual(paths(played.heard), [restPaths.void], words);
    }
  }
});

/** A bank that voids or refunds a sale as often as it is told to, and counts what it gives back. */
function generous(refusal: string, status = 200) {
  let [voided, reversed] = [false, 0];
  const bank: Play = (response, _n, { url }) => {
    if (url === restPaths.void && voided) return answer(response, status, refusal);
    reversed++;
    if (url === restPaths.refund) return answer(response, 200, approved);
    voided = true;
    // The void is done, and its answer lost.
    response.socket?.destroy();
  };
  return { bank, reversed: () => reversed };
}

for (const [status, refusal] of [
  [200, declined("12", "Transacción ya anulada en este lote")],
  [200, declined("77")],
  [200, declined("25", "Lote cerrado")],
  [400, '{"message":"Already voided in this batch"}'],
  [409, '{"message":"Batch already closed"}'],
] as const) {
  test(`a void done, its answer lost: no later reverse gives the money back again (${status} ${refusal.slice(0, 90)})`, async () => {
    const { bank, reversed } = generous(refusal, status);
    let now = sold + second;
    await using played = await playRest(bank, { now: () => now });
    await assert.rejects(reverse(played.rest, original), { name: "OutcomeUnknownError", operation: "void" });
    for (const later of [sold + 2 * second, close + second, close + 86_400 * second]) {
      now = later;
      const again = await reverse(played.rest, original).catch((error: unknown) => error);
      if (again instanceof OutcomeUnknownError) assert.match(again.guidance, /ask the bank, by its reference/);
      else assert.equal((again as { result: RestResult }).result.finality, "review");
    }
    assert.equal(reversed(), 1);
    // Nor in another process, which is told so.
    await using other = await playRest(bank, { now: () => now });
    for (const later of [sold + second, close + second]) {
      now = later;
      await reverse(other.rest, original, { mayHaveBeenSent: true }).catch((error: unknown) =>
        assert.ok(error instanceof OutcomeUnknownError && error.sent, String(error)),
      );
    }
    assert.equal(reversed(), 1);
  });
}

test("after the close nothing is sent for a sale that may have been taken back, and the error says what to do", async () => {
  await using played = await play(() => close + second);
  await assert.rejects(reverse(played.rest, original, { mayHaveBeenSent: true }), (error) => {
    assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "refund");
    assert.deepEqual([error.code, error.sent], ["unresolved", true]);
    assert.match(error.message, /an earlier call may have gone through, so nothing was sent now/);
    assert.match(error.guidance, /^An earlier call may have gone through: ask the bank, by its reference, before/);
    assert.equal(error.call.request["idempotency-key"], key);
    return true;
  });
  assert.equal(played.heard.length, 0);
});

test("a refund without a clear answer is not followed by another", async () => {
  await using played = await playRest((response) => response.socket?.destroy(), { now: () => close + second });
  await assert.rejects(reverse(played.rest, original), { operation: "refund", code: "network" });
  await assert.rejects(reverse(played.rest, original), { operation: "refund", code: "unresolved" });
  assert.equal(played.heard.length, 1);
});

test("a sale that was taken back by this process is not taken back again", async () => {
  for (const method of ["void", "refund"] as const) {
    let now = method === "void" ? sold + second : close + second;
    await using played = await play(() => now);
    assert.equal((await reverse(played.rest, original)).method, method);
    now = close + second;
    await assert.rejects(reverse(played.rest, original), {
      ...argumentError,
      message: `original.idempotency-key: expected a sale that was not taken back, this one was by a ${method}`,
    });
    assert.equal(played.heard.length, 1);
  }
});

test("a void that is refused for another reason is told as it is, and no refund follows", async () => {
  await using played = await play(
    () => sold + second,
    (response) => answer(response, 200, declined("25")),
  );
  const reversal = await reverse(played.rest, original);
  assert.deepEqual([reversal.method, reversal.result.finality], ["void", "declined"]);
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
  assert.deepEqual([reversal.method, reversal.result.finality], ["void", "review"]);
  assert.deepEqual([played.heard.length, cached.heard.length], [1, 1]);
});

test("the refund carries the sale's txToken where there was one", async () => {
  await using played = await play(() => close);
  await reverse(played.rest, { ...original, txToken: "txn-token" });
  assert.equal(JSON.parse(played.heard[0]?.body ?? "").txToken, "txn-token");
});

test("an original that can't be taken back is an ArgumentError naming the field", async () => {
  await using played = await play(() => sold);
  for (const [wrong, message] of [
    [
      { ...original, at: new Date(sold + 3_600 * second) },
      /^original\.at: expected the time of the sale, got a time in the future$/,
    ],
    [{ ...original, at: sold }, /^original\.at: expected a Date, since a number may be seconds or milliseconds$/],
    [{ ...original, at: sold / second }, /^original\.at: expected a Date, since a number/],
    [
      { ...original, at: new Date(sold / second) },
      /^original\.at: expected a time since 2000: a Date takes milliseconds$/,
    ],
    [{ ...original, at: Number.NaN }, /^original\.at: /],
    [{ ...original, at: "2026-11-20" }, /^original\.at: /],
    [{ ...original, at: new Date("x") }, /^original\.at: /],
    [{ ...original, "invoice-number": "" }, /^RefundRequest\.invoice-number: missing$/],
    [{ ...original, "client-ip": "localhost" }, /^RefundRequest\.client-ip: /],
    [{ ...original, pnref: "x" }, /^original\.pnref: unknown field, did you mean pnRef\?$/],
    [{ ...original, pnRef: "" }, /^VoidRequest\.pnRef: missing$/],
    [{ ...original, pnRef: undefined }, /^VoidRequest\.pnRef: missing$/],
    [null, /^original: expected an object$/],
  ] as const) {
    await assert.rejects(reverse(played.rest, wrong as never), { ...argumentError, message });
  }
  assert.equal(played.heard.length, 0);
});

test("what is inherited is not a field of the original", async () => {
  await using played = await play(() => sold + second);
  const { "invoice-number": _, ...rest } = original;
  await assert.rejects(reverse(played.rest, Object.assign(Object.create({ "invoice-number": "A-1042" }), rest)), {
    message: /^RefundRequest\.invoice-number: missing$/,
  });
  assert.equal(played.heard.length, 0);
});

test("a refund that may become necessary needs its bearer token before the void is sent", async () => {
  await using played = await play(() => sold + second, undefined, { bearerToken: undefined });
  await assert.rejects(reverse(played.rest, original), {
    ...argumentError,
    message: "rest.bearerToken: missing, a refund needs it",
  });
  assert.equal(played.heard.length, 0);
});

test("the amount is the one that was given, whatever becomes of it while the void is on its way", async () => {
  const amount = { minor: 500_000, currency: "DOP" as const };
  await using played = await play(
    () => sold + second,
    (response) => {
      amount.minor = 100;
      answer(response, 200, declined("77"));
    },
  );
  await reverse(played.rest, { ...original, amount });
  assert.deepEqual(
    played.heard.map(({ body }) => JSON.parse(body).amount),
    ["5000.00", "5000.00"],
  );
});
