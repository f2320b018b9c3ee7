import assert from "node:assert/strict";
import { test } from "node:test";
import { bank, create } from "./shop.ts";

const query = "GET /sessions/{SESSION} (sk = session-key)";

test("an unknown path is warned about with the likely one, on the wire log and the console", async () => {
  const lines: string[] = [];
  // A SESSION of chance may hold digits that look like a card's number, which the console hides.
  const sandbox = await bank({ seed: 7, log: (line) => lines.push(line) });
  const { SESSION } = await create(sandbox);
  for (const [method, path, likely] of [
    ["POST", "/api/payment/transaction/sale", "POST /api/payment/transactions/sales"],
    ["POST", "/payment/transactions/sales", "POST /api/payment/transactions/sales"],
    ["POST", "/api/payment/transactions/Sales/", "POST /api/payment/transactions/sales"],
    ["POST", "/api/payment/api/payment/transactions/void", "POST /api/payment/transactions/voids"],
    ["POST", "/api/payment/transactions/refunds", "POST /api/payment/transactions/refund"],
    ["POST", "/api/payment/transactions/check-ins", "POST /api/payment/transactions/checkins"],
    ["POST", "/api/payment/transactions/checkout", "POST /api/payment/transactions/checkouts"],
    ["POST", "/api/payment/idempotency-key", "POST /api/payment/idenpotency-keys"],
    ["GET", `/sessions/${SESSION}/status`, query],
    ["GET", `/session/${SESSION}`, query],
    ["GET", `/transactions/${SESSION}`, query],
    ["GET", `/api/payment/transactions/${SESSION}`, query],
    ["POST", "/session", "POST /sessions"],
    ["POST", "/Sessions", "POST /sessions"],
    ["POST", "/api/sessions", "POST /sessions"],
    ["POST", "/payments", "POST /sessions"],
    ["POST", "/authorise", "POST /authorize"],
    ["POST", "/authorize/", "POST /authorize"],
    ["POST", "/authorize/authorize", "POST /authorize"],
    ["POST", "/servicios/pagosxcuotas", "POST /servicios/pagosxcuotas/gatewayPagosCuotas"],
  ] as const) {
    const response = await fetch(sandbox.url + path, { method });
    assert.equal(response.status, 404, path);
    const expected = `there is no such path: did you mean ${likely}?`;
    assert.deepEqual(sandbox.wire().at(-1)?.warnings, [expected], path);
    assert.deepEqual(lines.splice(0), [`${method} ${path}: ${expected}`]);
  }
});

test("a path like none of the service's lists where its parts are", async () => {
  const sandbox = await bank();
  await fetch(`${sandbox.url}/hello`, { method: "POST" });
  assert.deepEqual(sandbox.wire().at(-1)?.warnings, [
    "there is no such path: expected /sessions, /authorize or one below /api/payment",
  ]);
});

test("a wrong method is warned about with the right one, or with the path that was meant", async () => {
  const sandbox = await bank();
  for (const [method, path, expected] of [
    ["PUT", "/sessions", "PUT is not a method of this path: expected POST"],
    ["GET", "/api/payment/transactions/sales", "GET is not a method of this path: expected POST"],
    ["GET", "/sessions", `GET is not a method of this path: expected POST; a result is queried by ${query}`],
    ["POST", "/sessions/", "POST is not a method of this path: expected GET; did you mean POST /sessions?"],
    ["POST", "/sessions/sessions", "POST is not a method of this path: expected GET; did you mean POST /sessions?"],
    ["POST", "/sessions/authorize", "POST is not a method of this path: expected GET; did you mean POST /authorize?"],
    [
      "GET",
      "/authorize?SESSION=x",
      "GET is not a method of this path: expected POST, from a form in the buyer's browser with the field SESSION",
    ],
  ] as const) {
    assert.equal((await fetch(sandbox.url + path, { method })).status, 405);
    assert.deepEqual(sandbox.wire().at(-1)?.warnings, [expected], path);
  }
});

test("what browsers ask for by themselves is not a mistake, and a path reaches the console without secrets", async () => {
  const lines: string[] = [];
  const sandbox = await bank({ log: (line) => lines.push(line) });
  for (const path of ["/favicon.ico", "/apple-touch-icon.png", "/.well-known/appspecific/com.chrome.devtools.json"]) {
    await fetch(sandbox.url + path);
  }
  assert.deepEqual(lines, []);
  const icon = await fetch(`${sandbox.url}/favicon.ico`);
  assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"]);
  await fetch(`${sandbox.url}/pay/4761340000000050/${"a".repeat(64)}`);
  assert.doesNotMatch(lines.join(), /4761340000000050|a{64}/);
});

test("the longest paths are answered", async () => {
  const sandbox = await bank();
  assert.equal((await fetch(`${sandbox.url}/${"sessions/".repeat(900)}`)).status, 404);
});
