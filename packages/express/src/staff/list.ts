import { ArgumentError, type Batch, batchOf } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { type AttemptView, viewOf } from "../attempt/outcome.ts";
import type { ListRequest } from "../payments.ts";
import { checkAttemptsRequest } from "../session/check-requests.ts";
import type { AttemptFilter } from "../stores/staff-store.ts";
import type { BatchSettings } from "./batch-settings.ts";

/** @throws ArgumentError naming what is wrong in the request, before anything is read */
export function listPayments(
  settings: BatchSettings,
  request: ListRequest = {},
): AsyncGenerator<AttemptView, void, void> {
  return viewsOf(settings, checked(settings, request));
}

function checked({ batchClose, timeZone }: BatchSettings, request: ListRequest): Batch | AttemptFilter {
  if (typeof request !== "object" || request === null) {
    throw new ArgumentError("list: expected { batch } or { filter }");
  }
  refuseUnknownNames("list", request, ["batch", "filter"]);
  const { batch, filter = {} } = request;
  if (batch === undefined) return checkAttemptsRequest({ filter, limit: 1 });
  if (request.filter !== undefined) throw new ArgumentError("list: expected either batch or filter");
  return batchOf(batch, batchClose, timeZone);
}

async function* viewsOf(
  { store }: BatchSettings,
  what: Batch | AttemptFilter,
): AsyncGenerator<AttemptView, void, void> {
  const { approvedIn, matching } = await import("../later.ts");
  const pages = "date" in what ? approvedIn(store, what) : matching(store, what);
  for await (const attempts of pages) yield* attempts.map(viewOf);
}
