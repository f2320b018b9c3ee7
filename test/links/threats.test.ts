import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { rowsOf, sql } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Links } from "@ventanilla/links";
import { withShop } from "../kept.ts";
import { silentLogger } from "../loggers.ts";
import { some } from "../part.ts";
import { orderAt, payAtBank, pesos, sessionIn, stoppedClock } from "../shop.ts";
import { cake, cards, comeBack, contact, type LinkShop, openLinkShop } from "./shop.ts";

const minute = 60_000;
const range = { amount: pesos(50_000), max: pesos(500_000) };

/** What the tables keep of buyers. */
async function keptBuyers({ store }: LinkShop): Promise<unknown[]> {
  const rows = await store.database.read(() =>
    rowsOf<{ buyer: string }>(sql`SELECT buyer FROM @links_uses WHERE buyer IS NOT NULL`),
  );
  return rows.map(({ buyer }) => JSON.parse(buyer) as unknown);
}

test("codes cannot be tried out: an address that was wrong too often is answered nothing", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const buyer = shop.browser({ "X-Forwarded-For": "203.0.113.7" });
  await buyer.send(code);
  const thief = shop.browser({ "X-Forwarded-For": "203.0.113.7" });
  const wrong = ["K7MP4XQ9TD", "k7mp4-xq9td", "receipt", "K7MP4XQ9T", "%252e%252e"];
  for (let i = 0; i < 30; i++) {
    const answer = await thief.open(wrong[i % wrong.length] ?? "");
    assert.equal(answer.status, 404);
    assert.match(answer.text, /No encontramos este código/);
  }
  const stopped = await thief.open(code);
  assert.equal(stopped.status, 429);
  assert.doesNotMatch(stopped.text, /Bizcocho/);
  assert.match(stopped.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  assert.equal((await buyer.open(code)).status, 200);
  assert.equal((await shop.browser({ "X-Forwarded-For": "203.0.113.8" }).open(code)).status, 200);
});

test("a flood from one network of 64 bits is one address's, also where a proxy forwards each connection's port", async () => {
  const shop = await openLinkShop();
  const statuses: number[] = [];
  for (let i = 0; i < 34; i++) {
    const browser = shop.browser({ "X-Forwarded-For": i % 2 ? `[2001:db8::${i}]:5${i}` : `2001:db8:0:0:${i}:1:1:1` });
    statuses.push((await browser.open("K7MP4XQ9TD")).status);
  }
  assert.deepEqual(statuses, [...Array<number>(30).fill(404), ...Array<number>(4).fill(429)]);
  assert.equal((await shop.browser({ "X-Forwarded-For": "2001:db8:0:1::1" }).open("K7MP4XQ9TD")).status, 404);
});

test("forms are limited for a link and for an address", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  const other = await shop.pay.create({ ...cake, times: "many" });
  const from = async (host: number, which = code) => {
    const headers = { Origin: shop.origin, "X-Forwarded-For": `203.0.113.${host}` };
    const form = { method: "POST", redirect: "manual", body: new URLSearchParams(contact), headers } as const;
    return (await fetch(`${shop.origin}/pay/${which}`, form)).status;
  };
  for (let host = 0; host < 10; host++) {
    for (let i = 0; i < 60; i++) assert.equal(await from(host), 303);
    assert.equal(await from(host, other.code), 429, "of one address");
  }
  assert.equal(await from(10), 429, "of one link");
  assert.equal(await from(10, other.code), 303);
});

test("an amount comes from the link or, within its bounds, from the form: never from the address or the launch", async () => {
  const shop = await openLinkShop();
  const fixed = await shop.pay.create(cake);
  const chosen = await shop.pay.create({ ...cake, ...range });
  for (const [code, minor] of [
    [fixed.code, 295_000],
    [chosen.code, 60_000],
  ] as const) {
    const buyer = shop.browser();
    const { text } = await buyer.send(`${code}?amount=1&minor=1`, { ...contact, amount: "600", minor: "1" });
    assert.match(text, minor === 60_000 ? /RD\$\u00a0600\.00/ : /RD\$\u00a02,950\.00/);
    await buyer.launch({ amount: "1", minor: "1", tax: "0" });
    const [attempt] = (await shop.payments.findOrder(buyer.order() ?? "")).attempts;
    assert.deepEqual(attempt?.amount, pesos(minor));
  }
});

