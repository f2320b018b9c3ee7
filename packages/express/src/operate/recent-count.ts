/** Counts what happened in the last ten minutes. */
export interface RecentCount {
  add(): void;
  /** Each counts for ten minutes, or up to a minute less. */
  count(): number;
}

const minuteMs = 60_000;
const memoryMinutes = 10;

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
