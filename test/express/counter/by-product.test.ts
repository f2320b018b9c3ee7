import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "@ventanilla/express/store";
import { unzipped } from "#express/counter/download/unzipped.fixture.ts";
import { ownScope, place } from "../../kept.ts";
import { stillRouter } from "../../shop.ts";
import { openDesk } from "./counter.ts";
import { approve, type Payment, seeded } from "./seeded.ts";
import { visibleText } from "./visible-text.ts";

const part = (minor: number, on: string) => {
  const at = Date.parse(`${on}T12:00:00-04:00`);
  return [{ amount: { minor, currency: "DOP" as const }, at, on, recordedAt: at, reason: "asked", by: "Ana" }];
};

const sold = (order: string, minor: number, product: string, at = "2026-11-20T10:00:00-04:00"): Payment => ({
  at,
  order,
  minor,
  facts: { product },
});

const deskOf = async (store: Store) => openDesk(stillRouter({ store }).payments);
const signs = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const textOf = (page: string) =>
  visibleText(page)
    .replaceAll("\u00a0", " ")
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, sign: keyof typeof signs) => signs[sign]);
const byProduct = "/business?by=month&question=product&lang=en";

/** Where the sum of a page leads that has this text, without the dot. */
const pathOf = (page: string, sum: string): string => {
  const [, path = ""] =
    [...page.matchAll(/<a href="\.(\/payments\?state=charged[^"]+)">(RD[^<]+)</g)].find(
      ([, , text]) => text?.replace("\u00a0", " ") === sum,
    ) ?? assert.fail(sum);
  return `${path.replaceAll("&amp;", "&")}&lang=en`;
};

test("by product: charged, given back, net and approval of each, and each sum leads to its payments", async () => {
  const { store, clock } = await seeded([
    sold("october", 100_000, "Cena para dos", "2026-10-31T10:00:00-04:00"),
    sold("flowers", 30_000, "Flores"),
    { at: "2026-11-20T11:00:00-04:00", order: "without", minor: 500 },
  ]);
  const facts = { product: "Cena para dos", givenBack: part(2_500, "2026-11-20") };
  await approve(store, clock, { at: "2026-11-20T12:00:00-04:00", order: "dinner", minor: 50_000, facts });
  await place(store, { order: "refused", state: "declined", facts: { product: "Cena para dos" } });
  const desk = await deskOf(store);
  const page = await desk.page(byProduct);
  const text = textOf(page);
  assert.match(
    text,
    /Cena para dos Share of what was charged: 83% Charged RD\$ 1,500\.00 Given back −RD\$ 25\.00 Net RD\$ 1,475\.00 2 payments 67%/,
  );
  assert.match(text, /Flores .* 17% Charged RD\$ 300\.00 .* No product .* 1% Charged RD\$ 5\.00/);
  assert.doesNotMatch(text, /Other products Share/);
  const address = pathOf(page, "RD$ 1,500.00");
  const listed = textOf(await desk.page(address));
  assert.match(listed, /Payments: Dec 1, 2025 – Nov 20, 2026, Cena para dos .*2 payments /);
  assert.match(listed, /RD\$ 1,500\.00/);
  const rows = (await (await desk.get(address.replace("?", ".csv?"))).text()).split("\r\n").slice(1, -2);
  assert.deepEqual(
    rows.map((row) => row.split(",")[2]),
    ["dinner", "october"],
  );
});

test("what has no product, branch or card leads to as many payments as it counts, and nothing else does", async () => {
  const { store, clock } = await seeded([
    sold("flowers", 30_000, "Flores"),
    { at: "2026-11-20T11:00:00-04:00", order: "without", minor: 500, facts: { givenBack: part(200, "2026-11-20") } },
  ]);
  await approve(store, clock, { at: "2026-11-20T12:00:00-04:00", order: "another", minor: 700 });
  const chain = stillRouter({ store, shop: ownScope, merchant: () => assert.fail("no launch") });
  const desk = await openDesk(chain.payments);
  for (const [by, name, orders] of [
    ["product", "No product", ["another", "without"]],
    ["branch", "No branch", ["another", "without", "flowers"]],
  ] as const) {
    const page = await desk.page(`/business?by=month&question=${by}&lang=en`);
    assert.match(textOf(page), new RegExp(`${name} `));
    const [, path = ""] =
      new RegExp(`href="\\.(/payments\\?state=charged[^"]+without=${by}[^"]+)">${name}<`).exec(page) ??
      assert.fail(page);
    const address = `${path.replaceAll("&amp;", "&")}&lang=en`;
    const listed = textOf(await desk.page(address));
    assert.match(listed, new RegExp(`Payments: Dec 1, 2025 – Nov 20, 2026, ${name} .*${orders.length} payments? `));
    const rows = (await (await desk.get(address.replace("?", ".csv?"))).text()).split("\r\n").slice(1, -2);
    assert.deepEqual(
      rows.map((row) => row.split(",")[2]),
      orders,
    );
    assert.match(
      textOf(await desk.page(address.replace("payments?state=charged&", "returns?"))),
      /1 return .*−RD\$ 2\.00/,
    );
  }
  for (const wrong of ["without=hour", "without=x", "without=product&product=Flores", "without=product&scheme=Visa"])
    assert.equal((await desk.see(`/payments?batches=2026-11-20&${wrong}`)).status, 422, wrong);
});

