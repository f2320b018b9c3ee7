import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { test } from "node:test";
import { idempotencyKey, OutcomeUnknownError, sale } from "@ventanilla/client/rest";
import { idempotencyKeyPaths, type RestOperation, restPaths } from "@ventanilla/client/wire";
import { freePort } from "../free-port.ts";
import { listen } from "../listen.ts";
import { argumentError } from "./argument-error.ts";
import { MovedClock, openMovedRest } from "./moved-clock.ts";
import { answer, breakOff, type Play, playRest, silence } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { call, key, minimalRest, operations, withNewKey } from "./valid-rest-request.ts";

const approved = sample("rest-sale-approved.json");
const [keyPath, otherKeyPath] = idempotencyKeyPaths;
const keyed = (response: Parameters<Play>[0]) => answer(response, 200, `ikey:${key}`, { "content-type": "text/plain" });
const { "idempotency-key": _, ...keyless } = minimalRest.sale;
const repeated = ["sale", "checkIn"] as const;
const once = ["void", "checkOut", "refund"] as const;

const failures: [string, string, Play][] = [
  ["server_error", "a 500", (response) => answer(response, 500, "{}")],
  ["server_error", "a 500 that holds an approval", (response) => answer(response, 500, approved)],
  ["html", "a page with 200", (response) => answer(response, 200, "<html>")],
  ["bad_json", "JSON that breaks off", (response) => answer(response, 200, approved.slice(0, 40))],
  ["network", "a connection reset", (response) => response.socket?.destroy()],
  ["rate_limited", "429", (response) => answer(response, 429, "{}")],
  ["html", "a page with 403", (response) => answer(response, 403, "<html>")],
  [
    "network",
    "a body that breaks off",
    (response) => {
      response.writeHead(200, { "content-length": "500" });
      response.write('{"response-code"', () => response.socket?.destroy());
    },
  ],
];

for (const operation of repeated) {
  for (const [, what, failure] of failures) {
    test(`a ${operation} is repeated with the same bytes after ${what}, one after the other`, async () => {
      let open = 0;
      let most = 0;
      await using played = await playRest((response, n, heard, clock) => {
        most = Math.max(most, ++open);
        response.on("close", () => open--);
        if (n < 2) failure(response, n, heard, clock);
        else answer(response, 200, sample("rest-sale-icache.json"));
      });
      const result = await call(played.rest, operation, minimalRest[operation]);
      assert.deepEqual([result.finality, result["response-code-source"]], ["approved", "icache"]);
      assert.equal(played.heard.length, 3);
      assert.equal(most, 1);
      assert.equal(new Set(played.heard.map(({ body }) => body)).size, 1);
      assert.equal(JSON.parse(played.heard[0]?.body ?? "")["idempotency-key"], key);
    });
  }
}

for (const operation of once) {
  for (const [code, what, failure] of failures) {
    test(`a ${operation} is not repeated after ${what}, and the error says what to do`, async () => {
      await using played = await playRest(failure);
      await assert.rejects(call(played.rest, operation, minimalRest[operation]), (error) => {
        assert.ok(error instanceof OutcomeUnknownError);
        assert.deepEqual([error.code, error.operation, error.sent], [code, operation, true]);
        assert.match(error.guidance, /^It may have gone through: ask the bank/);
        assert.ok(error.message.endsWith(error.guidance));
        assert.ok(error.call.operation === operation && error.call.request["idempotency-key"] === key);
        return true;
      });
      assert.equal(played.heard.length, 1);
    });
  }
}

/** A port that nobody listens on, until `open` is called. */
async function closedPort() {
  const port = await freePort();
  const open = () =>
    new Promise<Server>((resolve) => {
      const server: Server = createServer((socket) => {
        socket.on("error", () => undefined);
        socket.on("data", () =>
          socket.end(
            `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(approved)}\r\nconnection: close\r\n\r\n${approved}`,
          ),
        );
      }).listen(port, "127.0.0.1", () => resolve(server));
    });
  return { url: `http://127.0.0.1:${port}`, open };
}

for (const operation of operations) {
  test(`a ${operation} that surely was not sent, since nobody listens, is sent again, and then says so`, async () => {
    const port = await closedPort();
    const clock = new MovedClock();
    const rest = openMovedRest(port.url, clock);
    // Somebody listens from its first pause on.
    let server: Server | undefined;
    const pause = test.mock.method(clock, "pause", async () => {
      server ??= await port.open();
    });
    assert.equal((await call(rest, operation, minimalRest[operation])).finality, "approved");
    pause.mock.restore();
    assert.equal(pause.mock.callCount(), 1);
    await new Promise((resolve) => server?.close(resolve));
    await assert.rejects(call(rest, operation, withNewKey(minimalRest[operation])), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      assert.deepEqual([error.code, error.sent], ["network", false]);
      assert.equal(error.guidance, "Nothing was sent by this call: make it again.");
      return true;
    });
    await rest.close();
  });
}

