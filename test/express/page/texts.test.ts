import assert from "node:assert/strict";
import { test } from "node:test";
import type { Texts } from "@ventanilla/express";
import { es } from "#express/page/texts/es.ts";
import { cards, comeBack, cookieOf, merchant, openShop, payAtBank, sessionIn } from "../../shop.ts";

/** A complete third language: every Spanish sentence, marked. */
const marked = (value: unknown, mark: string): unknown =>
  typeof value === "string"
    ? `${mark} ${value}`
    : Object.fromEntries(Object.entries(value as object).map(([key, text]) => [key, marked(text, mark)]));
const ht = marked(es, "[ht]") as Texts;

const relayOf = async (address: string, Cookie: string) => (await fetch(address, { headers: { Cookie } })).text();

test("a third language covers every page and the message of the status, also for a declined card", async () => {
  const shop = await openShop({ texts: { ht } });
  const attempt = crypto.randomUUID();
  const launch = await shop.launch("A-1", { attempt, lang: "ht-HT" });
  const Cookie = cookieOf(launch);
  const page = await launch.clone().text();
  assert.match(page, /<html lang="ht">[\s\S]*<h1>\[ht\] Abriendo[\s\S]*\[ht\] Continuar/);
  const relay = (await comeBack(await payAtBank(shop, await sessionIn(launch), cards.declined))).headers.get(
    "location",
  );
  const outcome = await relayOf(relay ?? "", Cookie);
  assert.match(outcome, /<h1>\[ht\] Pago no aprobado[\s\S]*\[ht\] Su banco no aprobó el pago/);
  assert.match(outcome, /name="lang" value="ht"[\s\S]*\[ht\] Intentar de nuevo[\s\S]*\[ht\] Volver/);
  assert.match(String((await shop.status(attempt, "?lang=ht")).body.message), /^\[ht\] Su banco no aprobó/);
  assert.match(String((await shop.status(attempt, "?lang=es")).body.message), /^Su banco no aprobó/);
  assert.match(await (await shop.launch("Z-9", { lang: "ht" })).text(), /<h1>\[ht\] No encontramos este pedido/);
  assert.equal((await shop.payments.findOrder("A-1")).attempts.length, 1);
});

test("some Spanish sentences can be the shop's own; the others stay", async () => {
  const refused = { unknown_order: { message: "Búsquelo en «Mis pedidos»." } };
  const shop = await openShop({ texts: { es: { back: "Volver al colmado", refused } } });
  const page = await (await shop.launch("Z-9")).text();
  assert.match(
    page,
    /<h1>No encontramos este pedido<\/h1>\s*<p>Búsquelo en «Mis pedidos»\.<\/p>[\s\S]*Volver al colmado/,
  );
  assert.match(await (await shop.launch("Z-9", { lang: "en" })).text(), /Back to the store/);
});

test("without a lang field the browser's languages decide, then Spanish", async () => {
  const shop = await openShop({ texts: { "pt-BR": marked(es, "[pt]") as Texts, ht } });
  for (const [accepted, language] of [
    ["en-GB,en;q=0.9", "en"],
    ["fr, ht;q=0.4, en;q=0.8", "en"],
    ["ht-HT, es;q=0.5", "ht"],
    ["pt-br", "pt-BR"],
    ["es;q=0, en;q=0", "es"],
    ["*", "es"],
    ["de", "es"],
  ] as const) {
    const address = `${shop.mount}/return/${"x".repeat(43)}`;
    const page = await fetch(address, { headers: { "Accept-Language": accepted } });
    assert.equal(page.headers.get("Content-Language"), language, accepted);
    const asked = await shop.launch("Z-9", { lang: "en" }, { Origin: shop.origin, "Accept-Language": accepted });
    assert.equal(asked.headers.get("Content-Language"), "en");
  }
});

test("the status names the language of its sentence: a page may ask for one that the router does not speak", async () => {
  const shop = await openShop({ texts: { ht } });
  const attempt = crypto.randomUUID();
  await shop.launch("A-1", { attempt });
  for (const [asked, language] of [
    ["ht-HT", "ht"],
    ["fr", "es"],
  ]) {
    for (const path of [`attempts/${attempt}`, "attempts/unknown", "orders/Z-9"]) {
      const answer = await fetch(`${shop.mount}/${path}?lang=${asked}`);
      assert.equal(answer.headers.get("Content-Language"), language, `${path} in ${asked}`);
    }
  }
});

