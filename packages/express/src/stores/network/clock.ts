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

/** A reading, and how far the host's clock was ahead of `performance.now()`, in milliseconds. */
type Measure = Reading & { host: number };

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

  const readOnce = async (): Promise<Measure> => ({ ...(await read()), host: hostAhead() });

  async function measure(): Promise<Measure> {
    let best = await readOnce();
    for (let count = 1; count < maxMeasures && isLong(best); count++) {
      const next = await readOnce();
      if (roundTrip(next) < roundTrip(best)) best = next;
    }
    return best;
  }

  const isTrusted = (one: Measure): boolean =>
    performance.now() - one.after < trustedMs && !isLong(one) && Math.abs(hostAhead() - one.host) < tolerableJumpMs;

  return async function now() {
    if (latest === undefined || !isTrusted(latest)) {
      measuring ??= measure().finally(() => {
        measuring = undefined;
      });
      latest = await measuring;
    }
    return Math.floor(performance.now() + latest.now - (latest.before + latest.after) / 2);
  };
}

const hostAhead = (): number => Date.now() - performance.now();
const roundTrip = ({ before, after }: Reading): number => after - before;
const isLong = (reading: Reading): boolean => roundTrip(reading) > tolerableRoundTripMs;
