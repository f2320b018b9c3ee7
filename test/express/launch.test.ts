import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { ArgumentError } from "@ventanilla/client";
import { type Order, ventanilla } from "@ventanilla/express";
import express from "express";
import express4 from "express4";
import { keepingLogger } from "../loggers.ts";
import { serve } from "../serve.ts";
import { cards, comeBack, gatewayAt, openShop, orderAt, orderOf, pay, payAtBank, sessionIn } from "../shop.ts";

test("the launch page posts SESSION, and nothing else, to the bank, under a policy that allows nothing more", async () => {
  const shop = await openShop();
  const answer = await shop.launch("A-1");
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.match(policy, /^default-src 'none'; .*; img-src data:; /);
  assert.ok(policy.includes(`form-action ${shop.sandbox.url}`));
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.equal(answer.headers.get("cross-origin-opener-policy"), null);
  const page = await answer.text();
  assert.ok(page.includes('<link rel="icon" href=data:,>'), "a browser asks the shop for /favicon.ico");
  const [toBank = "", ...others] = page.match(/<form[\s\S]*?<\/form>/g) ?? [];
  assert.deepEqual(toBank.match(/name="[^"]*"/g), ['name="SESSION"']);
  assert.ok(others.every((form) => form.includes(`action="${shop.mount}/attempts"`)));
  assert.equal(page.match(/SESSION/g)?.length, 1);
  assert.ok(page.includes(`action="${shop.sandbox.url}/authorize"`));
});

test("the launch page says whose shop it is and what is to be paid, in either language", async () => {
  const shop = await openShop();
  for (const lang of ["es", "en"]) {
    const page = await (await shop.launch("A-1", { lang })).text();
    assert.match(page, /<p class="store"><bdi>[^<]+<\/bdi><\/p>/);
    assert.match(page, /<p class="amount"><bdi>RD\$\u00a01\.00<\/bdi><\/p>/);
  }
});

test("the launch page is read in the other language by the same launch again, and the browser was not blocked", async () => {
  const shop = await openShop();
  const page = await (await shop.launch("A-1", { lang: "es" })).text();
  const [, address = "", name = "", value = ""] =
    /formaction="([^"]+)" name="(\w+)" value="(\d)" lang="en">English</.exec(page) ?? [];
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, ...field]) => field);
  assert.ok(
    fields.some(([field]) => field === name),
    "the button's field comes first, and counts",
  );
  const body = new URLSearchParams([[name, value], ...fields.filter(([field]) => field !== "SESSION")]);
  const again = await fetch(address, { method: "POST", headers: { Origin: shop.origin }, body });
  assert.match(await again.text(), /<html lang="en">[\s\S]*Opening the bank&#39;s page[\s\S]*name="lang" value="en"/);
  assert.equal(shop.sandbox.sessions().length, 1);
});

test("an unknown order is answered 404 with a way back", async () => {
  const shop = await openShop();
  const answer = await shop.launch("Z-9", { returnTo: "/cart" });
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /href="\/cart"/);
  assert.equal(shop.sandbox.sessions().length, 0);
});

test("a paid order is answered 409, and no new session is made", async () => {
  const shop = await openShop();
  await pay(shop, "A-1", cards.approved);
  const again = await shop.launch("A-1");
  assert.equal(again.status, 409);
  assert.match(await again.text(), /ya está pagado/);
  assert.equal(shop.sandbox.sessions().length, 1);
});

test("an order with an attempt under review is answered 409: it may have been charged", async () => {
  const shop = await openShop();
  await pay(shop, "A-1", cards.partial);
  const again = await shop.launch("A-1");
  assert.equal(again.status, 409);
  assert.match(await again.text(), /revisando/);
  assert.equal(shop.paid.length, 0);
});

test("a double click and two tabs give one session", async () => {
  const shop = await openShop();
  const ids = Array.from({ length: 12 }, () => crypto.randomUUID());
  const pages = await Promise.all([...ids, ...ids].map((attempt) => shop.launch("A-1", { attempt })));
  const sessions = new Set(await Promise.all(pages.map(sessionIn)));
  assert.equal(sessions.size, 1);
  assert.equal(shop.sandbox.sessions().length, 1);
  const { attempts } = await shop.payments.findOrder("A-1");
  assert.equal(attempts.length, 1);
  for (const id of ids) assert.equal((await shop.status(id)).body.attempt, attempts[0]?.id);
});

test("a changed amount opens a new attempt, and the old one stays watched", async () => {
  let minor = 100;
  const shop = await openShop({ order: () => orderAt(minor) });
  const first = await sessionIn(await shop.launch("A-1"));
  minor = 500_000;
  const second = await sessionIn(await shop.launch("A-1"));
  assert.notEqual(first, second);
  const { attempts } = await shop.payments.findOrder("A-1");
  assert.deepEqual(
    attempts.map(({ state, amount }) => [state, amount.minor]),
    [
      ["opened", 100],
      ["opened", 500_000],
    ],
  );
  await comeBack(await payAtBank(shop, second, cards.approved));
  assert.deepEqual(
    shop.paid.map(({ amount, amountDiffers }) => [amount.minor, amountDiffers]),
    [[500_000, false]],
  );
});

