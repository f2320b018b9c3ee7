import type { Connections } from "./connections.ts";
import type { Engine } from "./engine.ts";

/** When the host's two clocks drift apart by this much, its clock was set, or the host slept. */
const tolerableJumpMs = 1000;
/** A measurement that takes longer is too inexact: the database reads its clock at some moment within it. */
const tolerableRoundTripMs = 1000;

/** How far the clocks of database and host were ahead of `performance.now()`, when that was known, and how long it took. */
interface Measure {
  ahead: number;
  hostAhead: number;
  at: number;
  tookMs: number;
}

/**
 * The database's clock without a round trip for each call. Its distance to `performance.now()` is measured at the first
 * call, and again when the measurement is older than `trustedMs` or the host's clocks have drifted apart. The error is
 * at most half a round trip. The result of a long round trip is used only once.
 * @param trustedMs in milliseconds. 0: every call asks the database
 */
export function makeClock(engine: Engine, use: Connections["use"], trustedMs: number): () => Promise<number> {
  let latest: Measure | undefined;
  let measuring: Promise<Measure> | undefined;

  /** The wait for a connection is not part of the measured time. */
  const measure = (): Promise<Measure> =>
    use(async ({ query }) => {
      const before = performance.now();
      const { rows } = await query(engine.readClock);
      const at = performance.now();
      const [{ now, encoding } = {}] = rows as { now?: unknown; encoding?: string }[];
      if (encoding !== engine.encoding) {
        const expected = `the encoding of the pool's connections is ${encoding}: expected ${engine.encoding}`;
        throw new Error(`${engine.name}: ${expected}`);
      }
      return { ahead: Number(now) - (before + at) / 2, hostAhead: hostAhead(), at, tookMs: at - before };
    });

  const isTrusted = (one: Measure): boolean =>
    performance.now() - one.at < trustedMs &&
    one.tookMs <= tolerableRoundTripMs &&
    Math.abs(hostAhead() - one.hostAhead) < tolerableJumpMs;

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
