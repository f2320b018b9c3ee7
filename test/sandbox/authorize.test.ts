import assert from "node:assert/strict";
import { test } from "node:test";
import { testCards } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, type Created, create, follow, handOver, open, post, query, request, resultOf } from "./shop.ts";

const sandbox = await bank();
const approved = "4761340000000050";
const declined = "4761340000001512";
const result = (session: Created) => resultOf(sandbox, session);
const state = (id: string) => sandbox.sessions().find((session) => session.id === id);

test("posting SESSION leads by 303 to the page under a GUID of its own, the same each time", async () => {
  const session = await create(sandbox);
  const response = await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION, extra: "ignored" });
  assert.equal(response.status, 303);
  assert.match(response.headers.get("location") ?? "", /^\/auth\?s=[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(await open(sandbox, session), await open(sandbox, session));
});

test("an unknown SESSION, none, and an unknown page answer a friendly 404 in the browser's language", async () => {
  for (const response of [
    await post(`${sandbox.url}/authorize`, { SESSION: "sess-unknown" }),
    await post(`${sandbox.url}/authorize`, {}),
    await post(`${sandbox.url}/auth?s=1`, cardForm(approved)),
    await fetch(`${sandbox.url}/auth`),
    await fetch(`${sandbox.url}/auth/receipt?s=x`),
  ]) {
    assert.equal(response.status, 404);
    assert.match(await response.text(), /No encontramos este pago/);
  }
  const english = await fetch(`${sandbox.url}/auth`, { headers: { "accept-language": "en-US" } });
  assert.match(await english.text(), /<html lang="en">/);
});

test("the page shows shop, amount with its sign, tax, and the buyer's data masked", async () => {
  const html = await (await fetch(await open(sandbox, await create(sandbox)))).text();
  assert.match(html, /<html lang="es">/);
  for (const shown of [
    "TIENDA DEMO",
    "SANTO DOMINGO",
    "RD$\u00a02,950.00",
    "RD$\u00a0450.00",
    "an•••@example.com",
    "••• ••• 0123",
  ]) {
    assert.ok(html.includes(shown), shown);
  }
  assert.doesNotMatch(html, /ana@example|8095550123/);
});

test("dollars are shown as US$", async () => {
  const html = await (await fetch(await open(sandbox, await create(sandbox, { CurrencyCode: "840" })))).text();
  assert.ok(html.includes("US$\u00a02,950.00"));
});

test("ESP is Spanish, ENG and ING are English, and a switch leads to the other", async () => {
  for (const [PageLanguaje, language, other] of [
    ["ESP", "es", "en"],
    ["ENG", "en", "es"],
    ["ING", "en", "es"],
    ["???", "es", "en"],
  ] as const) {
    const page = await open(sandbox, await create(sandbox, { PageLanguaje }));
    const html = await (await fetch(page)).text();
    assert.match(html, new RegExp(`<html lang="${language}">`));
    const link = /class="language" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const switched = await (await fetch(new URL(link, page))).text();
    assert.match(switched, new RegExp(`<html lang="${other}">`));
    assert.match(switched, new RegExp(`action="/auth\\?s=[^"]+lang=${other}"`), "the choice survives the form");
  }
});

test("what the shop and the buyer sent is escaped", async () => {
  const attack = `<img src=x onerror=alert(1)>"'&`;
  const session = await create(sandbox, {
    OrdenID: attack,
    MerchantName: attack,
    "3DS_email": `a${attack}@x`,
    PageLanguaje: attack,
  });
  const html = await (await fetch(await open(sandbox, session))).text();
  assert.ok(html.includes("&lt;img src=x onerror"));
  assert.doesNotMatch(html, /<img/);
});

for (const { number, scheme, ResponseCode, es, threeDs } of testCards) {
  if (threeDs === "challenge") continue;
  test(`${scheme} …${number.slice(-4)} answers ${ResponseCode}, and the buyer goes to ReturnUrl`, async () => {
    const session = await create(sandbox);
    const page = await open(sandbox, session);
    const response = await post(page, cardForm(number));
    assert.equal(response.status, 303);
    const receipt = await (await follow(response)).text();
    if (ResponseCode !== "00") assert.ok(receipt.includes(es));
    assert.deepEqual(handOver(receipt), {
      action: request.ReturnUrl,
      body: `SESSION=${new URL(page).searchParams.get("s")}&Description=Transaction+Received`,
    });
    const found = await result(session);
    assert.equal(found.ResponseCode, ResponseCode);
    assert.equal(found.CreditCardNumber, `${number.slice(0, 6)}${"_".repeat(number.length - 10)}${number.slice(-4)}`);
    assert.equal(found.RemoteResponseCode, ResponseCode === "TF" ? "N/A" : ResponseCode);
    assert.equal(found.AuthorizationCode !== "N/A", ["00", "10"].includes(ResponseCode));
    assert.equal(state(session.SESSION)?.charges, ["00", "10"].includes(ResponseCode) ? 1 : 0);
  });
}

