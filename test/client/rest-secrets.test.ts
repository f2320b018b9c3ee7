import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { ArgumentError, GatewayError, OutcomeUnknownError } from "@ventanilla/client/rest";
import type { RestOperation } from "@ventanilla/client/wire";
import type { MovedClock } from "./moved-clock.ts";
import { answer, type Heard, type Play, playRest } from "./played-gateway.ts";
import { printed } from "./printed.ts";
import { sample } from "./sample.ts";
import { call, minimalRest, operations, withNewKey } from "./valid-rest-request.ts";

const bearer = "canary-bearer.9b1f/04c7+d2=";
const secrets = {
  token: 'canary-token"\\<9b1f>',
  "card-number": "376134000000052",
  cvv: "9317",
  "expiration-date": "11/47",
  tds_mode: "2",
  tds_status: "canary-status",
  tds_eci: "canary-eci",
  tds_aav: "canary/aav+d2==",
  tds_programprotocol: "canary-protocol",
  tds_dstransactionid: "canary-ds",
  tds_servertransactionid: "canary-server",
  tkn_eci: "07",
  tkn_tavv: "canary%tavv&x",
  tkn_reqid: "canary-reqid",
  tkn_assurance: "canary-assurance",
};
const leaks = /canary|376134000000052|(?<!\d)9317(?!\d)|11\/(?:20)?47/;

const requestOf = (operation: RestOperation) =>
  operation === "sale" || operation === "checkIn"
    ? { ...minimalRest[operation], ...secrets }
    : { ...minimalRest[operation], token: secrets.token };

/** What the service repeats: the request as JSON, its secrets as text, some of them percent-encoded. */
function echoOf({ body, headers }: Heard): { json: string; loose: string; all: string } {
  const sent = JSON.parse(body) as Record<string, string>;
  const json = JSON.stringify({ ...sent, authorization: headers.authorization });
  const own = Object.keys(secrets).flatMap((name) => sent[name] ?? []);
  const encoded = own.flatMap((one) => [
    encodeURIComponent(one),
    encodeURIComponent(one).toLowerCase(),
    one.replaceAll("/", "\\/").replaceAll("=", "\\u003d"),
    ...["", ":", "::"].map((before) => Buffer.from(before + one).toString("base64")),
    one.replace(/.{4}/g, "$&\n"),
  ]);
  const expiry = sent["expiration-date"]?.replace("/", "/20") ?? "";
  const loose = [...own, expiry, headers.authorization].join(" ");
  return { json, loose, all: [json, loose, ...encoded].join(" ") };
}

function assertClean(value: unknown): void {
  const text = printed(value);
  const found = leaks.exec(text);
  assert.equal(found, null, `${found?.[0]} in ${text}`);
  for (const secret of [...Object.values(secrets), bearer].filter(({ length }) => length > 6)) {
    for (const encoding of ["base64", "hex"] as const)
      assert.ok(!text.includes(Buffer.from(secret).toString(encoding)));
  }
}

type Echo = (response: Parameters<Play>[0], echo: ReturnType<typeof echoOf>, clock: MovedClock) => unknown;

const plays: Record<string, Echo> = {
  "a 500 that repeats the request": (response, { all }) => answer(response, 500, all),
  "a 400 that repeats the request": (response, { json }) => answer(response, 400, json),
  "a 400 that tells what it should have been sent": (response) => answer(response, 400, JSON.stringify(secrets)),
  "a 400 in words": (response, { all }) => answer(response, 400, all),
  "a 401 that repeats the token": (response) => answer(response, 401, `Bearer ${bearer} is not valid`),
  "errors that repeat values": (response, { loose }) =>
    answer(response, 400, JSON.stringify({ errors: [{ field: loose.slice(0, 40), message: loose }] })),
  "a page": (response, { all }) => answer(response, 200, `<p>${all}</p>`),
  "broken JSON": (response, { all }) => answer(response, 200, `{"response-code": ${all}`),
  "an object for a code": (response, { json }) => answer(response, 200, JSON.stringify({ "response-code": [json] })),
  "a redirect": (response, { all, loose }) =>
    answer(response, 302, all, { location: `https://x.example/?${encodeURIComponent(loose)}` }),
  "a lost connection": (response) => response.socket?.destroy(),
  "a broken status line": (response, { loose }) => response.socket?.end(`HTTP/1.1 BAD ${loose}\r\n\r\n`),
  "far too much": (response, { all }) => answer(response, 200, all.repeat(1_000)),
  silence: (_response, _echo, clock) => clock.advance(60_000),
};

