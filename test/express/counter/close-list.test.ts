import assert from "node:assert/strict";
import { test } from "node:test";
import { type AttemptView, type Options, ventanilla } from "@ventanilla/express";
import type { Store } from "@ventanilla/express/store";
import { place, withShop } from "../../kept.ts";
import { stillOptions } from "../../shop.ts";
import { approve, aroundTheTwentieth, seeded } from "./seeded.ts";

const routerOf = (store: Store, options: Partial<Options> = {}) => ventanilla(stillOptions({ store, ...options }));

async function ordersOf(list: AsyncIterable<AttemptView>): Promise<string[]> {
  const orders: string[] = [];
  for await (const { order } of list) orders.push(order);
  return orders;
}

test("a batch has the payments from the close of the day before to its own, the earliest first", async () => {
  const { store, clock } = await seeded(aroundTheTwentieth);
  clock.set("2026-11-20T12:00:00-04:00");
  await place(store, { order: "declined", state: "declined" });
  await place(store, { order: "held", state: "approved", facts: { capture: "later" } });
  const payments = routerOf(store);
  assert.deepEqual(await ordersOf(payments.list({ batch: "2026-11-20" })), ["in-1", "in-2", "in-3"]);
  assert.deepEqual(await ordersOf(payments.list({ batch: "2026-11-21" })), ["after"]);
  await payments.close();
});

test("the close has the hour and the zone of the options", async () => {
  const { store } = await seeded(aroundTheTwentieth);
  const payments = routerOf(store, { batchClose: "12:00", timeZone: "UTC" });
  assert.deepEqual(await ordersOf(payments.list({ batch: "2026-11-20" })), ["before", "in-1"]);
  await payments.close();
});

test("with a filter all attempts are listed, the latest first, over many pages", async () => {
  const { store, clock } = await seeded([]);
  for (let at = 0; at < 1203; at++)
    await approve(store, clock, { at: "2026-11-20T12:00:00Z", order: `o-${at}`, minor: at % 2 });
  const payments = routerOf(store);
  const odd = await ordersOf(payments.list({ filter: { amount: { minor: 1, currency: "DOP" } } }));
  assert.equal(odd.length, 601);
  assert.deepEqual(odd.slice(0, 2), ["o-1201", "o-1199"]);
  assert.equal((await ordersOf(payments.list())).length, 1203);
  assert.equal(new Set(await ordersOf(payments.list({ batch: "2026-11-20" }))).size, 1203);
  // Nothing is read that nobody asks for.
  for await (const { order } of payments.list()) {
    assert.equal(order, "o-1202");
    break;
  }
  await payments.close();
});

test("a wrong request is refused by name, before anything is read", async () => {
  const { store } = await seeded([]);
  const payments = routerOf(store);
  for (const [request, message] of [
    [{ batch: "20-11-2026" }, /^batch: expected a date/],
    [{ batch: "2026-11-20", filter: {} }, /^list: expected either batch or filter$/],
    [{ states: ["approved"] }, /^list\.states: unknown field, expected one of batch, filter$/],
    [{ filter: { state: "approved" } }, /^filter\.state: /],
    [{ filter: { groups: ["paid"] } }, /^filter\.groups: /],
    [null, /^list: expected/],
  ] as const) {
    await assert.rejects(payments.list(request as never).next(), { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
  await payments.close();
});

test("what fails in the store ends the loop", async () => {
  const { store } = await seeded(aroundTheTwentieth);
  const listAttempts = () => Promise.reject(new Error("the database is gone"));
  const payments = routerOf(withShop(store, () => ({ listAttempts })));
  await assert.rejects(ordersOf(payments.list({ batch: "2026-11-20" })), /the database is gone/);
  await payments.close();
});
