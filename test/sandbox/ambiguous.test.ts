import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sandbox } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { call, checkIn, checkOut, codeOf, newKey, refund, sale, saleFields, voidOf } from "./rest.ts";
import { bank, create, follow, handOver, open, post, request, resultOf } from "./shop.ts";

const warningsOf = (sandbox: Sandbox) => sandbox.wire().at(-1)?.warnings ?? [];

test("a sale is answered with pnRef alone, in both profiles, and with txToken too where the switch says so", async () => {
  for (const profile of ["live", "document"] as const) {
    const sandbox = await bank({ profile });
    const sold = await sale(sandbox);
    assert.deepEqual(["pnRef" in sold.fields, "txToken" in sold.fields], [true, false], profile);
    assert.equal(codeOf(await refund(sandbox, sold)), "00");
    sandbox.switches.set("sale-token", "both");
    const { fields } = await sale(sandbox);
    assert.equal(fields.txToken, fields.pnRef);
  }
});

test("REST requests without mandatory fields are refused, or taken with a warning, as the switch says", async () => {
  const sandbox = await bank();
  assert.equal((await sale(sandbox, { "reference-number": undefined })).status, 400);
  sandbox.switches.set("rest-mandatory-fields", "lenient");
  const bare = { "reference-number": undefined, "client-ip": undefined, "invoice-number": undefined, cvv: undefined };
  const sold = await sale(sandbox, bare);
  assert.equal(codeOf(sold), "00", sold.text);
  assert.deepEqual(warningsOf(sandbox), ["missing: invoice-number, client-ip, reference-number, cvv"]);
  const held = await checkIn(sandbox, { ...bare, tip: undefined });
  assert.equal(codeOf(held), "00");
  assert.equal(
    codeOf(await checkOut(sandbox, held, { token: undefined, environment: undefined, itbis: undefined })),
    "00",
  );
  assert.equal(codeOf(await refund(sandbox, sold, { operation: undefined, currency: undefined })), "00");
  const again = await sale(sandbox, bare);
  assert.equal(codeOf(await voidOf(sandbox, again, { token: undefined, "terminal-id": undefined })), "00");
  // What a payment cannot be made of is still asked for, and a wrong value still refused.
  const key = await newKey(sandbox);
  for (const field of ["idempotency-key", "amount", "card-number", "expiration-date"]) {
    const fields = { ...saleFields, "idempotency-key": key, [field]: undefined };
    assert.match((await call(sandbox, "sales", fields)).text, new RegExp(`"field":"${field}"`));
  }
  assert.equal((await sale(sandbox, { "client-ip": "999.1.1.1" })).status, 400);
});

test("3-D Secure and network-token values are asked for all together, or only tds_status and tds_servertransactionid, as the switch says", async () => {
  const sandbox = await bank();
  const status = { tds_mode: "2", tds_status: "Y" };
  const token = { tkn_tavv: "AgAAAAAABk4DWZ4C28yUQAAAAAA=", cvv: undefined };
  assert.equal((await sale(sandbox, status)).status, 400);
  assert.equal((await sale(sandbox, token)).status, 400);
  sandbox.switches.set("authentication-fields", "status");
  assert.equal(codeOf(await sale(sandbox, status)), "00");
  assert.deepEqual(warningsOf(sandbox), ["missing: tds_eci, tds_aav, tds_programprotocol, tds_dstransactionid"]);
  assert.equal(codeOf(await sale(sandbox, token)), "00");
  assert.match((await sale(sandbox, { tds_mode: "2" })).text, /"field":"tds_status"/);
  assert.match((await sale(sandbox, { tds_mode: "1" })).text, /"field":"tds_servertransactionid"/);
});

