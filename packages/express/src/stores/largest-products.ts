import type { SpanTally } from "./staff-store.ts";
import { countedSumOf, tallySumOf } from "./tally-sum.ts";

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
  const largest = new Set<string>();
  for (const own of Map.groupBy(sums, ({ currency }) => currency).values()) {
    const sorted = own.toSorted((a, b) => b.charged - a.charged || (a.key < b.key ? -1 : 1));
    for (const { key } of sorted.slice(0, max)) largest.add(key);
  }
  const isKept = (row: SpanTally) => row.split === undefined || largest.has(keyOf(row));
  const lines = Map.groupBy(
    rows.filter((row) => !isKept(row)),
    ({ group, reason, currency }) => `${group} ${reason} ${currency}`,
  );
  return [...rows.filter(isKept), ...[...lines.values()].map(addedUp)];
}

const keyOf = ({ currency, split }: SpanTally): string => `${currency} ${split}`;

/** Rows of one group, reason and currency as one. */
function addedUp(rows: readonly SpanTally[]): SpanTally {
  const [{ group, reason, currency }] = rows as [SpanTally];
  const { reversed, partial, partialUnknown, ...sum } = tallySumOf(rows);
  return {
    group,
    ...(reason && { reason }),
    currency,
    split: "",
    ...sum,
    ...(reversed.count > 0 && { reversed }),
    ...(partial.count > 0 && { partial }),
    ...(partialUnknown > 0 && { partialUnknown }),
  };
}
