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

/** In the order of the note; `awaited` may be left out. */
const always = ["agreed", "differing", "ours", "bank", "left"] as const;

/** The note that is kept of a comparison: `agreed 28, differing 0, ours 1, bank 0, left 0`, and `awaited 1` if any is. */
export function noteOf(counts: ComparisonCounts): string {
  const names = counts.awaited > 0 ? [...always, "awaited" as const] : always;
  return names.map((name) => `${name} ${counts[name]}`).join(", ");
}

const countForm = (name: keyof ComparisonCounts) => `${name} (?<${name}>\\d+)`;
const form = new RegExp(`^${always.map(countForm).join(", ")}(?:, ${countForm("awaited")})?$`);

/** What {@link noteOf} has written; `undefined` for another note. */
export function countsIn(note: string | undefined): ComparisonCounts | undefined {
  const { groups } = form.exec(note ?? "") ?? {};
  if (groups === undefined) return undefined;
  const count = (name: keyof ComparisonCounts) => Number(groups[name] ?? 0);
  return {
    agreed: count("agreed"),
    differing: count("differing"),
    ours: count("ours"),
    bank: count("bank"),
    left: count("left"),
    awaited: count("awaited"),
  };
}
