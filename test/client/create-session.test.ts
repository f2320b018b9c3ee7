import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createSession,
  GatewayError,
  OutcomeUnknownError,
  openGateway,
  type PaymentRequest,
  sessionResult,
} from "@ventanilla/client";
import { idempotencyKey, openRest } from "@ventanilla/client/rest";
import { deadBank } from "../dead-bank.ts";
import { argumentError } from "./argument-error.ts";
import { MovedClock, moveGateway, moveRest } from "./moved-clock.ts";
import { answer, breakOff, playGateway, silence } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { minimalRequests, payment } from "./valid-request.ts";

const request = minimalRequests["0200"];
const sent = { ...request, OrdenId: request.OrdenID };
const page = sample("session-error-page.txt");
const unknown =
  (code: string, status?: number, isSent = true) =>
  (error: unknown) => {
    assert.ok(error instanceof OutcomeUnknownError);
    assert.deepEqual([error.code, error.status, error.operation], [code, status, "createSession"]);
    assert.deepEqual(error.call, { operation: "createSession", request: sent });
    assert.equal(error.sent, isSent);
    assert.match(error.guidance, isSent ? /^Create a new session/ : /^Nothing was sent by this call/);
    return true;
  };

for (const name of ["session-created-live.json", "session-created-document.json"]) {
  test(`a session is created: ${name}`, async () => {
    await using played = await playGateway((response) => answer(response, 200, sample(name)));
    const session = await createSession(played.gateway, request);
    const raw = JSON.parse(sample(name));
    assert.equal(session.SESSION, raw.SESSION);
    assert.equal(session["session-key"], raw["session-key"]);
    const [heard] = played.heard;
    assert.deepEqual([heard?.method, heard?.url], ["POST", "/api/sessions"]);
    assert.equal(heard?.headers["content-type"], "application/json");
    assert.deepEqual(JSON.parse(heard?.body ?? ""), sent);
  });
}

test("a misspelled field is an ArgumentError with the right spelling, and nothing is sent", async () => {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  const { OrdenID: _, ...rest } = request;
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ ...request, OrdenId: "B-7" }, /^PaymentRequest\.OrdenId: expected the value of OrdenID$/],
    [{ ...request, OrdenId: 7 }, /^PaymentRequest\.OrdenId: expected the value of OrdenID$/],
    [{ ...rest, OrdenId: "x".repeat(21) }, /^PaymentRequest\.OrdenId: expected at most 20 bytes in UTF-8, got 21$/],
    [{ ...request, OrdenID: "x".repeat(21) }, /^PaymentRequest\.OrdenID: expected at most 20 bytes in UTF-8, got 21$/],
    [{ ...rest, OrdenID: "", OrdenId: "" }, /^PaymentRequest\.OrdenID: /],
    [
      { ...rest, OrdenIdd: "A" },
      /^PaymentRequest\.OrdenIdd: unknown field, did you mean OrdenI[Dd]\?; PaymentRequest\.OrdenID: missing$/,
    ],
    [{ ...request, PageLanguage: "ESP" }, /^PaymentRequest\.PageLanguage: unknown field, did you mean PageLanguaje\?$/],
    [{ ...request, mount: "1" }, /^PaymentRequest\.mount: unknown field, did you mean Amount\?$/],
    [{ ...request, Amuont: "1" }, /^PaymentRequest\.Amuont: unknown field, did you mean Amount\?$/],
    [{ ...request, color: "red" }, /^PaymentRequest\.color: unknown field$/],
    [{ ...request, "x\n\u001b[31m": "1" }, /^PaymentRequest\."x\\n\\u001b\[31m": unknown field$/],
    [{ ...request, TxToken: "txn-1" }, /^PaymentRequest\.TxToken: not allowed with TransactionType 0200$/],
    [{ ...request, TransactionType: "200" }, /^PaymentRequest\.TransactionType: expected an object with/],
    [
      { ...request, Amount: "2950.00" },
      /^PaymentRequest\.Amount: expected exactly 12 bytes in UTF-8, got 7: 12 digits of minor units, zero padded and more than zero$/,
    ],
    [
      { ...request, Tax: "450.00" },
      /^PaymentRequest\.Tax: expected exactly 12 bytes in UTF-8, got 6: 12 digits of minor units/,
    ],
    [rest, /^PaymentRequest\.OrdenID: missing$/],
  ];
  for (const [wrong, message] of cases) {
    await assert.rejects(createSession(played.gateway, wrong as PaymentRequest), { ...argumentError, message });
  }
  await assert.rejects(createSession(played.gateway, null as never), {
    ...argumentError,
    message: /^PaymentRequest: /,
  });
  assert.equal(played.heard.length, 0);
});