test("a failed TLS handshake and an unknown host name report that nothing was sent", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined);
    socket.end("this is not TLS\n");
  });
  const port = await listen(server);
  for (const url of [`https://127.0.0.1:${port}`, "https://nobody.invalid"]) {
    const rest = openMovedRest(url);
    await assert.rejects(call(rest, "void", minimalRest.void), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      assert.equal(error.sent, false);
      return true;
    });
    await rest.close();
  }
  assert.equal(connections, 4);
  server.close();
});

test("a sale fetches its key first, without a body and as plain text, and sends it", async () => {
  for (const body of [`ikey:${key}`, `"ikey:${key}"`, `ikey: ${key}\n`, `IKEY:${key}`]) {
    await using played = await playRest((response, n) => answer(response, 200, n === 0 ? body : approved));
    await sale(played.rest, keyless);
    const [first, second] = played.heard;
    assert.deepEqual([first?.method, first?.url, first?.body], ["POST", keyPath, ""]);
    assert.equal(first?.headers.accept, "text/plain");
    assert.equal(second?.url, restPaths.sale);
    assert.equal(JSON.parse(second?.body ?? "")["idempotency-key"], key);
  }
});

test("the other spelling of the key's path is tried when the first is not found", async () => {
  await using played = await playRest((response, n) => (n === 0 ? answer(response, 404, "<h1>no") : keyed(response)));
  assert.equal(await idempotencyKey(played.rest), key);
  assert.deepEqual(
    played.heard.map(({ url }) => url),
    [keyPath, otherKeyPath],
  );
});

test("no key, no charge: the error's operation is idempotencyKey, and a wrong request costs no key", async () => {
  for (const body of ["", "ikey:", "nonsense", '{"a":1}', "ikey:a b", `ikey:${"x".repeat(2_000)}`]) {
    await using played = await playRest((response) => answer(response, 200, body));
    await assert.rejects(sale(played.rest, keyless), { operation: "idempotencyKey", code: "malformed_answer" });
    assert.ok(played.heard.every(({ url }) => url === keyPath));
  }
  await using played = await playRest(keyed);
  await assert.rejects(sale(played.rest, { ...keyless, cvv: "1" }), TypeError);
  assert.equal(played.heard.length, 0);
});

test("a key is fetched again after a passing failure", async () => {
  await using played = await playRest((response, n) => (n < 2 ? answer(response, 503, "") : keyed(response)));
  assert.equal(await idempotencyKey(played.rest), key);
  assert.equal(played.heard.length, 3);
});

test("09 waits and repeats with the same key until the answer is there", async () => {
  await using played = await playRest(
    (response, n) => answer(response, 200, sample(n < 8 ? "rest-sale-in-progress.json" : "rest-sale-icache.json")),
    { timeouts: { transaction: 60_000 } },
  );
  const result = await sale(played.rest, minimalRest.sale);
  assert.equal(result["response-code-source"], "icache");
  assert.equal(played.heard.length, 9);
});

test("after many 09 a passing failure is still passed over", async () => {
  await using played = await playRest((response, n) =>
    n === 8
      ? answer(response, 500, "{}")
      : answer(response, 200, sample(n < 8 ? "rest-sale-in-progress.json" : "rest-sale-icache.json")),
  );
  assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
});

test("09 until the deadline is an OutcomeUnknownError that holds the request and its key", async () => {
  await using played = await playRest(
    (response, n) => (n === 0 ? keyed(response) : answer(response, 200, sample("rest-sale-in-progress.json"))),
    { timeouts: { transaction: 700 } },
  );
  await assert.rejects(sale(played.rest, keyless), (error) => {
    assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "sale");
    assert.equal(error.code, "in_progress");
    assert.match(error.guidance, /same idempotency-key/);
    assert.equal(error.call.request["idempotency-key"], key);
    return true;
  });
  assert.ok(played.heard.length > 2 && played.clock.now() < 700);
});

test("what an error asks to be called with again sends the same bytes", async () => {
  await using played = await playRest(
    (response, n) => (n === 0 ? keyed(response) : answer(response, 200, n < 2 ? "{}" : approved)),
    { token: () => `token-${Math.random()}` },
  );
  const error: unknown = await sale(played.rest, keyless).catch((failure: unknown) => failure);
  assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "sale");
  assert.equal((await sale(played.rest, error.call.request)).finality, "approved");
  assert.equal(played.heard[1]?.body, played.heard[2]?.body);
  assert.equal(played.heard.length, 3);
});

