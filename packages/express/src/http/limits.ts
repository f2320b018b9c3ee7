import { networkOf } from "@ventanilla/web";
/**
 * How many launches are answered in 10 minutes, per process; further ones get 429. A launch that joins a live attempt
 * counts like a launch that begins another: both write to the store. `Infinity` switches a limit off.
 */
export interface Limits {
  /** For one order. Default: 30 */
  order: number;
  /** For one browser, by its cookie. Default: 30 */
  browser: number;
  /** For one IP address; of IPv6 for one network of 64 bits, which is what one subscriber has. Default: 120 */
  address: number;
  /** For all together. Default: 6,000 */
  all: number;
}

/** The limits that the shop has not set. */
export const defaultLimits: Limits = { order: 30, browser: 30, address: 120, all: 6000 };

const rateWindowMs = 10 * 60_000;
/** The oldest windows beyond this are forgotten: a flood of invented browsers must not fill the memory. */
const maxWindows = 50_000;

/** Where a launch comes from. */
export type LaunchSource = Omit<Record<keyof Limits, string>, "all">;

/**
 * Counts launches in windows of 10 minutes. The function returns `undefined` within the limits, otherwise the seconds
 * to wait. A launch beyond a limit is not counted.
 */
export function makeLimiter(
  limits: Limits,
  now: () => number = () => performance.now(),
): (source: LaunchSource) => number | undefined {
  const windows = new Map<string, { count: number; until: number }>();
  const kinds = (Object.keys(limits) as (keyof Limits)[]).filter((kind) => Number.isFinite(limits[kind]));

  return function secondsToWait({ address, ...rest }) {
    const source = { ...rest, address: networkOf(address) };
    const time = now();
    const current = kinds.map((kind) => {
      const key = kind === "all" ? kind : `${kind} ${source[kind]}`;
      const known = windows.get(key);
      const window = known && known.until > time ? known : { count: 0, until: time + rateWindowMs };
      return { key, limit: limits[kind], window };
    });
    const full = current.filter(({ window, limit }) => window.count >= limit);
    if (full.length > 0) return Math.ceil((Math.max(...full.map(({ window }) => window.until)) - time) / 1000);
    for (const { key, window } of current) {
      window.count++;
      if (window.count > 1) continue;
      // A new window goes to the end, so that the first windows are the oldest.
      windows.delete(key);
      windows.set(key, window);
    }
    for (const key of windows.keys()) {
      if (windows.size <= maxWindows) break;
      if (key !== "all") windows.delete(key);
    }
    return undefined;
  };
}
