import assert from "node:assert/strict";
import { test } from "node:test";
import type { GivenBackEvent } from "@ventanilla/express";
import { type Desk, openDesk } from "../express/counter/counter.ts";
import { silentLogger } from "../loggers.ts";
import { payAtBank, pesos, sessionIn } from "../shop.ts";
import { cake, cards, comeBack, type LinkShop, openLinkShop } from "./shop.ts";

async function openStaff(overrides: Parameters<typeof openLinkShop>[0] = {}, name = "Ana") {
  const shop = await openLinkShop(overrides);
  const desk = await openDesk(shop.payments, name, { pages: [shop.pay.staffPages(shop.payments)] });
  await desk.page("/links?lang=es");
  return { shop, desk };
}

/** Sends a form, and answers the address that it leads to, below the counter. */
async function led(desk: Desk, path: string, fields: Record<string, string>): Promise<string> {
  const answer = await desk.post(path, fields);
  assert.equal(answer.status, 303, await answer.text());
  return (answer.headers.get("location") ?? "").replace(/^(?:\.+\/)+/, "/");
}

const codeIn = (address: string): string => address.split("/")[2] ?? assert.fail(address);

/** How the page of a link says that it stands. */
const standingOf = async (desk: Desk, code: string): Promise<string | undefined> =>
  /class="(?:said|badge) (\w+)" role="status"/.exec(await desk.page(`/links/${code}`))?.[1];

async function openCharge(desk: Desk, shop: LinkShop, amount = "2,950.00"): Promise<string> {
  const address = await led(desk, "/links/keypad", { amount, description: "Bizcocho" });
  const code = codeIn(address);
  assert.equal((await shop.pay.find(code))?.times, 1);
  return code;
}

test("a form of two fields makes a link; its page has the address, a QR code and a chat with the customer", async () => {
  const { shop, desk } = await openStaff();
  const address = await led(desk, "/links", {
    amount: "RD$ 2,950.00",
    description: " Bizcocho de boda ",
    name: "Doña Tata",
    mobilePhone: "809 555 0101",
    until: "14/02/2027",
  });
  const link = (await shop.pay.find(codeIn(address))) ?? assert.fail();
  assert.deepEqual(
    [link.amount, link.description, link.times, link.by, link.itbis, link.until],
    [pesos(295_000), "Bizcocho de boda", 1, "Ana", 18, Date.parse("2027-02-14T23:59:59.999-04:00")],
  );
  const page = await desk.page(address);
  assert.ok(page.includes(`readonly>${link.url}</textarea>`));
  assert.match(page, /<div class="qr" role="img" aria-label="Código QR del enlace"/);
  const [, chat = ""] = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(page) ?? [];
  assert.ok(chat.startsWith("https://wa.me/18095550101?text="), chat);
  const text = new URL(chat).searchParams.get("text");
  assert.equal(
    text,
    `Hola Doña Tata. Este es su enlace de Dulces Ana para pagar con tarjeta: Bizcocho de boda, RD$\u00a02,950.00. ${link.url}`,
  );
});

test("a chat has the customer's number: one from abroad may have ten digits, too, and is nobody else's", async () => {
  const { shop, desk } = await openStaff();
  for (const [mobilePhone, number] of [
    ["809-555-0101", "18095550101"],
    ["+1 809 555 0101", "18095550101"],
    ["+47 12 34 56 78", "4712345678"],
    ["555-0123", ""],
  ] as const) {
    const { code } = await shop.pay.create({ ...cake, customer: { mobilePhone } });
    assert.match(await desk.page(`/links/${code}`), new RegExp(`"https://wa\\.me/${number}\\?text=`));
  }
});

test("of a link of which the bank approved a part, its page says how much that was", async () => {
  const { shop, desk } = await openStaff();
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code, cards.partial);
  const [attempt] = (await shop.payments.findOrder(code)).attempts;
  const approvedAmount = { minor: 100_000, currency: "DOP" as const };
  await shop.payments.resolve(attempt?.id ?? "", { paid: true, approvedAmount, reason: "statement", by: "Ana" });
  await shop.pass(0);
  assert.match(await desk.page(`/links/${code}`), /RD\$\u00a01,000\.00/);
});

