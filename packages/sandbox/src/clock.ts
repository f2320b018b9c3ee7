/** The sandbox's time, which tests move so that a session expires without waiting half an hour. */
export type Clock = {
  /** Now, in milliseconds since 1970. */
  now(): number;
  /** Moves the clock by so many milliseconds, forwards (or back, when negative) from where it stands. */
  advance(ms: number): void;
  /** Back to real time. */
  reset(): void;
};

/**
 * A clock that runs with `realNow` plus whatever it was advanced by.
 *
 * @throws TypeError from `advance` when its argument is not a finite number of milliseconds
 */
export function createClock(realNow: () => number = Date.now): Clock {
  let ahead = 0;
  return {
    now: () => realNow() + ahead,
    advance(ms) {
      if (!Number.isFinite(ms)) throw new TypeError("advance: ms must be a finite number of milliseconds");
      ahead += ms;
    },
    reset() {
      ahead = 0;
    },
  };
}
