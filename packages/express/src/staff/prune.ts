import { ArgumentError, batchOf } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import type { PrunedOrder, PruneRequest } from "../payments.ts";
import type { ShopStore } from "../stores/store.ts";

/**
 * Deletes what is finished and old. Each order is deleted when the next one is asked for: a loop that ends in between,
 * because what it writes fails, keeps the order.
 * @throws ArgumentError naming what is wrong in the request, before anything is read
 */
export function prune(
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
  return (async function* () {
    yield* (await import("../later.ts")).pruned(store, before, limit);
  })();
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
