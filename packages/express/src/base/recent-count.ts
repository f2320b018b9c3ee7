/** Counts what happened in the last ten minutes. */
export interface RecentCount {
  add(): void;
  /** How many there were. Each counts for ten minutes, or up to a minute less. */
  count(): number;
}

const minuteMs = 60_000;
const memoryMinutes = 10;
/** How many lines of each kind are written in ten minutes. */
const maxLines = 5;

/**
 * Counts minute by minute, so that a flood takes no memory; a minute is forgotten as a whole.
 * @param now a monotonic clock, in milliseconds
 */
export function makeRecentCount(now: () => number): RecentCount {
  let minutes: { minute: number; count: number }[] = [];
  const minuteNow = () => Math.floor(now() / minuteMs);
  const forget = () => {
    minutes = minutes.filter(({ minute }) => minute > minuteNow() - memoryMinutes);
  };
  return {
    add() {
      forget();
      const last = minutes.at(-1);
      if (last?.minute === minuteNow()) last.count++;
      else minutes.push({ minute: minuteNow(), count: 1 });
    },
    count() {
      forget();
      return minutes.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

/**
 * Limits the log lines that anyone may cause: five of each kind in ten minutes.
 * @param now a monotonic clock, in milliseconds
 * @returns a function that tells whether one more line of the kind may be written, and then counts it as written
 */
export function makeLineLimit<Kind>(now: () => number): (kind: Kind) => boolean {
  const written = new Map<Kind, RecentCount>();
  return function mayWrite(kind) {
    const lines = written.get(kind) ?? makeRecentCount(now);
    if (lines.count() >= maxLines) return false;
    written.set(kind, lines);
    lines.add();
    return true;
  };
}
