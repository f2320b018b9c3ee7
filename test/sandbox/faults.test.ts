import assert from "node:assert/strict";
import { test } from "node:test";
import { faultTable, type Sandbox } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { newKey, sale, saleFields, tokenOf, voidOf } from "./rest.ts";
import { bank, create, open, post, query, request, resultOf } from "./shop.ts";
import { exchange, lastOnWire, overtaken, taken } from "./socket.ts";

const sandbox = await bank({ now: () => 1_800_000_000_000 });
const creation = (fields: Record<string, unknown> = {}) =>
  exchange(sandbox, "POST", "/sessions", JSON.stringify({ ...request, ...fields }));
const charge = async (fields: Record<string, unknown> = {}) => {
  const body = JSON.stringify({ ...saleFields, "idempotency-key": await newKey(sandbox), ...fields });
  return { body, seen: await exchange(sandbox, "POST", "/api/payment/transactions/sales", body) };
};
const paid = async (fields: Record<string, unknown> = {}) => {
  const session = await create(sandbox, fields);
  const page = await open(sandbox, session);
  await post(page, cardForm("4761340000000050"));
  return { session, page };
};
const charges = (own: Sandbox) => own.transactions().filter(({ state }) => state === "approved").length;

test("there are at least 25 faults, each with a short code of its own that fits an invoice-number", () => {
  const codes = Object.values(faultTable).map(({ code }) => code);
  assert.ok(codes.length >= 25);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[0-9a-z]{2,4}$/);
});

test("timeout and reset-before: no answer and no session; reset-after: no answer but a session", async () => {
  for (const [fault, ending, made] of [
    ["timeout", "silence", 0],
    ["reset-before", "reset", 0],
    ["reset-after", "reset", 1],
  ] as const) {
    const before = sandbox.sessions().length;
    sandbox.faults.arm(fault);
    assert.deepEqual(await creation(), { ending, text: "" }, fault);
    assert.equal(sandbox.sessions().length - before, made, fault);
    assert.match((await creation()).text, /200 OK/, `${fault} acts once`);
  }
});

test("down: every try of an order that names it is reset, and no session is ever made", async () => {
  const before = sandbox.sessions().length;
  for (let tries = 0; tries < 4; tries++) {
    assert.deepEqual(await creation({ OrdenID: "A-9!down" }), { ending: "reset", text: "" });
  }
  assert.equal(sandbox.sessions().length, before);
});

test("stalled-body: the head and half the body, then silence", async () => {
  sandbox.faults.arm("stalled-body");
  const { ending, text } = await creation();
  assert.equal(ending, "silence");
  assert.match(text, /^HTTP\/1\.1 200 OK[\s\S]*\{"SESSION":"sess-[0-9a-f]{32}","session-key/);
  assert.doesNotMatch(text, /\}$/);
});

test("server errors: 500 in JSON before, 502 as a page after the session was made", async () => {
  const before = sandbox.sessions().length;
  sandbox.faults.arm("server-error-before");
  assert.match((await creation()).text, /^HTTP\/1\.1 500 [\s\S]*\{"message":"Internal server error"\}$/);
  assert.equal(sandbox.sessions().length, before);
  sandbox.faults.arm("server-error-after");
  assert.match((await creation()).text, /^HTTP\/1\.1 502 [\s\S]*text\/html[\s\S]*<html>/);
  assert.equal(sandbox.sessions().length, before + 1);
});

test("html-200, truncated-json and wrong-charset: 200 and no JSON that one can read", async () => {
  sandbox.faults.arm("html-200");
  assert.match((await creation()).text, /^HTTP\/1\.1 200 [\s\S]*text\/html[\s\S]*<html>/);
  sandbox.faults.arm("truncated-json");
  const [, json = ""] = (await creation()).text.split("\r\n\r\n");
  assert.match(json, /^\{"SESSION"/);
  assert.throws(() => JSON.parse(json));
  sandbox.faults.arm("wrong-charset");
  const { text } = await creation();
  assert.match(text, /application\/json; charset=utf-8/);
  assert.ok(text.includes("S\0E\0S\0S\0I\0O\0N\0"));
});

test("slow: the answer comes after three seconds", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  sandbox.faults.arm("slow");
  const before = lastOnWire(sandbox);
  let answered = false;
  const answer = create(sandbox).then(() => {
    answered = true;
  });
  await taken(sandbox, before);
  mock.timers.tick(2999);
  await overtaken(sandbox);
  assert.equal(answered, false);
  mock.timers.tick(1);
  await answer;
});

test("a fault armed for an order leaves the others alone, and acts as often as it was told", async () => {
  sandbox.faults.arm("server-error-before", { times: 2, order: "B-9" });
  assert.match((await creation()).text, /200 OK/);
  for (const status of [500, 500, 200]) assert.ok((await creation({ OrdenID: "B-9" })).text.includes(` ${status} `));
});

test("a fault that an order's id names stays used after a reset", async () => {
  const own = await bank();
  const body = JSON.stringify({ ...request, OrdenID: "B-8!erb" });
  const status = async () => (await fetch(`${own.url}/sessions`, { method: "POST", body })).status;
  assert.deepEqual([await status(), await status()], [500, 200]);
  own.reset();
  assert.equal(await status(), 200);
});

test("disarm takes one fault back, or all", async () => {
  for (const id of ["timeout", "html-200"] as const) sandbox.faults.arm(id, { times: 9 });
  sandbox.faults.disarm("timeout");
  assert.deepEqual(
    sandbox.faults.list().filter(({ armed }) => armed),
    [{ ...sandbox.faults.list().find(({ id }) => id === "html-200"), armed: { times: 9 } }],
  );
  sandbox.faults.disarm();
  assert.match((await creation()).text, /"SESSION"/);
});

test("arming a wrong fault, number or order is an ArgumentError that names what is wrong", () => {
  assert.throws(() => sandbox.faults.arm("flood"), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: /^fault: expected one of timeout,/,
  });
  for (const times of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => sandbox.faults.arm("timeout", { times }), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: /^times:/,
    });
  }
  assert.throws(() => sandbox.faults.arm("late-result", { time: 2 } as object), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: /^time: unknown option, did you mean times\?$/,
  });
  assert.throws(() => sandbox.faults.disarm("toString"), { code: "ERR_VENTANILLA_ARGUMENT" });
});

