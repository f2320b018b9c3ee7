/** How many payments a comparison with the bank's list has found of each kind. */
export interface ComparisonCounts {
  /** Payments that both have, with the same amount. */
  agreed: number;
  /** Payments that both have, with different amounts. */
  differing: number;
  /** Payments that only the shop has. */
  ours: number;
  /** Payments, voids and refunds that only the bank has. */
  bank: number;
  /** Rows of the bank's file that name a payment and were not compared. */
  left: number;
  /** Payments that are recorded here as given back, and that the bank's file has charged and not given back. */
  awaited: number;
}

/** The counts of every note, in its order. `awaited` follows them when it is above 0. */
const alwaysNoted = ["agreed", "differing", "ours", "bank", "left"] as const;

/**
 * The note that is kept about a comparison: `agreed 28, differing 0, ours 1, bank 0, left 0`, and `awaited 1` if any.
 */
export function noteOf(counts: ComparisonCounts): string {
  const names = counts.awaited > 0 ? [...alwaysNoted, "awaited" as const] : alwaysNoted;
  return names.map((name) => `${name} ${counts[name]}`).join(", ");
}

const countForm = (name: keyof ComparisonCounts) => `${name} (?<${name}>\\d+)`;
const form = new RegExp(`^${alwaysNoted.map(countForm).join(", ")}(?:, ${countForm("awaited")})?$`);

/** Reads the counts in a note of {@link noteOf}. `undefined` for any other note. */
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
