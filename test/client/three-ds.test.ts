import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { openRest, sale } from "@ventanilla/client/rest";
import {
  type AuthenticationRequest,
  authenticate,
  authenticationStatus,
  openThreeDs,
  type ThreeDs,
  tdsFields,
} from "@ventanilla/client/three-ds";
import { createSandbox } from "@ventanilla/sandbox";
import { saleRequest } from "../bank-and-clients.ts";
import { listen } from "../listen.ts";
import { minimalAuthentication } from "./valid-three-ds-request.ts";

const apiKey = "KEY-7f3a91-long-enough";
const sha512 = (signed: string): string => createHash("sha512").update(signed).digest("hex");
const request: AuthenticationRequest = { ...minimalAuthentication, data: "A-1042" };
const { amount } = request;

interface Played {
  threeDs: ThreeDs;
  heard: { url: string; body: Record<string, string> }[];
}

/** A server that answers every call alike. */
async function play(status: number, answer: string): Promise<Played> {
  const heard: Played["heard"] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      heard.push({ url: incoming.url ?? "", body: JSON.parse(body) as Record<string, string> });
      response.writeHead(status, { "content-type": "application/json" }).end(answer);
    });
  });
  const threeDs = openThreeDs({
    baseUrl: `http://127.0.0.1:${await listen(server)}/brand`,
    integratorCode: "INT-1",
    apiKey,
    now: () => Date.UTC(2026, 10, 27, 12, 30, 5),
  });
  after(async () => {
    await threeDs.close();
    server.close();
  });
  return { threeDs, heard };
}

const authenticated = {
  integratorTxId: "A-1042-1",
  threeDSServerTransID: "server-1",
  transStatus: "Y",
  eci: "05",
  messageVersion: "2.2.0",
  dsTransID: "directory-1",
  authenticationValue: "AAABBBCCCDDDEEEFFFGGGHHH1234",
};

test("an authentication is signed over code, expiry, identifier, amount and key, and never sends the key", async () => {
  const { threeDs, heard } = await play(200, JSON.stringify({ ...authenticated, transStatus: "N" }));
  const { outcome, transStatus } = await authenticate(threeDs, request);
  assert.deepEqual([outcome, transStatus], ["failed", "N"]);
  const [sent] = heard;
  assert.equal(sent?.url, "/brand/servicios/3ds/server/authentication");
  assert.deepEqual(sent?.body, {
    integratorCode: "INT-1",
    signature: sha512(`INT-12212A-1042-1295000${apiKey}`),
    integratorTxId: "A-1042-1",
    purchaseAmount: "295000",
    purchaseCurrency: "214",
    acctNumber: "5555555555555557",
    cardExpiryDate: "2212",
    purchaseExponent: "2",
    purchaseDate: "20261127123005",
    messageCategory: "01",
    deviceChannel: "02",
    urlRedirect: "https://shop.example/3ds?order=A-1042",
    rd: "QS0xMDQy",
    browserAcceptHeader: "text/html",
    browserIP: "203.0.113.7",
    browserUserAgent: "Mozilla/5.0",
    browserLanguage: "es-DO",
    browserColorDepth: "24",
    browserScreenHeight: "900",
    browserScreenWidth: "1440",
    browserTZ: "240",
    browserJavaEnabled: "false",
    browserJavascriptEnabled: "true",
  });
});

test("a status is signed without the expiry, and its answer becomes the fields of a sale in either mode", async () => {
  const { threeDs, heard } = await play(200, JSON.stringify(authenticated));
  const authentication = await authenticationStatus(threeDs, { transactionId: "A-1042-1", amount });
  assert.equal(heard[0]?.body.signature, sha512(`INT-1A-1042-1295000${apiKey}`));
  assert.deepEqual(tdsFields(authentication), {
    tds_mode: "2",
    tds_status: "Y",
    tds_eci: "05",
    tds_aav: authenticated.authenticationValue,
    tds_programprotocol: "2.2.0",
    tds_dstransactionid: "directory-1",
  });
  assert.deepEqual(tdsFields(authentication, "1"), { tds_mode: "1", tds_servertransactionid: "server-1" });
  const printed = inspect(authentication, { depth: 9, showHidden: false }) + JSON.stringify(authentication);
  assert.ok(!printed.includes(authenticated.authenticationValue));
});

test("only an authenticated or attempted buyer gives fields; each transStatus has its outcome", async () => {
  for (const [transStatus, outcome] of [
    ["Y", "authenticated"],
    ["A", "authenticated"],
    ["N", "failed"],
    ["R", "failed"],
    ["U", "unavailable"],
    ["C", "challenge"],
  ] as const) {
    const { threeDs } = await play(200, JSON.stringify({ ...authenticated, transStatus }));
    const found = await authenticationStatus(threeDs, { transactionId: "A-1042-1", amount });
    assert.equal(found.outcome, outcome);
    if (outcome === "authenticated") assert.equal(tdsFields(found).tds_mode, "2");
    else assert.throws(() => tdsFields(found), { code: "ERR_VENTANILLA_ARGUMENT", message: /expected Y or A, got/ });
  }
  const { threeDs } = await play(200, JSON.stringify({ integratorTxId: "A-1042-1", transStatus: "Y" }));
  const bare = await authenticate(threeDs, request);
  for (const mode of ["1", "2"] as const) {
    assert.throws(() => tdsFields(bare, mode), { message: /missing in this answer, ask authenticationStatus for it$/ });
  }
  assert.throws(() => tdsFields({ ...authenticated, outcome: "authenticated" } as never), {
    message: /^authentication: expected what authenticate/,
  });
});