test("a magic order id has its fault act for that order, once", async () => {
  assert.match((await creation({ OrdenID: "A-7!ERB" })).text, /500/);
  assert.match((await creation({ OrdenID: "A-7!ERB" })).text, /200 OK/);
  assert.match((await creation({ OrdenID: "A-7!erbx" })).text, /200 OK/);
  const { seen, body } = await charge({ "invoice-number": "F-1!x5a" });
  assert.match(seen.text, /500/);
  assert.match((await exchange(sandbox, "POST", "/api/payment/transactions/sales", body)).text, /"icache"/);
});

test("result faults that stand in for the answer", async () => {
  const { session } = await paid();
  const ask = () => exchange(sandbox, "GET", `/sessions/${session.SESSION}?sk=${session["session-key"]}`);
  for (const [fault, expected] of [
    ["early-404", /404 [\s\S]*Session not found/],
    ["result-500", /500 [\s\S]*Internal server error/],
    ["result-html", /200 OK[\s\S]*<html>/],
  ] as const) {
    sandbox.faults.arm(fault);
    assert.match((await ask()).text, expected);
    assert.match((await ask()).text, /"ResponseCode":"00"/);
  }
  sandbox.faults.arm("result-timeout");
  assert.deepEqual(await ask(), { ending: "silence", text: "" });
});

test("result faults that twist the answer", async () => {
  const { session } = await paid();
  const fields = () => resultOf(sandbox, session);
  const truth = await fields();
  sandbox.faults.arm("declined-then-approved");
  assert.equal((await fields()).ResponseCode, "05");
  assert.deepEqual(await fields(), truth);
  sandbox.faults.arm("code-09-times", { times: 2 });
  for (const code of ["09", "09", "00"]) assert.equal((await fields()).ResponseCode, code);
  sandbox.faults.arm("missing-ordenid");
  assert.equal("OrdenID" in (await fields()), false);
  sandbox.faults.arm("foreign-ordenid");
  assert.equal((await fields()).OrdenID, "ANOTHER-1");
  sandbox.faults.arm("contradicting-fields");
  const twisted = await fields();
  assert.notEqual(twisted.TransactionId, twisted.TransactionID);
  assert.notEqual(twisted.CreditCardNumber, twisted.CreditcardNumber);
  const magic = await paid({ OrdenID: "A-1!fgn" });
  for (let i = 0; i < 3; i++) assert.match((await query(sandbox, magic.session)).body, /ANOTHER-1/);
});

test("late-result and return-before-result: paid, but pending for a minute or three seconds of the clock", async () => {
  for (const [fault, ms] of [
    ["late-result", 60_000],
    ["return-before-result", 3000],
  ] as const) {
    sandbox.faults.arm(fault);
    const { session } = await paid();
    sandbox.clock.advance(ms - 1);
    assert.match((await query(sandbox, session)).body, /rspdata_not_found/, fault);
    sandbox.clock.advance(1);
    assert.match((await query(sandbox, session)).body, /"ResponseCode":"00"/, fault);
  }
});

