import { ArgumentError, batchOf } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { type AttemptView, viewOf } from "../attempt/outcome.ts";
import { checkAttemptsRequest } from "../session/check-requests.ts";
import type { AttemptFilter, AttemptPage, ListedReturn, TimeSpan } from "../stores/staff-store.ts";
import type { ShopStore } from "../stores/store.ts";

/** Which payments {@link Payments.list} lists: those of a batch, or the attempts that meet a filter. */
export type ListRequest =
  | {
      /** The date of the batch close: `2026-11-20` for the payments from the close of the 19th to that of the 20th. */
      batch: string;
      /** Not with `batch`. */
      filter?: never;
    }
  | {
      /** Not with `filter`. */
      batch?: never;
      /** What every attempt in the list meets. Default: all attempts */
      filter?: AttemptFilter;
    };

/** When the shop's batches close, and what is kept of them. */
export interface BatchSettings {
  store: ShopStore;
  batchClose: string;
  timeZone: string;
}

const pageSize = 500;

/** The payments of a span of time, page by page, the earliest first. */
export function approvedIn(store: ShopStore, { from, until }: TimeSpan): AsyncGenerator<Attempt[], void, void> {
  return pagesOf((after) => store.listApproved({ from, until, limit: pageSize, ...after }), attemptsOf);
}

/** The attempts that meet a filter, page by page, the latest first. */
export function matching(store: ShopStore, filter: AttemptFilter): AsyncGenerator<Attempt[], void, void> {
  return pagesOf((after) => store.listAttempts({ filter, limit: pageSize, ...after }), attemptsOf);
}

/** What went back in a span of time, page by page, the earliest first. */
export function returnedIn(store: ShopStore, { from, until }: TimeSpan): AsyncGenerator<ListedReturn[], void, void> {
  return pagesOf(
    (after) => store.listReturns({ from, until, limit: pageSize, ...after }),
    ({ returns }) => returns,
  );
}

const attemptsOf = ({ attempts }: AttemptPage): Attempt[] => attempts;

async function* pagesOf<Page extends { next?: string }, Item>(
  read: (after: { after?: string }) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): AsyncGenerator<Item[], void, void> {
  let page = await read({});
  yield itemsOf(page);
  while (page.next !== undefined) {
    page = await read({ after: page.next });
    yield itemsOf(page);
  }
}

/** @throws ArgumentError naming what is wrong in the request, before anything is read */
export function listPayments(
  settings: BatchSettings,
  request: ListRequest = {},
): AsyncGenerator<AttemptView, void, void> {
  return viewsOf(pagesFor(settings, request));
}

function pagesFor({ store, batchClose, timeZone }: BatchSettings, request: ListRequest): AsyncGenerator<Attempt[]> {
  if (typeof request !== "object" || request === null) {
    throw new ArgumentError("list: expected { batch } or { filter }");
  }
  refuseUnknownNames("list", request, ["batch", "filter"]);
  const { batch, filter = {} } = request;
  if (batch !== undefined) {
    if (request.filter !== undefined) throw new ArgumentError("list: expected either batch or filter");
    return approvedIn(store, batchOf(batch, batchClose, timeZone));
  }
  checkAttemptsRequest({ filter, limit: pageSize });
  return matching(store, filter);
}

async function* viewsOf(pages: AsyncIterable<readonly Attempt[]>): AsyncGenerator<AttemptView, void, void> {
  for await (const attempts of pages) yield* attempts.map(viewOf);
}
