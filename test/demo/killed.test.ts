import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Payments } from "@ventanilla/express";
import { catalog, type Product } from "../../demo/src/catalog.ts";
import { keptIn, place } from "../kept.ts";
import { openDemo } from "./demo.ts";

const [cacao] = catalog as [Product];

test("the demo marks an order as paid exactly once, also when it is killed between its hook and the commit", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-demo-"));
  const file = join(folder, "demo.db");
  let time = 1_800_000_000_000;
  const { store, orders, start } = openDemo(file, () => time);
  let payments: Payments | undefined;
  t.after(async () => {
    await payments?.close();
    orders.close();
    rmSync(folder, { recursive: true });
  });
  orders.changeCart("ana", cacao, 1);
  const order = orders.place("ana", { email: "ana@example.com", phone: "8095550101" });
  assert.ok(order);
  const verdict = { code: "00", reference: "R-1" };
  const { facts } = await place(store, { order: order.id, state: "approved", minor: order.total, facts: { verdict } });
  const isPaid = () => orders.find(order.id)?.paid;

  const child = fork(fileURLToPath(new URL("killed-process.ts", import.meta.url)), [file, String(time)], {
    execArgv: ["--conditions=@ventanilla/source"],
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  assert.equal(signal, "SIGKILL");
  assert.equal(isPaid(), undefined, "what the hook wrote is gone with its process");
  assert.equal((await keptIn(store).stats()).outbox.due, 1, "and so is the delivery");

  time += 30_000;
  payments = start();
  await payments.reconcileOnce({ budgetMs: 60_000 });
  assert.deepEqual(isPaid(), { reference: "R-1", settledAt: facts.settledAt });
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
});