test("late-result waits for a payment: leaving the page does not use it up", async () => {
  sandbox.faults.arm("late-result");
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  await post(page, { action: "cancel" });
  sandbox.clock.advance(61_000);
  await post(page, cardForm("4761340000000050"));
  assert.match((await query(sandbox, session)).body, /rspdata_not_found/);
  sandbox.clock.advance(60_000);
  assert.match((await query(sandbox, session)).body, /"ResponseCode":"00"/);
});

test("page faults: another host, refused frames, no opener", async () => {
  sandbox.faults.arm("redirect-second-host");
  const { SESSION } = await create(sandbox);
  const moved = await post(`${sandbox.url}/authorize`, { SESSION });
  const location = moved.headers.get("location") ?? "";
  assert.equal(new URL(location).host, new URL(sandbox.url).host.replace("127.0.0.1", "localhost"));
  assert.equal((await fetch(location)).status, 200);
  sandbox.faults.arm("refuse-framing");
  const refused = await fetch(await open(sandbox, await create(sandbox)));
  assert.equal(refused.headers.get("x-frame-options"), "DENY");
  assert.match(refused.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  sandbox.faults.arm("coop");
  const isolated = await create(sandbox);
  const page = await open(sandbox, isolated);
  for (const address of [page, page.replace("/auth?", "/auth/plan?")]) {
    assert.equal((await fetch(address)).headers.get("cross-origin-opener-policy"), "same-origin");
  }
});

test("REST faults before the charge leave nothing charged", async () => {
  for (const [fault, expected] of [
    ["rest-timeout-before", { ending: "silence", text: "" }],
    ["rest-reset-before", { ending: "reset", text: "" }],
    ["rest-500-before", undefined],
  ] as const) {
    const before = charges(sandbox);
    sandbox.faults.arm(fault);
    const { seen, body } = await charge();
    if (expected) assert.deepEqual(seen, expected);
    else assert.match(seen.text, /^HTTP\/1\.1 500 /);
    assert.equal(charges(sandbox), before);
    const again = await exchange(sandbox, "POST", "/api/payment/transactions/sales", body);
    assert.match(again.text, /"response-code":"00"[\s\S]*"gw"/, fault);
  }
});

test("REST faults after the charge: charged once, and the same key tells the truth from the cache", async () => {
  for (const [fault, expected] of [
    ["rest-timeout-after", /^silence $/],
    ["reset-after-charge", /^reset $/],
    ["rest-500-after", /^\w+ HTTP\/1\.1 500 /],
    ["rest-html-200", /^\w+ HTTP\/1\.1 200 [\s\S]*<html>/],
    ["rest-truncated", /^\w+ HTTP\/1\.1 200 [\s\S]*[^}]$/],
    ["missing-response-code", /^\w+ HTTP\/1\.1 200 (?![\s\S]*"response-code":)[\s\S]*"internal-response-code":"0000"/],
    ["rest-09-then-approved", /"response-code":"09"(?![\s\S]*approval-code)/],
  ] as const) {
    const before = charges(sandbox);
    sandbox.faults.arm(fault);
    const { seen, body } = await charge();
    assert.match(`${seen.ending} ${seen.text}`, expected, fault);
    assert.equal(charges(sandbox), before + 1, fault);
    const again = await exchange(sandbox, "POST", "/api/payment/transactions/sales", body);
    assert.match(again.text, /"response-code":"00"[\s\S]*"icache"/, fault);
    assert.equal(charges(sandbox), before + 1, fault);
  }
});

test("icache-on-void: the void gets the sale's own answer, and nothing is voided", async () => {
  const original = await sale(sandbox);
  sandbox.faults.arm("icache-on-void");
  const answer = await voidOf(sandbox, original);
  assert.equal(answer.text, original.text.replace('"gw"', '"icache"'));
  assert.equal(sandbox.transactions().find(({ id }) => id === tokenOf(original))?.state, "approved");
  assert.equal((await voidOf(sandbox, original)).fields["response-code-source"], "gw");
});

test("a fault that acted is named on the wire log, with status 0 where nothing was answered", async () => {
  sandbox.faults.arm("timeout");
  await creation();
  const entry = sandbox.wire().at(-1);
  assert.deepEqual([entry?.status, entry?.response.body, entry?.warnings.at(-1)], [0, "", "fault timeout"]);
});