for (const [what, play] of Object.entries(plays)) {
  test(`no error holds card, authentication, token or bearer: ${what}`, async () => {
    await using played = await playRest((response, _n, heard, clock) => play(response, echoOf(heard), clock), {
      bearerToken: () => bearer,
    });
    await Promise.all(
      operations.map((operation) =>
        assert.rejects(call(played.rest, operation, withNewKey(requestOf(operation))), (error) => {
          assert.ok(error instanceof GatewayError || error instanceof OutcomeUnknownError);
          assertClean(error);
          return true;
        }),
      ),
    );
    assertClean(played.rest);
  });
}

test("a result that repeats the request does not hold card, authentication, token or bearer", async () => {
  const body = JSON.stringify({
    ...JSON.parse(sample("rest-sale-approved.json")),
    "response-code-desc": `No: ${secrets["card-number"]}`,
    card: 376_134_000_000_052,
    nested: [{ deep: `x${secrets.tds_aav}x` }, secrets.token, bearer],
    tds: secrets.tds_status,
  });
  for (const operation of ["sale", "checkIn", "refund"] as const) {
    await using played = await playRest((response) => answer(response, 200, body), { bearerToken: () => bearer });
    const result = await call(played.rest, operation, requestOf(operation));
    assert.equal(result.finality, "approved");
    const text = inspect(result, { depth: 20 });
    const shown =
      operation === "refund" ? [secrets.token, bearer] : [secrets["card-number"], secrets.tds_aav, secrets.token];
    for (const secret of shown) assert.ok(!text.includes(secret), text);
  }
});

test("a field that nobody knows, and the description, hide short secrets too; a reference stays as it is", async () => {
  const sent = { ...secrets, "expiration-date": "11/47" };
  const body = JSON.stringify({
    ...JSON.parse(sample("rest-sale-approved.json")),
    "response-code-desc": `cvv ${sent.cvv}`,
    pnRef: `txn-${sent.cvv}-1147`,
    request: {
      cvv: Number(sent.cvv),
      card: sent["card-number"].replace(/.{4}/g, "$& "),
      expiry: sent["expiration-date"],
    },
    raw: Buffer.from(JSON.stringify(sent)).toString("base64"),
  });
  await using played = await playRest((response) => answer(response, 200, body));
  const { pnRef, ...result } = await call(played.rest, "sale", requestOf("sale"));
  assert.deepEqual([result.finality, pnRef], ["approved", "txn-9317-1147"]);
  assertClean(result);
  assert.doesNotMatch(Buffer.from(String(result.unknown.raw), "base64").toString(), leaks);
});

test("what an error asks to be called with again prints without the card, and gives it to nobody", async () => {
  await using played = await playRest((response) => answer(response, 200, "{}"));
  await assert.rejects(call(played.rest, "sale", requestOf("sale")), (error) => {
    assert.ok(error instanceof OutcomeUnknownError && error.call.operation === "sale");
    const { request } = error.call;
    for (const name of Object.keys(secrets)) assert.ok(!(name in request), name);
    assertClean(request);
    assertClean(Object.assign({}, request));
    assertClean(structuredClone(request));
    assert.match(inspect(request), /^RestRequest \{/);
    assert.match(JSON.stringify(request), /"invoice-number":"A-1042"/);
    return true;
  });
});

test("an ArgumentError about a field never repeats its value", async () => {
  await using played = await playRest(() => undefined);
  for (const field of Object.keys(secrets)) {
    for (const value of ["canary 9317 ".repeat(50), "canary\n", { canary: "canary" }, ["canary"]]) {
      await assert.rejects(call(played.rest, "sale", { ...requestOf("sale"), [field]: value }), (error) => {
        assert.ok(error instanceof ArgumentError);
        assertClean(error.message);
        return true;
      });
    }
  }
  assert.equal(played.heard.length, 0);
});
