import { ArgumentError, batchOf } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { type AttemptView, viewOf } from "../attempt/outcome.ts";
import type { ListRequest } from "../payments.ts";
import type { BatchSettings } from "./batch-settings.ts";
import { approvedIn, matching } from "./pages.ts";

/**
 * Lists payments: see `list`. What the filter says is checked by the shop's store.
 * @throws ArgumentError naming what is wrong in the request, before anything is read
 */
export async function* listPayments(
  { store, batchClose, timeZone }: BatchSettings,
  request: ListRequest = {},
): AsyncGenerator<AttemptView, void, void> {
  if (typeof request !== "object" || request === null) {
    throw new ArgumentError("list: expected { batch } or { filter }");
  }
  refuseUnknownNames("list", request, ["batch", "filter"]);
  const { batch, filter } = request;
  if (batch !== undefined && filter !== undefined) throw new ArgumentError("list: expected either batch or filter");
  const pages =
    batch === undefined ? matching(store, filter ?? {}) : approvedIn(store, batchOf(batch, batchClose, timeZone));
  for await (const attempts of pages) yield* attempts.map(viewOf);
}
