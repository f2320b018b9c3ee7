import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { cardLikeDigits } from "@ventanilla/web";
import express, { type RequestHandler } from "express";
import express4 from "express4";
import { keptIn } from "../kept.ts";
import { listen } from "../listen.ts";
import { serve } from "../serve.ts";
import { payAtBank, pesos, sessionIn } from "../shop.ts";
import { cake, cards, comeBack, contact, openLinkShop } from "./shop.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

test("a link is opened, asks for what the bank needs, and is paid; only that browser is led to the receipt", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const buyer = shop.browser();
  const first = await buyer.open(code);
  assert.equal(first.status, 200);
  assert.match(first.text, /<html lang="es">/);
  assert.match(first.text, /Bizcocho de boda/);
  assert.match(first.text, /RD\$\u00a02,950\.00/);
  assert.match(first.text, /RD\$\u00a0450\.00/);
  assert.doesNotMatch(first.text, /<ventanilla-pay/);
  assert.equal(buyer.cookie(), "");
  const second = await buyer.send(code);
  assert.match(second.text, /<ventanilla-pay endpoint="[^"]+\/payments" order="/);
  assert.equal(buyer.order(), code);
  assert.match(second.text, /Su correo<\/dt><dd>ana@example\.com<[\s\S]*Su celular<\/dt><dd>809 555 0101</);
  await buyer.pay(code);
  const [attempt] = await keptIn(shop.store).attemptsOf(code);
  assert.equal(attempt?.facts.product, cake.description);
  const paid = await buyer.open(code);
  assert.match(paid.text, /Pago aprobado/);
  assert.match(paid.text, new RegExp(`href="${shop.origin}/pay/receipt/${code}\\.[\\w-]{43}\\?lang=es"`));
  const stranger = await shop.browser().open(code);
  assert.match(stranger.text, /ya está pagado[\s\S]*Se pagó el 22\snov\s2026[\s\S]*pídalo al comercio/);
  assert.doesNotMatch(stranger.text, /receipt/);
  assert.deepEqual(shop.errors, []);
});

test("that the form was sent does not stay in the address, once the browser has kept what was typed", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const browser = shop.browser();
  await browser.send(code);
  const address = `${shop.origin}/pay/${code}?lang=en&mine=1`;
  const answer = await fetch(`${address}&sent=1`, { redirect: "manual", headers: { Cookie: browser.cookie() } });
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, address]);
});

test("somebody who sent the form, too, and did not pay, is not led to the receipt", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const curious = shop.browser();
  await curious.send(code);
  await shop.browser().pay(code);
  const { text } = await curious.open(code);
  assert.match(text, /ya está pagado/);
  assert.doesNotMatch(text, /receipt/);
});

test("the receipt is for every browser that launched the attempt that is paid, as the router's own page is: for no other", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const [inChat, inBrowser, curious] = [shop.browser(), shop.browser(), shop.browser()];
  for (const browser of [inChat, inBrowser, curious]) await browser.send(code);
  const back = await payAtBank(shop, await sessionIn(await inChat.launch()), cards.approved);
  assert.equal((await inBrowser.launch()).status, 200);
  await comeBack(back);
  await shop.pass(0);
  for (const browser of [inChat, inBrowser])
    assert.match((await browser.open(code)).text, /Pago aprobado[\s\S]*receipt/);
  assert.doesNotMatch((await curious.open(code)).text, /receipt/);
});

test("whoever joins a payment that is under way does not take its contact; whoever pays after another one does", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const [first, second] = [shop.browser(), shop.browser()];
  const emailNow = async () => (await shop.pay.order(code, undefined))?.buyer.email;
  await first.send(code);
  await second.send(code, { ...contact, email: "second@example.com" });
  const session = await sessionIn(await first.launch());
  const view = await shop.payments.findOrder(code);
  const [attempt] = view.attempts;
  assert.ok(attempt);
  // While the bank opens the session, nothing prevents a launch yet.
  const { decisive: _, ...opening } = { ...view, attempts: [{ ...attempt, state: "preparing" as const }] };
  shop.pay.pages(
    Object.assign(Object.create(shop.payments) as typeof shop.payments, { findOrder: async () => opening }),
  );
  for (let i = 0; i < 2; i++) await second.launch();
  assert.equal(await emailNow(), contact.email);
  shop.pay.pages(shop.payments);
  await second.launch();
  assert.equal(await emailNow(), contact.email);
  await first.send(code, { ...contact, email: "corrected@example.com" });
  await first.launch();
  assert.equal(await emailNow(), "corrected@example.com");
  await comeBack(await payAtBank(shop, session, cards.declined));
  await shop.pass(1000);
  await second.launch();
  assert.equal(await emailNow(), "second@example.com");
});