test("the order goes under both of its spellings, whichever the caller writes", async () => {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  const { OrdenID, ...rest } = request;
  for (const order of [
    { OrdenID },
    { OrdenId: OrdenID },
    { OrdenID, OrdenId: OrdenID },
    { OrdenID, OrdenId: undefined },
  ]) {
    await createSession(played.gateway, { ...rest, ...order } as PaymentRequest);
    assert.deepEqual(JSON.parse(played.heard.at(-1)?.body ?? ""), sent);
  }
});

test("an optional field that is undefined is left out", async () => {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  await createSession(played.gateway, { ...request, AVS: undefined });
  assert.deepEqual(JSON.parse(played.heard[0]?.body ?? ""), sent);
});

test("a clear no is a GatewayError with its status and the beginning of its body, and is not repeated", async () => {
  for (const [status, body] of [
    [400, '{"message":"Bad request"}'],
    [403, "Forbidden"],
    [405, ""],
  ] as const) {
    await using played = await playGateway((response) => answer(response, status, body));
    await assert.rejects(createSession(played.gateway, request), (error) => {
      assert.ok(error instanceof GatewayError);
      assert.deepEqual([error.code, error.status, error.body], ["refused", status, body]);
      return true;
    });
    assert.equal(played.heard.length, 1);
  }
});