test("a ticket that was made up, changed, or given for another link launches nothing", async () => {
  const shop = await openLinkShop();
  const [one, two] = [await shop.pay.create({ ...cake, ...range }), await shop.pay.create(cake)];
  const buyer = shop.browser();
  await buyer.send(one.code, { ...contact, amount: "600" });
  const order = buyer.order() ?? "";
  const [name = "", value = ""] = buyer.cookie().split("=");
  const [text = "", signature = ""] = value.split(".");
  const changed = JSON.parse(Buffer.from(text, "base64url").toString()) as object;
  const cheaper = Buffer.from(JSON.stringify({ ...changed, minor: 1 })).toString("base64url");
  const tries: [string, string, string][] = [
    [name, `${cheaper}.${signature}`, order],
    [name, `${text}.`, order],
    [name, text, order],
    [name.replace(one.code, two.code), value, two.code],
    [name.replace(one.code, two.code), value, order],
    [name, value, one.code],
    [name, value, `${one.code}-CCCCCC`],
  ];
  for (const [cookie, forged, launched] of tries) {
    const thief = shop.browser();
    thief.setCookie(cookie, forged);
    assert.equal((await thief.launch({ order: launched })).status, 404, `${cookie}=${forged} ${launched}`);
    const status = await fetch(`${shop.origin}/payments/orders/${launched}`, { headers: { Cookie: thief.cookie() } });
    assert.equal(status.status, 404);
  }
  assert.equal((await shop.browser().launch({ order })).status, 404);
  assert.deepEqual(shop.sandbox.sessions(), []);
});

test("of 30 buyers who pay a link for one at the same moment, one pays", async () => {
  const shop = await openLinkShop({ router: { limits: { order: 100 } } });
  const fixed = await shop.pay.create(cake);
  const chosen = await shop.pay.create({ ...cake, ...range });
  for (const { code } of some("buyers at once", [fixed, chosen])) {
    await Promise.all(Array.from({ length: 30 }, () => payIfPossible(shop, code)));
    await shop.pass(0);
    assert.equal((await shop.pay.find(code))?.paid.count, 1);
    const charged = shop.sandbox
      .sessions()
      .filter(({ order, state }) => order.startsWith(code) && state === "approved");
    assert.equal(charged.length, 1);
  }
});

test("of 30 buyers who pay for the last five at the same moment, five pay", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: 5 });
  await Promise.all(Array.from({ length: 30 }, () => payIfPossible(shop, code)));
  await shop.pass(0);
  assert.deepEqual((await shop.pay.find(code))?.paid, { count: 5, total: pesos(5 * 295_000) });
  assert.match((await shop.browser().open(code)).text, /Ya se agotó/);
});

async function payIfPossible(shop: LinkShop, code: string): Promise<void> {
  const buyer = shop.browser();
  await buyer.send(code, { ...contact, amount: "600" });
  const launch = await buyer.launch();
  if (launch.status !== 200) return;
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
}

test("a stock is held while a payment may be under way, and given back when nothing can be charged any more", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range });
  const [slow, next] = [shop.browser(), shop.browser()];
  const fields = { ...contact, amount: "600" };
  await slow.send(code, fields);
  const order = slow.order() ?? "";
  assert.equal((await slow.launch()).status, 200);
  const tryNext = async () => {
    await shop.pay.forget(0);
    const { text } = await next.send(code, fields);
    if (!text.includes("<ventanilla-pay")) return 404;
    return (await next.launch()).status;
  };
  assert.equal(await tryNext(), 404);
  await shop.pass(3 * minute);
  assert.equal(await tryNext(), 404, "the bank's page is open for 30 minutes");
  await shop.passMinutes(40);
  assert.equal(await tryNext(), 200, "the bank has said that nothing was charged");
  assert.match((await slow.send(code, fields)).text, /Lo que queda se está pagando ahora/);
  assert.equal((await slow.launch({ order })).status, 404, "another one holds it now");
});

test("a canceled payment keeps its hold while its page at the bank can still be paid", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range });
  const fields = { ...contact, amount: "600" };
  const [leaving, next] = [shop.browser(), shop.browser()];
  await leaving.pay(code, "cancel", fields);
  for (let i = 0; i < 12; i++) await shop.pass(10_000);
  await shop.pay.forget(0);
  assert.equal((await shop.payments.findOrder(leaving.order() ?? "")).attempts[0]?.outcome, "cancelled");
  assert.match((await next.send(code, fields)).text, /Lo que queda se está pagando ahora/);
  await shop.passMinutes(40);
  await shop.pay.forget(0);
  await next.pay(code, cards.approved, fields);
  assert.equal((await shop.pay.find(code))?.paid.count, 1);
});