test("whoever pays a link after another one's card was declined is led to the receipt", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const [declined, payer] = [shop.browser(), shop.browser()];
  await declined.pay(code, cards.declined);
  await payer.pay(code, cards.approved, { ...contact, email: "other@example.com" });
  assert.match((await payer.open(code)).text, /Pago aprobado[\s\S]*receipt/);
  assert.doesNotMatch((await declined.open(code)).text, /receipt/);
});

test("whoever pays with another card, on the page that declined one, is led to the receipt: not who launched meanwhile", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const [payer, other] = [shop.browser(), shop.browser()];
  await payer.send(code);
  const session = await sessionIn(await payer.launch());
  await comeBack(await payAtBank(shop, session, cards.declined));
  await shop.pass(1000);
  await other.send(code);
  assert.equal((await other.launch()).status, 200);
  await shop.pass(1000);
  assert.equal((await other.launch()).status, 200);
  await comeBack(await payAtBank(shop, session, cards.approved));
  await shop.passMinutes(1);
  assert.match((await payer.open(code)).text, /Pago aprobado[\s\S]*receipt/);
  assert.doesNotMatch((await other.open(code)).text, /Pago aprobado|receipt/);
});

test("whose card was declined is led to nobody else's receipt, also where a third one has joined them", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const [declined, third, payer] = [shop.browser(), shop.browser(), shop.browser()];
  for (const browser of [declined, third, payer]) await browser.send(code);
  const session = await sessionIn(await declined.launch());
  await shop.pass(1000);
  assert.equal((await third.launch()).status, 200);
  await comeBack(await payAtBank(shop, session, cards.declined));
  await shop.pass(1000);
  await payer.pay(code);
  assert.match((await payer.open(code)).text, /Pago aprobado[\s\S]*receipt/);
  for (const browser of [declined, third]) assert.doesNotMatch((await browser.open(code)).text, /receipt/);
});

test("a page that a chat fetches for its preview writes nothing", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: 2 });
  for (let i = 0; i < 5; i++) await shop.browser({ "User-Agent": "WhatsApp/2.24" }).open(code);
  assert.deepEqual(shop.sandbox.sessions(), []);
  await shop.browser().pay(code);
  await shop.browser().pay(code);
  assert.equal((await shop.pay.find(code))?.paid.count, 2);
});

test("a page says what a chat shows, and no search engine or other site learns its address", async () => {
  const shop = await openLinkShop({ storefront: { name: "Dulces Ana", color: "#aa0044" } });
  const { code, url } = await shop.pay.create(cake);
  const { text, headers } = await shop.browser().open(code);
  const property = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(text)?.[1];
  assert.equal(property("og:title"), "Bizcocho de boda · RD$\u00a02,950.00");
  assert.equal(property("og:site_name"), "Dulces Ana");
  assert.equal(property("og:url"), url);
  assert.equal(property("og:image"), `${shop.origin}/pay/preview.png`);
  assert.equal(headers.get("x-robots-tag"), "noindex");
  assert.equal(headers.get("referrer-policy"), "same-origin");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
  const picture = Buffer.from(await (await fetch(`${shop.origin}/pay/preview.png`)).arrayBuffer());
  assert.equal(picture.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
  const at = picture.indexOf("IDAT");
  assert.equal(inflateSync(picture.subarray(at + 4, at + 4 + picture.readUInt32BE(at - 4))).length, 630 * 1201);
  assert.ok(picture.includes(Buffer.from([0xaa, 0x00, 0x44])));
  assert.ok(picture.length < 30_000);
  assert.equal((await fetch(`${shop.origin}/pay/preview.png`, { method: "POST" })).status, 404);
});

test("pages are in the language that is asked for, else in the browser's, and the form keeps it", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const english = shop.browser({ "Accept-Language": "en-GB, es;q=0.5" });
  assert.match((await english.open(code)).text, /<html lang="en">[\s\S]*Your mobile</);
  assert.match((await english.open(`${code}?lang=es`)).text, /<html lang="es">/);
  const sent = await shop.browser().send(`${code}?lang=en`);
  assert.match(sent.text, /<html lang="en">[\s\S]*locale="en"/);
  const french = shop.browser({ "Accept-Language": "fr, de" });
  assert.match((await french.open(code)).text, /<html lang="es">/);
});

