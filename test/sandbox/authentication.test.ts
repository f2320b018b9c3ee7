import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Sandbox } from "@ventanilla/sandbox";
import { codeOf, sale } from "./rest.ts";
import { bank, follow, post } from "./shop.ts";

const apiKey = "KEY-7f3a91";
const sha512 = (...parts: string[]): string => createHash("sha512").update(parts.join("")).digest("hex");
const guide = { acctNumber: "5555555555555557", cardExpiryDate: "2212" };
let count = 0;

type Request = { integratorTxId: string; signature: string };

function authentication(fields: Record<string, unknown> = {}): Request {
  const integratorTxId = `TX-${++count}`;
  const sent = {
    integratorCode: "INT-1",
    integratorTxId,
    ...guide,
    purchaseAmount: "295000",
    purchaseCurrency: "214",
    purchaseExponent: "2",
    purchaseDate: "20261127120000",
    messageCategory: "01",
    deviceChannel: "02",
    urlRedirect: "http://shop.localhost:3000/3ds?order=A-1",
    rd: "QS0x",
    browserAcceptHeader: "text/html",
    browserIP: "203.0.113.7",
    browserJavaEnabled: false,
    browserJavascriptEnabled: true,
    browserLanguage: "es-DO",
    browserColorDepth: "24",
    browserScreenHeight: "900",
    browserScreenWidth: "1440",
    browserTZ: "240",
    browserUserAgent: "Mozilla/5.0",
    ...fields,
  };
  const signed = [sent.integratorCode, sent.cardExpiryDate, sent.integratorTxId, sent.purchaseAmount].map(String);
  return { signature: sha512(...signed, apiKey), ...sent };
}

async function send({ url }: Sandbox, path: string, fields: unknown) {
  const body = typeof fields === "string" ? fields : JSON.stringify(fields);
  const response = await fetch(`${url}/brand/servicios/3ds/server/${path}`, { method: "POST", body });
  return { status: response.status, fields: (await response.json()) as Record<string, string> };
}

const statusOf = (sandbox: Sandbox, integratorTxId: unknown, change: Record<string, unknown> = {}) =>
  send(sandbox, "status", {
    integratorCode: "INT-1",
    integratorTxId,
    purchaseAmount: "295000",
    signature: sha512("INT-1", String(integratorTxId), "295000", apiKey),
    ...change,
  });

const open = () => bank({ threeDsApiKey: apiKey });

test("the guide's card is challenged with 123456, returns with rd, and its status brings the values of the sale", async () => {
  const sandbox = await open();
  const request = authentication();
  const { fields } = await send(sandbox, "authentication", request);
  assert.deepEqual(Object.keys(fields), [
    "integratorTxId",
    "threeDSServerTransID",
    "transStatus",
    "browserChallengeUrl",
    "browserChallengeToken",
  ]);
  assert.equal(fields.transStatus, "C");
  const opened = await post(fields.browserChallengeUrl ?? "", { anyName: fields.browserChallengeToken ?? "" });
  const page = await follow(opened);
  assert.equal(page.headers.get("x-frame-options"), null);
  const html = await page.text();
  assert.match(html, /class="otp">123456</);
  assert.match(html, /RD\$.2,950\.00/);
  assert.equal((await statusOf(sandbox, request.integratorTxId)).fields.transStatus, "C");
  const wrong = await post(page.url, { otp: "1", action: "confirm" });
  assert.equal(wrong.status, 422);
  assert.equal((await post(page.url, { action: "resend" })).status, 303);
  const back = await (await follow(await post(page.url, { otp: "123 456", action: "confirm" }))).text();
  assert.match(back, /<form class="actions" method="post" action="http:\/\/shop\.localhost:3000\/3ds\?order=A-1"/);
  assert.match(back, /name="rd" value="QS0x"/);
  const { fields: values } = await statusOf(sandbox, request.integratorTxId);
  assert.deepEqual(
    [values.transStatus, values.eci, values.messageVersion, values.threeDSServerTransID],
    ["Y", "02", "2.2.0", fields.threeDSServerTransID],
  );
  assert.match(values.authenticationValue ?? "", /^[\w+/]{27}=$/);
  const card = { "card-number": guide.acctNumber, "expiration-date": "12/22", cvv: "123" };
  const supplied = {
    tds_mode: "2",
    tds_status: values.transStatus,
    tds_eci: values.eci,
    tds_avv: values.authenticationValue,
    tds_programprotocol: values.messageVersion,
    tds_dstransactionid: values.dsTransID,
  };
  assert.equal(codeOf(await sale(sandbox, { ...card, ...supplied })), "00");
  const byId = { tds_mode: "1", tds_servertransactionid: values.threeDSServerTransID };
  assert.equal(codeOf(await sale(sandbox, { ...card, ...byId })), "00");
  assert.equal(codeOf(await sale(sandbox, { ...card, "expiration-date": "11/22" })), "54");
});