test("the idempotency key comes as text, labelled as JSON for whoever asks for JSON or for all, or as a JSON text", async () => {
  const sandbox = await bank();
  const labelled = async (accept: string) => {
    const response = await fetch(`${sandbox.url}/api/payment/idenpotency-keys`, {
      method: "POST",
      headers: { accept },
    });
    assert.match(await response.text(), /^ikey:/);
    return response.headers.get("content-type");
  };
  assert.equal(await labelled("application/json"), "application/json");
  assert.equal(await labelled("text/plain, application/json"), "text/plain");
  assert.equal(await labelled("*/*"), "text/plain");
  for (const [value, type, form] of [
    ["text/plain", "text/plain", /^ikey:[0-9a-f]{32}$/],
    ["application/json", "application/json", /^ikey:[0-9a-f]{32}$/],
    ["json-text", "application/json", /^"ikey:[0-9a-f]{32}"$/],
  ] as const) {
    sandbox.switches.set("key-type", value);
    const response = await fetch(`${sandbox.url}/api/payment/idenpotency-keys`, { method: "POST" });
    assert.equal(response.headers.get("content-type"), type);
    assert.match(await response.text(), form);
  }
});

test("REST answers hold text, or numbers where no zero is lost and N/A for what there is not", async () => {
  const sandbox = await bank();
  sandbox.switches.set("rest-answer-values", "numbers");
  const declined = await sale(sandbox, { "card-number": "4761340000001512" });
  assert.match(declined.text, /"response-code":51,"internal-response-code":"0051",.*"approval-code":"N\/A"/);
  assert.match(
    (await sale(sandbox)).text,
    /"response-code":"00","internal-response-code":"0000",.*"approval-code":"\w{6}"/,
  );
  const failed = await sale(sandbox, { "card-number": "4761340000003005" });
  assert.match(failed.text, /"internal-response-code":4901,/);
  sandbox.faults.arm("missing-response-code");
  const bare = await sale(sandbox, { "card-number": "4761340000001512" });
  assert.doesNotMatch(bare.text, /"response-code":/);
});

test("keys are made at both spellings of their path, or at one of them", async () => {
  const sandbox = await bank();
  const statuses = () =>
    Promise.all(
      ["idenpotency-keys", "idempotency-keys"].map(async (path) => {
        const { status } = await fetch(`${sandbox.url}/api/payment/${path}`, { method: "POST" });
        return status;
      }),
    );
  assert.deepEqual(await statuses(), [200, 200]);
  sandbox.switches.set("key-path", "idenpotency-keys");
  assert.deepEqual(await statuses(), [200, 404]);
  sandbox.switches.set("key-path", "idempotency-keys");
  assert.deepEqual(await statuses(), [404, 200]);
});

test("a canceled direct form returns to CancelUrl with 17, and without its order or with it, as the switch says", async () => {
  const sandbox = await bank();
  const cancelled = async () => {
    const opened = await post(`${sandbox.url}/authorize`, request);
    const page = new URL(opened.headers.get("location") ?? "", sandbox.url).href;
    return handOver(await (await follow(await post(page, { action: "cancel" }))).text());
  };
  assert.deepEqual(await cancelled(), {
    action: request.CancelUrl,
    body: "ResponseCode=17&TransactionID=000042&TransactionId=000042",
  });
  sandbox.switches.set("direct-cancel", "with-order");
  assert.equal((await cancelled())?.body, "ResponseCode=17&TransactionID=000042&TransactionId=000042&OrdenID=A-1");
});

test("what a refused payment has not is N/A, empty or left out, in the query and in the return alike", async () => {
  const sandbox = await bank();
  sandbox.switches.set("return-body", "result");
  for (const [value, absent] of [
    ["N/A", "N/A"],
    ["empty", ""],
    ["omitted", null],
  ] as const) {
    sandbox.switches.set("absent-values", value);
    const session = await create(sandbox, { OrdenID: value });
    const paid = await post(await open(sandbox, session), cardForm("4761340000003005"));
    const returned = new URLSearchParams(handOver(await (await follow(paid)).text())?.body);
    const result = await resultOf(sandbox, session);
    for (const name of ["RemoteResponseCode", "AuthorizationCode"]) {
      assert.equal(returned.get(name), absent, value);
      assert.equal(result[name] ?? null, absent, value);
    }
  }
  sandbox.switches.set("return-body", "both");
  sandbox.switches.set("absent-values", "omitted");
  const paid = await post(await open(sandbox, await create(sandbox)), cardForm("4761340000001512"));
  assert.doesNotMatch(await (await follow(paid)).text(), /N\/A/);
});
