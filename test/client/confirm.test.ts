import assert from "node:assert/strict";
import { test } from "node:test";
import { type Confirmation, confirm, GatewayError, OutcomeUnknownError, responseCode } from "@ventanilla/client";
import { TransactionResult } from "@ventanilla/client/wire";
import { argumentError } from "./argument-error.ts";
import { answer, type Heard, type Play, playGateway, silence } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { merchant, payment } from "./valid-request.ts";

const result = TransactionResult.parse(JSON.parse(sample("result-live-approved.json")));
const { buyer: _, ...purchase } = payment;
const confirmation: Confirmation = { ...purchase, transactionId: "000043", result };
const created: Play = (response) => answer(response, 200, sample("session-created-live.json"));
const finished: Play = (response) => answer(response, 200, sample("result-live-approved.json"));
const pending: Play = (response) => answer(response, 404, sample("query-pending.json"));
const page: Play = (response) => answer(response, 303, "", { location: "/auth?s=1" });

/** A service that creates sessions, and plays the page and the n-th query. */
const play = (onPage: Play, query: Play, options = {}) => {
  let queries = 0;
  return playGateway(
    (response, n, heard, clock) => {
      if (heard.url === "/api/sessions") created(response, n, heard, clock);
      else if (heard.url === "/page/authorize") onPage(response, n, heard, clock);
      else query(response, queries++, heard, clock);
    },
    { timeouts: options },
  );
};
const paths = (heard: readonly Heard[]) => heard.map(({ url }) => url?.replace(/\?.*|(?<=sessions\/).*/g, ""));