test("a challenge fails by leaving, by three wrong codes and after ten minutes; a sale of mode 1 is then 4901", async () => {
  const sandbox = await open();
  const ends = [
    (page: string) => post(page, { action: "cancel" }),
    async (page: string) => {
      for (let i = 0; i < 3; i++) await post(page, { otp: "0", action: "confirm" });
    },
    async () => sandbox.clock.advance(10 * 60 * 1000),
  ];
  for (const end of ends) {
    const request = authentication();
    const { fields } = await send(sandbox, "authentication", request);
    const page = await follow(
      await post(fields.browserChallengeUrl ?? "", { creq: fields.browserChallengeToken ?? "" }),
    );
    const mode1 = { tds_mode: "1", tds_servertransactionid: fields.threeDSServerTransID };
    assert.equal((await sale(sandbox, mode1)).fields["internal-response-code"], "4901");
    await end(page.url);
    const { fields: after } = await statusOf(sandbox, request.integratorTxId);
    assert.deepEqual([after.transStatus, after.authenticationValue], ["N", undefined]);
    assert.equal((await sale(sandbox, mode1)).fields["internal-response-code"], "4901");
    assert.match(String(sandbox.transactions().at(-1)?.reason?.en), /transStatus N: expected Y or A/);
  }
});

test("cards are authenticated, attempted or failed; a switch plays every other status, and one the values at once", async () => {
  const sandbox = await open();
  const asked = async (acctNumber: string) =>
    (await send(sandbox, "authentication", authentication({ acctNumber, cardExpiryDate: "4911" }))).fields;
  for (const [number, status] of [
    ["4761340000002106", "Y"],
    ["4761340000000050", "A"],
    ["4761340000003005", "N"],
    ["4761340000002205", "C"],
  ] as const) {
    const { transStatus, browserChallengeToken, eci } = await asked(number);
    assert.deepEqual([transStatus, browserChallengeToken !== undefined, eci], [status, status === "C", undefined]);
  }
  for (const status of ["Y", "A", "C", "N", "R", "U"]) {
    sandbox.switches.set("tds-server-status", status);
    assert.equal((await asked("4761340000000050")).transStatus, status);
  }
  sandbox.switches.set("tds-server-status", "Y");
  sandbox.switches.set("tds-server-values", "both");
  assert.equal((await asked("4761340000000050")).eci, "05");
});

test("a wrong signature, a missing or wrong field and a card that is not a test card are refused; an id is used once", async () => {
  const sandbox = await open();
  const refused = async (fields: unknown) => {
    const answer = await send(sandbox, "authentication", fields);
    return `${answer.status} ${answer.fields.message}`;
  };
  assert.match(await refused(authentication({ signature: "0".repeat(128) })), /^401 "signature" is wrong: .*api key$/);
  assert.match(await refused(authentication({ purchaseAmount: undefined })), /^400 missing: purchaseAmount$/);
  assert.match(
    await refused(authentication({ purchaseAmount: "2950.00" })),
    /^400 "purchaseAmount" is 2950\.00: expected/,
  );
  assert.match(await refused(authentication({ cardExpiryDate: "12/22" })), /^400 "cardExpiryDate" is wrong: expected/);
  assert.match(
    await refused(authentication({ acctNumber: "4539148803436467" })),
    /^400 "acctNumber": this is a test bank/,
  );
  assert.match(await refused("[]"), /^400 expected a JSON object$/);
  const request = authentication();
  const first = await send(sandbox, "authentication", request);
  assert.deepEqual(await send(sandbox, "authentication", request), first);
  const other = authentication({ integratorTxId: request.integratorTxId, purchaseAmount: "295001" });
  assert.match(await refused(other), /^400 "integratorTxId" is another authentication's/);
  assert.equal((await statusOf(sandbox, "none")).status, 404);
  assert.equal((await statusOf(sandbox, request.integratorTxId, { signature: "0".repeat(128) })).status, 401);
  assert.equal(
    (await statusOf(sandbox, request.integratorTxId, { purchaseAmount: undefined, amount: 295000 })).status,
    200,
  );
  sandbox.switches.set("tds-server-signature", "ignored");
  assert.equal((await statusOf(sandbox, request.integratorTxId, { signature: "0".repeat(128) })).status, 200);
  sandbox.switches.set("tds-server-refusal", "200");
  assert.equal((await statusOf(sandbox, "none")).status, 200);
  assert.equal((await fetch(`${sandbox.url}/servicios/3ds/server/challenge?token=x`)).status, 404);
});

test("browser fields that are left out or misspelled are a warning; no secret of either call is kept or said", async () => {
  const lines: string[] = [];
  const sandbox = await bank({ threeDsApiKey: apiKey, log: (line) => lines.push(line) });
  const request = authentication({ browserTZ: undefined, browserTimeZone: "240", browserUseragent: "x", apiKey });
  const { fields } = await send(sandbox, "authentication", request);
  const page = await follow(await post(fields.browserChallengeUrl ?? "", { t: fields.browserChallengeToken ?? "" }));
  await post(page.url, { otp: "123456", action: "confirm" });
  const { fields: values } = await statusOf(sandbox, request.integratorTxId);
  await statusOf(sandbox, request.integratorTxId, { signature: "f".repeat(128) });
  const warnings = sandbox.wire()[0]?.warnings ?? [];
  assert.ok(warnings.includes("missing: browserTZ"), warnings.join());
  assert.ok(warnings.includes('"browserUseragent" is ignored: did you mean "browserUserAgent"?'), warnings.join());
  const kept = JSON.stringify([sandbox.wire(), lines]);
  const secrets = [
    apiKey,
    guide.acctNumber,
    request.signature,
    fields.browserChallengeToken,
    values.authenticationValue,
  ];
  for (const secret of secrets) assert.ok(!kept.includes(String(secret)), String(secret));
});
