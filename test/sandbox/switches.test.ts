import assert from "node:assert/strict";
import { test } from "node:test";
import type { Profile, Sandbox } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { checkIn, refund, sale, voidOf } from "./rest.ts";
import { bank, complete, create, handOver, open, post, query, request } from "./shop.ts";

const paid = async (sandbox: Sandbox, number = "4761340000000050", fields: Record<string, unknown> = complete) => {
  const session = await create(sandbox, fields);
  const page = await open(sandbox, session);
  const receipt = await post(page, cardForm(number));
  const html = await (await fetch(new URL(receipt.headers.get("location") ?? "", page))).text();
  return { session, html, ...(await query(sandbox, session)) };
};

test("profile document: GUID session, 40 hex key, and the contract's names, mask and token", async () => {
  const sandbox = await bank({ profile: "document" });
  const { session, body, html } = await paid(sandbox);
  assert.match(session.SESSION, /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
  assert.match(session["session-key"], /^[0-9a-f]{40}$/);
  assert.match(
    body,
    /^\{"CreditCardNumber":"476134\*{6}0050","ResponseCode":"00","AuthorizationCode":"\d{5}[0-9A-Z]","RetrievalReferenceNumber":"\d{12}","OrdenID":"A-1","TransactionId":"000042","TxToken":"txn-[0-9a-f]{36}","RemoteResponseCode":"00"\}$/,
  );
  assert.match(handOver(html)?.body ?? "", /^ResponseCode=00&TransactionID=000042&RemoteResponseCode=00&/);
  const declined = await paid(sandbox, "4761340000003005");
  assert.equal(handOver(declined.html)?.action, request.CancelUrl);
  assert.doesNotMatch(declined.body, /N\/A|AuthorizationCode/);
});

test("profile document refuses a session without a mandatory field or with a wrong one, and names it", async () => {
  const { url } = await bank({ profile: "document" });
  const send = async (fields: Record<string, unknown>) => {
    const response = await fetch(`${url}/sessions`, { method: "POST", body: JSON.stringify(fields) });
    return [response.status, await response.text()];
  };
  assert.equal((await send(complete))[0], 200);
  assert.equal((await send({ ...complete, Unknown: 1 }))[0], 200);
  const { Ipclient: _, "3DS_billAddr_city": __, ...rest } = complete;
  assert.deepEqual(await send(rest), [400, '{"message":"missing: Ipclient, 3DS_billAddr_city"}']);
  assert.deepEqual(await send({ ...complete, Amount: "29.50", CurrencyCode: "978" }), [
    400,
    '{"message":"\\"Amount\\" has decimals: they are cut off and it is read as 0.29; send minor units; \\"CurrencyCode\\" is wrong: expected one of 214, 840"}',
  ]);
});

test("profile document: an expired session is plain text, a check-in's token trToken, a refund's txToken, no void of a check-in", async () => {
  const sandbox = await bank({ profile: "document" });
  const session = await create(sandbox, complete);
  const sold = await sale(sandbox);
  assert.equal("txToken" in sold.fields, false);
  const original = await checkIn(sandbox);
  assert.deepEqual(["trToken" in original.fields, "txToken" in original.fields], [true, false]);
  assert.equal((await voidOf(sandbox, original)).fields["response-code"], "12");
  const refunded = await refund(sandbox, sold);
  assert.deepEqual(["txToken" in refunded.fields, "pnRef" in refunded.fields], [true, false]);
  const { token } = sandbox.issueToken();
  assert.equal((await refund(sandbox, sold, {}, { "x-token": token })).status, 401);
  const failed = await sale(sandbox, { "card-number": "4761340000003005" });
  assert.equal(failed.fields["response-code"], "4901");
  sandbox.clock.advance(30 * 60 * 1000);
  assert.deepEqual(await query(sandbox, session), { status: 404, body: "Session not found" });
});

test("switches of the result: older spelling, absent values left out, tokens of 27 letters and digits", async () => {
  const sandbox = await bank();
  sandbox.switches.set("result-spelling", "older");
  sandbox.switches.set("token-form", "base62");
  assert.match(
    (await paid(sandbox)).body,
    /^\{"ResponseCode":"00","TransactionID":"000042","OrdenID":"A-1",.*"CreditcardNumber":"476134______0050","TxToken":"txn-[0-9A-Za-z]{27}"\}$/,
  );
  sandbox.switches.set("absent-values", "omitted");
  assert.doesNotMatch((await paid(sandbox, "4761340000001512")).body, /N\/A|AuthorizationCode/);
});

test("a session lives for 30 minutes from its creation, from its card's submission, or for 45", async () => {
  const minute = 60_000;
  for (const [life, ends] of [
    ["creation", 30],
    ["submission", 40],
    ["45-minutes", 45],
  ] as const) {
    const sandbox = await bank();
    sandbox.switches.set("session-life", life);
    const session = await create(sandbox);
    const page = await open(sandbox, session);
    sandbox.clock.advance(10 * minute);
    await post(page, cardForm("4761340000000050"));
    sandbox.clock.advance((ends - 10) * minute - 1000);
    assert.equal((await query(sandbox, session)).status, 200, life);
    sandbox.clock.advance(1000);
    assert.equal((await query(sandbox, session)).status, 404, life);
    assert.equal((await fetch(page)).status, 410, life);
  }
});

test("switches of REST: names of tokens, HTML for errors, digits for approval codes", async () => {
  const sandbox = await bank();
  for (const [value, names] of [
    ["txToken", [false, true]],
    ["trToken", [true, false]],
    ["both", [true, true]],
  ] as const) {
    sandbox.switches.set("check-in-token", value);
    const { fields } = await checkIn(sandbox);
    assert.deepEqual(["trToken" in fields, "txToken" in fields], names);
  }
  sandbox.switches.set("refund-token", "both");
  const { fields } = await refund(sandbox, await sale(sandbox));
  assert.equal(fields.pnRef, fields.txToken);
  sandbox.switches.set("approval-codes", "digits");
  for (let i = 0; i < 12; i++) assert.match((await sale(sandbox)).fields["approval-code"] ?? "", /^\d{6}$/);
  sandbox.switches.set("error-body", "html");
  assert.match((await sale(sandbox, { amount: "0" })).text, /^<!DOCTYPE html>/);
  const session = await fetch(`${sandbox.url}/sessions`, { method: "POST", body: "{" });
  assert.deepEqual([session.status, session.headers.get("content-type")], [400, "text/html"]);
  assert.match(await session.text(), /<title>400 Bad Request</);
});

test("the order's field is a switch: either spelling, or a bank that reads one of them alone", async () => {
  const sandbox = await bank();
  const orderOf = async (fields: Record<string, unknown>) => {
    const { SESSION } = await create(sandbox, fields);
    return sandbox.sessions().find(({ id }) => id === SESSION)?.order;
  };
  for (const [value, under] of [
    ["either", ["A-1", "B-7", "A-1"]],
    ["OrdenID", ["A-1", "", "A-1"]],
    ["OrdenId", ["", "B-7", "B-7"]],
  ] as const) {
    sandbox.switches.set("order-field", value);
    const read = [
      await orderOf({}),
      await orderOf({ OrdenID: undefined, OrdenId: "B-7" }),
      await orderOf({ OrdenId: "B-7" }),
    ];
    assert.deepEqual(read, under, value);
  }
  sandbox.switches.set("mandatory-fields", "strict");
  const refused = await fetch(`${sandbox.url}/sessions`, { method: "POST", body: JSON.stringify(complete) });
  assert.deepEqual([refused.status, await refused.text()], [400, '{"message":"missing: OrdenId"}']);
  sandbox.switches.set("order-field", "OrdenID");
  await create(sandbox, complete);
  const form = await post(`${sandbox.url}/authorize`, { ...complete, OrdenId: "B-7" });
  assert.equal(form.status, 303);
  assert.equal(sandbox.sessions().at(-1)?.order, "A-1");
});

test("the framing of the page is a switch", async () => {
  const sandbox = await bank();
  const page = await open(sandbox, await create(sandbox));
  for (const [value, header] of [
    ["same-origin", "SAMEORIGIN"],
    ["denied", "DENY"],
    ["allowed", null],
  ] as const) {
    sandbox.switches.set("framing", value);
    const response = await fetch(page);
    assert.equal(response.headers.get("x-frame-options"), header);
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.equal(policy.includes("frame-ancestors 'none'"), value === "denied");
  }
});

test("in both profiles each switch has a listed value and takes every other one, and nothing else is taken", async () => {
  for (const profile of ["live", "document"] as const satisfies Profile[]) {
    const { switches } = await bank({ profile });
    for (const { name, value, values, es, en } of switches.list()) {
      assert.ok(values.includes(value) && es !== "" && en !== "" && values.length > 1, name);
      for (const other of values) switches.set(name, other);
    }
    assert.throws(() => switches.set("nothing", "x"), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: /^name: expected one of/,
    });
    assert.throws(() => switches.set("framing", "x"), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: /^value: expected one of same-origin/,
    });
  }
});
