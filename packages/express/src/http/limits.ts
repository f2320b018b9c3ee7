import { makeLimiter, networkOf } from "@ventanilla/web";

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

/** Where a launch comes from; with its order, once the shop has named it. */
export type LaunchSource = Record<"browser" | "address", string> & { order?: string };

/**
 * Counts launches in windows of 10 minutes, when their orders are known. The function returns `undefined` within the limits,
 * otherwise the seconds to wait. A launch beyond a limit is not counted.
 */
export function makeLaunchLimiter(limits: Limits, now?: () => number): (source: LaunchSource) => number | undefined {
  const limiter = makeLimiter(now);

  return function secondsToWait({ order, browser, address }) {
    const counted: [string, number][] = [
      [`browser ${browser}`, limits.browser],
      [`address ${networkOf(address)}`, limits.address],
      ["all", limits.all],
    ];
    if (order !== undefined) counted.push([`order ${order}`, limits.order]);
    const seconds = limiter.wait(counted);
    if (seconds === undefined && order !== undefined) limiter.count(counted);
    return seconds;
  };
}
