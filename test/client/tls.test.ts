import assert from "node:assert/strict";
import { constants, type Http2ServerResponse } from "node:http2";
import { after, test } from "node:test";
import tls from "node:tls";
import { confirm, createSession, OutcomeUnknownError, sessionResult } from "@ventanilla/client";
import { idempotencyKey, openRest, type RestResult, refund, sale, voidTransaction } from "@ventanilla/client/rest";
import { TransactionResult } from "@ventanilla/client/wire";
import { certificateFor } from "../../packages/sandbox/src/http/certificate.ts";
import { MovedClock, moveRest } from "./moved-clock.ts";
import { answer, type Play, playGateway, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";
import { minimalRest } from "./valid-rest-request.ts";

const certificateEnd = new Date("2099-12-31");
const bank = certificateFor(["127.0.0.1"], certificateEnd);
// As NODE_EXTRA_CA_CERTS does before a process starts: the client has no option that trusts more than the host does.
const trusted = tls.getCACertificates("default");
tls.setDefaultCACertificates([...trusted, bank.cert]);
after(() => tls.setDefaultCACertificates(trusted));

const approved = sample("rest-sale-approved.json");
const approve: Play = (response) => answer(response, 200, approved);
const session = { SESSION: "sess-1", "session-key": "k" };

/** What carries an answer: over HTTP/2 the session that many share. */
function connectionOf(response: Parameters<Play>[0]): { destroy(): unknown } | null | undefined {
  const { stream } = response as unknown as Partial<Http2ServerResponse>;
  return stream === undefined ? response.socket : stream.session;
}

/**
 * Ends what carries the answer, as a bank's proxy that restarts does: over HTTP/2 in words that ask to send it again.
 */
const refuse = (response: Parameters<Play>[0]): void => {
  const { stream } = response as unknown as Partial<Http2ServerResponse>;
  if (stream === undefined) response.socket?.destroy();
  else stream.close(constants.NGHTTP2_REFUSED_STREAM);
};

test("a bank that offers HTTP/2 is spoken to over HTTP/1.1: sessions, page and REST", async () => {
  const { buyer: _, ...purchase } = payment;
  const result = TransactionResult.parse(JSON.parse(sample("result-live-approved.json")));
  await using hosted = await playGateway(
    (response, _n, { url = "" }) => {
      if (url === "/api/sessions") answer(response, 200, sample("session-created-live.json"));
      else if (url === "/page/authorize") answer(response, 200, "");
      else answer(response, 200, sample("result-live-approved.json"));
    },
    {},
    bank,
  );
  await createSession(hosted.gateway, minimalRequests["0200"]);
  await confirm(hosted.gateway, merchant, { ...purchase, transactionId: "000043", result });
  await using rest = await playRest(approve, {}, bank);
  await sale(rest.rest, minimalRest.sale);
  assert.deepEqual(new Set([...hosted.heard, ...rest.heard].map(({ httpVersion }) => httpVersion)), new Set(["1.1"]));
});

test("a connection that falls silent holds up its own call alone", async () => {
  let silent: unknown;
  let end = () => {};
  await using played = await playGateway(
    (response, n) => {
      const connection = connectionOf(response);
      silent ??= connection;
      if (connection !== silent) return answer(response, 404, sample("query-pending.json"));
      end = () => answer(response, 404, sample("query-not-found.json"));
      // Whoever shares the silent connection is seen by the answer.
      if (n > 0) end();
      else opened();
    },
    {},
    bank,
  );
  let opened = () => {};
  const isSilent = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const first = sessionResult(played.gateway, session);
  await isSilent;
  for (let n = 0; n < 10; n++) assert.deepEqual(await sessionResult(played.gateway, session), { status: "pending" });
  end();
  assert.equal((await first).status, "not-found");
});

test("a connection that ends under one of 100 voids leaves 99 answered, and each is read once", async () => {
  await using played = await playRest(
    (response, n) => {
      if (n === 30) connectionOf(response)?.destroy();
      else answer(response, 200, approved);
    },
    {},
    bank,
  );
  // A busy machine takes longer over a hundred handshakes than one call may.
  moveRest(played.rest, new MovedClock());
  const voids = Array.from({ length: 100 }, (_, n) =>
    voidTransaction(played.rest, { ...minimalRest.void, "invoice-number": `A-${n}` }),
  );
  const ends = await Promise.allSettled(voids);
  const unclear = ends.filter(({ status }) => status === "rejected");
  assert.equal(unclear.length, 1);
  assert.equal(played.heard.length, 100);
  assert.equal(new Set(played.heard.map(({ body }) => JSON.parse(body)["invoice-number"])).size, 100);
});

test("a refund that the bank read and then refused to answer is not sent again by itself", async () => {
  await using played = await playRest((response) => refuse(response), {}, bank);
  await assert.rejects(refund(played.rest, minimalRest.refund), (error) => {
    assert.ok(error instanceof OutcomeUnknownError);
    assert.deepEqual([error.code, error.sent], ["network", true]);
    return true;
  });
  assert.equal(played.heard.length, 1);
});

test("TLS 1.2 and TLS 1.3 are spoken", async () => {
  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    await using played = await playRest(approve, {}, { ...bank, minVersion: version, maxVersion: version });
    const result: RestResult = await sale(played.rest, minimalRest.sale);
    assert.equal(result.finality, "approved");
  }
});

