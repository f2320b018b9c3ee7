import type { SpanTally } from "./staff-store.ts";

/** How many, and how much, in minor units of one currency. */
type CountedSum = Pick<SpanTally, "count" | "minor">;

/** The sum of rows of a tally, in one currency. */
export type TallySum = Required<Omit<SpanTally, "group" | "reason" | "currency" | "split">>;

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

/** How many products have sums of their own in a span: a year of days is read at once. */
const maxKept = 50;

/**
 * Sums by product, of so many products in each currency: those that most was charged for, and of the same sum the first by
 * their texts. All others are one, under an empty text.
 * @param rows the sums by each product
 * @param max Default: as many as are kept of a span
 */
export function largestProducts(rows: readonly SpanTally[], max = maxKept): SpanTally[] {
  const products = Map.groupBy(
    rows.filter(({ split }) => split),
    keyOf,
  );
  const sums = [...products].map(([key, own]) => ({
    key,
    currency: own[0]?.currency,
    charged: countedSumOf(own.filter(({ group }) => group === "approved")).minor,
  }));
  const sorted = sums.toSorted((a, b) => b.charged - a.charged || (a.key < b.key ? -1 : 1));
  const largest = [...Map.groupBy(sorted, ({ currency }) => currency).values()].flatMap((own) => own.slice(0, max));
  const kept = new Set(largest.map(({ key }) => key));
  const isKept = (row: SpanTally) => row.split === undefined || kept.has(keyOf(row));
  const others = rows.filter((row) => !isKept(row)).map((row) => ({ ...row, split: "" }));
  return [...rows.filter(isKept), ...addedUpByLine(others)];
}

const keyOf = ({ currency, split }: SpanTally): string => `${currency} ${split}`;

/** Rows of one line as one row: of one group, reason, currency and part. What there is nothing of is absent. */
function addedUp(rows: readonly SpanTally[]): SpanTally {
  const [{ group, reason, currency, split }] = rows as [SpanTally];
  const { reversed, partial, partialUnknown, ...sum } = tallySumOf(rows);
  return {
    group,
    ...(reason && { reason }),
    currency,
    ...(split !== undefined && { split }),
    ...sum,
    ...(reversed.count > 0 && { reversed }),
    ...(partial.count > 0 && { partial }),
    ...(partialUnknown > 0 && { partialUnknown }),
  };
}

/** Rows added up by their lines. */
export function addedUpByLine(rows: readonly SpanTally[]): SpanTally[] {
  const lineOf = ({ group, reason, currency, split }: SpanTally) => JSON.stringify([group, reason, currency, split]);
  return [...Map.groupBy(rows, lineOf).values()].map(addedUp);
}
