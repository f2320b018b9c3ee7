import type { Attempt } from "../attempt/attempt.ts";
import type { AttemptFilter, AttemptPage, ListedReturn, ReturnsRequest, TimeSpan } from "../stores/staff-store.ts";
import type { ShopStore } from "../stores/store.ts";

const pageSize = 500;

/** The payments of a span of time, page by page, the earliest first. */
export function approvedIn(store: ShopStore, { from, until }: TimeSpan): AsyncGenerator<Attempt[], void, void> {
  const request = {
    filter: { groups: ["charged"], reached: [{ from, until }] },
    earliestFirst: true,
    limit: pageSize,
  } as const;
  return pagesOf((after) => store.listAttempts({ ...request, ...after }), attemptsOf);
}

/** The attempts that meet a filter, page by page, the latest first. */
export function matching(store: ShopStore, filter: AttemptFilter): AsyncGenerator<Attempt[], void, void> {
  return pagesOf((after) => store.listAttempts({ filter, limit: pageSize, ...after }), attemptsOf);
}

/** What went back in a span of time, of the payments that meet a filter, page by page, the earliest first. */
export function returnedIn(
  store: ShopStore,
  request: Omit<ReturnsRequest, "limit" | "after">,
): AsyncGenerator<ListedReturn[], void, void> {
  return pagesOf(
    (after) => store.listReturns({ ...request, limit: pageSize, ...after }),
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
