import assert from "node:assert/strict";
import { test } from "node:test";
import { type Options, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import {
  cards,
  comeBack,
  encryptionKey,
  merchant,
  openShop,
  orderOf,
  payAtBank,
  type Shop,
  sessionIn,
} from "../../shop.ts";

const site = "https://www.shop.example";
const other = "http://localhost:8080";
const open = () => openShop({ origins: [site, other] });
const from = (origin: string, fetchSite = "cross-site") => ({ Origin: origin, "Sec-Fetch-Site": fetchSite });

/** The address that a page of the router links to. */
const backLink = (page: string) => /<a class="[^"]*" href="([^"]*)"/.exec(page)?.[1];

/** Pays A-1 and gives the relay page. */
async function relayOf(shop: Shop, fields: Record<string, string>, card: string): Promise<string> {
  const launch = await shop.launch("A-1", fields, from(site));
  const cookie = launch.headers.get("set-cookie")?.split(";")[0] ?? "";
  const back = await comeBack(await payAtBank(shop, await sessionIn(launch), card));
  const relay = await fetch(back.headers.get("location") ?? "", { headers: { cookie } });
  return relay.text();
}

function throws(options: Partial<Options>, message: RegExp): void {
  const rest = {
    store: sqliteStore(":memory:"),
    order: orderOf,
    onPaid: () => {},
    merchant,
    encryptionKeys: [encryptionKey],
  };
  const gateway = { sessionApiUrl: "https://api.bank.example", gatewayUrl: "https://pay.bank.example" };
  assert.throws(
    () => ventanilla({ publicUrl: "https://api.shop.example/payments", gateway, ...rest, ...options }),
    { code: "ERR_VENTANILLA_ARGUMENT", message },
    `expected ${message}`,
  );
}

test("origins are exact https origins, http on loopback only, and a wrong one is named", () => {
  throws({ origins: site as unknown as string[] }, /^origins: expected a list/);
  throws({ origins: [site, "http://www.shop.example"] }, /^origins\[1\]: expected https/);
  throws({ origins: ["https://www.shop.example/"] }, /^origins\[0\]: expected one exact origin/);
  for (const wrong of [
    "*",
    "null",
    "https://www.shop.example/checkout",
    "https://WWW.shop.example",
    "https://www.shop.example:443",
    "https://*.shop.example",
    "https://u:p@www.shop.example",
    "www.shop.example",
    7 as unknown as string,
  ]) {
    throws({ origins: [wrong] }, /^origins\[0\]: /);
  }
});

test("returnTo may be an address on a listed origin, and on no other", async () => {
  await openShop({ origins: [site], returnTo: `${site}/orders` });
  for (const returnTo of ["https://evil.example/orders", "https://www.shop.example.evil.example/"]) {
    throws({ origins: [site], returnTo }, /^returnTo: /);
  }
});

test("a page on a listed origin launches, cross-site and same-site, with and without Sec-Fetch-Site", async () => {
  const shop = await open();
  for (const headers of [from(site), from(site, "same-site"), from(other), { Origin: other }]) {
    assert.equal((await shop.launch("A-1", {}, headers)).status, 200);
  }
  assert.equal((await shop.launch("A-1", { origin: site }, from(site))).status, 200);
  assert.equal((await shop.launch("A-1")).status, 200, "and the router's own origin as ever");
});

test("everybody else is refused as before: other origins, null, none, and what contradicts itself", async () => {
  const shop = await open();
  const refused: [Record<string, string>, Record<string, string>?][] = [
    [from("https://evil.example")],
    [from("https://www.shop.example.evil.example")],
    [from(`${site}:8443`)],
    [from("http://www.shop.example")],
    [from("null")],
    [{ Origin: "null" }],
    [from(shop.origin)],
    [from(site, "none")],
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{}],
    [from(site), { origin: other }],
    [from(site), { origin: "https://evil.example" }],
    [{ Origin: shop.origin }, { origin: "https://evil.example" }],
  ];
  for (const [headers, fields = {}] of refused) {
    const answer = await shop.launch("A-1", fields, headers);
    assert.equal(answer.status, 403, JSON.stringify([headers, fields]));
    assert.ok(!(await answer.text()).includes("evil.example"));
  }
  assert.equal(shop.sandbox.sessions().length, 0);
});

test("without the option no other origin gets anything", async () => {
  const shop = await openShop();
  assert.equal((await shop.launch("A-1", {}, from(site))).status, 403);
  const attempt = crypto.randomUUID();
  await shop.launch("A-1", { attempt });
  const status = await fetch(`${shop.mount}/attempts/${attempt}`, { headers: { Origin: site } });
  assert.equal(status.headers.get("access-control-allow-origin"), null);
  assert.equal((await fetch(`${shop.mount}/attempts/${attempt}`, { method: "OPTIONS" })).status, 405);
});

test("a listed page reads the status, also that of an attempt nobody knows; without cookies", async () => {
  const shop = await open();
  const attempt = crypto.randomUUID();
  await shop.launch("A-1", { attempt }, from(site));
  for (const [id, status] of [
    [attempt, 200],
    [crypto.randomUUID(), 404],
  ] as const) {
    const answer = await fetch(`${shop.mount}/attempts/${id}`, { headers: { Origin: site } });
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get("access-control-allow-origin"), site);
    assert.equal(answer.headers.get("access-control-allow-credentials"), null);
    assert.equal(answer.headers.get("vary"), "Origin");
  }
});

