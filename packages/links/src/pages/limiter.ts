/** Counts events in windows of ten minutes, in this process. */
export interface Limiter {
  /** The seconds until a key is below its limit again; `undefined` while it is. */
  wait(key: string, limit: number): number | undefined;
  count(key: string): void;
}

const windowMs = 10 * 60_000;
/** The oldest are forgotten: a flood of addresses must not fill the memory. */
const maxWindows = 20_000;

export function makeLimiter(now: () => number = () => performance.now()): Limiter {
  const windows = new Map<string, { count: number; until: number }>();
  const current = (key: string) => {
    const known = windows.get(key);
    return known !== undefined && known.until > now() ? known : undefined;
  };
  return {
    wait(key, limit) {
      const known = current(key);
      return known === undefined || known.count < limit ? undefined : Math.ceil((known.until - now()) / 1000);
    },
    count(key) {
      const known = current(key);
      if (known !== undefined) {
        known.count++;
        return;
      }
      windows.delete(key);
      windows.set(key, { count: 1, until: now() + windowMs });
      const [oldest] = windows.keys();
      if (windows.size > maxWindows && oldest !== undefined) windows.delete(oldest);
    },
  };
}
