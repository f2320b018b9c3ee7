/** The host's clock was set, or the host slept, when its two clocks drift apart by this much. */
const tolerableJumpMs = 1000;

/**
 * The database's clock without a round trip each time: its distance to `performance.now()` is measured at the first use,
 * and anew when the measure is older than `trustedMs` or the host's clocks have drifted apart. Off by half a round trip
 * at the most.
 * @param ask the database's clock, in milliseconds
 */
export function makeClock(ask: () => Promise<number>, trustedMs: number): () => Promise<number> {
  let measured: Promise<{ ahead: number; at: number; drift: number }> | undefined;
  let latest: { ahead: number; at: number; drift: number } | undefined;
  const drift = (): number => Date.now() - performance.now();

  async function measure(): Promise<{ ahead: number; at: number; drift: number }> {
    const before = performance.now();
    const now = await ask();
    const at = performance.now();
    latest = { ahead: now - (before + at) / 2, at, drift: drift() };
    return latest;
  }

  return async function now() {
    const stale =
      latest === undefined ||
      performance.now() - latest.at >= trustedMs ||
      Math.abs(drift() - latest.drift) > tolerableJumpMs;
    if (stale) measured ??= measure().finally(() => (measured = undefined));
    const { ahead } = (await measured) ?? (latest as { ahead: number });
    return Math.floor(performance.now() + ahead);
  };
}
