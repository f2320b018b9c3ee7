import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, comeBack, cookieOf, openShop, payAtBank, sessionIn } from "../../shop.ts";

/** The addresses of a page's links to other languages. */
const links = (page: string) =>
  [...page.matchAll(/<a href="([^"]*)" hreflang="(.*?)" lang="\2">(.*?)<\/a>/g)].map((found) => found.slice(1));

test("the page after the bank links to itself in the other language, with all that it knows, and does not leave then", async () => {
  const shop = await openShop();
  const launch = await shop.launch("A-1", { returnTo: "/cart", lang: "es" });
  const Cookie = cookieOf(launch);
  const answer = await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  const relay = new URL(answer.headers.get("location") ?? answer.url, shop.mount).href;
  const spanish = await (await fetch(relay, { headers: { Cookie } })).text();
  assert.deepEqual(links(spanish), [["?lang=en", "en", "English"]]);
  assert.match(spanish, /location\.replace\("\/cart"\)/);
  const english = await (await fetch(new URL("?lang=en", relay), { headers: { Cookie } })).text();
  assert.match(english, /<html lang="en">[\s\S]*<h1>Payment approved<\/h1>[\s\S]*<dt>Date<\/dt>[\s\S]*href="\/cart"/);
  assert.deepEqual(links(english), [["?lang=es", "es", "Español"]]);
  assert.doesNotMatch(english, /location\.replace/);
  const other = await (
    await fetch(new URL("?lang=//evil.example&next=//evil.example", relay), { headers: { Cookie } })
  ).text();
  assert.doesNotMatch(other, /evil/);
  assert.match(other, /<html lang="es">/);
});

test("every language of the shop has a link in its own words; an unknown token's page has them, too", async () => {
  const shop = await openShop({ texts: { "es-MX": { back: "Volver a la tienda" } } });
  const page = await (await fetch(`${shop.mount}/return/${"x".repeat(43)}?lang=es`)).text();
  assert.deepEqual(
    links(page).map(([href, language]) => [href, language]),
    [
      ["?lang=en", "en"],
      ["?lang=es-MX", "es-MX"],
    ],
  );
});
