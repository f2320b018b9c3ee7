import type { Connections } from "./connections.ts";
import type { Engine } from "./engine.ts";

/** When the host's two clocks drift apart by this much, its clock was set, or the host slept. */
const tolerableJumpMs = 1000;
/** A measurement that takes longer is too inexact: the database reads its clock at some moment within it. */
const tolerableRoundTripMs = 1000;
const maxMeasures = 3;

/** How far the database's clock, and the host's, are ahead of `performance.now()`; how long the answer took, and when it came. */
interface Measure {
  ahead: number;
  host: number;
  tookMs: number;
  at: number;
}

/**
 * The database's clock without a round trip for each call. Its distance to `performance.now()` is measured at the first
 * call, and again when the measurement is older than `trustedMs` or the host's clocks have drifted apart. The error is
 * at most half a round trip. After a long round trip it is measured again, and the result is used only once.
 * @param trustedMs in milliseconds. 0: every call asks the database
 */
export function makeClock(engine: Engine, use: Connections["use"], trustedMs: number): () => Promise<number> {
  let latest: Measure | undefined;
  let measuring: Promise<Measure> | undefined;

  /** The wait for a connection is not part of the measured time. */
  const measureOnce = (): Promise<Measure> =>
    use(async ({ query }) => {
      const before = performance.now();
      const { rows } = await query(engine.readClock);
      const at = performance.now();
      const [{ now, encoding } = {}] = rows as { now?: unknown; encoding?: string }[];
      const { setting, expected } = engine.encoding;
      if (encoding === expected) {
        return { ahead: Number(now) - (before + at) / 2, host: hostAhead(), tookMs: at - before, at };
      }
      throw new Error(`${engine.name}: the ${setting} of the pool's connections is ${encoding}: expected ${expected}`);
    });

  async function measure(): Promise<Measure> {
    let best = await measureOnce();
    for (let count = 1; count < maxMeasures && best.tookMs > tolerableRoundTripMs; count++) {
      const next = await measureOnce();
      if (next.tookMs < best.tookMs) best = next;
    }
    return best;
  }

  const isTrusted = ({ at, host, tookMs }: Measure): boolean =>
    performance.now() - at < trustedMs &&
    tookMs <= tolerableRoundTripMs &&
    Math.abs(hostAhead() - host) < tolerableJumpMs;

  return async function now() {
    if (latest === undefined || !isTrusted(latest)) {
      measuring ??= measure().finally(() => {
        measuring = undefined;
      });
      latest = await measuring;
    }
    return Math.floor(performance.now() + latest.ahead);
  };
}

const hostAhead = (): number => Date.now() - performance.now();