test("a payment counts once, also where the shop's part of the hook fails, and the hook runs again", async () => {
  let runs = 0;
  let own: Links["onPaid"] | undefined;
  const shop = await openLinkShop({
    router: {
      async onPaid(payment) {
        for (let i = 0; i < 2; i++) assert.equal(await own?.(payment), true);
        if (++runs === 1) throw new Error("the shop's own part failed");
      },
    },
  });
  own = shop.pay.onPaid;
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  await shop.browser().pay(code);
  assert.equal((await shop.pay.find(code))?.paid.count, 1, "the bank has charged it");
  await shop.passMinutes(2);
  assert.equal(runs, 2);
  assert.deepEqual((await shop.pay.find(code))?.paid, { count: 1, total: pesos(295_000) });
});

test("a payment counts once, though a process ends before it marks the event, and another one delivers it again", async () => {
  const clock = stoppedClock();
  const store = sqliteStore(":memory:", clock);
  let marks = 0;
  const ending = withShop(store, ({ settleClaim }) => ({
    settleClaim: async (...which) => ++marks > 1 && settleClaim(...which),
  }));
  const shop = await openLinkShop({ clock, store: { ...store, ...ending } });
  const { code } = await shop.pay.create({ ...cake, times: 2 });
  await shop.browser().pay(code);
  const paid = { count: 1, total: pesos(295_000) };
  assert.deepEqual([marks, (await shop.pay.find(code))?.paid], [1, paid]);
  await shop.passMinutes(2);
  assert.deepEqual([marks, (await shop.pay.find(code))?.paid], [2, paid]);
});

test("in a hook whose transaction is open a payment is refused at once: it would wait for that", async () => {
  const refused: unknown[] = [];
  const shop = await openLinkShop({
    router: {
      logger: silentLogger,
      async onPaid(payment, { transaction }) {
        if (refused.length === 0) {
          await transaction.query("SELECT 1");
          // Whoever's order it is: not only the first payment of a link shows the mistake.
          await assert.rejects(shop.pay.onPaid({ ...payment, order: "A-1001" }), /whose transaction is open/);
        }
        await shop.pay.onPaid(payment).catch((error: unknown) => {
          refused.push(error);
          throw error;
        });
      },
    },
  });
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code);
  assert.match(String(refused), /transaction\(\): called in a hook whose transaction is open/);
  assert.equal((await shop.pay.find(code))?.paid.count, 0);
  await shop.passMinutes(2);
  assert.deepEqual([refused.length, (await shop.pay.find(code))?.paid.count], [1, 1]);
});

test("a launch that has not reached the store yet keeps its hold for two minutes", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: 2 });
  const cookies = async () => {
    const browser = shop.browser();
    await browser.send(code);
    return {
      order: browser.order() ?? "",
      request: { method: "POST", headers: { cookie: browser.cookie() } } as never,
    };
  };
  const [one, two, three] = [await cookies(), await cookies(), await cookies()];
  assert.ok(await shop.pay.order(one.order, one.request));
  assert.ok(await shop.pay.order(two.order, two.request));
  await shop.pass(2 * minute - 1);
  assert.equal(await shop.pay.order(three.order, three.request), undefined);
  await shop.pass(1);
  assert.ok(await shop.pay.order(three.order, three.request));
});

test("a launch that begins while another one's attempts are read keeps its hold for two minutes, too", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  const buyer = shop.browser();
  await buyer.send(code);
  const request = { method: "POST", headers: { cookie: buyer.cookie() } } as never;
  assert.ok(await shop.pay.order(code, request));
  await shop.pass(2 * minute);
  // Of the first launch an attempt is under way; while it is read, the second one begins.
  await buyer.launch();
  await shop.pass(2 * minute);
  const again = Object.assign(Object.create(shop.payments) as typeof shop.payments, {
    async findOrder(order: string) {
      const view = await shop.payments.findOrder(order);
      shop.pay.pages(shop.payments);
      shop.clock.move(1);
      assert.ok(await shop.pay.order(order, request));
      return view;
    },
  });
  shop.pay.pages(again);
  await shop.pay.forget(0);
  shop.clock.move(minute);
  const attempts = { paid: false, authorized: false, attempts: [], paidTwice: false, toHandle: [] };
  shop.pay.pages(
    Object.assign(Object.create(shop.payments) as typeof shop.payments, { findOrder: async () => attempts }),
  );
  await shop.pay.forget(0);
  assert.equal((await keptBuyers(shop)).length, 1, "its attempt is not in the store yet");
});