test("the body of a refusal is cut, on one line, and holds no card number and no key", async () => {
  const body = `card 4111 1111 1111 1111\n\u001b[31m{"session-key":"abc","x":"?sk=def&y"}${"z".repeat(70_000 - 300)}`;
  await using played = await playGateway((response) => answer(response, 400, body.slice(0, 60_000)));
  await assert.rejects(createSession(played.gateway, request), (error) => {
    assert.ok(error instanceof GatewayError);
    assert.match(error.body, /^card \[digits\] \[31m\{"session-key":"\[hidden\]","x":"\?sk=\[hidden\]&y"\}z+$/);
    assert.equal(error.body.length, 300);
    return true;
  });
});

test("a passing failure is tried again: 500, HTML, broken JSON, a reset connection, 429", async () => {
  const failures: Parameters<typeof playGateway>[0][] = [
    (response) => answer(response, 500, sample("session-error-message.json")),
    (response) => answer(response, 200, page, { "content-type": "text/html" }),
    (response) => answer(response, 200, '{"SESSION":"sess-1","session-'),
    (response) => response.socket?.destroy(),
    (response) => answer(response, 429, "{}"),
    (response) => answer(response, 403, page),
    (response) => {
      response.writeHead(200, { "content-length": "500" });
      response.write('{"SESSION"', () => response.socket?.destroy());
    },
  ];
  await Promise.all(
    failures.map(async (failure) => {
      await using played = await playGateway((response, n, heard, clock) =>
        n < 2 ? failure(response, n, heard, clock) : answer(response, 200, sample("session-created-live.json")),
      );
      const session = await createSession(played.gateway, request);
      assert.match(session.SESSION, /^sess-/);
      assert.equal(played.heard.length, 3);
    }),
  );
});

test("a failure that stays is an OutcomeUnknownError after four tries", async () => {
  const failures = [
    [502, page, "server_error"],
    [200, page, "html"],
    [200, "{", "bad_json"],
    [404, page, "html"],
    [429, "{}", "rate_limited"],
  ] as const;
  await Promise.all(
    failures.map(async ([status, body, code]) => {
      await using played = await playGateway((response) => answer(response, status, body));
      await assert.rejects(createSession(played.gateway, request), unknown(code, status));
      assert.equal(played.heard.length, 4);
    }),
  );
});

test("an answer that lacks what it must hold is an OutcomeUnknownError and is not repeated", async () => {
  for (const body of [
    "{}",
    "[]",
    "null",
    '"x"',
    '{"SESSION":"a"}',
    '{"SESSION":"","session-key":"k"}',
    '{"SESSION":"..","session-key":"k"}',
    '{"SESSION":["a"],"session-key":"k"}',
    '{"SESSION":{"a":1},"session-key":"k"}',
    `{"SESSION":"${"a".repeat(513)}","session-key":"k"}`,
    '{"__proto__":{"SESSION":"a","session-key":"k"}}',
  ]) {
    await using played = await playGateway((response) => answer(response, 200, body));
    await assert.rejects(createSession(played.gateway, request), unknown("malformed_answer", 200));
    assert.equal(played.heard.length, 1);
  }
});

test("a redirect is never followed", async () => {
  await using played = await playGateway((response) => answer(response, 302, "", { location: "/api/elsewhere" }));
  await assert.rejects(createSession(played.gateway, request), unknown("unexpected_status", 302));
  assert.equal(played.heard.length, 1);
});

test("an answer of more than 64 KiB is cut off", async () => {
  await using played = await playGateway((response) => answer(response, 200, `{"SESSION":"${"x".repeat(2 ** 20)}"}`));
  await assert.rejects(createSession(played.gateway, request), unknown("too_large"));
  assert.equal(played.heard.length, 1);
});

test("one deadline covers waiting for headers, a body that stalls, and retries", async () => {
  const stalls: Parameters<typeof playGateway>[0][] = [
    silence,
    breakOff('{"SESSION":'),
    (response) => answer(response, 503, "{}", { "retry-after": "0" }),
  ];
  for (const stall of stalls) {
    await using played = await playGateway(stall, { timeouts: { createSession: 150 } });
    await assert.rejects(createSession(played.gateway, request), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      return error.code === "timeout" || error.code === "server_error";
    });
    assert.ok(played.clock.now() <= 150);
  }
});

test("Retry-After is honored when it fits the deadline, else there is no waiting", async () => {
  await using patient = await playGateway((response, n) =>
    n === 0
      ? answer(response, 503, "{}", { "retry-after": "1" })
      : answer(response, 200, sample("session-created-live.json")),
  );
  await createSession(patient.gateway, request);
  assert.deepEqual(patient.clock.pauses, [1000]);

  for (const later of ["3600", new Date(Date.now() + 3_600_000).toUTCString()]) {
    await using played = await playGateway((response) => answer(response, 503, "{}", { "retry-after": later }));
    await assert.rejects(createSession(played.gateway, request), unknown("server_error", 503));
    assert.deepEqual(played.clock.pauses, []);
    assert.equal(played.heard.length, 1);
  }
});

test("an AbortSignal ends the call, before and while it waits", async () => {
  const stop = new AbortController();
  await using played = await playGateway(() => stop.abort());
  const aborted = createSession(played.gateway, request, { signal: AbortSignal.abort() });
  await assert.rejects(aborted, unknown("aborted", undefined, false));
  assert.equal(played.heard.length, 0);
  await assert.rejects(createSession(played.gateway, request, { signal: stop.signal }), unknown("aborted"));
  assert.equal(played.heard.length, 1);
});

test("a service that is not there is an OutcomeUnknownError with its cause", async () => {
  const played = await playGateway(() => undefined);
  await played[Symbol.asyncDispose]();
  await assert.rejects(createSession(played.gateway, request), { ...argumentError, message: /closed/ });

  const gateway = openGateway({ sessionApiUrl: played.url, gatewayUrl: played.url });
  await assert.rejects(createSession(gateway, request), (error) => {
    assert.ok(error instanceof OutcomeUnknownError);
    assert.equal(error.code, "network");
    assert.equal((error.cause as { code?: string }).code, "ECONNREFUSED");
    return true;
  });
  await gateway.close();
});

