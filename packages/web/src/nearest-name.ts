/** The most letters by which a misspelled name differs from the right one. */
const maxDistance = 2;
/** The same as a part of the name's length. */
const maxShare = 1 / 3;

/**
 * The name among `candidates` that `name` was most likely meant to be: the same one in another case first, else the
 * closest within two inserted, dropped, changed or swapped letters, or fewer in a name of fewer than six letters.
 * @param name a name that is unknown
 * @param candidates the names that are known
 * @returns undefined when none is near
 * @example
 * nearestName("curency", ["currency", "amount"]); // "currency"
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  const limit = Math.min(maxDistance, Math.floor(name.length * maxShare));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** How many letters are inserted, dropped, changed, or swapped with their neighbor between two names. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const [above = 0, left = 0, diagonal = 0] = [row[j], next[j - 1], row[j - 1]];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(above + 1, left + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1), swap));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
