import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { bank, create, request } from "./shop.ts";

const sandbox = await bank();
const { port } = new URL(sandbox.url);

async function raw(message: string): Promise<string> {
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += String(chunk);
  });
  socket.write(message);
  await once(socket, "close");
  return answer;
}

test("a request with both Content-Length and Transfer-Encoding is taken", async () => {
  const body = JSON.stringify(request);
  const answer = await raw(
    `POST /sessions HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\nProxy-Connection: Keep-Alive\r\nConnection: close\r\n` +
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(answer, /"session-key":"[0-9a-f]{64}"\}$/);
});

test("a whole address in the request line is taken, as clients of a proxy send it", async () => {
  const answer = await raw(
    "POST http://127.0.0.1/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
  );
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
});

test("every Host name is answered", async () => {
  for (const host of ["localhost", "gateway.localhost:4000", "bank.example"]) {
    const answer = await raw(`GET /sessions/x?sk=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /\{"message":"Session not found"\}$/);
  }
});

test("a wrong method answers 405 and names the right ones", async () => {
  for (const [method, path, allow] of [
    ["GET", "/sessions", "POST"],
    ["PUT", "/sessions", "POST"],
    ["OPTIONS", "/sessions", "POST"],
    ["POST", "/sessions/x", "GET"],
    ["DELETE", "/sessions/x", "GET"],
    ["GET", "/authorize", "POST"],
    ["PUT", "/auth", "GET, POST"],
    ["GET", "/api/payment/transactions/sales", "POST"],
    ["DELETE", "/api/payment/idenpotency-keys", "POST"],
    ["OPTIONS", "/api/payment/transactions/refund", "POST"],
    ["GET", "/servicios/pagosxcuotas/gatewayPagosCuotas", "POST"],
  ] as const) {
    const response = await fetch(sandbox.url + path, { method });
    assert.deepEqual(
      [response.status, response.headers.get("allow"), await response.text()],
      [405, allow, '{"message":"Method Not Allowed"}'],
      `${method} ${path}`,
    );
  }
});

test("no origin is let in by CORS, asked before or not", async () => {
  for (const [method, path] of [
    ["OPTIONS", "/sessions"],
    ["POST", "/sessions"],
    ["POST", "/api/payment/idenpotency-keys"],
    ["GET", "/control/state"],
  ] as const) {
    const headers = { origin: "http://shop.example", "access-control-request-method": "POST" };
    const response = await fetch(sandbox.url + path, { method, headers });
    assert.deepEqual(
      [...response.headers.keys()].filter((name) => name.startsWith("access-control")),
      [],
      path,
    );
  }
});

test("a REST request may carry both framings, unknown headers and no content type", async () => {
  const body = "{}";
  const answer = await raw(
    `POST /api/payment/transactions/sales HTTP/1.1\r\nHost: bank\r\nX-Strange: 1\r\nProxy-Connection: Keep-Alive\r\nConnection: close\r\n` +
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n${body}\r\n0\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json\r\n/);
  assert.match(answer, /"error":"Incoming data validation error"/);
});

test("an unknown path answers 404, also next to a known one", async () => {
  for (const path of [
    "/nothing",
    "/api/payment",
    "/api/payment/transactions/sale",
    "/api/payment/transactions/sales/",
    "/sessions/",
    "/sessions/a/b",
    "/Sessions",
    "//sessions",
    "/assets/",
    "/assets/../package.json",
  ]) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 404 /, path);
  }
});

test("a browser gets a page where others get JSON", async () => {
  const headers = { accept: "text/html,*/*", "accept-language": "en-GB,es;q=0.5" };
  for (const [path, status] of [
    ["/authorize", 405],
    ["/nothing", 404],
  ] as const) {
    const response = await fetch(sandbox.url + path, { headers });
    assert.equal(response.status, status);
    assert.match(await response.text(), /^<!doctype html>\n<html lang="en">/);
  }
});

test("HEAD answers like GET without a body", async () => {
  const address = `${sandbox.url}/assets/frame.css`;
  const [whole, head] = [await fetch(address), await fetch(address, { method: "HEAD" })];
  assert.equal(head.status, 200);
  assert.notEqual(await whole.text(), "");
  assert.equal(await head.text(), "");
  for (const name of ["content-type", "content-length", "cache-control"]) {
    assert.equal(head.headers.get(name), whole.headers.get(name), name);
  }
});

test("pages are never cached, framed or let load anything from elsewhere", async () => {
  const { SESSION } = await create(sandbox);
  const page = await fetch(`${sandbox.url}/authorize`, { method: "POST", body: new URLSearchParams({ SESSION }) });
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("x-frame-options"), "SAMEORIGIN");
  assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  assert.equal(
    page.headers.get("content-security-policy"),
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'",
  );
  assert.doesNotMatch(await page.text(), /<style|style=|<script(?! type="module" src)|\son[a-z]+="/);
});

test("a thousand requests on one connection are all answered", async () => {
  const one = "GET /sessions/x?sk=1 HTTP/1.1\r\nHost: x\r\n\r\n";
  const answer = await raw(one.repeat(999) + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  assert.equal(answer.split("HTTP/1.1 404").length - 1, 1000);
});