test("what never left this server is not sent, also of calls that may always be repeated", async () => {
  const gateway = openGateway({ sessionApiUrl: deadBank, gatewayUrl: deadBank });
  const rest = openRest({ baseUrl: deadBank, merchantId: "349000000", terminalId: "58585858" });
  moveGateway(gateway, new MovedClock());
  moveRest(rest, new MovedClock());
  for (const call of [
    () => createSession(gateway, request),
    () => sessionResult(gateway, { SESSION: "sess-1", "session-key": "k" }),
    () => idempotencyKey(rest),
  ]) {
    const guidance = "Nothing was sent by this call: make it again.";
    await assert.rejects(call(), { code: "network", sent: false, guidance });
  }
  await Promise.all([gateway.close(), rest.close()]);
});

test("what reached the bank once is sent, whatever becomes of a later try", async () => {
  await using played = await playGateway((response) => response.socket?.destroy());
  await assert.rejects(createSession(played.gateway, request), { code: "network", sent: true });
});

test("connections are kept and used again, never more than asked for", async () => {
  const sockets = new Set<unknown>();
  await using played = await playGateway(
    (response) => {
      sockets.add(response.socket);
      answer(response, 200, sample("session-created-live.json"));
    },
    { connections: 2 },
  );
  await Promise.all(Array.from({ length: 20 }, () => createSession(played.gateway, request)));
  assert.ok(sockets.size <= 2);
});

test("a payment in place of its wire message is an ArgumentError that points to paymentRequest", async () => {
  await using played = await playGateway(() => undefined);
  for (const wrong of [payment, { ...payment, TransactionType: "0200" }]) {
    await assert.rejects(createSession(played.gateway, wrong as never), {
      ...argumentError,
      message: "PaymentRequest: expected the wire message, which paymentRequest(merchant, payment) makes of a payment",
    });
  }
  assert.equal(played.heard.length, 0);
});

test("a connection that is refused names host and reason", async () => {
  const gateway = openGateway({ sessionApiUrl: deadBank, gatewayUrl: deadBank });
  moveGateway(gateway, new MovedClock());
  await assert.rejects(createSession(gateway, request), {
    message: /^createSession had no clear answer: the connection to 127\.0\.0\.1:9 failed \(ECONNREFUSED\)\. /,
  });
  await gateway.close();
});

test("RemoteResponseCode goes along where the contract lists it as mandatory", async () => {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  for (const type of ["0200", "0100"] as const) {
    await createSession(played.gateway, { ...minimalRequests[type], RemoteResponseCode: "00" });
    await createSession(played.gateway, minimalRequests[type]);
  }
  assert.deepEqual(
    played.heard.map(({ body }) => JSON.parse(body).RemoteResponseCode),
    ["00", undefined, "00", undefined],
  );
});

test("a message about the bearer scheme is shown, a token is not", async () => {
  for (const [said, shown] of [
    ["Bearer token is missing", "Bearer token is missing"],
    ["Bearer authentication required.", "Bearer authentication required."],
    ['Bearer realm="bank", error="invalid_token"', 'Bearer realm="bank", error="invalid_token"'],
    ["Bearer abc123 has expired", "Bearer [hidden] has expired"],
    ["Authorization: Bearer eyJhbGciOiJub25lIn0.e30.", "Authorization: Bearer [hidden]"],
    ["bearer abcdefghijklmnopqrstuvwxyz", "Bearer [hidden]"],
    ["Bearer abcdef", "Bearer [hidden]"],
    ["Bearer token.abcdef", "Bearer [hidden]"],
    ["Bearer isabel", "Bearer [hidden]"],
  ] as const) {
    await using played = await playGateway((response) => answer(response, 401, said));
    await assert.rejects(createSession(played.gateway, request), (error: GatewayError) => error.body === shown);
  }
});
