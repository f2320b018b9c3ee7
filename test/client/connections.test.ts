import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { createSession, OutcomeUnknownError, sessionResult } from "@ventanilla/client";
import { idempotencyKey, type Rest, refund, reverse, sale } from "@ventanilla/client/rest";
import { restPaths } from "@ventanilla/client/wire";
import { deadBank } from "../dead-bank.ts";
import { listen } from "../listen.ts";
import { MovedClock, openMovedRest } from "./moved-clock.ts";
import { answer, type Play, playGateway, playRest, silence } from "./played-gateway.ts";
import { refusalOf, sample } from "./sample.ts";
import { minimalRequests } from "./valid-request.ts";
import { call, key, minimalRest, operations, original, withNewKey } from "./valid-rest-request.ts";

const approved = sample("rest-sale-approved.json");
const once = ["void", "checkOut", "refund"] as const;

for (const operation of operations) {
  test(`a ${operation} has a connection of its own each time`, async () => {
    const sockets = new Set<unknown>();
    await using played = await playRest((response, _n, { body }) => {
      sockets.add(response.socket);
      answer(response, 200, approved.replace(key, JSON.parse(body)["idempotency-key"]));
    });
    for (let n = 0; n < 6; n++) await call(played.rest, operation, withNewKey(minimalRest[operation]));
    assert.equal(sockets.size, 6);
  });
}

test("keys use kept connections, and a stale answer on one never refuses a sale", async () => {
  // A bank that refuses once more, late, what came before on the connection.
  const used = new Set<unknown>();
  let keys = 0;
  await using played = await playRest(
    (response, _n, { url, body }) => {
      if (url !== restPaths.sale) {
        used.add(response.socket);
        return answer(response, 200, `ikey:${++keys}`);
      }
      if (used.has(response.socket)) response.socket?.write("HTTP/1.1 404 No\r\ncontent-length: 2\r\n\r\nno");
      const own: string = JSON.parse(body)["idempotency-key"];
      answer(response, 200, JSON.stringify({ ...JSON.parse(approved), "idempotency-key": own, pnRef: `txn-${own}` }));
    },
    { connections: 1 },
  );
  const { "idempotency-key": _, ...keyless } = minimalRest.sale;
  for (let n = 0; n < 20; n++) assert.equal((await sale(played.rest, keyless)).finality, "approved");
  assert.equal(used.size, 1);
});