test("the question is asked where a payment of the time says what was sold, and only there", async () => {
  const { store, clock } = await seeded([{ at: "2026-11-20T10:00:00-04:00", order: "without" }]);
  const desk = await deskOf(store);
  const asks = async (by: string) => /question=product/.test(await desk.page(`/business?by=${by}&lang=en`));
  assert.equal(await asks("day"), false);
  await approve(store, clock, sold("with", 100, "Flores", "2026-11-20T11:00:00-04:00"));
  assert.equal(await asks("day"), true);
  clock.set("2026-12-20T10:00:00-04:00");
  assert.equal(await asks("day"), false);
  assert.equal(await asks("week"), true);
});

test("of many products the page has the 20 largest and the others as one, the file 50 of each day", async () => {
  const many = Array.from({ length: 70 }, (_, n) => sold(`order-${n}`, 1000 + n, `Producto ${n}`));
  const { store } = await seeded([sold("earlier", 7, "Producto 0", "2026-11-10T10:00:00-04:00"), ...many]);
  const desk = await deskOf(store);
  const page = await desk.page(byProduct);
  const text = textOf(page);
  assert.match(text, /Total RD\$ 724\.22 71 payments/);
  assert.equal(page.match(/<th scope="row"><span class="name"><a href="\.\/payments\?state=charged/g)?.length, 20);
  assert.match(text, /Producto 69 .* Producto 50 .* Other products .* 71% Charged RD\$ 512\.32 51 payments /);
  assert.doesNotMatch(text, /Producto 49 /);
  const file = await (await desk.get(byProduct.replace("?", ".csv?"))).text();
  const rows = file.split("\r\n").slice(1, -1);
  assert.equal(rows.length, 52);
  assert.ok(rows.some((row) => row.startsWith("2026-11-01,2026-11-20,DOP,Producto 0,0.07,0.00,0.07,1,")));
  assert.ok(rows.some((row) => row.startsWith("2026-11-01,2026-11-20,DOP,Other products,201.90,0.00,201.90,20,")));
  // Its sum is of the day on which it is among the 50, and so is its list.
  const [, path = ""] = /href="\.(\/payments\?state=charged[^"]+)"/.exec(page) ?? assert.fail();
  const query = new URLSearchParams(path.slice(path.indexOf("?") + 1).replaceAll("&amp;", "&"));
  query.set("product", "Producto 0");
  assert.match(textOf(await desk.page(`/payments?${query.toString()}&lang=en`)), /1 payment .* earlier/);
});

test("a text of the shop is a text: in the page, in its address, in the list and in both files", async () => {
  const texts = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `=HYPERLINK("http://evil.example","x")`,
    `+1&state=declined#%00`,
    `'; DROP TABLE ventanilla_attempts; --`,
    `1/2`,
    "Vino 3310623800398",
    `Flores "Ñ", una; dos 🎂`,
  ];
  const { store } = await seeded(texts.map((product, n) => sold(`order-${n}`, 10_000 + n, product)));
  const desk = await deskOf(store);
  const page = await desk.page(byProduct);
  assert.doesNotMatch(page, /<img|alert\(1\)<\/script>/);
  const [csv, sheet = ""] = await Promise.all([
    desk.get(byProduct.replace("?", ".csv?")).then((file) => file.text()),
    desk
      .get(byProduct.replace("?", ".xlsx?"))
      .then(async (file) => unzipped(Buffer.from(await file.arrayBuffer())).get("xl/worksheets/sheet1.xml")),
  ]);
  for (const [n, text] of texts.entries()) {
    assert.ok(textOf(page).includes(text), text);
    const listed = await desk.page(pathOf(page, `RD$ 100.0${n}`));
    assert.ok(textOf(listed).includes(`, ${text} `), text);
    assert.match(textOf(listed), new RegExp(`1 payment .*order-${n}`));
    assert.match(listed, /href="[^"]*product=[^"]*" hreflang="es"/, text);
    const [, own = ""] = /<th scope="row"><a href="\.(\/payments\/[^"]+)"/.exec(listed) ?? assert.fail();
    const payment = await desk.page(`${own}?lang=en`);
    assert.ok(textOf(payment).includes(`Product ${text} `), text);
    assert.doesNotMatch(payment, /<img|alert\(1\)<\/script>/);
    assert.doesNotMatch(listed, /<img|alert\(1\)<\/script>/);
  }
  assert.match(csv, /,"'=HYPERLINK\(/);
  assert.match(csv, /,'\+1&state/);
  assert.doesNotMatch(csv, /,"?[=+](?!""1\/2""",)/);
  assert.doesNotMatch(sheet, /<f>|<script>/);
});

test("a card number in the address of a product is refused, as in any other field", async () => {
  const { store } = await seeded([sold("order-1", 10_000, "Vino")]);
  const answer = await (await deskOf(store)).get("/payments?batches=2026-11-20&product=Para+Ana+4761340000000050");
  assert.match(answer.headers.get("location") ?? "", /find\?refused=card/);
});
