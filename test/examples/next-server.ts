// A part of `npm run long frameworks`, which has installed and built the Next example.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { visit } from "./buyer.ts";
import { bank, start } from "./servers.ts";

test("next/server.js: a buyer pays, and the page is Next's", async () => {
  const origin = `http://localhost:${await freePort()}`;
  const stop = await start("next/server.js", { PORT: new URL(origin).port });
  const buyer = await visit(`${origin}/next?order=N-1`, `${origin}/payments`, bank.url);
  assert.equal(buyer.order, "N-1");
  await buyer.pays();
  const status = await buyer.fetch("/payments/orders/N-1?lang=en");
  assert.match(await status.text(), /"outcome":"approved"/);
  await stop();
});