test("the amount comes from order(): what the browser posts is ignored", async () => {
  const shop = await openShop();
  await shop.launch("A-1", { amount: "1", Amount: "000000000001", tax: "0" });
  assert.equal((await shop.payments.findOrder("A-1")).attempts[0]?.amount.minor, 100);
});

test("an amount that is not an integer of minor units in the right range is refused naming the field", async () => {
  const dop = "DOP" as const;
  const wrong: [unknown, RegExp][] = [
    [{ minor: 29.5, currency: dop }, /order\("A-1"\)\.amount\.minor/],
    [{ minor: -1, currency: dop }, /amount\.minor/],
    [{ minor: 0, currency: dop }, /amount\.minor/],
    [{ minor: Number.NaN, currency: dop }, /amount\.minor/],
    [{ minor: 1_000_000_000_000, currency: dop }, /amount\.minor/],
    [{ minor: "2950.00", currency: dop }, /amount\.minor/],
    [{ minor: 100, currency: "EUR" }, /amount\.currency/],
    [100, /amount/],
  ];
  for (const [amount, message] of wrong) {
    const shop = await openShop({ order: () => ({ ...orderOf("A-1"), amount }) as Order });
    assert.equal((await shop.launch("A-1")).status, 500);
    const [error] = shop.errors as ArgumentError[];
    assert.equal(error?.code, "ERR_VENTANILLA_ARGUMENT");
    assert.match(error.message, message);
    assert.equal(shop.sandbox.sessions().length, 0);
    assert.equal((await shop.payments.findOrder("A-1")).attempts.length, 0);
  }
});

test("a launch from another site, or of unknown origin, is refused", async () => {
  const shop = await openShop();
  for (const headers of [
    { "Sec-Fetch-Site": "cross-site", Origin: shop.origin },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "none" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    {},
  ]) {
    assert.equal((await shop.launch("A-1", {}, headers as Record<string, string>)).status, 403);
  }
  assert.equal((await shop.launch("A-1", {}, { "Sec-Fetch-Site": "same-origin" })).status, 200);
  assert.equal((await fetch(`${shop.mount}/attempts?order=A-1`)).status, 405);
});

test("a malformed attempt id or order, or one id for two orders, is refused", async () => {
  const shop = await openShop();
  assert.equal((await shop.launch("A-1", { attempt: "1" })).status, 400);
  assert.equal((await shop.launch("")).status, 400);
  assert.equal((await shop.launch("x".repeat(2049))).status, 400);
  const attempt = crypto.randomUUID();
  assert.equal((await shop.launch("A-1", { attempt })).status, 200);
  assert.equal((await shop.launch("B-2", { attempt })).status, 400);
});

test("when the bank is down the buyer sees a clear page with a way back, and the attempt is recorded as never sent", async () => {
  const shop = await openShop();
  await shop.sandbox.close();
  const attempt = crypto.randomUUID();
  const answer = await shop.launch("A-1", { attempt, returnTo: "/cart" });
  assert.equal(answer.status, 502);
  const page = await answer.text();
  assert.match(page, /No se pudo abrir la página del banco/);
  assert.match(page, /href="\/cart"/);
  assert.match(page, /<dt>Monto<\/dt><dd><strong><bdi>RD\$\u00a01\.00<.*<dt>Pedido<\/dt><dd><bdi>A-1</s);
  assert.match(page, /name="order" value="A-1".*<button>Intentar de nuevo<\/button>/s);
  const { attempts } = await shop.payments.findOrder("A-1");
  assert.deepEqual([attempts[0]?.state, attempts[0]?.launchFailure], ["preparing", "unreachable"]);
  const { body } = await shop.status(attempt);
  assert.deepEqual([body.outcome, body.safeToRetry], ["failed", true]);
});

test("a session that an earlier launch could not open is opened in the language of this one", async () => {
  const languages: unknown[] = [];
  const { origin: bank } = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      languages.push((JSON.parse(body) as Record<string, unknown>).PageLanguaje);
      response.statusCode = languages.length === 1 ? 400 : 200;
      response.end(JSON.stringify({ SESSION: "s", "session-key": "k" }));
    });
  });
  const shop = await openShop({ gateway: gatewayAt({ url: bank }), background: false });
  assert.equal((await shop.launch("A-1", { lang: "es" })).status, 502);
  assert.equal((await shop.launch("A-1", { lang: "en" })).status, 200);
  assert.deepEqual(languages, ["ESP", "ENG"]);
});

