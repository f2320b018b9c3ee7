import assert from "node:assert/strict";
import { test } from "node:test";
import { askOrder } from "./ask-order.ts";
import type { Order } from "./order.ts";

const cake = { amount: { minor: 295_000, currency: "DOP" }, tax: { minor: 45_000, currency: "DOP" } } as const;

class Row {
  get amount() {
    return cake.amount;
  }
  get tax() {
    return cake.tax;
  }
}

test("order() answers at once or later, with an object of a class or a proxy, as databases and far services give it", async () => {
  const proxy = new Proxy({}, { get: (_, name) => cake[name as keyof typeof cake] }) as Order;
  const later = Promise.resolve(cake);
  const stub = new Proxy(() => {}, { get: (_, name) => (name === "then" ? later.then.bind(later) : undefined) });
  for (const given of [cake, new Row(), proxy, later, stub]) {
    const { amount, tax } = (await askOrder({ order: () => given as Order }, "A-1", undefined)) ?? {};
    assert.deepEqual({ amount, tax }, cake);
  }
});