test("after a declined card the bank's page takes another one: what it holds is sold to nobody else meanwhile", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range });
  const [declined, next] = [shop.browser(), shop.browser()];
  await declined.send(code, { ...contact, amount: "600" });
  const session = await sessionIn(await declined.launch());
  await comeBack(await payAtBank(shop, session, cards.declined));
  await shop.passMinutes(20);
  await shop.pay.forget(0);
  assert.match((await next.send(code, { ...contact, amount: "600" })).text, /Lo que queda se está pagando ahora/);
  await comeBack(await payAtBank(shop, session, cards.approved));
  // A second return asks the bank once, and that may fail: the router asks again 23 minutes after the launch.
  await shop.passMinutes(4);
  assert.deepEqual((await shop.pay.find(code))?.paid, { count: 1, total: pesos(60_000) });
  assert.match((await declined.open(code)).text, /Pago aprobado/);
});

test("once the page of a declined card has closed, the next buyer pays", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range });
  await shop.browser().pay(code, cards.declined, { ...contact, amount: "600" });
  await shop.passMinutes(32);
  await shop.pay.forget(0);
  await shop.browser().pay(code, cards.approved, { ...contact, amount: "700" });
  assert.deepEqual((await shop.pay.find(code))?.paid, { count: 1, total: pesos(70_000) });
});

test("a payment in doubt keeps its hold until a person has decided", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range });
  const doubtful = shop.browser();
  await doubtful.pay(code, cards.partial, { ...contact, amount: "600" });
  await shop.pass(5 * 60 * minute);
  await shop.pay.forget(0);
  const next = shop.browser();
  assert.match((await next.send(code, { ...contact, amount: "700" })).text, /Lo que queda se está pagando ahora/);
  const { decisive } = await shop.payments.findOrder(doubtful.order() ?? "");
  await shop.payments.resolve(decisive?.id ?? "", { paid: false, reason: "the bank's portal says so", by: "Ana" });
  await shop.pass(minute);
  await shop.pay.forget(0);
  await next.pay(code, cards.approved, { ...contact, amount: "700" });
  assert.deepEqual((await shop.pay.find(code))?.paid, { count: 1, total: pesos(70_000) });
});

test("withdrawn while somebody pays: that payment counts, and nobody begins another", async () => {
  const shop = await openLinkShop();
  for (const times of [1, "many", 3] as const) {
    const { code } = await shop.pay.create({ ...cake, times });
    const [paying, waiting] = [shop.browser(), shop.browser()];
    await paying.send(code);
    await waiting.send(code);
    const back = await payAtBank(shop, await sessionIn(await paying.launch()), cards.approved);
    await shop.pay.withdraw(code);
    assert.equal((await waiting.launch()).status, 404);
    assert.match((await paying.open(code)).text, /retiró este enlace[\s\S]*ese pago cuenta/);
    await comeBack(back);
    await shop.pass(0);
    assert.equal((await shop.pay.find(code))?.paid.count, 1);
    assert.match((await paying.open(code)).text, /Pago aprobado/);
    assert.match((await shop.browser().open(code)).text, times === 1 ? /ya está pagado/ : /retiró este enlace/);
  }
});

test("an amount that the buyer changes while they pay is another payment, or waits for the first", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range, times: 2 });
  const buyer = shop.browser();
  await buyer.send(code, { ...contact, amount: "600" });
  const back = await payAtBank(shop, await sessionIn(await buyer.launch()), cards.approved);
  const changed = await buyer.send(code, { ...contact, amount: "5000" });
  assert.match(changed.text, /RD\$\u00a0600\.00/);
  await buyer.launch();
  await comeBack(back);
  await shop.pass(0);
  assert.deepEqual((await shop.pay.find(code))?.paid, { count: 1, total: pesos(60_000) });
  const open = await shop.pay.create({ ...cake, ...range, times: "many" });
  await buyer.send(open.code, { ...contact, amount: "600" });
  const first = buyer.order();
  await buyer.launch();
  assert.match((await buyer.send(open.code, { ...contact, amount: "5000" })).text, /RD\$\u00a05,000\.00/);
  assert.notEqual(buyer.order(), first);
});

