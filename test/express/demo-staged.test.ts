import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type State, sqliteStore } from "@ventanilla/express";
import { createSandbox } from "@ventanilla/sandbox";
import { Orders } from "../../demo/src/orders.ts";
import { paymentStateOf } from "../../demo/src/payment-state.ts";
import { createPayments } from "../../demo/src/payments.ts";
import { type BadDay, type BadDaySetup, playBadDay } from "../../demo/src/staff/bad-days.ts";
import { Clock } from "../../demo/src/staff/clock.ts";
import { playSeeds, seeds } from "../../demo/src/staff/seed.ts";
import { encryptionKey } from "./shop.ts";
import { processWarnings } from "./warnings.ts";

const publicUrl = "http://shop.localhost:9";
const buyer = "b".repeat(22);

/** The demo's router, store, orders and bank. */
async function openStage(t: TestContext): Promise<BadDaySetup & { bankOffset(): number }> {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-staged-"));
  const file = join(folder, "demo.db");
  const sandbox = await createSandbox();
  const bank = { sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url };
  const clock = new Clock();
  const store = sqliteStore(file, clock);
  const orders = new Orders(file, clock.now);
  const payments = createPayments({ publicUrl, bank, store, orders, encryptionKey });
  t.after(async () => {
    await payments.close();
    await sandbox.close();
    orders.close();
    rmSync(folder, { recursive: true });
  });
  const process = { publicUrl, bank, file, encryptionKey };
  const bankOffset = () => sandbox.clock.offset();
  sandbox.clock.advance(1000);
  return { payments, store, orders, clock, publicUrl, bankUrl: sandbox.url, process, bankOffset };
}
