/** When the host's two clocks drift apart by this much, its clock was set, or the host slept. */
const tolerableJumpMs = 1000;
/** A measurement that takes longer is too inexact: the database reads its clock at some moment within it. */
const tolerableRoundTripMs = 1000;
const maxMeasures = 3;

/** The time of the database's clock, and of `performance.now()` before and after. In milliseconds. */
export interface Reading {
  now: number;
  before: number;
  after: number;
}

/** How far the database's clock is ahead of `performance.now()`, and when that was measured. In milliseconds. */
interface Measure {
  ahead: number;
  at: number;
  roundTrip: number;
  /** How far the host's clock is ahead of `performance.now()`. */
  host: number;
}

/**
 * The database's clock without a round trip for each call. Its distance to `performance.now()` is measured at the first
 * call, and again when the measurement is older than `trustedMs` or the host's clocks have drifted apart. The error is
 * at most half a round trip. After a long round trip it is measured again, and the result is used only once.
 * @param read asks the database. The wait for a connection must not be between `before` and `after`
 * @param trustedMs in milliseconds. 0: every call asks the database
 */
export function makeClock(read: () => Promise<Reading>, trustedMs: number): () => Promise<number> {
  let latest: Measure | undefined;
  let measuring: Promise<Measure> | undefined;

  async function measure(): Promise<Measure> {
    const measures: Measure[] = [];
    do {
      measures.push(measureOf(await read()));
    } while (measures.length < maxMeasures && isLong(measures.at(-1)));
    return measures.reduce((best, next) => (next.roundTrip < best.roundTrip ? next : best));
  }

  function isTrusted(one: Measure): boolean {
    const now = performance.now();
    return now - one.at < trustedMs && !isLong(one) && Math.abs(Date.now() - now - one.host) < tolerableJumpMs;
  }

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

function measureOf({ now, before, after }: Reading): Measure {
  return {
    ahead: now - (before + after) / 2,
    at: after,
    roundTrip: after - before,
    host: Date.now() - performance.now(),
  };
}

const isLong = (measure: Measure | undefined): boolean => (measure?.roundTrip ?? 0) > tolerableRoundTripMs;
