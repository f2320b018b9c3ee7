/** How many new sessions may be created in ten minutes, for each order, browser and address, and in all, per process. */
export interface Limits {
  order: number;
  browser: number;
  address: number;
  all: number;
}

export const defaultLimits: Limits = { order: 20, browser: 30, address: 120, all: 6000 };

const windowMs = 10 * 60_000;
/** Counters beyond this are forgotten, oldest first: a flood of made-up browsers must not eat the memory. */
const mostCounters = 50_000;

/** Who asks for a session. */
export type Asker = Omit<Record<keyof Limits, string>, "all">;

/**
 * Counts new sessions in windows of ten minutes. The answer is `undefined` while all is well, else for how many seconds
 * the asker should wait. Nothing is counted for who is refused.
 */
export function makeLimiter(limits: Limits, now: () => number = Date.now): (asker: Asker) => number | undefined {
  const counters = new Map<string, { count: number; until: number }>();
  const kinds = Object.keys(limits) as (keyof Limits)[];

  return function limited(asker) {
    const time = now();
    const current = kinds.map((kind) => {
      const key = kind === "all" ? kind : `${kind} ${asker[kind]}`;
      const known = counters.get(key);
      const counter = known && known.until > time ? known : { count: 0, until: time + windowMs };
      return { key, limit: limits[kind], counter };
    });
    const full = current.filter(({ counter, limit }) => counter.count >= limit);
    if (full.length > 0) return Math.ceil((Math.max(...full.map(({ counter }) => counter.until)) - time) / 1000);
    for (const { key, counter } of current) {
      if (counter.count++ > 0) continue;
      // A new window goes to the end, so that the first counters are the oldest.
      counters.delete(key);
      counters.set(key, counter);
    }
    for (const key of counters.keys()) {
      if (counters.size <= mostCounters) break;
      if (key !== "all") counters.delete(key);
    }
    return undefined;
  };
}