test("the buyer corrects what the bank would not take, and what they typed is still there", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, amount: pesos(50_000), max: pesos(500_000) });
  const buyer = shop.browser();
  const wrong = await buyer.send(code, { email: "ana@", mobilePhone: "", amount: "10" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /role="alert">Revise estos 3 datos</);
  assert.deepEqual(wrong.text.match(/(?<=aria-describedby="\w+-hint )\w+-error(?=" aria-invalid="true")/g), [
    "amount-error",
    "email-error",
    "mobilePhone-error",
  ]);
  assert.match(
    wrong.text,
    /De RD\$\u00a0500\.00 a\u00a0RD\$\u00a05,000\.00<[\s\S]*id="amount-error">Elija un monto de RD\$\u00a0500\.00 a\u00a0RD\$\u00a05,000\.00\.</,
  );
  assert.match(wrong.text, /value="ana@"/);
  assert.equal(buyer.cookie(), "");
  for (const amount of ["499.99", "5,000.01", "-600", "600.001", "1e3", "1500,00", "US$ 600", ""]) {
    assert.equal((await buyer.send(code, { ...contact, amount })).status, 422, amount);
  }
  for (const [amount, shown] of [
    ["500", "500.00"],
    [" RD$ 1,500.5 ", "1,500.50"],
    ["5000.00", "5,000.00"],
  ]) {
    const { text } = await shop.browser().send(code, { ...contact, amount: amount ?? "" });
    assert.match(text, new RegExp(`label="Pagar RD\\$\u00a0${shown}"`));
  }
});

test("a link that knows its customer asks for nothing, and tells nobody who they are", async () => {
  const shop = await openLinkShop();
  const customer = { name: "Ana Peña", ...contact };
  const { code } = await shop.pay.create({ ...cake, customer });
  const buyer = shop.browser();
  const { text } = await buyer.open(code);
  assert.doesNotMatch(text, /name="email"|name="mobilePhone"/);
  await buyer.send(code, {});
  for (const page of [text, (await buyer.open(code)).text, buyer.cookie()]) {
    assert.doesNotMatch(page, /ana@|Peña|555\D?0101/);
    assert.doesNotMatch(page, cardLikeDigits);
  }
  await buyer.pay(code, cards.approved, { email: "other@example.com" });
  assert.equal((await shop.pay.find(code))?.paid.count, 1);
});

test("a link is not yet payable, payable, and no longer payable", async () => {
  const shop = await openLinkShop();
  const now = shop.clock.now();
  const { code } = await shop.pay.create({ ...cake, from: now + day, until: now + 2 * day });
  const buyer = shop.browser();
  assert.match((await buyer.open(code)).text, /Todavía no se puede pagar[\s\S]*23\snov\s2026/);
  assert.match((await buyer.send(code)).text, /Todavía no se puede pagar/);
  assert.equal(buyer.cookie(), "");
  await shop.pass(day);
  assert.match((await buyer.send(code)).text, /<ventanilla-pay/);
  await shop.pass(day);
  // A page without another way on leads to the store, by a button.
  const over =
    /El plazo para pagar terminó[\s\S]*<strong>Se podía pagar hasta el 24\snov\s2026[\s\S]*¿Necesita ayuda\?[\s\S]*<a href="https:\/\/wa\.me\/18095550123"><bdi>WhatsApp</;
  assert.match((await buyer.open(code)).text, over);
  assert.equal((await buyer.launch({ order: code })).status, 404);
  assert.deepEqual(shop.sandbox.sessions(), []);
});

test("a deadline says how long it is until then in its last twelve hours, before that it names tomorrow", async () => {
  const shop = await openLinkShop();
  const shown = async (ms: number, language: string) => {
    const { code } = await shop.pay.create({ ...cake, until: shop.clock.now() + ms });
    return (await shop.browser().open(`${code}?lang=${language}`)).text;
  };
  assert.match(await shown(day, "es"), /<dt>Vence<\/dt><dd>mañana, \d/);
  assert.match(await shown(day, "en"), /<dt>Expires<\/dt><dd>tomorrow, \d/);
  assert.match(await shown(day / 2 - 1, "es"), /<dt>Vence en 11\sh\s59\smin<\/dt><dd>\d/);
  assert.match(await shown(2 * day, "es"), /<dt>Vence<\/dt><dd>\d/);
  assert.match(await shown(90_000, "es"), /<dt>Vence en 1\smin<\/dt><dd>\d/);
});