test("a refusal shows neither the card, its expiry, the key nor the signature, with status 400 or with 200 and a message", async () => {
  for (const status of [400, 401, 200]) {
    const signature = sha512(`INT-12212A-1042-1295000${apiKey}`);
    const message = `wrong: ${apiKey} ${signature} 5555 5555 5555 5557 2212 12/22`;
    const { threeDs } = await play(status, JSON.stringify({ message }));
    await assert.rejects(authenticate(threeDs, request), (error: Error) => {
      const shown = inspect(error);
      assert.equal(error.name, "GatewayError");
      for (const secret of [apiKey, signature, "5555 5555", "2212", "12/22"]) assert.ok(!shown.includes(secret), shown);
      return true;
    });
  }
});

test("a refusal that repeats what authenticates the buyer does not show it", async () => {
  const secrets = { authenticationValue: "AAABBBCCCDDDEEEFFFGGGHHH1234", browserChallengeToken: "challenge-token-1" };
  for (const status of [400, 200]) {
    const { threeDs } = await play(status, JSON.stringify({ message: "wrong", ...secrets }));
    await assert.rejects(authenticate(threeDs, request), (error: Error) => {
      for (const secret of Object.values(secrets)) assert.ok(!inspect(error).includes(secret), inspect(error));
      return error.name === "GatewayError";
    });
  }
});

test("an answer about another authentication, of no known transStatus or of no object says nothing", async () => {
  for (const answer of [
    JSON.stringify({ ...authenticated, integratorTxId: "B-2" }),
    JSON.stringify({ ...authenticated, transStatus: "X" }),
    "{}",
    "null",
    '{"transStatus":"Y","transStatus":"N"}',
  ]) {
    const { threeDs } = await play(200, answer);
    await assert.rejects(authenticate(threeDs, request), { name: "OutcomeUnknownError", operation: "authenticate" });
  }
});

test("a wrong call names the field as the caller knows it, and sends nothing", async () => {
  const { threeDs, heard } = await play(200, JSON.stringify(authenticated));
  const { browser } = request;
  for (const [change, message] of [
    [{ "card-number": "5555" }, /^AuthenticationRequest\.card-number: expected 12 to 19 digits$/],
    [{ "expiration-date": "2212" }, /^AuthenticationRequest\.expiration-date: expected month and year as MM\/YY$/],
    [{ transactionId: "a b" }, /^AuthenticationRequest\.transactionId: expected 1 to 64/],
    [{ returnUrl: "/3ds" }, /^AuthenticationRequest\.returnUrl: expected an absolute/],
    [{ amount: 2950 }, /^AuthenticationRequest\.amount/],
    [{ data: "x".repeat(2000) }, /^AuthenticationRequest\.data: expected 1 to 1,500 bytes of text$/],
    [
      { browser: { ...browser, screenWidth: undefined } },
      /^AuthenticationRequest\.browser\.screenWidth: expected a whole/,
    ],
    [{ browser: { ...browser, tz: 240 } }, /^AuthenticationRequest\.browser\.tz/],
    [{ cvv: "123" }, /^AuthenticationRequest\.cvv/],
  ] as const) {
    await assert.rejects(authenticate(threeDs, { ...request, ...change } as never), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message,
    });
  }
  assert.throws(() => openThreeDs({ baseUrl: "https://b.example", integratorCode: "I", apiKey: "" }), {
    message: /^threeDs\.apiKey: expected/,
  });
  assert.throws(
    () => openThreeDs({ baseUrl: "https://b.example/servicios/3ds/server/status", integratorCode: "I", apiKey }),
    { message: /^threeDs\.baseUrl: expected https:\/\/b\.example, without/ },
  );
  assert.equal(heard.length, 0);
});

test("against the sandbox: challenge, status, sale in both modes, and no sale after a failed challenge", async () => {
  const lines: string[] = [];
  const sandbox = await createSandbox({ threeDsApiKey: apiKey, log: (line) => lines.push(line) });
  const threeDs = openThreeDs({ baseUrl: sandbox.url, integratorCode: "INT-1", apiKey });
  const rest = openRest({ baseUrl: sandbox.url, merchantId: "349000000", terminalId: "58585858" });
  after(async () => {
    await threeDs.close();
    await rest.close();
    await sandbox.close();
  });
  const card = { "card-number": "5555555555555557", "expiration-date": "12/22", cvv: "123" };
  for (const [otp, outcome] of [
    ["123456", "authenticated"],
    [undefined, "failed"],
  ] as const) {
    const transactionId = `A-${outcome}`;
    const { challenge } = await authenticate(threeDs, { ...request, transactionId });
    const token = new URLSearchParams({ browserChallengeToken: challenge?.token ?? "" });
    const page = await fetch(challenge?.url ?? "", { method: "POST", body: token });
    assert.equal((await authenticationStatus(threeDs, { transactionId, amount })).outcome, "challenge");
    const answer = new URLSearchParams(otp ? { otp, action: "confirm" } : { action: "cancel" });
    await fetch(page.url, { method: "POST", body: answer });
    const authentication = await authenticationStatus(threeDs, { transactionId, amount });
    assert.equal(authentication.outcome, outcome);
    if (outcome === "failed") continue;
    for (const mode of ["1", "2"] as const) {
      const result = await sale(rest, { ...saleRequest, ...card, ...tdsFields(authentication, mode) });
      assert.equal(result.finality, "approved");
    }
  }
  assert.ok(![...lines, JSON.stringify(sandbox.wire())].join().includes(apiKey));
});
