import type { SpanTally } from "./staff-store.ts";

/** How many, and how much, in minor units of one currency. */
type CountedSum = Pick<SpanTally, "count" | "minor">;

/** The sum of rows of a tally, in one currency. */
export interface TallySum extends CountedSum {
  /** Of those, what a person has recorded as given back. */
  reversed: CountedSum;
  /** Of those, what was approved in part, where a person said how much. */
  partial: CountedSum;
  /** How many of those were approved in part, and nobody said how much. */
  partialUnknown: number;
}

/** Adds up rows of one currency. */
export function tallySumOf(rows: readonly SpanTally[]): TallySum {
  return {
    ...countedSumOf(rows),
    reversed: countedSumOf(rows.flatMap(({ reversed = [] }) => reversed)),
    partial: countedSumOf(rows.flatMap(({ partial = [] }) => partial)),
    partialUnknown: rows.reduce((total, { partialUnknown = 0 }) => total + partialUnknown, 0),
  };
}

/** Whether there is a sum: not where all of the payments are parts that nobody has named. */
export const hasSum = ({ count, partialUnknown }: Pick<TallySum, "count" | "partialUnknown">): boolean =>
  count === 0 || partialUnknown < count;

/** Adds up counts and amounts. */
export function countedSumOf(parts: readonly CountedSum[]): CountedSum {
  const total = (key: keyof CountedSum) => parts.reduce((sum, part) => sum + part[key], 0);
  return { count: total("count"), minor: total("minor") };
}