test("a void that is not repeated is not disturbed by what a kept connection was used for before", async () => {
  // A bank that answers a sale twice: the second answer lies on the connection when the void is sent.
  const server = createServer((socket: Socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const path = chunk.toString().split(" ")[1];
      const body = path === restPaths.void ? refusalOf(approved, "12") : approved;
      const text = `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      socket.write(path === restPaths.void ? text : text + text);
    });
  });
  const port = await listen(server);
  const rest = openMovedRest(`http://127.0.0.1:${port}`);
  for (let n = 0; n < 50; n++) {
    const selling = sale(rest, withNewKey(minimalRest.sale)).catch(() => undefined);
    assert.equal((await call(rest, "void", minimalRest.void))["response-code"], "12");
    await selling;
    assert.equal((await call(rest, "void", minimalRest.void))["response-code"], "12");
  }
  await rest.close();
  server.close();
});

test("every operation has a deadline for each try: one that hangs leaves time for another", async () => {
  const stalled: Play = (response, n, heard, clock) => {
    if (n === 0) silence(response, n, heard, clock);
    else answer(response, 200, heard.url?.endsWith("keys") ? `ikey:${key}` : approved);
  };
  await using forKey = await playRest(stalled);
  assert.equal(await idempotencyKey(forKey.rest), key);
  assert.ok(forKey.clock.now() < 10_000);
  await using forSession = await playGateway((response, n, heard, clock) =>
    n === 0 ? silence(response, n, heard, clock) : answer(response, 200, sample("session-created-live.json")),
  );
  assert.match((await createSession(forSession.gateway, minimalRequests["0200"])).SESSION, /^sess-/);
  assert.ok(forSession.clock.now() < 10_000);
});

test("a call that is not repeated may take its whole deadline once it was sent", async () => {
  for (const operation of once) {
    await using played = await playRest(
      (response, _n, _heard, clock) => {
        clock.advance(900);
        answer(response, 200, approved);
      },
      { timeouts: { transaction: 1_000 } },
    );
    assert.equal((await call(played.rest, operation, minimalRest[operation])).finality, "approved");
  }
});

test("a call that can't reach the bank tries four times, and says that nothing was sent", async () => {
  const clock = new MovedClock();
  const rest = openMovedRest(deadBank, clock);
  for (const operation of once) {
    clock.pauses.length = 0;
    await assert.rejects(call(rest, operation, minimalRest[operation]), { code: "network", sent: false });
    assert.equal(clock.pauses.length, 3, operation);
  }
  await rest.close();
});

test("close lets calls end, with all their requests and repetitions, and twice is fine", async () => {
  let close: Promise<void> | undefined;
  let rest: Rest | undefined;
  await using played = await playRest((response, n) => {
    // It is closed while the key is fetched; the sale and its repetition are still to come.
    if (n === 0) close = rest?.close();
    if (n === 0) return answer(response, 200, `ikey:${key}`);
    answer(response, n === 1 ? 500 : 200, n === 1 ? "{}" : approved);
  });
  rest = played.rest;
  const { "idempotency-key": _, ...keyless } = minimalRest.sale;
  assert.equal((await sale(rest, keyless)).finality, "approved");
  assert.equal(played.heard.length, 3);
  await Promise.all([close, rest.close(), rest.close()]);
  await rest.close();
  await assert.rejects(sale(rest, minimalRest.sale), /^TypeError: rest: expected an open one, this one is closed$/);
});

test("close lets a reversal come to its refund", async () => {
  const no = refusalOf(approved, "77");
  let rest: Rest | undefined;
  await using played = await playRest(
    (response, _n, { url }) => {
      void rest?.close();
      answer(response, 200, url === restPaths.void ? no : approved);
    },
    { now: () => original.at.getTime() + 1_000 },
  );
  rest = played.rest;
  assert.equal((await reverse(rest, original)).method, "refund");
});

test("closing a gateway twice is fine, and its calls are refused from then on", async () => {
  await using played = await playGateway((response) => answer(response, 404, sample("query-pending.json")));
  const { gateway } = played;
  const session = { SESSION: "s", "session-key": "k" };
  const asked = sessionResult(gateway, session);
  const closed = [gateway.close(), gateway.close()];
  assert.deepEqual(await asked, { status: "pending" });
  await Promise.all(closed);
  for (const made of [sessionResult(gateway, session), createSession(gateway, minimalRequests["0200"])]) {
    await assert.rejects(made, /^TypeError: gateway: expected an open one, this one is closed$/);
  }
});

test("a 401 as a web page refuses the bearer token, and another one is fetched", async () => {
  let given = 0;
  await using played = await playRest(
    (response, _n, { headers }) =>
      headers.authorization === "Bearer b-1"
        ? answer(response, 401, "<html>Unauthorized</html>", { "content-type": "text/html" })
        : answer(response, 200, sample("rest-refund-approved.json")),
    { bearerToken: () => `b-${++given}` },
  );
  assert.equal((await refund(played.rest, minimalRest.refund)).finality, "approved");
  assert.equal(given, 2);
  await using refusing = await playRest((response) => answer(response, 401, "<h1>no"));
  for (const operation of operations) {
    await assert.rejects(call(refusing.rest, operation, minimalRest[operation]), { name: "GatewayError", status: 401 });
  }
  await assert.rejects(idempotencyKey(refusing.rest), { name: "GatewayError", status: 401 });
});

test("a bearer token that never comes is waited for until the deadline or the signal, and its provider is told", async () => {
  const signals: AbortSignal[] = [];
  const never = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise<string>(() => undefined);
  };
  await using played = await playRest(() => undefined, { bearerToken: never });
  const late = refund(played.rest, minimalRest.refund);
  played.clock.skip();
  await assert.rejects(late, (error) => {
    assert.ok(error instanceof OutcomeUnknownError);
    assert.deepEqual([error.code, error.operation, error.sent], ["timeout", "refund", false]);
    return true;
  });
  assert.equal(signals[0]?.aborted, true);
  const stop = new AbortController();
  const [given, patient] = [
    refund(played.rest, minimalRest.refund, { signal: stop.signal }),
    refund(played.rest, withNewKey(minimalRest.refund)),
  ];
  stop.abort();
  await assert.rejects(given, { code: "aborted", sent: false });
  // Another call still waits for the same token.
  assert.deepEqual([signals.length, signals[1]?.aborted], [2, false]);
  played.clock.skip();
  await assert.rejects(patient, { code: "timeout", sent: false });
  assert.equal(signals[1]?.aborted, true);
  // What may have been sent before is not "nothing was sent".
  const doubtful = refund(played.rest, minimalRest.refund, { mayHaveBeenSent: true });
  played.clock.skip();
  await assert.rejects(doubtful, { code: "timeout", sent: true });
  assert.equal(played.heard.length, 0);
});

test("an amount that the caller changes while the key is fetched is the one that was given", async () => {
  const amount = { minor: 500_000, currency: "DOP" as "DOP" | "USD" };
  const { "idempotency-key": _, ...keyless } = minimalRest.sale;
  await using played = await playRest((response, n) => {
    Object.assign(amount, { minor: 100, currency: "USD" });
    answer(response, 200, n === 0 ? `ikey:${key}` : n === 1 ? "{}" : approved);
  });
  const error: unknown = await sale(played.rest, { ...keyless, amount }).catch((reason: unknown) => reason);
  assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "sale");
  assert.equal((await sale(played.rest, error.call.request)).finality, "approved");
  const { amount: sent, currency } = JSON.parse(played.heard[1]?.body ?? "");
  assert.deepEqual([sent, currency], ["5000.00", "214"]);
  assert.equal(played.heard[2]?.body, played.heard[1]?.body);
});
