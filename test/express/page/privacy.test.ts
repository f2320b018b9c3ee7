import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { withShop } from "../../kept.ts";
import { cards, comeBack, cookieOf, openShop, payAtBank, type Shop, sessionIn } from "../../shop.ts";

const details = ["maskedCard", "authorizationCode", "reference"] as const;
const site = "https://www.shop.example";

/** Launches A-1 and pays; gives the attempt's id and the launching browser's cookie. */
async function pay(shop: Shop, card: string, headers?: Record<string, string>) {
  const attempt = crypto.randomUUID();
  const launch = await shop.launch("A-1", { attempt }, headers);
  const Cookie = cookieOf(launch);
  const relay = (await comeBack(await payAtBank(shop, await sessionIn(launch), card))).headers.get("location") ?? "";
  return { attempt, Cookie, relay };
}

const statusFor = async (shop: Shop, attempt: string, headers: Record<string, string>, query?: string) =>
  (await shop.status(attempt, query, headers)).body;

test("card, authorization and reference are in the status for the browser that launched, and for no other", async () => {
  const shop = await openShop();
  const { attempt, Cookie } = await pay(shop, cards.approved);
  const stranger = `ventanilla=${"x".repeat(43)}`;
  for (const query of ["", "?ask=1"]) {
    const own = await statusFor(shop, attempt, { Cookie: `a=b; ${Cookie}` }, query);
    assert.equal(own.maskedCard, "476134______0050");
    assert.match(String(own.authorizationCode), /^\w{6}$/);
    assert.match(String(own.reference), /^\d{12}$/);
    for (const headers of [{}, { Cookie: stranger }, { Cookie: "ventanilla=" }] as Record<string, string>[]) {
      const other = await statusFor(shop, attempt, headers, query);
      for (const name of details) assert.ok(!(name in other), name);
      assert.deepEqual([other.outcome, other.order, other.verified], ["approved", "A-1", true]);
    }
  }
});

test("who follows a return link learns the outcome from the status, and nothing that the relay page hides", async () => {
  const shop = await openShop();
  for (const card of [cards.declined, cards.partial]) {
    const { attempt, Cookie, relay } = await pay(shop, card);
    const own = await statusFor(shop, attempt, { Cookie });
    const stranger = JSON.stringify(await statusFor(shop, attempt, {})) + (await (await fetch(relay)).text());
    const shown = details.map((name) => own[name]).filter((value) => typeof value === "string");
    assert.ok(shown.length > 0, "the bank's answer has details");
    for (const value of shown) assert.ok(!stranger.includes(value), value);
  }
});

test("of an approval in part the relay page says how much it was, once somebody has recorded it", async () => {
  const shop = await openShop();
  const { attempt, Cookie, relay } = await pay(shop, cards.partial);
  const page = async () => (await fetch(relay, { headers: { Cookie } })).text();
  assert.match(await page(), /<dt>Monto aprobado<\/dt><dd><bdi>Por confirmar</);
  const approvedAmount = { minor: 50, currency: "DOP" } as const;
  await shop.payments.resolve(attempt, { paid: true, approvedAmount, reason: "the bank says so", by: "Ana" });
  assert.match(await page(), /<dt>Monto aprobado<\/dt><dd><bdi>RD\$\u00a00\.50</);
});

test("the relay page writes the amount in one way in both languages, apart from the text around it", async () => {
  const shop = await openShop();
  for (const [lang, order, amount] of [
    ["es", "C-3", "RD$\u00a02,950.00"],
    ["en", "A-1", "RD$\u00a01.00"],
  ] as const) {
    const launch = await shop.launch(order, { lang });
    const id = (await shop.payments.findOrder(order)).attempts[0]?.id;
    const page = await fetch(`${shop.mount}/relay/${id}`, { headers: { Cookie: cookieOf(launch) } });
    assert.ok((await page.text()).includes(`<bdi>${amount}</bdi>`), lang);
  }
});

test("the issuer's code stays on the server: a card that was reported lost reads like any other refusal", async () => {
  const shop = await openShop();
  const { attempt, Cookie, relay } = await pay(shop, cards.lost);
  const found = await shop.payments.findOrder("A-1");
  assert.equal(found.attempts[0]?.verdict?.code, "41");
  for (const headers of [{ Cookie }, {}] as Record<string, string>[]) {
    const body = await statusFor(shop, attempt, headers);
    assert.ok(!("code" in body));
    assert.ok(!Object.values(body).includes("41"));
  }
  const page = await (await fetch(relay, { headers: { Cookie } })).text();
  assert.match(page, /Su banco no aprobó el pago\. No se le hizo ningún cargo\./);
  // The time of the payment may have these digits.
  assert.doesNotMatch(page.replaceAll(/\d+:\d\d/g, ""), />[^<]*\b41\b[^<]*</);
});

test("a browser whose launch joined the attempt sees the details too", async () => {
  const shop = await openShop();
  await shop.launch("A-1");
  const { attempt, Cookie } = await pay(shop, cards.approved);
  assert.equal((await statusFor(shop, attempt, { Cookie })).maskedCard, "476134______0050");
  const { decisive } = await shop.payments.findOrder("A-1");
  const seenBy = (headers: object) => shop.payments.isLauncher(decisive?.id ?? "", { headers } as IncomingMessage);
  assert.deepEqual(
    [await seenBy({ cookie: Cookie }), await seenBy({})],
    [true, false],
    "the shop's own page asks, too",
  );
});

test("a page on another origin, which sends no cookie, reads the outcome without the details", async () => {
  const shop = await openShop({ origins: [site] });
  const { attempt } = await pay(shop, cards.approved, { Origin: site, "Sec-Fetch-Site": "cross-site" });
  const body = await statusFor(shop, attempt, { Origin: site });
  assert.equal(body.outcome, "approved");
  for (const name of details) assert.ok(!(name in body), name);
});

test("the store is asked which browser launched only once there is a verdict to show", async () => {
  const store = sqliteStore(":memory:");
  let asked = 0;
  const counting = withShop(store, ({ launchedBy }) => ({
    launchedBy: (...which) => {
      asked++;
      return launchedBy(...which);
    },
  }));
  const shop = await openShop({ store: counting });
  const attempt = crypto.randomUUID();
  const launch = await shop.launch("A-1", { attempt });
  const Cookie = cookieOf(launch);
  await statusFor(shop, attempt, { Cookie });
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  await statusFor(shop, attempt, {});
  assert.equal(asked, 0);
  await statusFor(shop, attempt, { Cookie });
  assert.equal(asked, 1);
});
