import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, comeBack, openShop, payAtBank, type Shop, sessionIn } from "./shop.ts";

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
