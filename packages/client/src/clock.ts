import { setTimeout as sleep } from "node:timers/promises";

/** The clock of deadlines and pauses. Part of every channel, so that a test can set and move its own. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Calls `due` in `ms` milliseconds, unless the returned function is called before. */
  after(ms: number, due: () => void): () => void;
  /** Resolves after `ms` milliseconds, or once the signal is aborted. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Whole milliseconds until `ends`, at least one. */
export const msLeft = (clock: Clock, ends: number): number => Math.max(1, Math.ceil(ends - clock.now()));

/** In milliseconds since 1970. An earlier time was most likely given in seconds: no sale is that old. */
export const year2000 = Date.UTC(2000, 0);

/** The host's monotonic clock, which does not change when the date is corrected. */
export const hostClock: Clock = {
  now: () => performance.now(),
  after: (ms, due) => {
    const timer = setTimeout(due, ms);
    return () => clearTimeout(timer);
  },
  pause: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => undefined),
};