test("a button charges what it says: an amount that was changed since, in another tab too, is another order", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, ...range });
  const buyer = shop.browser();
  await buyer.send(code, { ...contact, amount: "600" });
  const first = buyer.order() ?? "";
  assert.match((await buyer.send(code, { ...contact, amount: "700" })).text, /Pagar RD\$\u00a0700\.00/);
  assert.equal((await buyer.launch({ order: first })).status, 404, "the button of the first tab says 600");
  await comeBack(await payAtBank(shop, await sessionIn(await buyer.launch()), "cancel"));
  await shop.pass(0);
  // The bank's page is still open: the amount waits for it.
  assert.match((await buyer.send(code, { ...contact, amount: "800" })).text, /Pagar RD\$\u00a0700\.00/);
  await shop.passMinutes(35);
  await shop.pay.forget(0);
  assert.equal((await buyer.launch()).status, 200);
  const { attempts } = await shop.payments.findOrder(buyer.order() ?? "");
  assert.deepEqual(
    attempts.map(({ amount }) => amount.minor),
    [70_000, 70_000],
  );
});

test("money that arrives late is compared with what was agreed, whatever has become of the link", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, until: shop.clock.now() + minute });
  const buyer = shop.browser();
  await buyer.send(code);
  const back = await payAtBank(shop, await sessionIn(await buyer.launch()), cards.approved);
  await shop.pay.withdraw(code);
  shop.clock.move(10 * minute);
  assert.deepEqual((await shop.pay.order(code, undefined))?.amount, pesos(295_000));
  await comeBack(back);
  await shop.pass(0);
  assert.equal((await shop.payments.findOrder(code)).paid, true);
  assert.equal((await shop.pay.find(code))?.paid.count, 1);
});

test("an address leads nowhere but to these pages", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  for (const path of [`${code}?lang=//evil.example`, `${code}?lang=en%0d%0aLocation:%20//evil.example&mine=//evil`]) {
    const answer = await fetch(`${shop.origin}/pay/${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: shop.origin, Host: "evil.example", "X-Forwarded-Host": "evil.example" },
      body: new URLSearchParams({ ...contact, returnTo: "//evil.example", lang: "//evil.example" }),
    });
    assert.equal(answer.status, 303);
    assert.match(
      answer.headers.get("location") ?? "",
      new RegExp(`^${shop.origin}/pay/${code}\\?lang=(es|en)(&mine=1)?&sent=1$`),
    );
  }
  for (const path of ["//evil.example/%2e%2e", "..%2f..%2fevil", `${code}/../../evil`, `${code}%0d%0aX: 1`]) {
    const answer = await fetch(`${shop.origin}/pay/${path}`, { redirect: "manual" });
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get("location"), null);
  }
});

test("what a description, a line or a buyer says is text in the page, in its title and in the preview", async () => {
  const shop = await openLinkShop({ storefront: { name: "D'Ana & <Co>" } });
  const nasty = `"><img src=x onerror=alert(1)>'</title><script>alert(1)</script>`;
  const { code } = await shop.pay.create({
    amount: pesos(100),
    description: nasty,
    lines: [{ text: nasty, amount: pesos(100) }],
  });
  const buyer = shop.browser();
  const pages = [
    await buyer.open(code),
    await buyer.open(`${code}?lang="><script>alert(1)</script>`),
    await buyer.send(code, { email: nasty, mobilePhone: nasty, lang: nasty, mine: nasty }),
    await buyer.send(code),
  ];
  await shop.pay.withdraw(code);
  for (const { text } of [...pages, await buyer.open(code)]) {
    assert.doesNotMatch(text, /<img|<script>alert|onerror=alert\(1\)>(?!&)/);
    assert.match(text, /&lt;Co&gt;/);
  }
});

test("no link can look like another shop's: its name comes from the options, and no text turns the one around it", async () => {
  const shop = await openLinkShop();
  const pay = { ...cake, name: "Banco Popular" };
  await assert.rejects(shop.pay.create(pay), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: /^link\.name: unknown field/,
  });
  for (const description of ["a\u202eb", "a\u2066b", "a\nb", "a\u0000b", "a\u2028b", " ", "x".repeat(201)]) {
    await assert.rejects(shop.pay.create({ ...cake, description }), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: /^description: expected 1 to 200/,
    });
  }
  const { code } = await shop.pay.create({ ...cake, description: "Dulces Ana · Banco Popular" });
  const { text } = await shop.browser().open(code);
  assert.match(text, /<p class="store"><bdi>Dulces Ana<\/bdi>/);
  assert.match(text, /property="og:site_name" content="Dulces Ana"/);
});

