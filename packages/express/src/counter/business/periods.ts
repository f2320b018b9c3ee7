import { type Batch, batchAt, batchOf } from "@ventanilla/client";
import { wholeText } from "@ventanilla/web";
import type { BatchSettings } from "../../staff/batch-settings.ts";
import type { Times } from "../format.ts";

/** How long periods are, with how many of them a page has. */
export const lengths = { day: 14, week: 12, month: 12 } as const;
/** One of {@link lengths}. */
export type Length = keyof typeof lengths;

/** Batches that are added up: a day is one, a week those that close from Monday to Sunday, a month those of its dates. */
export interface Period {
  batches: readonly [Batch, ...Batch[]];
  /** Whether payments still come into it. */
  isOpen: boolean;
}

const dayMs = 86_400_000;
const maxDays = 31;

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`);

/** The days of a period that an address names. */
export interface Days {
  from: string;
  until: string;
}

/**
 * The last periods of a length, the latest first: that of the open batch is the first.
 * @param days these days instead of the last ones, at most 31: what is ahead, or cannot be read, is left out
 */
export function lastPeriods(
  length: Length,
  now: number,
  { batchClose, timeZone }: Omit<BatchSettings, "store">,
  days?: Days,
): Period[] {
  const open = batchAt(now, batchClose, timeZone);
  const [from, until] = datesOf(length, open.date, days);
  const periods = new Map<number, Period>();
  for (let day = until; day >= from; day -= dayMs) {
    const batch = day === dayOf(open.date) ? open : batchOf(dateOf(day), batchClose, timeZone);
    const begin = beginOf(length, day);
    const { batches = [], isOpen = batch === open } = periods.get(begin) ?? {};
    periods.set(begin, { isOpen, batches: [batch, ...batches] });
  }
  return [...periods.values()];
}

/**
 * The days that periods are compared with: as many, of as many periods before them. Of an open week, what has begun of it.
 * @param periods the latest first
 */
export function daysBefore(
  length: Exclude<Length, "month">,
  periods: readonly Period[],
  settings: Omit<BatchSettings, "store">,
): Batch[] {
  const first = dayOf(periods.at(-1)?.batches[0].date ?? "");
  const begin = first - periods.length * (length === "week" ? 7 : 1) * dayMs;
  const count = periods.flatMap(({ batches }) => batches).length;
  return batchesBetween(dateOf(begin), dateOf(begin + (count - 1) * dayMs), settings);
}

/** The batches from one date of a close to another, the latest first: none where these are no dates, or too far apart. */
export function batchesBetween(from: string, until: string, settings: Omit<BatchSettings, "store">): Batch[] {
  const [first, last] = [dayOf(from), dayOf(until)];
  // The years that a batch can have.
  if (!(from >= "2000" && until < "9999" && first <= last && last - first <= 366 * dayMs)) return [];
  const count = 1 + (last - first) / dayMs;
  return Array.from({ length: count }, (_, ago) =>
    batchOf(dateOf(last - ago * dayMs), settings.batchClose, settings.timeZone),
  );
}

/** The first and the last day, as if the zone were UTC. */
function datesOf(length: Length, open: string, days: Days | undefined): [from: number, until: number] {
  const last = dayOf(open);
  const [from, until] = [dayOf(days?.from ?? ""), Math.min(dayOf(days?.until ?? ""), last)];
  if (from <= until && from > last - 20 * 366 * dayMs) return [Math.max(from, until - (maxDays - 1) * dayMs), until];
  let begin = beginOf(length, last);
  for (let count = 1; count < lengths[length]; count++) begin = beginOf(length, begin - dayMs);
  return [begin, last];
}

/** The first day of the period of a day. */
function beginOf(length: Length, day: number): number {
  const date = new Date(day);
  if (length === "day") return day;
  // Sunday is 0, and the last day of its week.
  if (length === "week") return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** What a period is called, in a table and below a column, and its end. */
export function namesOf(length: Length, { batches }: Period, times: Times): Record<"whole" | "short" | "end", string> {
  const [first] = batches;
  const [from, until] = [first.until, (batches.at(-1) ?? first).until];
  const end = length === "month" ? times.shortMonth(until) : times.dayMonth(until);
  if (length === "month") return { whole: wholeText(end), short: end, end };
  if (length === "day") return { whole: times.shortDay(until), short: end, end };
  return { whole: times.dayMonths(from, until), short: times.dayMonth(from), end };
}
