import type { Batch } from "@ventanilla/client";
import type { DeskSettings } from "../../staff/desk-settings.ts";
import type { SpanTally, TalliesRequest, TimeSpan } from "../../stores/staff-store.ts";
import type { Visit } from "../visit.ts";
import { type Days, daysBefore, type Length, lastPeriods, lengths, type Period } from "./periods.ts";
import { recentDays, spansOf } from "./spans.ts";

/** What the page answers: the periods side by side, all of them by something, or why payments were not made. */
const questions = ["time", "scheme", "hour", "branch", "product", "why"] as const;
/** One of {@link questions}. */
type Question = (typeof questions)[number];

/** What sums can be split by. */
export type Split = NonNullable<TalliesRequest["by"]>;

/** What the page shows: periods with what is in each, the latest first. */
export interface Shown {
  by: Length;
  question: Question;
  /** What the sums of the periods are split by, where that is the question. */
  split?: Split;
  /** The days that the address names. */
  days?: Days;
  /** Whether any payment of the time says what was sold. */
  hasProducts: boolean;
  periods: { period: Period; rows: SpanTally[] }[];
  /** What is in as many days before them, where days or weeks are compared: the sums of a year are kept, not of two. */
  before?: SpanTally[];
}

/** From which day to which it goes. */
export const daysOf = ({ periods }: Shown): Days => ({
  from: periods.at(-1)?.period.batches[0].date ?? "",
  until: periods[0]?.period.batches.at(-1)?.date ?? "",
});

/** The questions of a shop: it has branches only where each order may have its own merchant. */
export const questionsOf = ({ merchants }: Pick<DeskSettings, "merchants">): Question[] =>
  questions.filter((each) => each !== "branch" || merchants.only === undefined);

/** What the sums are split by for a question. */
export const splitOf = (question: Question): Split | undefined =>
  question === "time" || question === "why" ? undefined : question;

/** Whether any payment says what was sold. Looks first at days whose sums are kept, and at all only if those say nothing. */
async function hasProducts({ store }: DeskSettings, periods: readonly Period[]): Promise<boolean> {
  const batches = periods.flatMap((period) => period.batches).toSorted((a, b) => b.from - a.from);
  for (const some of [batches.slice(recentDays, 2 * recentDays), batches]) {
    const sums = await store.tallies({ spans: spansOf(some, "product"), by: "product" });
    if (sums.flat().some(({ split }) => split !== undefined)) return true;
  }
  return false;
}

/** Reads what the address names. */
export async function shownIn({ query, settings }: Visit): Promise<Shown> {
  const { store } = settings;
  const by = (Object.keys(lengths) as Length[]).find((length) => length === query.get("by")) ?? "day";
  const question = questionsOf(settings).find((each) => each === query.get("question")) ?? "time";
  const [from, until] = [query.get("from"), query.get("until")];
  const days = by === "day" && from !== null && until !== null ? { from, until } : undefined;
  const periods = lastPeriods(by, await store.now(), settings, days);
  const split = splitOf(question);
  const before = by === "month" || question !== "time" ? undefined : daysBefore(by, periods, settings);
  const spans = spansOf([...periods.flatMap(({ batches }) => batches), ...(before ?? [])], split);
  const [sums, sellsProducts] = await Promise.all([
    store.tallies({ spans, by: split }),
    question === "product" || hasProducts(settings, periods),
  ]);
  const rowsIn = (batches: readonly Batch[]) => sums.filter((_, index) => isWithin(spans[index], batches)).flat();
  return {
    by,
    question,
    ...(split && { split }),
    ...(days && { days }),
    hasProducts: sellsProducts,
    periods: periods.map((period) => ({ period, rows: rowsIn(period.batches) })),
    ...(before && { before: rowsIn(before) }),
  };
}

/** @param batches one after the other */
const isWithin = (span: TimeSpan | undefined, batches: readonly Batch[]): boolean =>
  batches.some(({ from }) => from === span?.from) && batches.some(({ until }) => until === span?.until);