test("an origin that is not listed reads nothing, and caches are told that the answer depends on it", async () => {
  const shop = await open();
  for (const origin of ["https://evil.example", "null", `${site}.evil.example`]) {
    const answer = await fetch(`${shop.mount}/attempts/${crypto.randomUUID()}`, { headers: { Origin: origin } });
    assert.equal(answer.headers.get("access-control-allow-origin"), null, origin);
    assert.equal(answer.headers.get("vary"), "Origin");
  }
});

test("the question before a request with a header of the shop's own is answered for listed origins only", async () => {
  const shop = await open();
  const ask = (origin: string) =>
    fetch(`${shop.mount}/attempts/${crypto.randomUUID()}`, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-csrf-token",
      },
    });
  const yes = await ask(site);
  assert.equal(yes.status, 204);
  assert.equal(yes.headers.get("access-control-allow-origin"), site);
  assert.equal(yes.headers.get("access-control-allow-methods"), "GET");
  assert.equal(yes.headers.get("access-control-allow-headers"), "x-csrf-token");
  const no = await ask("https://evil.example");
  assert.equal(no.status, 405);
  assert.equal(no.headers.get("access-control-allow-origin"), null);
});

test("the relay page speaks to the page that launched, at its exact origin, and links back there", async () => {
  const page = await relayOf(await open(), { mode: "popup", returnTo: "/checkout?x=1" }, cards.approved);
  assert.ok(page.includes(`opener?.postMessage(message, "${site}")`));
  assert.equal(backLink(page), `${site}/checkout?x=1`);
});

test("a redirect goes back to the shop's page, and without a way back to its front", async () => {
  const back = await relayOf(await open(), { returnTo: `${site}/checkout` }, cards.approved);
  assert.ok(back.includes(`location.replace("${site}/checkout")`));
  const home = await relayOf(await open(), {}, cards.approved);
  assert.doesNotMatch(home, /location\.replace/);
  assert.equal(backLink(home), `${site}/`);
});

test("a listed page whose own server passes the launch on is the shop's: the browser calls it same-origin", async () => {
  const shop = await open();
  const launch = await shop.launch("A-1", { returnTo: "/checkout" }, from(site, "same-origin"));
  assert.equal(launch.status, 200);
  const back = await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  assert.ok(
    (await (await fetch(back.headers.get("location") ?? "")).text()).includes(`location.replace("${site}/checkout")`),
  );
  for (const [origin, fetchSite, named] of [
    [site, "none", {}],
    [site, "same-origin", { origin: "https://evil.example" }],
    ["https://evil.example", "same-site", {}],
  ] as const) {
    assert.equal((await shop.launch("B-2", named, from(origin, fetchSite))).status, 403, `${origin} ${fetchSite}`);
  }
});

test("paying again from the relay page still links to the shop's origin", async () => {
  const shop = await open();
  const page = await relayOf(shop, { returnTo: "/checkout" }, cards.declined);
  const fields = Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;
  assert.deepEqual(fields, { order: "A-1", lang: "es", returnTo: `${site}/checkout`, origin: site });
  // The page tells no address, so the browser says no more than that it is the router's own.
  const { order = "", ...rest } = fields as { order?: string };
  const again = await shop.launch(order, rest, from("null", "same-origin"));
  const back = await comeBack(await payAtBank(shop, await sessionIn(again), cards.approved));
  const relay = await (await fetch(back.headers.get("location") ?? "")).text();
  assert.ok(relay.includes(`postMessage(message, "${site}")`));
  assert.equal(backLink(relay), `${site}/checkout`);
});

test("a launch from the router's own page after one from elsewhere links to the router's own", async () => {
  const shop = await open();
  await shop.launch("A-1", { returnTo: "/a" }, from(site));
  const SESSION = await sessionIn(await shop.launch("A-1", { returnTo: "/b" }));
  const back = await comeBack(await payAtBank(shop, SESSION, cards.approved));
  const relay = await (await fetch(back.headers.get("location") ?? "")).text();
  assert.ok(relay.includes(`postMessage(message, "${shop.origin}")`));
  assert.equal(backLink(relay), "/b");
});

test("a refused launch in a window tells the page that opened it, and links back there", async () => {
  const shop = await open();
  const page = await (await shop.launch("Z-9", { mode: "popup", returnTo: "/cart" }, from(site))).text();
  assert.ok(page.includes(`postMessage(message, "${site}")`));
  assert.equal(backLink(page), `${site}/cart`);
});

test("a way back to anywhere else is ignored", async () => {
  const shop = await open();
  for (const returnTo of [
    "https://evil.example/",
    "https://www.shop.example.evil.example/",
    "https://www.shop.example@evil.example/",
    "https://evil.example\\@www.shop.example/",
    "https://u:p@www.shop.example/",
    "http://www.shop.example/",
    "https://www.shop.example:8443/",
    `blob:${site}/7`,
    `filesystem:${site}/7`,
    `view-source:${site}/`,
    `javascript://www.shop.example/%0aalert(1)`,
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    `${site}${"/x".repeat(1001)}`,
    "",
  ]) {
    const page = await (await shop.launch("Z-9", { returnTo }, from(site))).text();
    assert.equal(backLink(page), `${site}/`, returnTo);
  }
});

test("the element's file may be loaded by a page on any origin", async () => {
  const shop = await openShop();
  const answer = await fetch(`${shop.mount}/element.js`, { headers: { Origin: "https://www.shop.example" } });
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
});