test("what somebody has typed is text on every page and in the chat", async () => {
  const { shop, desk } = await openStaff();
  const bad = `"><img src=x onerror=alert(1)></textarea><script>alert(2)</script>&text=otro#'`;
  const link = await shop.pay.create({ ...cake, description: bad, customer: { name: bad } });
  for (const path of ["", `/${link.code}`, `/${link.code}/poster`, "/all"]) {
    const page = await desk.page(`/links${path}?again=${link.code}`);
    assert.doesNotMatch(page, /<img|<script>alert/, path);
    assert.ok(page.includes("&quot;&gt;&lt;img"), path);
  }
  const page = await desk.page(`/links/${link.code}`);
  const [, chat = ""] = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(page) ?? [];
  const { searchParams, hash } = new URL(chat.replaceAll("&#39;", "'"));
  assert.deepEqual([[...searchParams.keys()], hash], [["text"], ""]);
  assert.ok(searchParams.get("text")?.includes(bad));
});

test("no spreadsheet runs what a link was for, in the counter's file of payments", async () => {
  const { shop, desk } = await openStaff();
  for (const description of ['=HYPERLINK("http://evil.example")', "+1-1", "-cmd|' /C calc'!A0", "@SUM(A1)"]) {
    const { code } = await shop.pay.create({ ...cake, description });
    await shop.browser().pay(code);
  }
  const file = await (await desk.get("/payments.csv")).text();
  for (const said of ["'=HYPERLINK", "'+1-1", "'-cmd", "'@SUM"]) assert.ok(file.includes(said), file);
});

test("each field that is wrong is named, what was typed stays, and no link is made", async () => {
  const { shop, desk } = await openStaff();
  const good = { amount: "2950", description: "Bizcocho" };
  for (const [field, typed] of Object.entries({
    amount: "dos mil",
    description: " ",
    max: "US$ 5000",
    email: "ana@",
    mobilePhone: "12",
    name: "x".repeat(101),
    times: "0",
    until: "2020-01-01",
    itbis: "17",
  })) {
    const answer = await desk.post("/links", { ...good, [field]: typed });
    assert.equal(answer.status, 422, field);
    const page = await answer.text();
    const said = `aria-describedby="${field}-note ${field}-error" aria-invalid="true"`;
    assert.match(page, new RegExp(`name="${field}" [^>]* ${said}`), field);
    if (field !== "amount") assert.match(page, /value="2950"/);
  }
  assert.equal((await desk.post("/links/keypad", { amount: "0" })).status, 422);
  assert.equal((await desk.post("/links/keypad", { amount: "<b>" })).status, 422);
  assert.equal((await shop.pay.list().next()).done, true);
});

test("how often a link can be paid is written as a whole number, and what only looks like one is refused", async () => {
  const { shop, desk } = await openStaff();
  for (const times of ["1,5", ",", "1e3", "0x10", "1,0000", "-1", "1.5"]) {
    assert.equal((await desk.post("/links", { amount: "100", description: "Boleta", times })).status, 422, times);
  }
  const many = await led(desk, "/links", { amount: "100", description: "Boleta", times: " 1,000 " });
  assert.equal((await shop.pay.find(codeIn(many)))?.times, 1000);
});

test("each field that is wrong says what to type, as the summary does, and the first has the focus", async () => {
  const { desk } = await openStaff();
  const typed = { amount: "dos mil", description: "", max: "5", times: "0", email: "ana@", until: "31/02/2027" };
  const answer = await desk.post("/links", typed);
  const page = await answer.text();
  // Once more, empty, in the other language.
  assert.match(page, /<a href="[./]*links\?lang=en" hreflang="en"/);
  assert.match(page, /role="alert">.*<a href="#amount">El monto debe ser mayor que 0, como 2,950\.00\.</s);
  assert.match(
    page,
    /<input id="amount" [^>]*aria-invalid="true" autofocus><\/span><span class="wrong" id="amount-error">El monto debe ser mayor que 0, como 2,950\.00\.</,
  );
  const wrong = ["amount", "description", "times", "until", "email"];
  const namesIn = (each: RegExp) => Array.from(page.matchAll(each), ([, name]) => name);
  assert.deepEqual(namesIn(/<li><a href="#(\w+)">/g), wrong);
  assert.deepEqual(namesIn(/<input id="(\w+)"[^>]* aria-invalid="true"/g), wrong);
  assert.deepEqual(namesIn(/<input id="(\w+)"[^>]* autofocus/g), ["amount"]);
  assert.match(page, /<details open>/);
});

