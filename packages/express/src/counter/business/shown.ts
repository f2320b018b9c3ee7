import type { SpanTally, TalliesRequest } from "../../stores/staff-store.ts";
import type { Visit } from "../visit.ts";
import { type Days, type Length, lastPeriods, lengths, type Period } from "./periods.ts";

/** What the page answers: the periods side by side, all of them by something, or why payments were not made. */
export const questions = ["time", "scheme", "hour", "branch", "why"] as const;
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
  periods: { period: Period; rows: SpanTally[] }[];
}

/** Whether each order may have its own merchant: only then are there branches within the shop. */
export const hasBranches = ({ settings }: Visit): boolean => settings.merchants.only === undefined;

/** Reads what the address names. */
export async function shownIn(visit: Visit): Promise<Shown> {
  const { query, settings } = visit;
  const { store } = settings;
  const by = (Object.keys(lengths) as Length[]).find((length) => length === query.get("by")) ?? "day";
  const named = questions.find((each) => each === query.get("question")) ?? "time";
  const question = named === "branch" && !hasBranches(visit) ? "time" : named;
  const [from, until] = [query.get("from"), query.get("until")];
  const days = by === "day" && from !== null && until !== null ? { from, until } : undefined;
  const periods = lastPeriods(by, await store.now(), settings, days);
  const split = question === "time" || question === "why" ? {} : { split: question };
  const spans = periods.flatMap(({ batches }) => batches);
  const rows = (await store.tallies({ spans, by: split.split })).values();
  return {
    by,
    question,
    ...split,
    ...(days && { days }),
    periods: periods.map((period) => ({ period, rows: period.batches.flatMap(() => rows.next().value ?? []) })),
  };
}
