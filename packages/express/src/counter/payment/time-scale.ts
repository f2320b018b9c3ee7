/** A gap is drawn folded when it is longer than this, and more than twice as long as all of the rest that is drawn. */
const foldedMs = 5 * 60_000;
/** How much of the width a folded gap has, in percent, and how many there are at most. */
const foldShare = 22;
const maxFolds = 2;

/** A stretch of time, and where it is drawn: `x` and `width` in percent of the width. */
export interface Stretch {
  from: number;
  until: number;
  x: number;
  width: number;
  /** Whether it is a long time without anything, which is drawn short. */
  isFolded: boolean;
}

/** Where times are drawn. */
export interface TimeScale {
  /** What follows each other from the first time to the last: at most two of them folded. */
  stretches: readonly Stretch[];
  /** Where a time is drawn, in percent of the width with two decimals. */
  placeOf(at: number): number;
}

/**
 * Draws times in proportion, from the first to the last, and folds a gap that would leave the rest no room.
 * @param times at least one, in any order, in milliseconds since the epoch
 * @param end of the drawing, where that is later than all of the times. The time until then is not folded.
 */
export function timeScaleOf(times: readonly number[], end = 0): TimeScale {
  const sorted = times.toSorted((a, b) => a - b);
  const [first = end] = sorted;
  const gaps = sorted.slice(1).map((until, index) => ({ from: sorted[index] ?? until, until }));
  const last = Math.max(end, sorted.at(-1) ?? end);
  const length = ({ from, until }: { from: number; until: number }) => until - from;
  let drawn = last - first;
  const folded = new Set<object>();
  for (const gap of gaps.toSorted((a, b) => length(b) - length(a)).slice(0, maxFolds)) {
    if (length(gap) <= foldedMs || length(gap) <= 2 * (drawn - length(gap))) break;
    folded.add(gap);
    drawn -= length(gap);
  }
  const share = 100 - folded.size * foldShare;
  const stretches: Stretch[] = [];
  let x = 0;
  const add = (from: number, until: number, isFolded: boolean) => {
    const width = isFolded ? foldShare : ((until - from) / Math.max(1, drawn)) * share;
    stretches.push({ from, until, x, width, isFolded });
    x += width;
  };
  let from = first;
  for (const gap of gaps.filter((each) => folded.has(each))) {
    add(from, gap.from, false);
    add(gap.from, gap.until, true);
    from = gap.until;
  }
  add(from, last, false);
  return {
    stretches,
    placeOf(at) {
      const own = stretches.find((each) => at <= each.until);
      if (own === undefined) return 100;
      const part = Math.max(0, at - own.from) / Math.max(1, length(own));
      return Number((own.x + part * own.width).toFixed(2));
    },
  };
}
