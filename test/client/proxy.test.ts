import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { after, beforeEach, test } from "node:test";
import tls from "node:tls";
import { inspect } from "node:util";
import { OutcomeUnknownError, openGateway, sessionResult } from "@ventanilla/client";
import { idempotencyKey, openRest, sale } from "@ventanilla/client/rest";
import { failedConnection } from "../../packages/client/src/failed-connection.ts";
import { certificateFor } from "../../packages/sandbox/src/http/certificate.ts";
import { listen } from "../listen.ts";
import { answer, type PlayedRest, playGateway, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { minimalRest } from "./valid-rest-request.ts";

const bank = certificateFor(["127.0.0.1"], new Date("2099-12-31"));
const trusted = tls.getCACertificates("default");
tls.setDefaultCACertificates([...trusted, bank.cert]);

const variables = ["NODE_USE_ENV_PROXY", "NODE_OPTIONS", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
const before = new Map(variables.map((name) => [name, process.env[name]]));

/** Sets variables for what follows, and takes the others away. */
function setVariables(values: Record<string, string>): void {
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, values);
}

beforeEach(() => setVariables({}));
after(() => {
  tls.setDefaultCACertificates(trusted);
  setVariables({});
  for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
});

/** A proxy that connects, and notes what it was asked for. `refusal`: the status that it answers instead. */
async function openProxy({
  refusal,
  secure = false,
}: {
  refusal?: number | "silence" | "chatter";
  secure?: boolean;
} = {}) {
  const asked: { target: string | undefined; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = secure ? createTlsServer(bank) : createServer();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.on("connect", ({ url = "", headers }: IncomingMessage, client: Socket, head: Buffer) => {
    asked.push({ target: url, authorization: headers["proxy-authorization"] });
    client.on("error", () => undefined);
    if (refusal === "silence") return;
    if (refusal === "chatter") return void client.write("HTTP/1.1 200 Connected\r\n\r\n<html>");
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const [host = "", port] = url.split(":");
    const upstream = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connected\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
  });
  const host = `127.0.0.1:${await listen(server)}`;
  return {
    asked,
    host,
    url: `${secure ? "https" : "http"}://${host}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const approved = sample("rest-sale-approved.json");
const secureRest = (options: Parameters<typeof playRest>[1] = {}) =>
  playRest((response) => answer(response, 200, approved), options, bank);
const hostOf = ({ url }: PlayedRest) => new URL(url).host;

test("the option leads every call through the proxy, over TLS that the proxy does not see", async () => {
  for (const secure of [false, true]) {
    await using proxy = await openProxy({ secure });
    await using played = await secureRest({ proxy: proxy.url.replace("://", "://shop:s%40fe@") });
    assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
    assert.deepEqual(proxy.asked, [
      { target: hostOf(played), authorization: `Basic ${Buffer.from("shop:s@fe").toString("base64")}` },
    ]);
  }
});

test("a plain connection to a sandbox goes through it, too: sessions and payment page", async () => {
  await using proxy = await openProxy();
  await using played = await playGateway((response) => answer(response, 404, sample("query-pending.json")), {
    proxy: proxy.url,
  });
  assert.deepEqual(await sessionResult(played.gateway, { SESSION: "s", "session-key": "k" }), { status: "pending" });
  assert.deepEqual(proxy.asked, [{ target: new URL(played.url).host, authorization: undefined }]);
});

test("Node's own variables count as for fetch: only when Node is told so, but for NO_PROXY", async () => {
  await using proxy = await openProxy();
  const https = { HTTPS_PROXY: proxy.url };
  const cases: [through: boolean, Record<string, string>][] = [
    [false, https],
    [true, { ...https, NODE_USE_ENV_PROXY: "1" }],
    [true, { ...https, NODE_OPTIONS: "--use-env-proxy" }],
    [false, { ...https, NODE_USE_ENV_PROXY: "1", NODE_OPTIONS: "--no-use-env-proxy" }],
    [true, { https_proxy: proxy.url, HTTPS_PROXY: "http://127.0.0.1:9", NODE_USE_ENV_PROXY: "1" }],
    [true, { HTTP_PROXY: proxy.url, NODE_USE_ENV_PROXY: "1" }],
    [false, { HTTPS_PROXY: "", NODE_USE_ENV_PROXY: "1" }],
    [false, { ...https, NODE_USE_ENV_PROXY: "1", NO_PROXY: "bank.example, 127.0.0.1" }],
    [false, { ...https, NODE_USE_ENV_PROXY: "1", no_proxy: "*" }],
    [true, { ...https, NODE_USE_ENV_PROXY: "1", NO_PROXY: "127.0.0.1:1 0.0.1x *.127.0.0.1" }],
    [false, { ...https, NODE_USE_ENV_PROXY: "1", NO_PROXY: ".0.0.1" }],
  ];
  for (const [through, values] of cases) {
    proxy.asked.length = 0;
    setVariables(values);
    await using played = await secureRest();
    await sale(played.rest, minimalRest.sale);
    assert.equal(proxy.asked.length > 0, through, JSON.stringify(values));
    if (through) continue;
    await using direct = await secureRest({ proxy: proxy.url });
    await sale(direct.rest, minimalRest.sale);
    assert.equal(proxy.asked.length, 1, "the option comes before the variables");
  }
  setVariables({ ...https, NODE_USE_ENV_PROXY: "1" });
  proxy.asked.length = 0;
  await using played = await secureRest({ proxy: false });
  await sale(played.rest, minimalRest.sale);
  assert.deepEqual(proxy.asked, []);
});

test("an error names the proxy when it is the proxy, never its password, and says that nothing was sent", async () => {
  const refusals: [Parameters<typeof openProxy>[0], RegExp][] = [
    [{ refusal: 407 }, /the proxy 127\.0\.0\.1:\d+ wants a name and password \(status 407\)/],
    [{ refusal: 403 }, /the proxy 127\.0\.0\.1:\d+ did not connect to 127\.0\.0\.1:\d+ \(status 403\)/],
    [{ refusal: 502 }, /the proxy 127\.0\.0\.1:\d+ did not connect to 127\.0\.0\.1:\d+ \(status 502\)/],
  ];
  for (const [how, said] of refusals) {
    await using proxy = await openProxy(how);
    await using played = await secureRest({ proxy: proxy.url.replace("://", "://shop:hunter2@") });
    await assert.rejects(sale(played.rest, minimalRest.sale), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      assert.match(error.message, said);
      assert.deepEqual([error.code, error.sent, played.heard.length], ["network", false, 0]);
      assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /hunter2|aHVudGVy|c2hvc/);
      return true;
    });
  }
  await using gone = await secureRest({ proxy: "http://shop:hunter2@127.0.0.1:9" });
  await assert.rejects(idempotencyKey(gone.rest), /the proxy 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/);
  await using plain = await openProxy();
  await using wrong = await secureRest({ proxy: plain.url.replace("http:", "https:") });
  await assert.rejects(idempotencyKey(wrong.rest), /the proxy 127\.0\.0\.1:\d+ cannot be reached \(ERR_SSL\w+: no TLS/);
});

test("a proxy that falls silent is named when the deadline passes", async () => {
  await using proxy = await openProxy({ refusal: "silence" });
  const rest = openRest({
    baseUrl: "https://127.0.0.1:1",
    merchantId: "349000000",
    terminalId: "1",
    proxy: proxy.url,
    timeouts: { idempotencyKey: 100 },
  });
  await assert.rejects(
    idempotencyKey(rest),
    new RegExp(`the deadline passed before the proxy ${proxy.host} had connected`),
  );
  // What waits for the proxy ends with it.
  await proxy[Symbol.asyncDispose]();
  await rest.close();
});

test("a proxy that says more than that it has connected is named, is asked no further, and closing ends", async () => {
  const said = /the proxy 127\.0\.0\.1:\d+ sent more than its answer to CONNECT 127\.0\.0\.1:\d+\. Nothing was sent/;
  await using proxy = await openProxy({ refusal: "chatter" });
  await using secure = await secureRest({ proxy: proxy.url });
  await assert.rejects(sale(secure.rest, minimalRest.sale), said);
  await using plain = await playGateway(() => assert.fail("it came"), { proxy: proxy.url });
  await assert.rejects(sessionResult(plain.gateway, { SESSION: "s", "session-key": "0".repeat(40) }), said);
  const { length } = proxy.asked;
  await plain.gateway.close();
  assert.ok(length < 20, `${length} connections`);
  assert.equal(proxy.asked.length, length);
});

test("what fails behind the proxy names the bank", async () => {
  await using proxy = await openProxy();
  const other = certificateFor(["127.0.0.1"], new Date("2099-12-31"));
  await using played = await playRest(() => assert.fail("it came"), { proxy: proxy.url }, other);
  await assert.rejects(
    sale(played.rest, minimalRest.sale),
    new RegExp(`the connection to ${hostOf(played)} failed \\(DEPTH_ZERO_SELF_SIGNED_CERT: `),
  );
});

test("an address of anything but an HTTP proxy is refused at once, by name and without its value", () => {
  const addresses = { sessionApiUrl: "https://bank.example", gatewayUrl: "https://bank.example" };
  for (const proxy of ["", "proxy.example:3128", "socks5://u:hunter2@proxy", "http://hunter2%@p", "http://p/hunter2"]) {
    for (const open of [
      () => openGateway({ ...addresses, proxy }),
      () => openRest({ baseUrl: "https://bank.example", merchantId: "1", terminalId: "1", proxy }),
    ]) {
      assert.throws(open, (error: Error & { code?: string }) => {
        assert.match(error.message, /^(?:gateway|rest)\.proxy: expected the address of an HTTP proxy, such as http:/);
        assert.doesNotMatch(error.message, /hunter2/);
        return error.code === "ERR_VENTANILLA_ARGUMENT";
      });
    }
  }
  setVariables({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "socks5://u:hunter2@proxy" });
  assert.throws(() => openGateway(addresses), /^\w*: HTTPS_PROXY: expected|^TypeError.*HTTPS_PROXY: expected/);
});

test("a bank that asks for a certificate gets that of the option, also through a proxy, and errors say what is missing", async () => {
  const own = certificateFor(["shop.example"], new Date("2099-12-31"));
  const secure = { ...bank, ca: own.cert, requestCert: true, rejectUnauthorized: true };
  await using proxy = await openProxy();
  for (const way of [{}, { proxy: proxy.url }]) {
    await using played = await playRest(
      (response) => answer(response, 200, approved),
      { clientCertificate: own, ...way },
      secure,
    );
    assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
  }
  const asks = /: does it ask for a client certificate, or another one\? .* clientCertificate\)/;
  await using none = await playRest(() => assert.fail("it came"), {}, { ...secure, maxVersion: "TLSv1.2" });
  await assert.rejects(sale(none.rest, minimalRest.sale), (error: OutcomeUnknownError) => {
    assert.match(error.message, asks);
    return error.code === "network";
  });
  // Of TLS 1.3, where the answer comes after the handshake, and Node's own server only closes.
  const alert = Object.assign(new Error(), { code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" });
  assert.match(failedConnection("https://bank.example", alert), asks);
});

test("a certificate that cannot be used is refused at once, without a word of its key", () => {
  const [own, other] = [0, 1].map(() => certificateFor(["shop.example"], new Date("2099-12-31")));
  assert.ok(own && other);
  for (const clientCertificate of [
    {},
    { cert: own.cert },
    { cert: own.cert, key: other.key },
    { cert: "no", key: "secret" },
    { pfx: Buffer.from("no") },
    { ...own, pfx: Buffer.from("no") },
  ]) {
    assert.throws(
      () => openRest({ baseUrl: "https://bank.example", merchantId: "1", terminalId: "1", clientCertificate }),
      (error: Error & { code?: string }) => {
        assert.match(error.message, /^rest\.clientCertificate: expected /);
        assert.doesNotMatch(inspect(error), /secret|PRIVATE/);
        return error.code === "ERR_VENTANILLA_ARGUMENT";
      },
    );
  }
});