test("the receipt sends the buyer on after a second, with a button for those without JavaScript", async () => {
  const response = await post(await open(sandbox, await create(sandbox)), cardForm(approved));
  const receipt = await follow(response);
  assert.match(receipt.headers.get("content-security-policy") ?? "", /form-action http: https:/);
  const html = await receipt.text();
  assert.match(html, /Pago aprobado/);
  assert.match(html, /data-after="1200" data-note="Volviendo al comercio…"/);
  assert.match(html, /<button class="primary">Continuar<\/button>/);
});

test("a receipt asked for before paying leads to the form", async () => {
  const page = await open(sandbox, await create(sandbox));
  const response = await fetch(page.replace("/auth?", "/auth/receipt?"), { redirect: "manual" });
  assert.equal(new URL(response.headers.get("location") ?? "", page).href, page);
});

test("cancelling posts to CancelUrl, leaves no result, and the session can still be paid", async () => {
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  const html = await (await follow(await post(page, { action: "cancel", number: "4111", expiry: "", cvv: "" }))).text();
  assert.deepEqual(handOver(html), {
    action: request.CancelUrl,
    body: `SESSION=${new URL(page).searchParams.get("s")}&Description=Transaction+Received`,
  });
  assert.match(html, /data-after="0"/);
  assert.equal((await query(sandbox, session)).body, '{"message":"rspdata_not_found"}');
  assert.equal(state(session.SESSION)?.state, "cancelled");
  assert.match(await (await fetch(await open(sandbox, session))).text(), /name="number"/);
  await post(page, cardForm(approved));
  assert.equal((await result(session)).ResponseCode, "00");
});

test("a paid session is never charged again: no other card, no cancelling, the same result", async () => {
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  await post(page, cardForm(approved));
  const first = await result(session);
  const again = await Promise.all([
    post(page, cardForm(approved)),
    post(page, cardForm("5461340000000050")),
    post(page, cardForm(declined)),
    post(page, { action: "cancel" }),
  ]);
  for (const response of again) assert.match(response.headers.get("location") ?? "", /^\/auth\/receipt\?/);
  assert.deepEqual(await result(session), first);
  assert.equal(state(session.SESSION)?.charges, 1);
});

test("a paid session posted to the page again says so and offers the return, which does not start by itself", async () => {
  const session = await create(sandbox);
  await post(await open(sandbox, session), cardForm(approved));
  const html = await (await fetch(await open(sandbox, session))).text();
  assert.match(html, /Esta compra ya está pagada/);
  assert.doesNotMatch(html, /name="number"|data-after/);
  assert.equal(handOver(html)?.action, request.ReturnUrl);
});

test("a declined session takes another card, and the approval replaces the result", async () => {
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  await post(page, cardForm(declined));
  assert.equal(state(session.SESSION)?.state, "declined");
  assert.match(await (await fetch(await open(sandbox, session))).text(), /name="number"/);
  await post(page, cardForm("4761340000001058"));
  assert.equal((await result(session)).ResponseCode, "05");
  await post(page, cardForm(approved));
  assert.equal((await result(session)).ResponseCode, "00");
});

test("wrong merchant data is refused whatever the card, as a result", async () => {
  for (const [fields, code] of [
    [{ MerchantNumber: "" }, "03"],
    [{ MerchantNumber: "ABC" }, "03"],
    [{ MerchantNumber: "1234567890123456" }, "03"],
    [{ MerchantNumber: null }, "03"],
    [{ MerchantNumber: 349000000 }, "00"],
    [{ MerchantNumber: "349000000      " }, "00"],
    [{ Amount: "0" }, "13"],
    [{ Amount: "abc" }, "13"],
    [{ CurrencyCode: "978" }, "12"],
    [{ TransactionType: "200" }, "00"],
  ] as const) {
    const session = await create(sandbox, fields);
    await post(await open(sandbox, session), cardForm(approved));
    assert.equal((await result(session)).ResponseCode, code, JSON.stringify(fields));
  }
});

test("a ReturnUrl that no browser should follow is none: the buyer can go to CancelUrl, but is not sent there", async () => {
  for (const ReturnUrl of ["javascript:alert(1)", "data:text/html,x", "/relative", "", null, 7, "http://"]) {
    const html = await (
      await follow(await post(await open(sandbox, await create(sandbox, { ReturnUrl })), cardForm(approved)))
    ).text();
    assert.equal(handOver(html)?.action, request.CancelUrl, String(ReturnUrl));
    assert.doesNotMatch(html, /data-after/);
  }
  const lost = await create(sandbox, { ReturnUrl: "", CancelUrl: "" });
  const html = await (await follow(await post(await open(sandbox, lost), cardForm(approved)))).text();
  assert.equal(handOver(html), undefined);
  assert.match(html, /El comercio no indicó a dónde volver/);
});

test("an expired page says so, charges nothing and offers the way back", async () => {
  const own = await bank();
  const session = await create(own);
  const page = await open(own, session);
  own.clock.advance(30 * 60 * 1000);
  for (const response of [
    await fetch(page),
    await post(page, cardForm(approved)),
    await fetch(await open(own, session)),
  ]) {
    assert.equal(response.status, 410);
    const html = await response.text();
    assert.match(html, /El tiempo para pagar terminó/);
    assert.equal(handOver(html)?.action, request.CancelUrl);
  }
  assert.equal(own.sessions()[0]?.charges, 0);
});
