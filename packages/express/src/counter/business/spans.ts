import type { Batch } from "@ventanilla/client";
import type { TalliesRequest, TimeSpan } from "../../stores/staff-store.ts";

/** More days than days or weeks side by side have. */
const manyDays = 100;
/** Of so many days, the sums may still change, or are not kept yet. */
export const recentDays = 3;

/**
 * The spans that batches are added up in: each by itself. A year of them by product would be 50 products 365 times, so there
 * those of up to ten days of a month are one: from the 1st, the 10th, the 20th and the 30th. Of the last days each is alone.
 */
export function spansOf(batches: readonly Batch[], by: TalliesRequest["by"]): readonly TimeSpan[] {
  if (by !== "product" || batches.length < manyDays) return batches;
  const latestFirst = batches.toSorted((a, b) => b.from - a.from);
  const recent = latestFirst.slice(0, recentDays);
  return [...Map.groupBy(latestFirst, ({ date }) => date.slice(0, "2026-11-2".length)).values()].flatMap((days) =>
    days.some((day) => recent.includes(day)) ? days : { from: days.at(-1)?.from ?? 0, until: days[0]?.until ?? 0 },
  );
}