test("the request of an error goes back whole: no spread, no change, no other operation", async () => {
  await using played = await playRest((response) => answer(response, 200, "{}"));
  const error: unknown = await sale(played.rest, minimalRest.sale).catch((failure: unknown) => failure);
  assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "sale");
  const { request } = error.call;
  const before = played.heard.length;
  const copy: object = Object.assign({}, request);
  assert.deepEqual(copy, {});
  assert.throws(() => Object.assign(request, { amount: { minor: 1, currency: "DOP" } }), TypeError);
  for (const [operation, wrong, message] of [
    ["sale", copy, /^SaleRequest\.card-number: missing; /],
    ["sale", { ...copy, amount: minimalRest.sale.amount }, /^SaleRequest\.card-number: missing; /],
    ["sale", Object.create(request), /^SaleRequest\.card-number: missing; /],
    ["checkIn", request, /^CheckInRequest: expected the request of a checkIn, got one of a sale$/],
    ["void", request, /^VoidRequest: expected the request of a void, got one of a sale$/],
  ] as const) {
    await assert.rejects(call(played.rest, operation, wrong), { ...argumentError, message });
  }
  assert.equal(played.heard.length, before);
});

test("a 09 of a void, check-out or refund is a result and is not repeated", async () => {
  for (const operation of once) {
    await using played = await playRest((response) => answer(response, 200, sample("rest-sale-in-progress.json")));
    assert.equal((await call(played.rest, operation, minimalRest[operation])).finality, "pending");
    assert.equal(played.heard.length, 1);
  }
});

test("a failure that stays ends a sale after six tries, within the one deadline", async () => {
  await using played = await playRest((response) => answer(response, 500, "{}"));
  await assert.rejects(sale(played.rest, minimalRest.sale), { code: "server_error", status: 500, sent: true });
  assert.equal(played.heard.length, 6);
  assert.equal(played.clock.pauses.length, 5);
  assert.ok(played.clock.now() < 60_000);
});

test("a sale whose first try hangs is asked again with the same key before the deadline", async () => {
  await using played = await playRest(
    (response, n, heard, clock) =>
      n === 0 ? silence(response, n, heard, clock) : answer(response, 200, sample("rest-sale-icache.json")),
    { timeouts: { transaction: 1_000 } },
  );
  assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
  assert.equal(played.heard.length, 2);
  assert.equal(played.heard[0]?.body, played.heard[1]?.body);
  assert.ok(played.clock.now() < 1_000);
});

test("one deadline covers key, sale and repetitions", async () => {
  const stalls: [Play, RestOperation][] = [
    [silence, "sale"],
    [
      (response, n, heard, clock) => {
        if (n > 0) return silence(response, n, heard, clock);
        clock.advance(200);
        keyed(response);
      },
      "sale",
    ],
    [(response) => answer(response, 503, "{}", { "retry-after": "0" }), "sale"],
    [breakOff("{"), "void"],
  ];
  for (const [stall, operation] of stalls) {
    await using played = await playRest(stall, { timeouts: { transaction: 300 } });
    const request = operation === "sale" ? keyless : minimalRest.void;
    await assert.rejects(call(played.rest, operation, request), OutcomeUnknownError);
    assert.ok(played.clock.now() <= 300);
  }
});

test("a refusal of a repetition says nothing about the first try", async () => {
  await using played = await playRest((response, n) =>
    n === 0 ? response.socket?.destroy() : answer(response, 400, sample("rest-validation-error.json")),
  );
  await assert.rejects(sale(played.rest, minimalRest.sale), {
    name: "OutcomeUnknownError",
    code: "refused_later",
    status: 400,
  });
});

test("an AbortSignal ends every operation", async () => {
  let stop = new AbortController();
  await using played = await playRest(() => stop.abort());
  for (const operation of operations) {
    stop = new AbortController();
    const { signal } = stop;
    await assert.rejects(call(played.rest, operation, withNewKey(minimalRest[operation]), { signal }), {
      code: "aborted",
      sent: true,
    });
    await assert.rejects(
      call(played.rest, operation, withNewKey(minimalRest[operation]), { signal: AbortSignal.abort() }),
      {
        code: "aborted",
        sent: false,
      },
    );
  }
  assert.equal(played.heard.length, operations.length);
});

test("a closed or forged Rest is an ArgumentError", async () => {
  const rest = openMovedRest("http://127.0.0.1:1");
  await rest.close();
  await assert.rejects(sale(rest, minimalRest.sale), /^TypeError: rest: expected an open one, this one is closed$/);
  await assert.rejects(sale({ ...rest }, minimalRest.sale), /^TypeError: rest: expected what openRest returned$/);
});
