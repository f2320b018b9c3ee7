import assert from "node:assert/strict";
import { test } from "node:test";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, create, follow, handOver, open, post, request } from "./shop.ts";

const sandbox = await bank();
const receipt = async (fields: Record<string, unknown> = {}, number = "4761340000000050") => {
  const session = await create(sandbox, fields);
  const page = await open(sandbox, session);
  const html = await (await follow(await post(page, cardForm(number)))).text();
  return { session, guid: new URL(page).searchParams.get("s") ?? "", html };
};

test("return-get: a GET form keeps the query of ReturnUrl as fields, since browsers drop it", async () => {
  sandbox.faults.arm("return-get");
  const { html, guid } = await receipt();
  assert.match(html, /<form class="actions" method="get" action="http:\/\/shop\.localhost:3000\/return\?/);
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, n, v]) => [n, v]);
  assert.deepEqual(fields, [
    ["order", "A-1"],
    ["x", "&amp;"],
    ["SESSION", guid],
    ["Description", "Transaction Received"],
  ]);
});

test("return-get: a parameter that ReturnUrl has twice, or that the bank sends too, is kept", async () => {
  sandbox.faults.arm("return-get");
  const { html, guid } = await receipt({ ReturnUrl: "http://shop.localhost:3000/return?a=1&a=2&SESSION=mine" });
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, n, v]) => [n, v]);
  assert.deepEqual(fields.slice(0, 4), [
    ["a", "1"],
    ["a", "2"],
    ["SESSION", "mine"],
    ["SESSION", guid],
  ]);
});

test("return-script: a link that the script follows, with the query kept", async () => {
  sandbox.faults.arm("return-script");
  const { html, guid } = await receipt();
  assert.equal(handOver(html), undefined);
  assert.ok(
    html.includes(
      `href="http://shop.localhost:3000/return?order=A-1&amp;x=%26&amp;SESSION=${guid}&amp;Description=Transaction+Received" data-after="1200"`,
    ),
  );
});

test("no-return: the buyer is told and left there", async () => {
  sandbox.faults.arm("no-return");
  const { html } = await receipt();
  assert.doesNotMatch(html, /shop\.localhost/);
  assert.match(html, /Aquí el banco no lleva al comprador de vuelta al comercio/);
});

test("double-return: two posts, the receipt ahead and then the code", async () => {
  sandbox.faults.arm("double-return");
  const { html, guid } = await receipt();
  const ahead = /<form class="ahead" method="post" action="([^"]*)">(.*?)<\/form>/s.exec(html);
  assert.equal(ahead?.[1], request.ReturnUrl.replaceAll("&", "&amp;"));
  assert.match(ahead?.[2] ?? "", /name="Description" value="Transaction Received"/);
  assert.match(
    handOver(html)?.body ?? "",
    new RegExp(`^ResponseCode=00&SESSION=${guid}&AuthorizationCode=\\d{5}[0-9A-Z]$`),
  );
});

test("differing-session: a GUID that nobody knows; interim-only: no result, whatever the switch says", async () => {
  sandbox.faults.arm("differing-session");
  const { html, guid, session } = await receipt();
  const returned = new URLSearchParams(handOver(html)?.body).get("SESSION") ?? "";
  assert.match(returned, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal([guid, session.SESSION].includes(returned), false);
  sandbox.switches.set("return-body", "result");
  assert.match(
    handOver((await receipt()).html)?.body ?? "",
    /^ResponseCode=00&TransactionID=000042&RemoteResponseCode=00&AuthorizationCode=/,
  );
  sandbox.faults.arm("interim-only");
  assert.match(handOver((await receipt()).html)?.body ?? "", /^SESSION=[^&]+&Description=Transaction\+Received$/);
  sandbox.switches.set("return-body", "interim");
});

test("switches of the return: method, both posts, the created SESSION, declined to CancelUrl", async () => {
  for (const [name, value, usual, expected] of [
    ["return-method", "get", "post", /<form class="actions" method="get"/],
    ["return-method", "script", "post", /<a class="primary" href="http:\/\/shop/],
    ["return-body", "both", "interim", /<form class="ahead"/],
    ["returned-session", "created", "page", /name="SESSION" value="sess-/],
    ["declined-to", "cancel", "return", /action="http:\/\/shop\.localhost:3000\/cancel"/],
  ] as const) {
    sandbox.switches.set(name, value);
    const number = name === "declined-to" ? "4761340000001512" : "4761340000000050";
    assert.match((await receipt({}, number)).html, expected, name);
    sandbox.switches.set(name, usual);
    assert.doesNotMatch((await receipt({}, number)).html, expected, name);
  }
});

test("a magic order id has its return fault act for that order alone", async () => {
  assert.match((await receipt({ OrdenID: "A-2!rget" })).html, /method="get"/);
  assert.doesNotMatch((await receipt()).html, /method="get"/);
});

test("the slip has the card's scheme; that of an approval in part says that the issuer names no amount", async () => {
  const { html } = await receipt();
  assert.match(html, /<dd>Visa ••••\u00a00050</);
  assert.doesNotMatch(html, /Por confirmar|Guarde la referencia/);
  assert.match((await receipt({}, "4761340000001108")).html, /Por confirmar.*Guarde la referencia.*TIENDA DEMO/s);
});
