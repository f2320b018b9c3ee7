import assert from "node:assert/strict";
import { test } from "node:test";
import type { Express } from "express";
import { createServer } from "vite";
import { cards, comeBack, openShop, payAtBank, sessionIn } from "../../shop.ts";

test("a server of Connect, such as Vite's, mounts the router: a buyer pays", async (t) => {
  const { NODE_ENV } = process.env;
  const vite = await createServer({
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, watch: null, ws: false },
  });
  t.after(async () => {
    await vite.close();
    // Vite sets it where it is not set.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  });
  // Of Express, a shop uses `use` alone.
  const shop = await openShop({}, { framework: () => vite.middlewares as unknown as Express });
  const launch = await shop.launch("A-1");
  assert.equal(launch.status, 200);
  await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
  assert.deepEqual(
    shop.paid.map(({ order }) => order),
    ["A-1"],
  );
});
