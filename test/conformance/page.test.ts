import assert from "node:assert/strict";
import { conform, type Need } from "./conform.ts";
import { cardFor, stateOf } from "./control.ts";
import {
  createSession,
  directForm,
  formsOf,
  leave,
  openPage,
  pay,
  paymentRequest,
  payOn,
  postSession,
  query,
  result,
  submit,
} from "./hosted-steps.ts";
import { call, raw, textOf } from "./raw-http.ts";
import type { Target } from "./target.ts";

const page: readonly Need[] = ["page", "control"];
const installments = "/servicios/pagosxcuotas/gatewayPagosCuotas";

conform("4.2 Create session: JSON with SESSION and session-key", {}, async (target) => {
  const answer = await postSession(target, paymentRequest(target));
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
  assert.deepEqual(Object.keys(answer.json ?? {}), ["SESSION", "session-key"]);
});

conform("4.2 Create session: other methods are answered 405, and a body that is not JSON 400", {}, async (target) => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    assert.equal((await call(method, `${target.sessionApi}/sessions`)).status, 405, method);
  }
  for (const body of ["", "{", "null", "[]"]) {
    assert.equal((await call("POST", `${target.sessionApi}/sessions`, body)).status, 400, body);
  }
});

conform("4.2 Headers: Proxy-Connection, Authorization and unknown ones change nothing", {}, async (target) => {
  const headers = {
    "content-type": "application/json",
    "proxy-connection": "Keep-Alive",
    authorization: "Basic eDp5",
    "x-surprise": "1",
  };
  const answer = await call("POST", `${target.sessionApi}/sessions`, JSON.stringify(paymentRequest(target)), headers);
  assert.equal(answer.status, 200, answer.text);
});

conform(
  "4.2 Headers: a body may come chunked, with a Content-Length beside it, and without Content-Type",
  { needs: ["control"] },
  async (target) => {
    const body = JSON.stringify(paymentRequest(target));
    const { host, pathname } = new URL(`${target.sessionApi}/sessions`);
    const head = [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, "Connection: close", "Transfer-Encoding: chunked"];
    const chunks = [body.length.toString(16), body, "0", "", ""];
    for (const more of [
      [],
      [`Content-Length: ${body.length}`],
      ["Proxy-Connection: Keep-Alive", `Content-Length: ${body.length}`],
    ]) {
      assert.match(await raw(target.sessionApi, [...head, ...more, "", ...chunks]), /^HTTP\/1\.1 200 /);
    }
  },
);

conform(
  "4.2 Invoke payment page: the field SESSION alone leads to the card form, with the shop and the amount",
  { needs: page },
  async (target) => {
    const { SESSION } = await createSession(target);
    const { status, text, address, headers } = await openPage(target, { SESSION });
    assert.equal(status, 200);
    assert.match(headers.get("content-type") ?? "", /^text\/html/);
    for (const shown of ["TIENDA DEMO", "2,950.00", "450.00"]) assert.ok(text.includes(shown), shown);
    const form = formsOf(text, address).find(({ names }) => names.includes("number"));
    assert.deepEqual([form?.method, form?.names.includes("expiry"), form?.names.includes("cvv")], ["post", true, true]);
  },
);

conform("4.2 Invoke payment page: it is a POST, and a session nobody created leads nowhere", {}, async (target) => {
  assert.equal((await call("GET", `${target.gateway}/authorize`)).status, 405);
  const { status } = await openPage(target, { SESSION: "00000000-0000-4000-8000-000000000000" });
  assert.ok(status >= 400 && status < 500, String(status));
});

conform("4.2 Invoke payment page: a card number that is wrong is not charged", { needs: page }, async (target) => {
  const session = await createSession(target);
  await assert.rejects(pay(target, session, "4761340000000051"));
  assert.equal((await query(target, session)).status, 404);
});

conform(
  "4.2 Direct form variant: the payment request posted to the page, with its hash, is paid like a session",
  { needs: page },
  async (target) => {
    const form = await payOn(target, await openPage(target, directForm(target)), target.card.number);
    assert.equal(form.action.split("?")[0], "http://shop.localhost:3000/return");
    assert.equal(form.fields.ResponseCode, "00");
    assert.match(form.fields.AuthorizationCode ?? "", /^[0-9A-Z]{6}$/);
  },
);