test("a confirmation returns the values of the result, posts SESSION to the page, and reads the result", async () => {
  await using played = await play(page, finished);
  assert.equal((await confirm(played.gateway, merchant, confirmation)).ResponseCode, "00");
  assert.deepEqual(paths(played.heard), ["/api/sessions", "/page/authorize", "/api/sessions/"]);
  const [creation, post] = played.heard;
  const sent = JSON.parse(creation?.body ?? "");
  assert.deepEqual(
    [sent.TransactionType, sent.TransactionId, sent.Amount, sent.expdate_month, sent.expdate_year],
    ["2240", "000043", "000000295000", "", ""],
  );
  assert.deepEqual([sent.OrdenID, sent.OrdenId], [payment.orderId, payment.orderId]);
  assert.deepEqual(
    [
      sent.CreditcardNumber,
      sent.AuthorizationCode,
      sent.RetrivalReferenceNumber,
      sent.TxToken,
      sent.RemoteResponseCode,
    ],
    ["411111______1111", "00551Z", "632512345678", "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b", "00"],
  );
  assert.equal(post?.headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(post?.body, `SESSION=${JSON.parse(sample("session-created-live.json")).SESSION}`);
});

test("its result says what it means, and another payment's, or one that contradicts itself, needs manual review", async () => {
  const ours = { TransactionId: "000043", OrdenID: payment.orderId };
  const named = {
    Amount: "000000295000",
    CurrencyCode: "214",
    MerchantNumber: "000000349000000",
    TransactionType: "2240",
  };
  for (const [fields, finality, contradictions] of [
    [{ ...ours, ResponseCode: "00" }, "approved", []],
    [{ TransactionId: "000043", ResponseCode: "00" }, "approved", []],
    [{ ...ours, ResponseCode: "51" }, "declined", []],
    [{ ...ours, ResponseCode: "00", RemoteResponseCode: "00" }, "approved", []],
    [{ ...ours, ResponseCode: "00", RemoteResponseCode: "05" }, "review", ["RemoteResponseCode"]],
    [{ ...ours, ResponseCode: "00", RemoteResponseCode: "51" }, "review", ["RemoteResponseCode"]],
    [{ ...ours, ResponseCode: "00", RemoteResponseCode: "N7" }, "review", ["RemoteResponseCode"]],
    [{ ...ours, ResponseCode: "05", RemoteResponseCode: "05", AuthorizationCode: "N/A" }, "declined", []],
    [{ ...ours, ResponseCode: "05", RemoteResponseCode: "N/A", AuthorizationCode: "" }, "declined", []],
    [{ ...ours, ResponseCode: "05", RemoteResponseCode: "00" }, "review", ["RemoteResponseCode"]],
    [{ ...ours, ResponseCode: "TF", RemoteResponseCode: 0 }, "review", ["RemoteResponseCode"]],
    [{ ...ours, ResponseCode: "51", RemoteResponseCode: "11" }, "review", ["RemoteResponseCode"]],
    [{ ...ours, ResponseCode: "05", AuthorizationCode: "00551Z" }, "review", ["AuthorizationCode"]],
    [{ ...ours, ResponseCode: "05", AuthorizationCode: "000000" }, "declined", []],
    [{ ...ours, ResponseCode: "05", AuthorizationCode: "------" }, "declined", []],
    [{ ...ours, ResponseCode: "00", ...named }, "approved", []],
    [{ ...ours, ResponseCode: "00", Amount: "2950.00", CurrencyCode: 214 }, "approved", []],
    [{ ...ours, ResponseCode: "00", Amount: 295000, currency: "DOP" }, "approved", []],
    [{ ...ours, ResponseCode: "00", ...named, Amount: "000000029500" }, "review", ["Amount"]],
    [{ ...ours, ResponseCode: "00", Amount: "2950" }, "review", ["Amount"]],
    [{ ...ours, ResponseCode: "00", Amount: { minor: 295000 } }, "review", ["Amount"]],
    [{ ...ours, ResponseCode: "05", amount: "000000000001" }, "review", ["Amount"]],
    [{ ...ours, ResponseCode: "00", CurrencyCode: "840" }, "review", ["CurrencyCode"]],
    [{ ...ours, ResponseCode: "00", currency_code: "USD" }, "review", ["CurrencyCode"]],
    [{ ...ours, ResponseCode: "00", MerchantNumber: "349000001" }, "review", ["MerchantNumber"]],
    [{ ...ours, ResponseCode: "00", TransactionType: "0200" }, "review", ["TransactionType"]],
    [{ ...ours, ResponseCode: "00", Amount: null, CurrencyCode: "N/A", MerchantNumber: "" }, "approved", []],
    [{ ...ours, ResponseCode: "26" }, "review", []],
    [{ ...ours, ResponseCode: "11" }, "review", []],
    [{ ...ours, ResponseCode: "00", TransactionId: "000042" }, "review", ["TransactionId"]],
    [{ ResponseCode: "00", OrdenID: payment.orderId }, "review", ["TransactionId"]],
    [{ ...ours, ResponseCode: "51", OrdenID: "Z-9" }, "review", ["OrdenID"]],
    [{ ...ours, ResponseCode: "00", TransactionID: "000099" }, "review", ["TransactionId"]],
  ] as const) {
    await using played = await play(page, (response) => answer(response, 200, JSON.stringify(fields)));
    const settled = await confirm(played.gateway, merchant, confirmation);
    assert.deepEqual([settled.finality, settled.contradictions], [finality, contradictions], JSON.stringify(fields));
  }
});

test("the expiry goes along where the merchant knows it", async () => {
  await using played = await play(page, finished);
  await confirm(played.gateway, merchant, { ...confirmation, expiry: { month: "11", year: "29" } });
  const sent = JSON.parse(played.heard[0]?.body ?? "");
  assert.deepEqual([sent.expdate_month, sent.expdate_year], ["11", "29"]);
});

test("it asks until the result is final: not yet, early 404, code 09, a failing query", async () => {
  const answers: Play[] = [
    pending,
    (response) => answer(response, 404, sample("query-not-found.json")),
    (response) => answer(response, 200, '{"ResponseCode":"09"}'),
    (response) => answer(response, 302, ""),
    finished,
  ];
  await using played = await play(page, (response, n, heard, clock) => answers[n]?.(response, n, heard, clock));
  assert.equal((await confirm(played.gateway, merchant, confirmation)).ResponseCode, "00");
  assert.equal(paths(played.heard).filter((path) => path === "/page/authorize").length, 1);
});

test("26 is told as it is: an earlier confirmation has settled the pre-authorization", async () => {
  await using played = await play(page, (response) => answer(response, 200, '{"ResponseCode":"26"}'));
  const { ResponseCode } = await confirm(played.gateway, merchant, confirmation);
  assert.equal(ResponseCode, "26");
  assert.equal(responseCode(ResponseCode, "confirmation").advice, "already-settled");
});

test("an unclear answer of the page is not repeated: the query tells", async () => {
  for (const unclear of [
    (response) => answer(response, 500, "no"),
    (response) => answer(response, 200, "x".repeat(100_000)),
    (response) => response.socket?.destroy(),
  ] satisfies Play[]) {
    await using played = await play(unclear, finished);
    assert.equal((await confirm(played.gateway, merchant, confirmation)).ResponseCode, "00");
    assert.equal(played.heard.length, 3);
  }
});

test("a refusal of the issuer is a result", async () => {
  await using played = await play(page, (response) => answer(response, 200, sample("result-live-declined.json")));
  assert.equal((await confirm(played.gateway, merchant, confirmation)).ResponseCode, "51");
});

test("a page that says no is not a denial while the bank has no result: it is asked to the deadline, and then unknown", async () => {
  await using played = await play((response) => answer(response, 404, "<h1>Not found"), pending);
  await assert.rejects(confirm(played.gateway, merchant, confirmation), (error) => {
    assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "confirm");
    assert.deepEqual([error.code, error.sent, error.status], ["timeout", true, 404]);
    assert.ok(error.cause instanceof GatewayError);
    return true;
  });
  assert.ok(played.clock.now() > 50_000 && played.clock.now() <= 60_000, String(played.clock.now()));
  // A result that comes late is told.
  await using late = await play(
    (response) => answer(response, 404, "<h1>Not found"),
    (response, n, heard, clock) => (n < 10 ? pending : finished)(response, n, heard, clock),
  );
  assert.equal((await confirm(late.gateway, merchant, confirmation)).ResponseCode, "00");
});

