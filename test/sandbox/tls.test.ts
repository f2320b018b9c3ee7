import assert from "node:assert/strict";
import { once } from "node:events";
import { after, test } from "node:test";
import tls from "node:tls";
import { createSession, openGateway, sessionResult } from "@ventanilla/client";
import { cardForm } from "../buyer-at-bank.ts";
import { minimalRequests } from "../client/valid-request.ts";
import { bank, create, open, post, query } from "./shop.ts";

const sandbox = await bank({ tls: true });
const { port } = new URL(sandbox.url);
const trusted = tls.getCACertificates("default");
tls.setDefaultCACertificates([...trusted, sandbox.certificate ?? ""]);
after(() => tls.setDefaultCACertificates(trusted));

test("a payment goes through over HTTPS, page and second host among it, under a certificate of this start", async () => {
  assert.match(sandbox.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  sandbox.faults.arm("redirect-second-host");
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  assert.equal(new URL(page).origin, `https://localhost:${port}`);
  assert.equal((await post(page, cardForm("4761340000000050"))).status, 303);
  assert.match((await query(sandbox, session)).body, /"ResponseCode":"00"/);
  const other = await bank({ tls: true });
  assert.notEqual(other.certificate, sandbox.certificate);
  await assert.rejects(fetch(other.url), ({ cause }: { cause: Error }) => /self-signed/.test(cause.message));
  assert.equal((await bank()).certificate, undefined);
});

test("the client speaks to it as to a bank", async () => {
  const gateway = openGateway({ sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url });
  const session = await createSession(gateway, minimalRequests["0200"]);
  assert.deepEqual(await sessionResult(gateway, session), { status: "pending" });
  await gateway.close();
});

test("TLS 1.2 is spoken and nothing older, and a reset is logged like any other exchange", async () => {
  const socket = tls.connect({ port: Number(port), host: "127.0.0.1", maxVersion: "TLSv1.2" });
  await once(socket, "secureConnect");
  assert.equal(socket.getProtocol(), "TLSv1.2");
  socket.destroy();
  // At its own level, OpenSSL refuses TLS 1.1 before a byte is sent: the refusal has to be the server's.
  const ciphers = "DEFAULT:@SECLEVEL=0";
  const versions = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" } as const;
  const old = tls.connect({ port: Number(port), host: "127.0.0.1", ciphers, ...versions });
  await assert.rejects(once(old, "secureConnect"), { code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" });
  sandbox.faults.arm("reset-after");
  await assert.rejects(create(sandbox));
  assert.deepEqual(sandbox.wire().at(-1)?.warnings.at(-1), "fault reset-after");
});

test("who speaks HTTP to it without TLS is told so on the console", async () => {
  let heard: (line: string) => void = () => {};
  const said = new Promise<string>((resolve) => {
    heard = resolve;
  });
  const { url } = await bank({ tls: true, log: (line) => heard(line) });
  await assert.rejects(fetch(url.replace("https", "http")));
  assert.equal(
    await said,
    "a program speaks HTTP without TLS to this port: expected an address that begins with https://",
  );
});
