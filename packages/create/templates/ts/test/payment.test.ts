import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createSandbox } from "../sandbox.ts";
import { Orders } from "../src/orders.ts";
import { createPayments } from "../src/payments.ts";
import { readSettings } from "../src/settings.ts";
import { createShop } from "../src/shop.ts";
import { scratchDatabase } from "./scratch-database.ts";

const cards = { approved: "4761340000000050", declined: "4761340000001512" };

test("a buyer pays at the bank, and the order is paid", async (t) => {
  const shop = await openShop(t);
  const order = await placeOrder(shop);
  await pay(shop, order, cards.approved);
  const paid = await shop.orders.find(order.id);
  assert.ok(paid?.payment?.reference);
  assert.match(await orderPage(shop, order), /class="state paid"/);
  const [session] = shop.bank.sessions();
  assert.deepEqual([session?.order, session?.state, session?.amount], [order.id, "approved", 59_500]);
});

test("a card that the bank declines leaves the order unpaid", async (t) => {
  const shop = await openShop(t);
  const order = await placeOrder(shop);
  await pay(shop, order, cards.declined);
  assert.equal((await shop.orders.find(order.id))?.payment, undefined);
  assert.doesNotMatch(await orderPage(shop, order), /class="state paid"/);
});

test("an order is shown to its buyer only, and a form of another site is refused", async (t) => {
  const shop = await openShop(t);
  const order = await placeOrder(shop);
  assert.equal((await fetch(`${shop.origin}/orders/${order.id}`)).status, 404);
  const headers = { Origin: "https://elsewhere.example", Cookie: order.cookie };
  assert.equal((await fetch(`${shop.origin}/orders`, { method: "POST", headers })).status, 403);
});

test("the counter asks for a name and the password, and shows the payment; without a password there is none", async (t) => {
  const shop = await openShop(t);
  const order = await placeOrder(shop);
  await pay(shop, order, cards.approved);
  const visit = (path: string, login: string) => {
    const Authorization = `Basic ${Buffer.from(login).toString("base64")}`;
    return fetch(`${shop.origin}/staff${path}`, { headers: { Authorization } });
  };
  const strangers = await Promise.all([fetch(`${shop.origin}/staff`), visit("", "Ana:wrong"), visit("", ":secret")]);
  assert.deepEqual(
    strangers.map(({ status }) => status),
    [401, 401, 401],
  );
  const payments = await visit("/payments", "Ana:secret");
  assert.equal(payments.status, 200);
  assert.ok((await payments.text()).includes(order.id));
  const closed = await openShop(t, "");
  assert.equal((await fetch(`${closed.origin}/staff`)).status, 404);
});

type Shop = Awaited<ReturnType<typeof openShop>>;
type Placed = Awaited<ReturnType<typeof placeOrder>>;

// The shop and the bank, on free ports, with a database that is removed after the test.
async function openShop(t: TestContext, staffPassword = "secret") {
  // npm test ends only when all of this is closed, even if a later step fails. The newest is closed first.
  const closings: (() => unknown)[] = [];
  t.after(async () => {
    for (const close of closings.toReversed()) await close();
  });
  const database = await scratchDatabase();
  closings.push(() => database.remove());
  const bank = await createSandbox();
  closings.push(() => bank.close());
  const server = createServer().listen(0, "127.0.0.1");
  closings.push(() => server.close().closeAllConnections());
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = readSettings({
    PUBLIC_URL: origin,
    DATABASE_URL: database.url,
    SESSION_API_URL: bank.url,
    GATEWAY_URL: bank.url,
    MERCHANT_NUMBER: "349000000",
    MERCHANT_TERMINAL: "58585858",
    MERCHANT_ACQUIRER: "349",
    PAYMENTS_KEY: "0".repeat(64),
    STAFF_PASSWORD: staffPassword,
  });
  const orders = await Orders.open(settings.database);
  closings.push(() => orders.close());
  const payments = createPayments(settings, orders);
  closings.push(() => payments.close());
  server.on("request", createShop(settings, orders, payments));
  return { origin, bank, orders, payments };
}

const post = (url: string, fields: Record<string, string>, options: RequestInit = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), ...options });

// Sends the form of the first page, as a browser does.
async function placeOrder({ origin }: Shop) {
  const buyer = { product: "coffee", email: "ana@example.com", phone: "+1 (809) 555-0101" };
  const placed = await post(`${origin}/orders`, buyer, { headers: { Origin: origin }, redirect: "manual" });
  const [, id = ""] = /^\/orders\/(.+)\/pay$/.exec(placed.headers.get("location") ?? "") ?? [];
  return { id, cookie: placed.headers.getSetCookie().join().split(";")[0] ?? "" };
}

// What the tag and the buyer do: to the bank, the card, and back by a POST without cookies.
async function pay({ origin, bank, payments }: Shop, { id, cookie }: Placed, card: string) {
  const headers = { Origin: origin, Cookie: cookie };
  const launch = await post(`${origin}/payments/attempts`, { order: id }, { headers });
  const [, SESSION = ""] = /name="SESSION" value="([^"]+)"/.exec(await launch.text()) ?? [];
  const hosted = await post(`${bank.url}/authorize`, { SESSION });
  const answer = await post(hosted.url, { action: "pay", number: card, expiry: "12/39", cvv: "123" });
  const [, back = ""] = /action="(http[^"]+)"/.exec(await answer.text()) ?? [];
  await post(back.replaceAll("&amp;", "&"), { SESSION, Description: "Transaction Received" });
  // Finishes what is due, as the router does in the background.
  await payments.reconcileOnce({ budgetMs: 5000 });
}

async function orderPage({ origin }: Shop, { id, cookie }: Placed): Promise<string> {
  return (await fetch(`${origin}/orders/${id}`, { headers: { Cookie: cookie } })).text();
}
