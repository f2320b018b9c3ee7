import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, comeBack, openShop, payAtBank, type Shop, sessionIn } from "../../shop.ts";

const site = "https://www.shop.example";

const framedBy = (page: Response) =>
  /frame-ancestors ([^;]+)/.exec(page.headers.get("content-security-policy") ?? "")?.[1];

/** Pays A-1 in a mode: who may frame the launch page and the relay page, and the latter's text. */
async function pagesOf(shop: Shop, mode: string, headers?: Record<string, string>) {
  const launch = await shop.launch("A-1", { mode }, headers);
  const framed = framedBy(launch);
  const back = await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  const relay = await fetch(back.headers.get("location") ?? "");
  return { launch: framed, relay: framedBy(relay), text: await relay.text() };
}

test("only a payment in a dialog may be framed, and only by the page that launched it", async () => {
  for (const mode of ["popup", "redirect", "anything"]) {
    const { launch, relay } = await pagesOf(await openShop(), mode);
    assert.deepEqual([launch, relay], ["'none'", "'none'"], mode);
  }
  const own = await openShop();
  const { launch, relay } = await pagesOf(own, "modal");
  assert.deepEqual([launch, relay], [own.origin, own.origin]);
  const elsewhere = await pagesOf(await openShop({ origins: [site] }), "modal", {
    Origin: site,
    "Sec-Fetch-Site": "cross-site",
  });
  assert.deepEqual([elsewhere.launch, elsewhere.relay], [site, site]);
});

test("a refusal in a dialog can be seen there, and tells the page around it", async () => {
  const shop = await openShop();
  const refused = await shop.launch("no-such-order", { mode: "modal" });
  assert.equal(refused.status, 404);
  assert.equal(framedBy(refused), shop.origin);
  assert.ok((await refused.text()).includes(`parent.postMessage(message, "${shop.origin}")`));
});

test("the relay page in a frame tells the page around it, and neither leaves nor begins anything there", async () => {
  const shop = await openShop();
  const { text } = await pagesOf(shop, "modal");
  assert.ok(text.includes(`if (parent !== self) parent.postMessage(message, "${shop.origin}")`));
  assert.match(text, /if \(parent === self\) \{/);
  assert.match(text, /target="_top"/);
  assert.doesNotMatch(text, /<form/);
});

const inFrame = (shop: Shop) => ({ Origin: shop.origin, "Sec-Fetch-Dest": "iframe" });

test("a launch in a frame that is to leave its page asks for the whole window first, and begins nothing", async () => {
  const shop = await openShop({
    order: () => {
      throw new Error("not asked");
    },
  });
  const own = { csrf: 'a"b', submit: "1" };
  const answer = await shop.launch("A-1", { mode: "redirect", returnTo: "/cart", ...own }, inFrame(shop));
  assert.deepEqual([answer.status, framedBy(answer), shop.errors], [200, "*", []]);
  assert.equal(answer.headers.get("set-cookie"), null);
  const page = await answer.text();
  assert.match(page, /<form method="post" action="[^"]*\/payments\/attempts" id="launch" target="_top" /);
  assert.match(page, /La página del banco no se abre dentro de otra página/);
  assert.match(page, /name="returnTo" value="\/cart"/);
  assert.match(page, /name="csrf" value="a&quot;b"/);
  assert.doesNotMatch(page, /<script/);
  assert.equal((await shop.payments.findOrder("A-1")).attempts.length, 0);
});

test("a launch from another site is not made the shop's own by a frame", async () => {
  const shop = await openShop();
  const answer = await shop.launch("A-1", {}, { Origin: "https://evil.example", "Sec-Fetch-Dest": "iframe" });
  assert.equal(answer.status, 403);
  assert.doesNotMatch(await answer.text(), /<form/);
});

test("what belongs to no known launch may be seen in any frame: it says nothing of anyone", async () => {
  const shop = await openShop({ origins: [site] });
  const headers = { "Sec-Fetch-Dest": "iframe" };
  const unknown = await fetch(`${shop.mount}/return/${"x".repeat(43)}`, { headers });
  assert.deepEqual([unknown.status, framedBy(unknown)], [404, "*"]);
  const elsewhere = { ...headers, Origin: "https://other.example" };
  assert.equal(framedBy(await shop.launch("A-1", { mode: "modal" }, elsewhere)), "*");
  assert.equal(framedBy(await shop.launch("A-1", {}, { Origin: "https://other.example" })), "'none'");
});

test("the end of an attempt is seen in the frame where it was paid, also when a full page has joined it since", async () => {
  const shop = await openShop();
  const SESSION = await sessionIn(await shop.launch("A-1", { mode: "modal" }));
  await shop.launch("A-1", { mode: "redirect", returnTo: "/cart" });
  const back = await comeBack(await payAtBank(shop, SESSION, cards.approved));
  const address = back.headers.get("location") ?? "";
  const relay = await fetch(address, { headers: { "Sec-Fetch-Dest": "iframe" } });
  assert.equal(framedBy(relay), shop.origin);
  assert.ok((await relay.text()).includes("parent.postMessage(message"));
  assert.equal(framedBy(await fetch(address, { headers: { "Sec-Fetch-Dest": "document" } })), "'none'");
});
