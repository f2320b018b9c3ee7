import assert from "node:assert/strict";
import { test } from "node:test";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, type Created, create, follow, open, post, query, resultOf } from "./shop.ts";

const sandbox = await bank({ now: () => 1_800_000_000_000 });
const result = (session: Created) => resultOf(sandbox, session);
const state = ({ SESSION }: Created) => sandbox.sessions().find(({ id }) => id === SESSION)?.state;

async function challenged(number = "4761340000002205", fields: Record<string, unknown> = {}) {
  const session = await create(sandbox, fields);
  const page = await open(sandbox, session);
  const response = await post(page, cardForm(number));
  assert.match(response.headers.get("location") ?? "", /^\/auth\/challenge\?s=/);
  const html = await (await follow(response)).text();
  const address = page.replace("/auth?", "/auth/challenge?");
  return { session, page, html, address, code: /class="otp">(\d{6})</.exec(html)?.[1] ?? "" };
}

test("the challenge shows shop, amount, masked card and, in a notice, the code; nothing is charged yet", async () => {
  const { session, html, code } = await challenged();
  for (const shown of ["TIENDA DEMO", "RD$\u00a02,950.00", "Visa ••••\u00a02205", "Confirme que es usted"]) {
    assert.ok(html.includes(shown), shown);
  }
  assert.equal(code.length, 6);
  assert.match(html, /<input class="otp-entry" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code"/);
  assert.equal(state(session), "challenged");
  assert.match((await query(sandbox, session)).body, /rspdata_not_found/);
});

test("the right code has the card charged, with spaces or without", async () => {
  const { session, address, code } = await challenged();
  const response = await post(address, { otp: ` ${code.slice(0, 3)} ${code.slice(3)}`, action: "confirm" });
  assert.match(response.headers.get("location") ?? "", /^\/auth\/receipt\?/);
  assert.equal((await result(session)).ResponseCode, "00");
  const after = await post(address, { otp: "1", action: "confirm" });
  assert.match(after.headers.get("location") ?? "", /^\/auth\/receipt\?/);
  assert.equal((await result(session)).ResponseCode, "00");
});

test("a card that the issuer declines is declined after the challenge", async () => {
  const { session, address, code } = await challenged("4761340000002510");
  await post(address, { otp: code });
  assert.equal((await result(session)).ResponseCode, "51");
});

test("a wrong code says how many tries are left; the third ends in TF", async () => {
  const { session, address } = await challenged();
  for (const message of [/Le quedan 2 intentos/, /Le queda un intento/]) {
    const response = await post(address, { otp: "x", action: "confirm" });
    assert.equal(response.status, 422);
    assert.match(await response.text(), message);
  }
  const response = await post(address, { otp: "000", action: "confirm" });
  assert.match(response.headers.get("location") ?? "", /^\/auth\/receipt\?/);
  const { ResponseCode, RemoteResponseCode, AuthorizationCode } = await result(session);
  assert.deepEqual([ResponseCode, RemoteResponseCode, AuthorizationCode], ["TF", "N/A", "N/A"]);
});

test("a buyer without a code asks for another: nothing is declined, and the earlier code is over", async () => {
  const { session, address, code } = await challenged();
  await post(address, { otp: "x", action: "confirm" });
  const resent = await post(address, { otp: "", action: "resend" });
  assert.equal(resent.headers.get("location"), new URL(address).pathname + new URL(address).search);
  assert.equal(state(session), "challenged");
  const html = await (await follow(resent)).text();
  const [, second = ""] = /class="otp">(\d{6})</.exec(html) ?? [];
  assert.notEqual(second, code);
  assert.match(html, /<title>Se envió otro código/);
  assert.match(html, /aria-describedby="otp-sent otp-error"/);
  // The earlier one is a wrong try, and another code brings no further tries.
  assert.match(await (await post(address, { otp: code, action: "confirm" })).text(), /Le queda un intento/);
  await post(address, { otp: second, action: "confirm" });
  assert.equal((await result(session)).ResponseCode, "00");
});

test("asking for codes does not make the challenge last longer than its ten minutes", async () => {
  const { session, address } = await challenged();
  sandbox.clock.advance(9 * 60 * 1000);
  await post(address, { action: "resend" });
  sandbox.clock.advance(60 * 1000);
  const late = await post(address, { action: "resend" });
  assert.match(late.headers.get("location") ?? "", /^\/auth\/receipt\?/);
  assert.equal((await result(session)).ResponseCode, "TF");
});

test("confirm comes first, so that Enter confirms; another code and canceling are buttons of their own", async () => {
  for (const [PageLanguaje, buttons] of [
    ["ESP", ["confirm Confirmar", "resend Enviar otro código", "cancel Cancelar el pago"]],
    ["ENG", ["confirm Confirm", "resend Send another code", "cancel Cancel the payment"]],
  ] as const) {
    const { html } = await challenged("4761340000002205", { PageLanguaje });
    const found = [...html.matchAll(/<button class="\w+" name="action" value="(\w+)">([^<]+)</g)];
    assert.deepEqual(
      found.map(([, value, label]) => `${value} ${label}`),
      buttons,
    );
  }
});

test("leaving the challenge ends in TF, and another card may be tried", async () => {
  const { session, page, address } = await challenged();
  await post(address, { action: "cancel" });
  assert.equal((await result(session)).ResponseCode, "TF");
  await post(page, cardForm("4761340000000050"));
  assert.equal((await result(session)).ResponseCode, "00");
});

test("a challenge abandoned for ten minutes ends in TF, noticed by the query", async () => {
  const { session } = await challenged();
  sandbox.clock.advance(10 * 60 * 1000 - 1);
  assert.match((await query(sandbox, session)).body, /rspdata_not_found/);
  sandbox.clock.advance(1);
  assert.equal((await result(session)).ResponseCode, "TF");
});

test("the card form of a challenged session links to the challenge, and a challenge of none to the form", async () => {
  const { page } = await challenged();
  const again = await fetch(page, { redirect: "manual" });
  assert.match(again.headers.get("location") ?? "", /^\/auth\/challenge\?/);
  const other = await open(sandbox, await create(sandbox));
  for (const response of [
    await fetch(other.replace("/auth?", "/auth/challenge?"), { redirect: "manual" }),
    await post(other.replace("/auth?", "/auth/challenge?"), { otp: "1" }),
  ]) {
    assert.match(response.headers.get("location") ?? "", /^\/auth\?s=/);
  }
});

test("a frictionless card and a refused merchant are not challenged; a switch challenges every card", async () => {
  for (const [number, fields] of [
    ["4761340000002106", {}],
    ["4761340000002205", { MerchantNumber: "" }],
  ] as const) {
    const response = await post(await open(sandbox, await create(sandbox, fields)), cardForm(number));
    assert.match(response.headers.get("location") ?? "", /^\/auth\/receipt\?/);
  }
  sandbox.switches.set("three-ds", "challenge");
  const { session, address, code } = await challenged("5461340000000050", { PageLanguaje: "ENG" });
  await post(address, { otp: code });
  assert.equal((await result(session)).ResponseCode, "00");
  sandbox.switches.set("three-ds", "by-card");
});