test("a link of several payments says what came in, and leads to each of them", async () => {
  const { shop, desk } = await openStaff();
  const { code } = await shop.pay.create({ ...cake, times: 2 });
  for (let i = 0; i < 2; i++) await shop.browser().pay(code);
  const page = await desk.page(`/links/${code}`);
  assert.match(
    page,
    /role="status">Agotado<[\s\S]*Cobrado <span class="dim">2\u00a0pagos<\/span><\/dt><dd class="sum">RD\$\u00a05,900\.00</,
  );
  const [, list = ""] = page.split('id="payments"');
  const orders = [...list.matchAll(/payments\?order=([\w-]+)"/g)].map(([, order]) => order ?? "");
  assert.equal(new Set(orders).size, 2);
  assert.equal(list.match(/<bdi>[^<]+@[^<]+<\/bdi>/g)?.length, 2);
  for (const order of orders) {
    assert.equal((await shop.payments.findOrder(order)).paid, true);
    assert.ok(list.includes(`href="${shop.pay.receiptUrl(order, "es")}"`), "the seller has each buyer's receipt");
  }
});

test("what went back of a link's payments stands beside what came in, once for each part", async () => {
  const heard: GivenBackEvent[] = [];
  const { shop, desk } = await openStaff({
    router: {
      async onGivenBack(payment) {
        heard.push(payment);
        await shop.pay.onGivenBack(payment);
      },
    },
  });
  const { code } = await shop.pay.create({ ...cake, times: 2 });
  for (let i = 0; i < 2; i++) await shop.browser().pay(code);
  const [, list = ""] = (await desk.page(`/links/${code}`)).split('id="payments"');
  const [order = ""] = Array.from(list.matchAll(/payments\?order=([\w-]+)"/g), ([, named]) => named);
  const { attempts } = await shop.payments.findOrder(order);
  const give = (minor: number) => {
    const amount = { minor, currency: "DOP" as const };
    return shop.payments.recordGivenBack(attempts[0]?.id ?? "", { amount, reason: "una caja rota", by: "Ana" });
  };
  await give(50_000);
  await give(20_000);
  await shop.pass(0);
  assert.equal(heard.length, 2);
  // Once more, the later part first: as after a crash.
  for (const payment of heard.toReversed()) assert.equal(await shop.pay.onGivenBack(payment), true);
  await shop.pay.onPaid(heard[0] as GivenBackEvent);
  const { paid } = (await shop.pay.find(code)) ?? {};
  const dop = (minor: number) => ({ minor, currency: "DOP" });
  assert.deepEqual(paid, { count: 2, total: dop(590_000), givenBack: dop(70_000) });
  assert.match(
    await desk.page(`/links/${code}`),
    /<dd class="sum">RD\$\u00a05,900\.00<\/dd><\/div><div><dt>Devuelto<\/dt><dd class="sum">\u2212RD\$\u00a0700\.00</,
  );
  assert.match(
    await desk.page("/links/all"),
    /RD\$\u00a05,900\.00 <span class="dim back">Devuelto \u2212RD\$\u00a0700\.00<\/span><\/td>/,
  );
});

test("amounts of the customer's choice, stocks and links for many come from the same form, and again into it", async () => {
  const { shop, desk } = await openStaff();
  const made = await led(desk, "/links", {
    currency: "US$",
    amount: "5",
    max: "50.50",
    description: "Donación",
    times: "",
  });
  const link = await shop.pay.find(codeIn(made));
  const usd = (minor: number) => ({ minor, currency: "USD" });
  assert.deepEqual([link?.amount, link?.max, link?.times], [usd(500), usd(5050), "many"]);
  const again = await desk.page(`/links?again=${link?.code}`);
  for (const value of ['"5.00"', "<option selected>US$", '"50.50"', '"Donación"', 'name="times" value=""'])
    assert.ok(again.includes(value), value);
  assert.match(again, /<details open>/);
  const signed = await led(desk, "/links", { currency: "RD$", amount: "US$ 7", description: "Boleta" });
  assert.deepEqual((await shop.pay.find(codeIn(signed)))?.amount, usd(700));
  const some = await led(desk, "/links", { amount: "100", description: "Boleta", times: "3" });
  assert.equal((await shop.pay.find(codeIn(some)))?.times, 3);
});

test("the list says what each link brought in, by filter and page; a withdrawn one is opened by nobody", async () => {
  const { shop, desk } = await openStaff();
  const [paid, open, gone] = [
    await shop.pay.create({ ...cake, description: "Pagado" }),
    await shop.pay.create({ ...cake, description: "Abierto" }),
    await shop.pay.create({ ...cake, description: "Retirado" }),
  ];
  await shop.browser().pay(paid.code);
  assert.equal(await led(desk, `/links/${gone.code}/withdraw`, {}), `/links/${gone.code}`);
  const [, content = ""] = (await desk.page(`/links/${gone.code}`)).split("<main");
  assert.match(content, /Retirado/);
  assert.doesNotMatch(content, /wa\.me|<svg/);
  assert.match((await shop.browser().open(gone.code)).text, /El comercio retiró este enlace/);
  const listed = async (filter: string) => {
    const page = await desk.page(`/links/all?filter=${filter}`);
    return [paid, open, gone].filter(({ code }) => page.includes(`/${code}"`)).map(({ description }) => description);
  };
  assert.deepEqual(await listed("all"), ["Pagado", "Abierto", "Retirado"]);
  assert.deepEqual(await listed("open"), ["Abierto"]);
  assert.deepEqual(await listed("paid"), ["Pagado"]);
  assert.deepEqual(await listed("ended"), ["Pagado", "Retirado"]);
  assert.deepEqual(await listed("constructor"), ["Pagado", "Abierto", "Retirado"]);
  assert.equal((await desk.page("/links/all")).match(/data-name="Cobrado">RD\$\u00a02,950\.00</g)?.length, 1);
  assert.doesNotMatch(await desk.page("/links/all"), /\d.pagos?</);
  const page = await desk.page(`/links/${paid.code}`);
  assert.match(page, new RegExp(`payments\\?order=${paid.code}`));
  assert.match(page, /Pagado<\/dt><dd><bdi>22 nov 2026/);
  const [, chat = ""] = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(page) ?? [];
  assert.ok(new URL(chat).searchParams.get("text")?.endsWith(shop.pay.receiptUrl(paid.code, "es")), chat);
  for (let i = 0; i < 50; i++) await shop.pay.create({ ...cake, description: `Otro ${i}` });
  const first = await desk.page("/links/all");
  const [, older = ""] = /href="(\?filter=all&amp;after=\w+)" rel="next"/.exec(first) ?? [];
  assert.equal([...first.matchAll(/<th scope="row"/g)].length, 50);
  const second = await desk.page(`/links/all${older.replace("&amp;", "&")}`);
  assert.equal([...second.matchAll(/<th scope="row"/g)].length, 3);
  assert.match(second, /Pagado/);
});

test("the page of a charge says what the router knows, before any hook has run", async () => {
  let isHookDown = true;
  const { shop, desk } = await openStaff({
    router: {
      logger: silentLogger,
      onPaid: (payment) => {
        if (isHookDown) throw new Error("the books are closed");
        return shop.pay.onPaid(payment);
      },
    },
  });
  const code = await openCharge(desk, shop);
  assert.equal(await standingOf(desk, code), "waiting");
  assert.match(
    await desk.page(`/links/${code}`),
    /data-seconds="1"[\s\S]*<div class="qr"[\s\S]*role="status">Esperando el pago…/,
  );
  const buyer = shop.browser();
  await buyer.send(code);
  await buyer.launch();
  assert.equal(await standingOf(desk, code), "paying");
  // For a customer who has lost it; and the charge can be canceled.
  assert.match(
    await desk.page(`/links/${code}`),
    /<div class="qr"[\s\S]*role="status">El cliente está pagando<[\s\S]*Retirar el enlace/,
  );
  await buyer.pay(code);
  assert.equal((await shop.pay.find(code))?.paid.count, 0);
  assert.equal(await standingOf(desk, code), "paid");
  assert.doesNotMatch(await desk.page(`/links/${code}`), /<div class="qr"|data-seconds/);
  isHookDown = false;
});

test("a charge that is declined can go on; one that is canceled or late is over", async () => {
  const { shop, desk } = await openStaff();
  const declined = await openCharge(desk, shop);
  await shop.browser().pay(declined, cards.declined);
  await shop.passMinutes(31);
  assert.equal(await standingOf(desk, declined), "declined");
  const canceled = await openCharge(desk, shop);
  assert.equal(await led(desk, `/links/${canceled}/withdraw`, {}), `/links/${canceled}`);
  assert.equal(await standingOf(desk, canceled), "withdrawn");
  const late = await openCharge(desk, shop);
  shop.clock.move(61 * 60_000);
  assert.equal(await standingOf(desk, late), "expired");
});

test("a charge that is canceled while the customer pays it counts: its page says so", async () => {
  const { shop, desk } = await openStaff();
  const code = await openCharge(desk, shop);
  const customer = shop.browser();
  await customer.send(code);
  const session = await sessionIn(await customer.launch());
  await led(desk, `/links/${code}/withdraw`, {});
  const page = await desk.page(`/links/${code}`);
  assert.match(page, /El cliente está pagando<[\s\S]+Retirado<\/dt>/);
  assert.doesNotMatch(page, /Retirar el enlace|<div class="qr"/);
  await comeBack(await payAtBank(shop, session, cards.approved));
  assert.equal(await standingOf(desk, code), "paid");
});

test("whoever has logged in charges, whatever their name is written with", async () => {
  const { shop } = await openStaff();
  const name = "Ana \u200eDíaz\u202e";
  const desk = await openDesk(shop.payments, "", { staff: () => name, pages: [shop.pay.staffPages(shop.payments)] });
  await desk.page("/links?lang=es");
  const [link, charge] = [
    await led(desk, "/links", { amount: "10", description: "Bizcocho" }),
    await openCharge(desk, shop),
  ];
  for (const code of [codeIn(link), charge]) assert.equal((await shop.pay.find(code))?.by, name);
  assert.ok((await desk.page(link)).includes(`, <bdi>${name}</bdi>`));
});

test("who may only look makes, cancels and withdraws nothing; what is not there is not found", async () => {
  const { shop, desk } = await openStaff();
  const { code } = await shop.pay.create({ ...cake, times: "many" });
  const looking = desk.as("Luis, who looks");
  for (const path of ["", "/keypad"]) {
    assert.match((await looking.get(`/links${path}`)).headers.get("location") ?? "", /links\/all$/, path);
  }
  for (const path of [`/${code}`, "/all"]) {
    const page = await looking.page(`/links${path}`);
    assert.doesNotMatch(page, /<form[^>]* method="post" action="[^"]*links/, path);
  }
  for (const path of ["/links", "/links/keypad", `/links/${code}/withdraw`]) {
    assert.equal((await looking.post(path, { amount: "1", description: "x" })).status, 403, path);
  }
  assert.equal((await shop.pay.find(code))?.withdrawnAt, undefined);
  // A code in any case.
  assert.equal((await desk.get(`/links/${code.toLowerCase()}`)).status, 200);
  for (const path of ["/K7MP4XQ9TD", "/constructor", "/%E0%A4%A", `/${code}/nothing`, `/${code}/poster/x`]) {
    assert.equal((await desk.get(`/links${path}`)).status, 404, path);
  }
});