test("a stock says what is left, and when there is nothing left", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: 2 });
  const [one, two, three] = [shop.browser(), shop.browser(), shop.browser()];
  assert.match((await three.open(code)).text, /Quedan 2/);
  await one.pay(code);
  assert.match((await three.open(code)).text, /Queda 1/);
  await two.send(code);
  await two.launch();
  assert.match((await three.open(code)).text, /Lo que queda se está pagando ahora/);
  assert.match((await two.open(code)).text, /<ventanilla-pay/);
  await two.pay(code);
  assert.match((await three.open(code)).text, /Ya se agotó/);
  assert.match((await one.open(code)).text, /Pago aprobado[\s\S]*receipt/);
});

test("whoever opens a link that is being paid is told so, and may go on where it is they themselves", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const inChat = shop.browser();
  await inChat.send(code);
  await inChat.launch();
  const inBrowser = shop.browser();
  assert.match((await inBrowser.open(code)).text, /Alguien está pagando este enlace ahora[\s\S]*mine=1/);
  assert.match((await inBrowser.open(`${code}?mine=1`)).text, /action="[^"]*&amp;mine=1" novalidate/);
  assert.match((await inBrowser.send(`${code}?mine=1`)).text, /<ventanilla-pay/);
  assert.equal((await inBrowser.launch()).status, 200);
  assert.equal(shop.sandbox.sessions().length, 1);
});

test("a link for many is paid by one browser several times", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  const buyer = shop.browser();
  await buyer.pay(code);
  assert.match((await buyer.open(code)).text, /Pago aprobado[\s\S]*again=1/);
  assert.match((await buyer.open(`${code}?again=1`)).text, /action="[^"]*&amp;again=1" novalidate/);
  await buyer.pay(`${code}?again=1`);
  assert.equal((await shop.pay.find(code))?.paid.count, 2);
});

test("a form is read whatever the shop's own body parsers have made of it", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  const parsers = {
    "another type's, in Express 4": express4.json(),
    "the form's, in Express 4": express4.urlencoded({ extended: true }),
    "another type's": express.json(),
    "the form's": express.urlencoded(),
    "one for every text": express.text({ type: () => true }),
  };
  for (const [name, parser] of Object.entries(parsers)) {
    const app = name.endsWith("4") ? express4() : express();
    const server = createServer(app.use(parser as RequestHandler).use("/pay", shop.pay.pages(shop.payments)));
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const answer = await fetch(`${origin}/pay/${code}`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: shop.origin },
      body: new URLSearchParams(contact),
    });
    server.close();
    assert.equal(answer.status, 303, name);
  }
});

test("a browser that opens very many links keeps the latest ones: no server refuses it for its cookies", async () => {
  const shop = await openLinkShop();
  const buyer = shop.browser();
  const codes: string[] = [];
  for (let i = 0; i < 15; i++) {
    const { code } = await shop.pay.create(cake);
    codes.push(code);
    await buyer.send(code, { ...contact, email: `${"a".repeat(60)}@${"b".repeat(60)}.example` });
  }
  await buyer.send(codes[5] ?? "");
  assert.ok(buyer.cookie().length < 6000, String(buyer.cookie().length));
  assert.match((await buyer.open(codes[14] ?? "")).text, /<ventanilla-pay/);
  assert.match((await buyer.open(codes[5] ?? "")).text, /<ventanilla-pay/);
  assert.doesNotMatch((await buyer.open(codes[2] ?? "")).text, /<ventanilla-pay/);
});

