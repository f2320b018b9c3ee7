/** The host's clock was set, or the host slept, when its two clocks drift apart by this much. */
const tolerableJumpMs = 1000;

/** How far the database's clock is ahead of `performance.now()`, and when that was found. All in milliseconds. */
interface Measure {
  ahead: number;
  at: number;
  /** How far the host's clock is ahead of `performance.now()`. */
  host: number;
}

/**
 * The database's clock without a round trip each time: its distance to `performance.now()` is measured at the first use,
 * and anew when the measure is older than `trustedMs` or the host's clocks have drifted apart. Off by half a round trip
 * at the most.
 * @param ask the database's clock, in milliseconds
 */
export function makeClock(ask: () => Promise<number>, trustedMs: number): () => Promise<number> {
  let latest: Measure | undefined;
  let underWay: Promise<Measure> | undefined;

  async function measure(): Promise<Measure> {
    const before = performance.now();
    const now = await ask();
    const at = performance.now();
    latest = { ahead: now - (before + at) / 2, at, host: Date.now() - at };
    return latest;
  }

  function holds({ at, host }: Measure): boolean {
    const now = performance.now();
    return now - at < trustedMs && Math.abs(Date.now() - now - host) < tolerableJumpMs;
  }

  return async function now() {
    if (latest === undefined || !holds(latest)) {
      underWay ??= measure().finally(() => {
        underWay = undefined;
      });
      latest = await underWay;
    }
    return Math.floor(performance.now() + latest.ahead);
  };
}
