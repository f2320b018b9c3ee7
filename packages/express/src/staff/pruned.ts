import { ArgumentError } from "@ventanilla/client";
import { viewOf } from "../attempt/outcome.ts";
import type { PrunedOrder } from "../payments.ts";
import type { ShopStore } from "../stores/store.ts";

/** How many orders are found at a time. */
const pageSize = 100;

/**
 * Deletes what ended before a time, each order when the next one is asked for: see `prune`.
 * @param limit how many orders at most
 */
export async function* pruned(
  store: ShopStore,
  before: number,
  limit: number,
): AsyncGenerator<PrunedOrder, void, void> {
  if (before > (await store.now())) throw new ArgumentError("before: expected a time that has passed");
  let left = limit;
  for (;;) {
    const orders = await store.finishedOrders(before, Math.min(left, pageSize));
    if (orders.length === 0) return;
    for (const order of orders) {
      const attempts = await store.attemptsOf(order);
      yield { order, attempts: attempts.map(viewOf) };
      await store.pruneOrder(order, before);
    }
    left -= orders.length;
    if (left === 0) return;
  }
}