test("a browser that keeps no cookie is told so, and its form is there again", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const lost = /role="alert">Su navegador no guardó sus datos\. Permita las cookies/;
  const form = { method: "POST", headers: { Origin: shop.origin }, body: new URLSearchParams(contact) };
  const { status, url, text } = await fetch(`${shop.origin}/pay/${code}`, form).then(async (answer) => ({
    status: answer.status,
    url: answer.url,
    text: await answer.text(),
  }));
  assert.equal(status, 200);
  assert.match(text, lost);
  assert.match(text, /name="email"/);
  const keeping = shop.browser();
  assert.doesNotMatch((await keeping.send(code)).text, lost);
  const typing = await keeping.open(`${url.split("/pay/")[1]}&again=1`);
  assert.match(typing.text, /value="ana@example\.com"/);
  assert.doesNotMatch(typing.text, lost);
  assert.doesNotMatch((await shop.browser().open(code)).text, lost);
});

test("while a person has to find out whether it was charged, nobody is asked to pay", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const buyer = shop.browser();
  await buyer.pay(code, cards.partial);
  assert.match((await buyer.open(code)).text, /Estamos revisando su pago[\s\S]*No vuelva a pagar/);
  const { text } = await shop.browser().open(code);
  assert.match(text, /Hay un pago en revisión[\s\S]*No pague/);
  assert.doesNotMatch(text, /ya se le haya cobrado|<ventanilla-pay|name="email"/);
});

test("a free amount is named by its bounds until it is paid, and then by what was paid", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, amount: pesos(50_000), max: pesos(500_000) });
  const buyer = shop.browser();
  assert.match(
    (await buyer.open(code)).text,
    /<\/h1>\s*<dl>[\s\S]*id="amount-hint">De RD\$\s500\.00 a\sRD\$\s5,000\.00</,
  );
  await buyer.pay(code, cards.approved, { ...contact, amount: "1500" });
  const { text } = await buyer.open(code);
  assert.match(text, /Pago aprobado[\s\S]*RD\$\s1,500\.00/);
  assert.doesNotMatch(text, /5,000\.00/);
  const link = /href="[^"]*\/pay\/(receipt\/[^"]+)"/.exec(text)?.[1] ?? "";
  const receipt = (await buyer.open(link.replaceAll("&amp;", "&"))).text;
  assert.match(receipt, new RegExp(`Código</th><td>${code.slice(0, 5)}-${code.slice(5)}-\\w{6}<`));
  assert.match(receipt, /ITBIS 18\s%/);
});

test("whoever was told a code types it into the address, as it was told", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const buyer = shop.browser();
  assert.match((await buyer.open(code.toLowerCase())).text, /Bizcocho de boda/);
  // With a space, with another dash, and as a chat cuts it out of a sentence.
  for (const between of [" ", "–", "\u2011", "\u200b", "."]) {
    const { text } = await buyer.open(encodeURIComponent(`${code.slice(0, 5)}${between}${code.slice(5)}`).concat("."));
    assert.match(text, /Bizcocho de boda/, between);
  }
});

test("pages on another origin than the router's are the shop's mistake: their cookie would not reach it", async () => {
  const router = { publicUrl: "http://localhost:3000/payments" };
  const shop = await openLinkShop({ router });
  const { code } = await shop.pay.create(cake);
  assert.equal((await shop.browser().send(code)).status, 503);
  assert.match(String(shop.errors[0]), /publicUrl: expected one on the router's origin, http:\/\/localhost:3000/);
});

test("a page that fails says that nothing was charged there, and the shop hears why", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  await shop.store.close();
  const { status, text } = await shop.browser().open(code);
  assert.equal(status, 503);
  assert.match(text, /En esta página no se le hizo ningún cargo/);
  assert.equal(shop.errors.length, 1);

  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: `/${code}` });
  const left = new ServerResponse(request).destroy();
  await once(left, "close");
  const failed = new Promise((resolve) => shop.pay.pages(shop.payments)(request, left, resolve));
  assert.match(String(await failed), /^Error/, "also where the buyer has left");
});

test("behind a middleware whose writeHead returns nothing, a form and the picture of a preview are answered", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const pages = shop.pay.pages(shop.payments);
  const { origin } = await serve((request, response) => {
    const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => unknown;
    Object.assign(response, { writeHead: (...given: unknown[]) => void writeHead(...given) });
    pages(request, response, (error: unknown) => response.destroy(error as Error));
  });
  const form = { method: "POST", redirect: "manual", body: new URLSearchParams(contact) } as const;
  assert.equal((await fetch(`${origin}/${code}`, form)).status, 303);
  const picture = await fetch(`${origin}/preview.png`);
  assert.equal((await picture.arrayBuffer()).byteLength, Number(picture.headers.get("content-length")));
});
