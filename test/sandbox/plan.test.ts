import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, create, follow, handOver, open, post, query, request } from "./shop.ts";

const sandbox = await bank();
const entry = `${sandbox.url}/servicios/pagosxcuotas/gatewayPagosCuotas`;

test("the installments address takes the same SESSION and offers one payment, installments and deferral", async () => {
  const session = await create(sandbox);
  const response = await post(entry, { SESSION: session.SESSION, OrdenID: "ignored" });
  assert.match(response.headers.get("location") ?? "", /^\/auth\/plan\?s=/);
  const html = await (await follow(response)).text();
  assert.match(html, /¿Cómo quiere pagar\?/);
  assert.deepEqual(
    [...html.matchAll(/name="plan" value="(\w+)"/g)].map(([, value]) => value),
    ["once", "c3", "c6", "c12", "c18", "c24", "d30", "d60", "d90"],
  );
  assert.match(html, /value="once" checked/);
  assert.ok(html.includes("RD$\u00a0491.67"), "a sixth of the amount");
});

test("any path that ends as the installments address does is that address, in any case", async () => {
  for (const path of ["/gatewayPagosCuotas", "/servicios/marca/MarcaPagosCuotas", "/x/y/z/GATEWAYPAGOSCUOTAS"]) {
    const { SESSION } = await create(sandbox);
    const response = await post(`${sandbox.url}${path}`, { SESSION });
    assert.match(response.headers.get("location") ?? "", /^\/auth\/plan\?s=/, path);
    const wrongMethod = await fetch(`${sandbox.url}${path}`);
    assert.deepEqual([wrongMethod.status, wrongMethod.headers.get("allow")], [405, "POST"]);
  }
  assert.equal((await post(`${sandbox.url}/PagosCuotas/x`, { SESSION: "s" })).status, 404);
});

test("the plan shows on the slip, and for the merchant it is one transaction", async () => {
  const session = await create(sandbox, { PageLanguaje: "ENG" });
  const page = await open(sandbox, session);
  for (const [plan, shown] of [
    ["c6", "6 installments"],
    ["d60", "Pay later, 60 days"],
    ["c7", ""],
  ] as const) {
    const html = await (await follow(await post(page.replace("/auth?", "/auth/plan?"), { plan }))).text();
    assert.equal(html.includes("<dt>Plan</dt>"), shown !== "");
    assert.ok(html.includes(shown) && html.includes('name="number"'));
  }
  await post(page, cardForm("4761340000000050"));
  assert.match((await query(sandbox, session)).body, /"ResponseCode":"00"/);
  const paid = await post(page.replace("/auth?", "/auth/plan?"), { plan: "c3" });
  assert.match(paid.headers.get("location") ?? "", /^\/auth\/receipt/);
});

test("a buyer who comes to the card page after choosing a plan pays at once; once paid, the plan stays as it was", async () => {
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  const choose = () => post(page.replace("/auth?", "/auth/plan?"), { plan: "c6" });
  await choose();
  await open(sandbox, session);
  assert.doesNotMatch(await (await fetch(page)).text(), /<dt>Plan<.dt>/);
  await choose();
  await post(page, cardForm("4761340000000050"));
  await open(sandbox, session);
  assert.match(await (await fetch(page)).text(), /6 cuotas/);
});

test("cancelling the choice leads to CancelUrl", async () => {
  const page = await open(sandbox, await create(sandbox));
  const html = await (await follow(await post(page.replace("/auth?", "/auth/plan?"), { action: "cancel" }))).text();
  assert.equal(handOver(html)?.action, request.CancelUrl);
});

test("the installments address takes the direct fields too, refuses GET and knows no other session", async () => {
  assert.match((await post(entry, request)).headers.get("location") ?? "", /^\/auth\/plan\?s=/);
  assert.equal((await post(entry, { SESSION: "x" })).status, 404);
  assert.equal((await fetch(entry)).status, 405);
});

test("a direct form returns with the redirect text form: result, and in this deployment card and order", async () => {
  const response = await post(`${sandbox.url}/authorize`, request);
  const page = new URL(response.headers.get("location") ?? "", sandbox.url).href;
  const html = await (await follow(await post(page, cardForm("4761340000000050")))).text();
  assert.match(
    handOver(html)?.body ?? "",
    /^ResponseCode=00&TransactionID=000042&RemoteResponseCode=00&AuthorizationCode=\d{5}[0-9A-Z]&RetrivalReferenceNumber=\d{12}&TxToken=txn-[0-9a-f]{32}&TransactionId=000042&RetrievalReferenceNumber=\d{12}&CreditCardNumber=476134______0050&OrdenID=A-1$/,
  );
  sandbox.switches.set("direct-return", "plain");
  const plain = await (await fetch(page)).text();
  assert.doesNotMatch(handOver(plain)?.body ?? "", /CreditCardNumber|OrdenID/);
});

test("a wrong KeyEncriptionKey is taken, with a warning; a right one, bare or padded, has none", async () => {
  const merchant = { ...request, MerchantType: "5999" };
  const hash = (number: string) =>
    createHash("md5").update(`5999${number}58585858000042000000295000000000045000`).digest("hex");
  for (const [KeyEncriptionKey, warned] of [
    [hash("349000000"), false],
    [hash("349000000      "), false],
    ["0".repeat(32), true],
    ["x", true],
  ] as const) {
    assert.equal((await post(`${sandbox.url}/authorize`, { ...merchant, KeyEncriptionKey })).status, 303);
    const warnings = sandbox.sessions().at(-1)?.warnings ?? [];
    assert.equal(
      warnings.some((warning) => warning.startsWith('"KeyEncriptionKey" is wrong')),
      warned,
    );
  }
});