test("a form of another site is not taken", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create(cake);
  for (const headers of [
    { Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "none" },
    {},
  ]) {
    const answer = await fetch(`${shop.origin}/pay/${code}`, {
      method: "POST",
      headers,
      redirect: "manual",
      body: new URLSearchParams(contact),
    });
    assert.equal(answer.headers.get("set-cookie"), null);
    // There the buyer sends a form of ours; where the browser says of none whose it is, they are asked for another one.
    assert.equal(answer.headers.get("location"), `${shop.origin}/pay/${code}?lang=es&sent=1`);
  }
});

test("what a buyer typed is kept from their launch on, and deleted when it has ended unpaid", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  const [leaving, paying] = [shop.browser(), shop.browser()];
  await leaving.send(code);
  assert.deepEqual(await keptBuyers(shop), [], "nothing is kept before the launch");
  await leaving.launch();
  assert.equal((await keptBuyers(shop)).length, 1);
  await paying.pay(code, cards.approved, { ...contact, email: "paid@example.com" });
  await shop.passMinutes(61);
  await shop.pay.forget(0);
  assert.deepEqual(
    (await keptBuyers(shop)).map((buyer) => (buyer as typeof contact).email),
    ["paid@example.com"],
  );
  assert.deepEqual((await shop.pay.order(leaving.order() ?? "", undefined))?.amount, pesos(295_000));
  const known = await shop.pay.create({ ...cake, customer: contact });
  await shop.pay.withdraw(known.code);
  await shop.pass(minute);
  await shop.pay.forget(shop.clock.now());
  assert.deepEqual(await keptBuyers(shop), []);
  assert.deepEqual((await shop.pay.find(known.code))?.customer, {});
  assert.equal((await shop.pay.find(code))?.paid.count, 1);
});

test("whom a link was for stays until its payment is as old as what is deleted", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, customer: { name: "Doña Tata" } });
  await shop.pass(200 * 24 * 60 * minute);
  await shop.browser().pay(code);
  await shop.pay.forget(shop.clock.now() - 180 * 24 * 60 * minute);
  assert.equal((await shop.pay.find(code))?.customer.name, "Doña Tata");
  await shop.pass(1);
  await shop.pay.forget(shop.clock.now());
  assert.deepEqual((await shop.pay.find(code))?.customer, {});
});

test("once a launch cannot be paid any more, its contact is deleted", async () => {
  const shop = await openLinkShop();
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  const leaving = shop.browser();
  await leaving.send(code);
  await leaving.launch();
  await shop.passMinutes(20);
  await shop.pay.forget(0);
  assert.equal((await keptBuyers(shop)).length, 1);
  await shop.passMinutes(41);
  await shop.pay.forget(0);
  assert.deepEqual(await keptBuyers(shop), []);
});

test("the contact of whoever did not pay is deleted within two hours, also where nobody comes after them", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const shop = await openLinkShop();
    const { code } = await shop.pay.create({ ...cake, times: "many" });
    for (let i = 0; i < 25; i++) {
      const leaving = shop.browser({ "X-Forwarded-For": `203.0.113.${i}` });
      await leaving.send(code);
      await leaving.launch();
    }
    assert.equal((await keptBuyers(shop)).length, 25);
    await shop.passMinutes(100);
    mock.timers.tick(minute);
    for (let i = 0; i < 100 && (await keptBuyers(shop)).length > 0; i++) await pause(10);
    assert.deepEqual(await keptBuyers(shop), []);
  } finally {
    mock.timers.reset();
  }
});

test("the shop's own orders are its own", async () => {
  const shop = await openLinkShop();
  for (const id of ["A-1001", "K7MP4XQ9TD-", "K7MP4XQ9TD-XX", "k7mp4xq9td", "K7MP4XQ9TD-CCCCCC-CCCCCC"]) {
    assert.equal(await shop.pay.order(id, undefined), undefined);
  }
  const payment = { ...orderAt(100), order: "A-1001", amountDiffers: false } as never;
  assert.equal(await shop.pay.onPaid(payment), false);
});
