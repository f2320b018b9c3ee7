/** What came out of a comparison with the bank's list. */
export interface ComparisonCounts {
  agreed: number;
  differing: number;
  ours: number;
  bank: number;
  /** Rows of the bank's file that name a payment and were not compared. */
  left: number;
  /** Payments with the bank's charge and without the void or refund that somebody has recorded here. */
  awaited: number;
}

const always = ["agreed", "differing", "ours", "bank", "left"] as const;

/** The note that is kept of a comparison: `agreed 28, differing 0, ours 1, bank 0, left 0`, and `awaited 1` if any is. */
export function noteOf(counts: ComparisonCounts): string {
  const names = counts.awaited > 0 ? [...always, "awaited" as const] : always;
  return names.map((name) => `${name} ${counts[name]}`).join(", ");
}

const form = new RegExp(`^${always.map((name) => `${name} (\\d+)`).join(", ")}(?:, awaited (\\d+))?$`);

/** What {@link noteOf} has written; `undefined` for another note. */
export function countsIn(note: string | undefined): ComparisonCounts | undefined {
  const found = form.exec(note ?? "");
  if (found === null) return undefined;
  const [agreed = 0, differing = 0, ours = 0, bank = 0, left = 0, awaited = 0] = found
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return { agreed, differing, ours, bank, left, awaited };
}