test("a session that the bank refuses to create settles nothing: a GatewayError", async () => {
  await using played = await playGateway((response) => answer(response, 400, '{"message":"no"}'));
  await assert.rejects(confirm(played.gateway, merchant, confirmation), GatewayError);
});

test("none of its steps outlives its deadline", async () => {
  for (const silent of ["/api/sessions", "/page/authorize", "/api/sessions/"]) {
    await using played = await playGateway(
      (response, n, heard, clock) => {
        if (paths([heard])[0] === silent) silence(response, n, heard, clock);
        else if (heard.url === "/api/sessions") created(response, n, heard, clock);
        else page(response, n, heard, clock);
      },
      { timeouts: { confirm: 1_000 } },
    );
    await assert.rejects(confirm(played.gateway, merchant, confirmation), OutcomeUnknownError);
    assert.ok(played.clock.now() <= 1_000, `${silent}: ${played.clock.now()}`);
  }
});

test("an approved result is returned even if the page answered 4xx: a proxy may have sent the 4xx", async () => {
  for (const status of [400, 401, 403, 404, 409, 425]) {
    // The result is there at the third query.
    await using played = await play(
      (response) => answer(response, status, "<h1>No"),
      (response, n, heard, clock) => (n < 2 ? pending : finished)(response, n, heard, clock),
    );
    assert.equal((await confirm(played.gateway, merchant, confirmation)).ResponseCode, "00");
  }
});

test("a page that says no and a bank that does not answer clearly leave it unknown", async () => {
  for (const query of [
    (response) => answer(response, 500, "{}"),
    (response) => answer(response, 404, sample("query-not-found.json")),
    (response) => answer(response, 400, sample("query-wrong-key.json")),
    (response) => answer(response, 200, '{"ResponseCode":"09"}'),
    (response) => response.socket?.destroy(),
  ] satisfies Play[]) {
    await using played = await play((response) => answer(response, 404, "<h1>Not found"), query);
    await assert.rejects(confirm(played.gateway, merchant, confirmation), (error) => {
      assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "confirm");
      assert.deepEqual([error.sent, error.status], [true, 404]);
      return true;
    });
  }
});

test("without a result until the deadline it is an OutcomeUnknownError that holds the session", async () => {
  await using played = await play(page, pending, { confirm: 600 });
  await assert.rejects(confirm(played.gateway, merchant, confirmation), (error) => {
    assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "confirm");
    assert.equal(error.code, "timeout");
    assert.match(error.call.session.SESSION, /^sess-/);
    return true;
  });
  // The next pause, of 500 ms, no longer fits.
  assert.deepEqual(played.clock.pauses, [250]);
});

test("a gateway that is closed meanwhile lets it come to its result", async () => {
  let close: Promise<void> | undefined;
  await using played = await play(page, (response, n, heard, clock) => {
    close ??= played.gateway.close();
    (n < 2 ? pending : finished)(response, n, heard, clock);
  });
  assert.equal((await confirm(played.gateway, merchant, confirmation)).ResponseCode, "00");
  await close;
});

test("an AbortSignal ends it", async () => {
  const stop = new AbortController();
  await using played = await play(page, (response, n, heard, clock) => {
    if (n === 1) stop.abort();
    pending(response, n, heard, clock);
  });
  const { signal } = stop;
  await assert.rejects(confirm(played.gateway, merchant, confirmation, { signal }), { code: "aborted" });
  assert.equal(played.heard.length, 4);
});

test("what can't be confirmed is an ArgumentError naming what is missing or wrong, and nothing is sent", async () => {
  await using played = await play(page, finished);
  const { TxToken: _token, ...tokenless } = result;
  for (const [change, message] of [
    [{ result: { ...result, ResponseCode: "05" } }, /^confirmation\.result: expected the result of an approved/],
    [
      { result: { ...result, contradictions: ["OrdenID"] } },
      /^confirmation\.result: expected one without contradictions/,
    ],
    [{ result: tokenless }, /^confirmation\.result\.TxToken: missing$/],
    [
      { result: { ...result, CreditCardNumber: "4111111111111111" } },
      /^confirmation\.result\.CreditCardNumber: expected a masked/,
    ],
    [{ result: undefined }, /^confirmation\.result: /],
    [
      { orderId: "K-99", result: { ...result, OrdenID: "K-10" } },
      /^confirmation\.orderId: expected K-10, the order of confirmation\.result, got K-99$/,
    ],
    [{ amount: { minor: 0, currency: "DOP" } }, /^confirmation\.amount\.minor: /],
    [{ orderId: "x".repeat(21) }, /^confirmation\.orderId: expected at most 20 bytes/],
    [{ language: "fr" }, /^confirmation\.language: /],
    [{ expiry: { month: "13", year: "29" } }, /^confirmation\.expiry\.month: /],
    [{ expiry: { moth: "11" } }, /^confirmation\.expiry\.moth: unknown field, did you mean month\?$/],
    [{ buyer: {} }, /^confirmation\.buyer: unknown field/],
  ] as const) {
    const wrong = { ...confirmation, ...change } as Confirmation;
    await assert.rejects(confirm(played.gateway, merchant, wrong), { ...argumentError, message });
  }
  assert.equal(played.heard.length, 0);
});