test("markup in an order id, a language or a way back comes out as text", async () => {
  const evil = `"><script>alert(1)</script>`;
  const shop = await openShop({ order: (id) => (id === evil.slice(0, 20) ? orderOf("A-1") : undefined) });
  for (const answer of [
    await shop.launch(evil, { lang: evil, returnTo: evil, mode: evil }),
    await shop.launch(evil.slice(0, 20), { returnTo: `/a?${evil}` }),
  ]) {
    assert.ok(!(await answer.text()).includes("<script>alert"));
  }
});

test("returnTo is a same-origin path or nothing", async () => {
  const shop = await openShop();
  const hostile = [
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "evil",
    "javascript:alert(1)",
    "/%0d%0aSet-Cookie:x",
    "/a\r\nLocation: x",
    "/\t/evil.example",
    "/a b",
    "data:text/html,x",
    "http:evil.example",
    "/é",
    "/\u2028",
    "/..//evil.example",
    "/./\\evil.example",
    "/a/../..//evil.example",
    "/%2e%2e//evil.example",
    "@evil.example",
    "?x",
    "#x",
    "",
  ];
  for (const returnTo of hostile) {
    const page = await (await shop.launch("Z-9", { returnTo })).text();
    const target = /href="([^"]*)"/.exec(page)?.[1] ?? "";
    assert.equal(new URL(target, "https://shop.example").origin, "https://shop.example", returnTo);
    assert.doesNotMatch(target, /^\/[/\\]|[\r\n\t\\]/, returnTo);
  }
});

test("the form is read whether a body parser ran before or not, in Express 4 and 5", async () => {
  const parser = express.urlencoded({ extended: true });
  const frameworks = [express, express4];
  for (const framework of frameworks) {
    for (const before of [undefined, (app: express.Express) => void app.use(parser)]) {
      const shop = await openShop({}, { framework, ...(before && { before }) });
      const attempt = crypto.randomUUID();
      const back = await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
      assert.equal((await comeBack(back)).status, 303);
      assert.equal((await shop.status(attempt)).body.outcome, "approved");
    }
  }
});

test("a form that breaks off midway begins nothing, alerts nobody and is told to the app, read at once or later", async () => {
  const late = (app: express.Express) =>
    void app.use((request, _response, next) => void request.once("close", () => next()));
  const json = (app: express.Express) => void app.use(express4.json());
  for (const [before, framework] of [[undefined], [late], [json, express4]] as const) {
    const arrived = Promise.withResolvers<void>();
    const announced = (app: express.Express) => {
      app.use((_request, _response, next) => {
        arrived.resolve();
        next();
      });
      before?.(app);
    };
    const logger = keepingLogger();
    const shop = await openShop({ logger }, { before: announced, ...(framework && { framework }) });
    const { hostname, port } = new URL(shop.origin);
    const socket = connect(Number(port), hostname);
    const head = ["POST /payments/attempts HTTP/1.1", `Host: ${hostname}`, `Origin: ${shop.origin}`];
    const type = "Content-Type: application/x-www-form-urlencoded";
    socket.write([...head, type, "Content-Length: 100", "", "order=A-1"].join("\r\n"));
    await arrived.promise;
    socket.destroy();
    for (let i = 0; i < 3000 && shop.errors.length === 0; i++) await setTimeout(10);
    assert.match(String(shop.errors), /broken off|aborted/);
    assert.deepEqual(logger.lines, []);
    assert.deepEqual((await shop.payments.findOrder("A-1")).attempts, []);
  }
});

test("without JavaScript the form carries the order only, and the router makes the attempt", async () => {
  const shop = await openShop();
  assert.equal((await shop.launch("A-1")).status, 200);
  assert.match((await shop.payments.findOrder("A-1")).attempts[0]?.id ?? "", /^[0-9a-f-]{36}$/);
});

test("the element's file is served with its type and validated by its ETag", async () => {
  const shop = await openShop();
  const answer = await fetch(`${shop.mount}/element.js`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/javascript/);
  assert.match(await answer.text(), /ventanilla-pay/);
  const again = await fetch(`${shop.mount}/element.js`, {
    headers: { "If-None-Match": answer.headers.get("etag") ?? "" },
  });
  assert.equal(again.status, 304);
});

test("an address that is not the router's goes on to the app", async () => {
  const shop = await openShop();
  assert.equal((await fetch(`${shop.mount}/nothing`)).status, 404);
  assert.equal((await fetch(`${shop.mount}/attempts/a/b`)).status, 404);
  assert.equal((await fetch(`${shop.mount}/element.js`, { method: "POST" })).status, 405);
});

test("the factory's mistakes are the caller's: it throws at once", () => {
  assert.throws(() => ventanilla(undefined as never), { code: "ERR_VENTANILLA_ARGUMENT" });
});
