import assert from "node:assert/strict";
import { test } from "node:test";
import type express from "express";
import { cards, comeBack, cookieOf, openShop, orderAt, orderOf, payAtBank, sessionIn } from "../../shop.ts";

test("each launch counts, also one that joins a live attempt, and a refused one leaves no trace in the store", async () => {
  const shop = await openShop({ limits: { order: 3 } });
  const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
  const launches = await Promise.all(ids.map((attempt) => shop.launch("A-1", { attempt })));
  assert.equal(launches.filter(({ status }) => status === 200).length, 3);
  assert.equal(shop.sandbox.sessions().length, 1);
  for (const [index, { status, headers }] of launches.entries()) {
    const { state, outcome } = (await shop.status(ids[index] ?? "")).body;
    assert.deepEqual([state, outcome], status === 200 ? ["opened", "pending"] : ["preparing", "failed"]);
    if (status === 200) continue;
    assert.equal(status, 429);
    assert.match(headers.get("retry-after") ?? "", /^[1-9]\d{0,2}$/);
    assert.match((await launches[index]?.text()) ?? "", /Espere unos minutos/);
  }
  assert.equal((await shop.payments.findOrder("A-1")).attempts.length, 1);
  assert.equal((await shop.launch("B-2")).status, 200);
});

test("an order that is declined again and again stops reaching the bank", async () => {
  const shop = await openShop({ limits: { order: 3 } });
  for (let i = 0; i < 3; i++) {
    const launch = await shop.launch("A-1");
    assert.equal(launch.status, 200);
    await comeBack(await payAtBank(shop, await sessionIn(launch), cards.declined));
  }
  assert.equal((await shop.launch("A-1")).status, 429);
  assert.equal(shop.sandbox.sessions().length, 3);
});

test("with the default numbers a buyer may try ten cards, and come back to each of their attempts twice", async () => {
  const shop = await openShop();
  const Cookie = cookieOf(await shop.launch("B-2"));
  for (let card = 0; card < 9; card++) {
    for (let click = 0; click < 3; click++) {
      const launch = await shop.launch("A-1", {}, { Origin: shop.origin, Cookie });
      assert.equal(launch.status, 200);
      if (click === 2) await comeBack(await payAtBank(shop, await sessionIn(launch), cards.declined));
    }
  }
  const last = await shop.launch("A-1", {}, { Origin: shop.origin, Cookie });
  await comeBack(await payAtBank(shop, await sessionIn(last), cards.approved));
  assert.equal(shop.paid.length, 1);
});

test("an order that is not this visitor's to pay is not counted: a stranger cannot use up its launches", async () => {
  const mine = "yes";
  const shop = await openShop({
    limits: { order: 2 },
    order: (id, request) => (request?.headers["x-mine"] === mine ? orderOf(id) : undefined),
  });
  for (let i = 0; i < 10; i++) assert.equal((await shop.launch("A-1")).status, 404);
  assert.equal((await shop.launch("A-1", {}, { Origin: shop.origin, "X-Mine": mine })).status, 200);
});

test("a launch beyond a limit of its browser or address does not ask the shop, which may hold goods for it", async () => {
  const asked: string[] = [];
  const order = (id: string) => {
    asked.push(id);
    return orderAt(100);
  };
  const shop = await openShop({ limits: { address: 2 }, order });
  for (const [id, status] of [
    ["A-1", 200],
    ["A-2", 200],
    ["A-3", 429],
  ] as const) {
    assert.equal((await shop.launch(id)).status, status);
  }
  assert.deepEqual(asked, ["A-1", "A-2"]);
});

test("a flood from one IPv6 network stops, from whichever of its addresses it comes", async () => {
  const before = (app: express.Express) => void app.set("trust proxy", "loopback");
  const shop = await openShop({ limits: { address: 4 } }, { before });
  const from = async (address: string) =>
    (await shop.launch("A-1", {}, { Origin: shop.origin, "X-Forwarded-For": address })).status;
  const same = await Promise.all(Array.from({ length: 12 }, (_, i) => from(`2001:db8:0:1:${i}:${i}:${i}:1`)));
  assert.equal(same.filter((status) => status === 200).length, 4);
  assert.equal(await from("2001:db8:0:2::1"), 200);
  const mapped = await Promise.all(
    Array.from({ length: 12 }, (_, i) => from(i % 2 ? "192.0.2.1" : "::ffff:192.0.2.1")),
  );
  assert.equal(mapped.filter((status) => status === 200).length, 4);
});

test("a flood from one browser, and from one address, stops reaching the bank", async () => {
  for (const limit of ["browser", "address", "all"] as const) {
    const shop = await openShop({
      limits: { [limit]: 5 },
      order: () => ({
        amount: { minor: 100, currency: "DOP" },
        tax: { minor: 0, currency: "DOP" },
        buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
      }),
    });
    const Cookie = `ventanilla=${"x".repeat(43)}`;
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, i) => (await shop.launch(`O-${i}`, {}, { Origin: shop.origin, Cookie })).status,
      ),
    );
    assert.equal(statuses.filter((status) => status === 429).length, 15, limit);
    assert.equal(shop.sandbox.sessions().length, 5, limit);
  }
});