conform(
  "4.2 Direct form variant: a hash that does not fit is taken with a warning",
  { needs: page },
  async (target) => {
    const form = { ...directForm(target), OrdenID: "C-WRONG-HASH", KeyEncriptionKey: "0".repeat(32) };
    await payOn(target, await openPage(target, form), target.card.number);
    const { sessions } = (await stateOf(target)) as { sessions: { order: string; warnings: string[] }[] };
    const [warning] = sessions.find(({ order }) => order === "C-WRONG-HASH")?.warnings ?? [];
    assert.match(warning ?? "", /KeyEncriptionKey/);
  },
);

conform(
  "4.2 Installments page: the buyer chooses, and it is a payment like any other",
  { needs: page },
  async (target) => {
    const session = await createSession(target);
    await payInInstallments(target, session.SESSION);
    assert.equal(textOf(await result(target, session), "ResponseCode"), "00");
  },
);

conform("1 Installments: it is one transaction for the full sale amount", { needs: page }, async (target) => {
  const session = await createSession(target);
  await payInInstallments(target, session.SESSION);
  const { sessions } = (await stateOf(target)) as { sessions: { id: string; charges: number; amount: number }[] };
  const held = sessions.find(({ id }) => id === session.SESSION);
  assert.deepEqual([held?.charges, held?.amount], [1, 295_000]);
});

conform(
  "4.2 Query result: the identifier in the path and the key in sk answer the result as JSON",
  { needs: page },
  async (target) => {
    const session = await createSession(target);
    await pay(target, session);
    const answer = await query(target, session);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(textOf(answer, "ResponseCode"), "00");
  },
);

conform("4.2 Query result: before the buyer has paid it is 404, without a result", {}, async (target) => {
  const answer = await query(target, await createSession(target));
  assert.equal(answer.status, 404, answer.text);
  assert.equal(answer.json?.ResponseCode, undefined);
});

conform(
  "4.2 Query result: before the buyer has paid live says rspdata_not_found",
  { profile: "live" },
  async (target) => {
    const { text } = await query(target, await createSession(target));
    assert.equal(text, '{"message":"rspdata_not_found"}');
  },
);

conform("4.2 Query result: it is a GET", {}, async (target) => {
  const { SESSION, key } = await createSession(target);
  assert.equal((await call("POST", `${target.sessionApi}/sessions/${SESSION}?sk=${key}`, "{}")).status, 405);
});

conform(
  "5.4 The query is refused without the session key, with a wrong one, and with another session's",
  { needs: page },
  async (target) => {
    const [session, other] = [await createSession(target), await createSession(target)];
    await pay(target, session);
    for (const search of ["", "?sk=", `?sk=${"0".repeat(64)}`, `?sk=${other.key}`]) {
      const answer = await call("GET", `${target.sessionApi}/sessions/${session.SESSION}${search}`);
      assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${answer.text}`);
      assert.equal(answer.json?.ResponseCode, undefined);
    }
  },
);

conform("5.4 A wrong key is answered 400 invalid_sk by live", { profile: "live" }, async (target) => {
  const session = await createSession(target);
  const { status, text } = await query(target, { ...session, key: "0".repeat(64) });
  assert.deepEqual([status, text], [400, '{"message":"invalid_sk"}']);
});

conform(
  "5.4 No payment data passes through the browser: SESSION alone tells it nothing of the key",
  { needs: page },
  async (target) => {
    const session = await createSession(target);
    const { text, address } = await openPage(target, { SESSION: session.SESSION });
    const form = await pay(target, session);
    for (const seen of [text, address, form.action, JSON.stringify(form.fields)])
      assert.ok(!seen.includes(session.key));
  },
);

conform("4.2 Invoke payment page: a paid session is never charged again", { needs: page }, async (target) => {
  const session = await createSession(target);
  await pay(target, session);
  const first = await result(target, session);
  const declined = await cardFor(target, "51");
  await assert.rejects(pay(target, session, declined));
  assert.equal((await result(target, session)).text, first.text);
});

conform("6.2 Leaving the page leads to CancelUrl and leaves no approval", { needs: page }, async (target) => {
  const session = await createSession(target);
  const form = await leave(target, session);
  assert.equal(form.action, "http://shop.localhost:3000/cancel?order=A-1");
  const answer = await query(target, session);
  assert.notEqual(answer.json?.ResponseCode, "00");
});

/** Pays a session on the installments page, in six installments. */
async function payInInstallments(target: Target, SESSION: string): Promise<void> {
  const opened = await openPage(target, { SESSION }, installments);
  assert.equal(opened.status, 200);
  await payOn(target, await submit(opened, "plan", { plan: "c6", action: "choose" }), target.card.number);
}