test("a language that is written from right to left says so", async () => {
  const shop = await openShop({ texts: { ar: marked(es, "[ar]") as Texts } });
  assert.match(await (await shop.launch("Z-9", { lang: "ar" })).text(), /<html lang="ar" dir="rtl">/);
});

test("the store's name and contact are on the pages of a launch, an outcome and a refusal, escaped", async () => {
  const contact = { href: "https://wa.me/18095550123?text=%22", label: "WhatsApp <809>" };
  const shop = await openShop({ storefront: { name: "Colmado <Oriente>", contact } });
  const launch = await shop.launch("A-1", {});
  const id = (await shop.payments.findOrder("A-1")).attempts[0]?.id;
  const pages = [
    await launch.text(),
    await relayOf(`${shop.mount}/relay/${id}`, cookieOf(launch)),
    await (await fetch(`${shop.mount}/relay/${id}`)).text(),
    await (await shop.launch("Z-9")).text(),
    await (await fetch(`${shop.mount}/return/${"x".repeat(43)}`)).text(),
  ];
  for (const page of pages) {
    assert.match(page, /<p class="store"><bdi>Colmado &lt;Oriente&gt;<\/bdi><\/p>/);
    assert.match(page, /¿Necesita ayuda\? <a href="https:\/\/wa\.me\/18095550123\?text=%22" .+>WhatsApp &lt;809&gt;</);
  }
});

test("without a storefront the pages show the merchant's name, and no contact", async () => {
  const shop = await openShop();
  const page = await (await shop.launch("Z-9")).text();
  assert.match(page, /<bdi>TIENDA DEMO<\/bdi>/);
  assert.doesNotMatch(page, /class="contact"/);
  const readyMade = await openShop({ merchant: { ...merchant, name: `${"CAFE ANA".padEnd(22)}SANTO DOMINGO   DO` } });
  assert.match(await (await readyMade.launch("Z-9")).text(), /<bdi>CAFE ANA<\/bdi>/);
  const called = await openShop({ storefront: { contact: { href: "tel:+18095550123" } } });
  assert.match(await (await called.launch("Z-9")).text(), /href="tel:\+18095550123"[^>]*><bdi>\+18095550123</);
});

test("a variant of a language has what it leaves out from that language, the shop's own words first", async () => {
  const shop = await openShop({
    texts: { "en-GB": { close: "Shut" }, "es-MX": { again: "Otra vez" }, es: { back: "Volver al colmado" } },
  });
  const pageIn = async (lang: string) => (await shop.launch("Z-9", { lang, mode: "popup" })).text();
  assert.match(await pageIn("es-MX"), /<html lang="es-MX">[\s\S]*No encontramos[\s\S]*Volver al colmado/);
  assert.match(await pageIn("en-GB"), /<html lang="en-GB">[\s\S]*>Shut<[\s\S]*Back to the store/);
});

test("a locale as POSIX writes it is read by its language, of a page and of a browser", async () => {
  const shop = await openShop();
  const titleFor = async (lang: string | undefined, accepted: string) => {
    const headers = { "Accept-Language": accepted };
    const query = lang === undefined ? "" : `?lang=${encodeURIComponent(lang)}`;
    const answer = await fetch(`${shop.mount}/attempts/${crypto.randomUUID()}${query}`, { headers });
    await answer.body?.cancel();
    return answer.headers.get("content-language");
  };
  for (const locale of ["en_US", "en_US.UTF-8", "EN_us"]) {
    assert.equal(await titleFor(locale, "es"), "en", locale);
    assert.equal(await titleFor(undefined, `${locale}, es;q=0.5`), "en", locale);
  }
  for (const locale of ["es_DO", "es_DO.UTF-8@euro"]) assert.equal(await titleFor(locale, "en"), "es", locale);
  for (const locale of ["C", "C.UTF-8", "POSIX"]) assert.equal(await titleFor(locale, "en"), "en", locale);
});
