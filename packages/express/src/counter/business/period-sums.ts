import type { CountedSum } from "../../staff/summary-numbers.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { countedSumOf, tallySumOf } from "../../stores/tally-sum.ts";

/** What the payments of a time came to, in one currency. */
export interface PeriodSums {
  /** What was charged, whatever went back of it. */
  taken: CountedSum;
  /** How many of those were approved in part, and nobody named the part: they count with 0. */
  unnamed: number;
  /** What went back in this time, of payments of any time. */
  back: CountedSum;
  /** How many were declined. */
  declined: number;
  /**
   * Which part of the payments that the bank has answered it approved, 0 to 1. Absent where it has answered none, and
   * where money was held: a capture is approved, too, and is no card that a buyer has tried.
   */
  approved?: number;
}

/** @param rows of one currency */
export function sumsOf(rows: readonly SpanTally[]): PeriodSums {
  const inGroup = (name: SpanTally["group"]) => rows.filter(({ group }) => group === name);
  const { partialUnknown: unnamed, count, minor } = tallySumOf(inGroup("approved"));
  const { count: declined } = countedSumOf(inGroup("declined"));
  const answered = inGroup("authorized").length > 0 ? 0 : count + declined;
  return {
    taken: { count, minor },
    unnamed,
    back: countedSumOf(inGroup("givenBack")),
    declined,
    ...(answered > 0 && { approved: count / answered }),
  };
}
