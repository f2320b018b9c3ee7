import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { createSession, paymentRequest, type Session, sessionResult } from "@ventanilla/client";
import { answer, playGateway, silence } from "./played-gateway.ts";
import { printed } from "./printed.ts";
import { sample } from "./sample.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";

const key = "canary/9b1f04c7 d2e85a63+ñ";
const session: Session = { SESSION: "sess-1", "session-key": key };
const forms = [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  Buffer.from(key).toString("base64"),
  Buffer.from(key).toString("hex"),
  "canary",
];

function assertNoCanary(value: unknown): void {
  const text = printed(value);
  for (const form of forms) assert.ok(!text.includes(form), `found ${form} in ${text}`);
}

test("a session gives its key when asked by name, and in no other way", async () => {
  await using played = await playGateway((response) => answer(response, 200, JSON.stringify(session)));
  const created = await createSession(played.gateway, minimalRequests["0200"]);
  assert.equal(created["session-key"], key);
  assert.equal(created.SESSION, "sess-1");
  assertNoCanary(created);
  assert.match(inspect(created), /^Session \{ SESSION: 'sess-1', 'session-key': \[hidden\] \}$/);
  assert.equal(JSON.stringify(created), '{"SESSION":"sess-1"}');
});

test("no error of a query holds the key, whatever goes wrong and whatever the answer repeats", async () => {
  const echo = `${key} ?sk=${encodeURIComponent(key)}`;
  const plays: Parameters<typeof playGateway>[0][] = [
    (response) => answer(response, 500, echo),
    (response) => answer(response, 400, JSON.stringify({ message: echo })),
    (response) => answer(response, 200, `<p>${echo}</p>`),
    (response) => answer(response, 200, `{"ResponseCode": ${echo}`),
    (response) => answer(response, 200, JSON.stringify({ ResponseCode: [echo] })),
    (response) => answer(response, 302, echo, { location: `https://bank.example/?sk=${encodeURIComponent(key)}` }),
    (response) => response.socket?.destroy(),
    (response) => response.socket?.end(`HTTP/1.1 BAD ${encodeURIComponent(key)}\r\n\r\n`),
    (response) => answer(response, 200, echo.repeat(2_000)),
    silence,
  ];
  await Promise.all(
    plays.map(async (play) => {
      await using played = await playGateway(play);
      await assert.rejects(sessionResult(played.gateway, session), (error) => {
        assertNoCanary(error);
        return true;
      });
    }),
  );
  const played = await playGateway(() => undefined);
  const { gateway } = played;
  assertNoCanary(gateway);
  await played[Symbol.asyncDispose]();
  await assert.rejects(sessionResult(gateway, session), (error) => {
    assertNoCanary(error);
    return true;
  });
});

test("a result does not hold the key, in whatever form a field that nobody knows repeats it", async () => {
  const echoes = [key, encodeURIComponent(key).toLowerCase(), key.replaceAll("/", "\\/"), key.replace(/.{5}/g, "$&\n")];
  const unknown = { "session-key": key, links: echoes.map((echo) => ({ [echo]: `/sessions/sess-1?sk=${echo}` })) };
  const body = JSON.stringify({ ...JSON.parse(sample("result-live-approved.json")), ...unknown });
  await using played = await playGateway((response) => answer(response, 200, body));
  const told = await sessionResult(played.gateway, session);
  assert.ok(told.status === "finished" && told.result.ResponseCode === "00");
  assertNoCanary(told);
});

test("a refused creation does not repeat the buyer's data or the addresses of the return", async () => {
  const request = { ...minimalRequests["0200"], "3DS_email": "canary@example.do" };
  const privates = [request["3DS_email"], request["3DS_mobilePhone"], request.ReturnUrl, request.CancelUrl];
  for (const form of [String, encodeURIComponent, (text: string) => JSON.stringify(text).replaceAll("/", "\\/")]) {
    await using played = await playGateway((response) => answer(response, 400, privates.map(form).join(" ")));
    await assert.rejects(createSession(played.gateway, request), (error) => {
      const text = printed(error);
      for (const value of privates) assert.ok(!text.includes(form(value).slice(2, -2)), text);
      return true;
    });
  }
});

test("a refused creation repeats nothing of the addresses that the shop tells the bank", async () => {
  const parts = { line1: "Canary Street 1", line2: "Canary Floor 2", line3: "Canary Door 3", city: "Canarias" };
  const billing = { ...parts, state: "CN", country: "DO", postCode: "CNRY1" };
  const shipping = { ...billing, line1: "Canary Street 9" };
  const wire = paymentRequest(merchant, {
    ...payment,
    clientIp: "198.51.100.77",
    avs: "Canary Street 1 10101",
    buyer: { ...payment.buyer, homePhone: "8095550001", workPhone: "8095550002", billing, shipping },
  });
  const privates = Object.keys(wire).filter((name) =>
    /^(?:AVS|Ipclient|3DS_.*(?:line|city|postCode|hone|email).*)$/.test(name),
  );
  assert.equal(privates.length, 16);
  for (const name of privates) {
    const value = (wire as Record<string, string>)[name] ?? "";
    await using one = await playGateway((response) => answer(response, 400, `${name} is wrong: ${value}`));
    await assert.rejects(
      createSession(one.gateway, wire),
      { name: "GatewayError", body: `${name} is wrong: [hidden]` },
      name,
    );
  }
});

test("a refused confirmation does not repeat the token of its pre-authorization", async () => {
  await using played = await playGateway((response, _n, { body }) => answer(response, 400, body));
  const request = { ...minimalRequests["2240"], TxToken: "canary-9b1f04c7d2e85a63" };
  await assert.rejects(createSession(played.gateway, request), (error) => {
    assertNoCanary(error);
    return true;
  });
});

test("no error of a creation holds the new key or the buyer's data", async () => {
  const request = { ...minimalRequests["0200"], "3DS_email": "canary@example.do" };
  for (const [status, body] of [
    [200, JSON.stringify({ SESSION: 5, "session-key": key })],
    [200, `{"session-key":"${key}"`],
    [400, JSON.stringify({ "session-key": key })],
    [400, `x?sk=${encodeURIComponent(key)}`],
  ] as const) {
    await using played = await playGateway((response) => answer(response, status, body));
    await assert.rejects(createSession(played.gateway, request), (error) => {
      const text = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
      for (const form of forms) assert.ok(!text.includes(form), text);
      return true;
    });
  }
});
