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

  return function limited(asker) {
    const time = now();
    const keys = Object.entries({ ...asker, all: "" }) as [keyof Limits, string][];
    const current = keys.map(([kind, who]) => {
      const key = `${kind} ${who}`;
      const known = counters.get(key);
      return {
        key,
        limit: limits[kind],
        ...(known && known.until > time ? known : { count: 0, until: time + windowMs }),
      };
    });
    const full = current.filter(({ count, limit }) => count >= limit);
    if (full.length > 0) return Math.ceil((Math.max(...full.map(({ until }) => until)) - time) / 1000);
    for (const { key, count, until } of current) {
      // A new window goes to the end, so that the first counters are the oldest.
      if (count === 0) counters.delete(key);
      counters.set(key, { count: count + 1, until });
    }
    for (const key of counters.keys()) {
      if (counters.size <= mostCounters) break;
      if (key !== "all ") counters.delete(key);
    }
    return undefined;
  };
}
