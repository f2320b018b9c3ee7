import { expectThat } from "./expect-that.ts";
import { RecentMap } from "./recent-map.ts";
import { refuseUnknownNames } from "./refuse-unknown-names.ts";

/** Counts events by their keys, in windows of ten minutes, in this process. */
export interface Limiter {
  /** The seconds until each of these keys is below its limit; `undefined` where it is. `Infinity` is no limit. */
  wait(limits: Iterable<readonly [key: string, limit: number]>): number | undefined;
  /** Counts an event for each of these keys. */
  count(limits: Iterable<readonly [key: string, limit: number]>): void;
}

const windowMs = 10 * 60_000;
/** How many are remembered at least: a flood of invented keys must not fill the memory. */
const minWindows = 50_000;

/**
 * Makes a limiter.
 * @param now a clock in milliseconds. Default: since the process started
 * @returns a limiter that has counted nothing
 * @example
 * const limiter = makeLimiter();
 * const passwords = [[networkOf(address), 20]] as const;
 * if (limiter.wait(passwords) === undefined) limiter.count(passwords);
 * else response.sendStatus(429);
 */
export function makeLimiter(now: () => number = () => performance.now()): Limiter {
  const windows = new RecentMap<{ count: number; until: number }>(minWindows);
  return {
    wait(limits) {
      const time = now();
      let end = time;
      for (const [key, limit] of limits) {
        const { until = time, count = 0 } = windows.get(key) ?? {};
        if (until > end && count >= limit) end = until;
      }
      return end === time ? undefined : Math.ceil((end - time) / 1000);
    },
    count(limits) {
      const time = now();
      for (const [key, limit] of limits) {
        if (limit === Number.POSITIVE_INFINITY) continue;
        const known = windows.get(key);
        const window = known !== undefined && known.until > time ? known : { count: 0, until: time + windowMs };
        window.count++;
        windows.set(key, window);
      }
    },
  };
}

/**
 * Checks an option of limits, and completes it.
 * @param given some of them
 * @param usual those that are not given
 * @returns all limits
 * @throws ArgumentError naming the limit that is unknown or no whole number above 0
 * @example
 * const limits = checkLimits({ link: 100 }, { link: 600, address: 60 });
 */
export function checkLimits<Limits extends object>(given: Partial<Limits> | undefined, usual: Limits): Limits {
  if (given === undefined) return usual;
  refuseUnknownNames("limits", given, Object.keys(usual), { kind: "limit" });
  for (const [name, limit] of Object.entries(given)) {
    const isLimit = limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && Number(limit) > 0);
    expectThat(isLimit, `limits.${name}`, "a whole number above 0, or Infinity", limit);
  }
  return { ...usual, ...given };
}
