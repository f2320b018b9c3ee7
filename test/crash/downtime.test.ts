import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import express from "express";
import { cards, gatewayAt, orderOf, stillRouter } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { makeBuyer, orderId } from "./buyer.ts";

const minute = 60_000;
const folder = temporaryFolder("downtime");

/** What a shop has told, in all its lives. */
interface Told {
  hooks: string[];
  alerts: string[];
}

/** One life of a shop on a file; it does what is due when it is asked to. */
async function live(file: string, bank: Sandbox, told: Told) {
  const app = express();
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const mount = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/payments`;
  const hook = ({ id }: { id: string }) => void told.hooks.push(id);
  const { payments, alerts } = stillRouter({
    publicUrl: mount,
    gateway: gatewayAt(bank),
    store: sqliteStore(join(folder, file), { now: bank.clock.now }),
    order: () => orderOf("A-1"),
    onPaid: hook,
    onExpired: hook,
    onUnknown: hook,
  });
  app.use("/payments", payments);
  return {
    mount,
    payments,
    async end() {
      server.close();
      server.closeAllConnections();
      await payments.close();
      told.alerts.push(...alerts);
    },
  };
}

/** A buyer launches, perhaps pays, and is never seen again; the shop is down from then on for so many minutes. */
async function downFor(minutes: number, pays: boolean) {
  const bank = await createSandbox();
  const told: Told = { hooks: [], alerts: [] };
  const file = `${minutes}-${pays}.db`;
  const before = await live(file, bank, told);
  const child = { unlessDead: <T>(work: Promise<T>) => work };
  const buyer = makeBuyer({ bank, child, mount: before.mount });
  await buyer.launch();
  if (pays) await buyer.pay(cards.approved);
  await before.end();

  bank.clock.advance(minutes * minute);
  const again = await live(file, bank, told);
  for (let seconds = 0; seconds < 5 * 60; seconds += 5) {
    await again.payments.reconcileOnce({ budgetMs: 60_000 });
    bank.clock.advance(5000);
  }
  const { paid, attempts } = await again.payments.findOrder(orderId);
  await again.end();
  await bank.close();
  return { ...told, hooks: told.hooks.map((id) => id.split(":")[0]), paid, states: attempts.map(({ state }) => state) };
}

test("down for 29 minutes of the 30: a payment made meanwhile is found and delivered", async () => {
  assert.deepEqual(await downFor(29, true), { hooks: ["paid"], alerts: [], paid: true, states: ["approved"] });
});

test("down for 29 minutes of the 30, and nobody paid: the attempt expires, since the bank could still be asked", async () => {
  assert.deepEqual(await downFor(29, false), { hooks: ["expired"], alerts: [], paid: false, states: ["expired"] });
});

for (const pays of [true, false]) {
  test(`down for 31 minutes, ${pays ? "paid" : "not paid"} meanwhile: unknown and an alert, never expired`, async () => {
    assert.deepEqual(await downFor(31, pays), {
      hooks: ["unknown"],
      alerts: ["unknown"],
      paid: false,
      states: ["unknown"],
    });
  });
}
