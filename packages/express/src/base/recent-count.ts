const minuteMs = 60_000;
const memoryMinutes = 10;
/** How many lines of each kind are written in ten minutes. */
const maxLines = 5;

/**
 * Counts what happened in the last ten minutes: minute by minute, so that a flood takes no memory.
 * @param now a monotonic clock, in milliseconds
 */
export function makeRecentCount(now: () => number) {
  const counts = new Map<number, number>();
  /** The minute, after those that are forgotten. */
  function minuteNow(): number {
    const own = Math.floor(now() / minuteMs);
    for (const minute of counts.keys()) if (minute <= own - memoryMinutes) counts.delete(minute);
    return own;
  }
  return {
    add(): void {
      const minute = minuteNow();
      counts.set(minute, (counts.get(minute) ?? 0) + 1);
    },
    /** How many there were. Each counts for ten minutes, or up to a minute less. */
    count(): number {
      minuteNow();
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}

export type RecentCount = ReturnType<typeof makeRecentCount>;

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
