import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultLimits, makeLimiter } from "../../packages/express/src/web/limits.ts";
import { cards, comeBack, openShop, payAtBank, sessionIn } from "./shop.ts";

const nobody = { order: "A-1", browser: "b", address: "127.0.0.1" };

test("each order, browser and address, and all together, have their own cap, for ten minutes", () => {
  for (const name of ["order", "browser", "address", "all"] as const) {
    let now = 0;
    const limited = makeLimiter({ ...defaultLimits, [name]: 2 }, () => now);
    const asker = (i: number) => {
      const others = { order: `O-${i}`, browser: `b-${i}`, address: `10.0.0.${i}` };
      return name === "all" ? others : { ...others, [name]: "the same" };
    };
    assert.deepEqual([limited(asker(1)), limited(asker(2))], [undefined, undefined]);
    now = 60_000;
    assert.equal(limited(asker(3)), 540, name);
    now = 600_000;
    assert.equal(limited(asker(4)), undefined, name);
  }
});

test("who is refused is not counted, against nobody", () => {
  const limited = makeLimiter({ ...defaultLimits, order: 1, browser: 2 }, () => 0);
  limited(nobody);
  for (let i = 0; i < 10; i++) assert.ok(limited(nobody));
  assert.equal(limited({ ...nobody, order: "B-2" }), undefined);
});

test("a flood of made-up browsers does not grow the memory without bound, and the cap of all stays", () => {
  const limited = makeLimiter({ ...defaultLimits, address: Number.POSITIVE_INFINITY, all: 60_000 }, () => 0);
  let refused = 0;
  for (let i = 0; i < 70_000; i++) {
    if (limited({ order: `O-${i}`, browser: `b-${i}`, address: `a-${i}` }) !== undefined) refused++;
  }
  assert.equal(refused, 10_000);
});

test("a flood of launches of one order makes one session, and none after it was declined too often", async () => {
  const shop = await openShop({ limits: { order: 3 } });
  const launches = await Promise.all(Array.from({ length: 40 }, () => shop.launch("A-1")));
  assert.deepEqual(new Set(launches.map(({ status }) => status)), new Set([200]));
  assert.equal(shop.sandbox.sessions().length, 1);
  for (let i = 0; i < 3; i++) {
    const launch = await shop.launch("A-1");
    assert.equal(launch.status, 200);
    await comeBack(await payAtBank(shop, await sessionIn(launch), cards.declined));
  }
  const refused = await shop.launch("A-1");
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d{0,2}$/);
  assert.match(await refused.text(), /Demasiados intentos/);
  assert.equal(shop.sandbox.sessions().length, 3);
  assert.equal((await shop.launch("B-2")).status, 200);
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
