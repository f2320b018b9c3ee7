import assert from "node:assert/strict";
import { test } from "node:test";
import type { Express } from "express";
import helmet from "helmet";
import { cards, comeBack, cookieOf, openShop, payAtBank, type Shop, sessionIn } from "../../shop.ts";

const site = "https://www.shop.example";
const behindHelmet = { before: (app: Express) => void app.use(helmet()) };

/** Pays A-1 and gives the headers of every page on the way, and of a refusal. */
async function headersOf(shop: Shop, fields: Record<string, string> = {}, headers?: Record<string, string>) {
  const launch = await shop.launch("A-1", fields, headers);
  const Cookie = cookieOf(launch);
  const back = await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  const relay = await fetch(back.headers.get("location") ?? "", { headers: { Cookie } });
  const refused = await shop.launch("Z-9", fields, headers);
  assert.deepEqual([launch.status, back.status, relay.status, refused.status], [200, 303, 200, 404]);
  return { launch: launch.headers, back: back.headers, relay: relay.headers, refused: refused.headers };
}

test("helmet's defaults are what the shop's own pages get", async () => {
  const shop = await openShop({}, behindHelmet);
  const { headers } = await fetch(`${shop.origin}/nothing`);
  assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
  assert.equal(headers.get("x-frame-options"), "SAMEORIGIN");
});

test("under helmet's defaults the popup keeps its opener on every page of the router", async () => {
  const shop = await openShop({}, behindHelmet);
  for (const [name, headers] of Object.entries(await headersOf(shop, { mode: "popup" }))) {
    assert.equal(headers.get("cross-origin-opener-policy"), null, name);
    assert.equal(headers.get("cross-origin-opener-policy-report-only"), null, name);
  }
});

test("under helmet's defaults the router's own policy holds on its pages, and helmet's does not", async () => {
  const shop = await openShop({}, behindHelmet);
  const { launch, relay, refused } = await headersOf(shop);
  for (const headers of [launch, relay, refused]) {
    assert.match(
      headers.get("content-security-policy") ?? "",
      /^default-src 'none'; [^,]*frame-ancestors 'none'[^,]*$/,
    );
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("cache-control"), "no-store");
  }
  assert.ok(launch.get("content-security-policy")?.includes(`form-action ${shop.sandbox.url}`));
});

test("under helmet's defaults a dialog of a listed origin may frame the pages, and nobody else any of them", async () => {
  const shop = await openShop({ origins: [site] }, behindHelmet);
  const { launch, relay, refused } = await headersOf(
    shop,
    { mode: "modal" },
    { Origin: site, "Sec-Fetch-Site": "cross-site" },
  );
  for (const headers of [launch, relay, refused]) {
    assert.equal(headers.get("x-frame-options"), null);
    assert.ok(headers.get("content-security-policy")?.includes(`frame-ancestors ${site};`));
  }
  const own = await headersOf(await openShop({}, behindHelmet));
  for (const headers of [own.launch, own.relay, own.refused])
    assert.equal(headers.get("x-frame-options"), "SAMEORIGIN");
});

test("a policy that the shop only tries out, with reports, does not stand beside the router's own", async () => {
  const before = (app: Express) => void app.use(helmet({ contentSecurityPolicy: { reportOnly: true } }));
  const shop = await openShop({}, { before });
  const { launch, relay } = await headersOf(shop);
  for (const headers of [launch, relay]) assert.equal(headers.get("content-security-policy-report-only"), null);
});

test("cookies that were set before a launch go to the browser beside the router's own", async () => {
  const before = (app: Express) =>
    void app.use((_request, response, next) => {
      response.cookie("cart", "7").cookie("lang", "es");
      next();
    });
  const shop = await openShop({}, { before });
  const launch = await shop.launch("A-1");
  const cookies = launch.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
  assert.deepEqual(cookies, ["cart", "lang", "ventanilla"]);
});
