/** What came out of a comparison with the bank's list. */
export interface ComparisonCounts {
  agreed: number;
  differing: number;
  ours: number;
  bank: number;
  /** Rows of the bank's file that name a payment and were not compared. */
  left: number;
}

const names = ["agreed", "differing", "ours", "bank", "left"] as const satisfies (keyof ComparisonCounts)[];

/** The note that is kept of a comparison: `agreed 28, differing 0, ours 1, bank 0, left 0`. */
export const noteOf = (counts: ComparisonCounts): string => names.map((name) => `${name} ${counts[name]}`).join(", ");

/** What {@link noteOf} has written; `undefined` for another note. */
export function countsIn(note: string | undefined): ComparisonCounts | undefined {
  const found = /^agreed (\d+), differing (\d+), ours (\d+), bank (\d+), left (\d+)$/.exec(note ?? "");
  if (found === null) return undefined;
  const [agreed = 0, differing = 0, ours = 0, bank = 0, left = 0] = found.slice(1).map(Number);
  return { agreed, differing, ours, bank, left };
}
