import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "@ventanilla/express";
import { rowsOf } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keepingLogger } from "../../loggers.ts";
import { cards, comeBack, cookieOf, openShop, orderAt, payAtBank, sessionIn } from "../../shop.ts";

const part = (text: string) => Buffer.from(text).toString("base64url");
const tokenOf = (bytes: number) => {
  const head = `${part('{"alg":"HS256"}')}.${part('{"order":"A-1","email":"ana@example.com"}')}.`;
  return head + "s".repeat(bytes - head.length);
};

/** A shop whose pages name the order A-1 by signed tokens, with all that it has logged and written. */
async function openSigned(order: (token: string) => Order | undefined) {
  const logger = keepingLogger();
  const store = sqliteStore(":memory:");
  const asked: string[] = [];
  const shop = await openShop({
    store,
    logger,
    order(id, request) {
      if (request !== undefined) asked.push(id);
      return order(id);
    },
  });
  async function kept(): Promise<string> {
    const tables = ["attempts", "orders", "launches", "outbox"];
    const rows = await store.database.read(function* () {
      const all: unknown[] = [];
      for (const table of tables) all.push(yield* rowsOf({ text: `SELECT * FROM @${table}`, values: [] }));
      return all;
    });
    return JSON.stringify([rows, logger.lines]);
  }
  return { shop, asked, kept };
}

const named = () => ({ ...orderAt(295_000), id: "A-1" });

test("a page may name an order by a token of up to 2,048 bytes: it is kept, paid and found under its own id", async () => {
  const { shop, asked, kept } = await openSigned(named);
  const [first, again] = [tokenOf(2048), tokenOf(700)];
  const attempt = crypto.randomUUID();
  const launch = await shop.launch(first, { attempt });
  assert.equal(launch.status, 200);
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  assert.deepEqual([(await shop.status(attempt)).body.order, shop.paid[0]?.order], ["A-1", "A-1"]);
  const found = (await (await fetch(`${shop.mount}/orders/${again}`)).json()) as { order: string };
  assert.equal(found.order, "A-1");
  const refused = await shop.launch(again);
  assert.match(await refused.text(), /ya está pagado|ya se pagó/i);
  assert.deepEqual(asked, [first, again, again]);
  const text = await kept();
  for (const token of [first, again]) assert.ok(!text.includes(token.slice(0, 40)), "a token is logged or written");
});

test("where the bank does not answer, the page tries again with the token: the shop may know the order by that alone", async () => {
  const { shop } = await openSigned((id) => (id.startsWith("eyJ") ? named() : undefined));
  await shop.sandbox.close();
  const page = await (await shop.launch(tokenOf(700), { returnTo: "/cart", cart: "7" })).text();
  const [form = ""] = page.match(/<form[\s\S]*?<\/form>/) ?? [];
  const sent = [...form.matchAll(/name="(.*?)" value="(.*?)"/g)].map(([, name, value]) => [name, value]);
  assert.deepEqual(Object.fromEntries(sent), { order: tokenOf(700), lang: "es", cart: "7", returnTo: "/cart" });
});

test("the page after the bank offers no new try of an order that a token has named: the shop may know it by that alone", async () => {
  const { shop } = await openSigned((id) => (id === "A-1" ? undefined : named()));
  const pageAfter = async (order: string) => {
    const launch = await shop.launch(order, { returnTo: "/cart" });
    const Cookie = cookieOf(launch);
    const back = await comeBack(await payAtBank(shop, await sessionIn(launch), cards.declined));
    return (await fetch(new URL(back.headers.get("location") ?? back.url, shop.mount), { headers: { Cookie } })).text();
  };
  const page = await pageAfter(tokenOf(700));
  assert.match(page, /Pago no aprobado/);
  assert.doesNotMatch(page, /<form/);
  assert.match(page, /href="\/cart"/);
});

test("a token is logged and written by no launch that is refused or fails, however short", async () => {
  const fail = () => {
    throw new Error("the database is away");
  };
  const misspelt = { ...orderAt(295_000), instalments: true, amount: { minor: -1, currency: "DOP" as const } };
  for (const order of [() => undefined, fail, () => misspelt]) {
    const { shop, kept } = await openSigned(order);
    for (const token of [tokenOf(180), tokenOf(900), tokenOf(3000)]) {
      await shop.launch(token);
      await fetch(`${shop.mount}/orders/${token}`);
      assert.ok(!(await kept()).includes(token.slice(0, 40)), String(order));
    }
  }
});

test("a name of more than 255 bytes is refused where the shop answers no id of its own, and nothing is written", async () => {
  const { shop, asked, kept } = await openSigned(() => orderAt(295_000));
  for (const name of ["x".repeat(256), "ñ".repeat(128), tokenOf(2048)]) {
    const answer = await shop.launch(name);
    assert.equal(answer.status, 400);
    assert.equal((await fetch(`${shop.mount}/orders/${encodeURIComponent(name)}`)).status, 404);
  }
  assert.equal(asked.length, 6);
  assert.match(
    await kept(),
    /^\[\[\[\],\[\],\[\],\[\]\],\[\{.*its order id: expected 1 to 255 bytes of printable text/,
  );
});
