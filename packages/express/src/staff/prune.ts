import { ArgumentError, batchOf } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { viewOf } from "../attempt/outcome.ts";
import type { PrunedOrder, PruneRequest } from "../payments.ts";
import type { ShopStore } from "../stores/store.ts";

/** How many orders are found at a time. */
const pageSize = 100;

/**
 * Deletes what is finished and old. Each order is deleted when the next one is asked for: a loop that ends in between,
 * because what it writes fails, keeps the order.
 * @throws ArgumentError naming what is wrong in the request, before anything is deleted
 */
export async function* prune(
  store: ShopStore,
  request: PruneRequest,
  timeZone: string,
): AsyncGenerator<PrunedOrder, void, void> {
  if (typeof request !== "object" || request === null) throw new ArgumentError("prune: expected { before }");
  refuseUnknownNames("prune", request, ["before", "limit"]);
  const { limit = Number.POSITIVE_INFINITY } = request;
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isInteger(limit) && limit > 0)) {
    throw new ArgumentError("limit: expected a whole number above 0");
  }
  const before = timeOf(request.before, timeZone);
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

function timeOf(before: unknown, timeZone: string): number {
  if (typeof before === "number" && Number.isSafeInteger(before)) return before;
  try {
    return batchOf(before as string, "00:00", timeZone).until;
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    throw new ArgumentError(error.message.replace(/^batch/, "before"), { cause: error });
  }
}