/** A void that no request of may reach the bank, and the error's cause. */
async function unsent(secure: Parameters<typeof playRest>[2]): Promise<unknown> {
  await using played = await playRest(approve, {}, secure);
  const error: unknown = await voidTransaction(played.rest, minimalRest.void).catch((failure: unknown) => failure);
  assert.ok(error instanceof OutcomeUnknownError, "an answer came");
  assert.deepEqual([error.code, error.sent, played.heard.length], ["network", false, 0]);
  assert.ok(error.cause instanceof Error && "code" in error.cause);
  return error.cause.code;
}

test("TLS 1.1 is refused, also by a process whose own minimum is lower", async () => {
  const old = { ...bank, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  const { DEFAULT_MIN_VERSION: min, DEFAULT_CIPHERS: ciphers } = tls;
  Object.assign(tls, { DEFAULT_MIN_VERSION: "TLSv1", DEFAULT_CIPHERS: "DEFAULT@SECLEVEL=0" });
  try {
    assert.match(String(await unsent(old)), /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|NO_PROTOCOLS_AVAILABLE/);
    await using played = await playRest(approve, {}, old);
    const socket = tls.connect({ host: "127.0.0.1", port: Number(new URL(played.url).port) });
    await new Promise((resolve, reject) => socket.on("secureConnect", resolve).on("error", reject));
    assert.equal(socket.getProtocol(), "TLSv1.1", "the process itself would have spoken it");
    socket.destroy();
  } finally {
    Object.assign(tls, { DEFAULT_MIN_VERSION: min, DEFAULT_CIPHERS: ciphers });
  }
});

test("nothing is sent to a bank that speaks HTTP/2 alone", async () => {
  assert.match(
    String(await unsent({ ...bank, allowHTTP1: false })),
    /NO_APPLICATION_PROTOCOL|ECONNRESET|UND_ERR_SOCKET/,
  );
});

test("nothing is sent to a bank whose certificate is unknown, out of date or another's", async () => {
  const expired = certificateFor(["127.0.0.1"], new Date("2020-12-31"));
  const another = certificateFor(["bank.example"], certificateEnd);
  assert.equal(await unsent(certificateFor(["127.0.0.1"], certificateEnd)), "DEPTH_ZERO_SELF_SIGNED_CERT");
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), expired.cert, another.cert]);
  assert.equal(await unsent(expired), "CERT_HAS_EXPIRED");
  assert.equal(await unsent(another), "ERR_TLS_CERT_ALTNAME_INVALID");
});

/** The error of an idempotency key, asked for at an address that is wrong. */
async function keyFrom(baseUrl: string): Promise<OutcomeUnknownError> {
  const rest = openRest({ baseUrl, merchantId: "349000000", terminalId: "58585858" });
  moveRest(rest, new MovedClock());
  const error: unknown = await idempotencyKey(rest).catch((failure: unknown) => failure);
  await rest.close();
  assert.ok(error instanceof OutcomeUnknownError);
  return error;
}

test("the error about an untrusted or wrong-host certificate says what to do", async () => {
  await using strange = await playRest(approve, {}, certificateFor(["127.0.0.1"], certificateEnd));
  const untrusted = await keyFrom(strange.url);
  assert.equal(untrusted.sent, false);
  assert.match(
    untrusted.message,
    /failed \(DEPTH_ZERO_SELF_SIGNED_CERT: the certificate is not trusted; NODE_EXTRA_CA_CERTS names a file of those to trust\)\./,
  );
  await using other = await playRest(approve, {}, bank);
  const foreign = await keyFrom(other.url.replace("127.0.0.1", "localhost"));
  assert.match(foreign.message, /\(ERR_TLS_CERT_ALTNAME_INVALID: the certificate is for another host\)\./);
});

test("the error about http on a TLS port, or https on a plain one, names the right scheme", async () => {
  await using secured = await playRest(approve, {}, bank);
  const plain = await keyFrom(secured.url.replace("https", "http"));
  assert.match(plain.message, /\(UND_ERR_SOCKET: does it speak TLS\? Then the address begins with https:\/\/\)\./);
  await using unsecured = await playRest(approve);
  const tlsOnly = await keyFrom(unsecured.url.replace("http", "https"));
  assert.match(tlsOnly.message, /\(\w+: no TLS is spoken there; on the loopback http:\/\/ is right\)\./);
  assert.equal(tlsOnly.sent, false);
});
