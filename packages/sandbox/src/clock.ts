import { ArgumentError } from "@ventanilla/client";
/** The sandbox's time, which tests move so that a session expires without waiting half an hour. */
export type Clock = {
  /** Now, in milliseconds since 1970. */
  now(): number;
  /** How far ahead of real time it is, in milliseconds. */
  offset(): number;
  /** Moves the clock forward from its present time; back with a negative number. */
  advance(ms: number): void;
  /** Back to real time. */
  reset(): void;
};

/**
 * A clock that runs with `realNow` plus whatever it was advanced by.
 *
 * @param moved called after each move
 * @throws ArgumentError from `advance` when its argument is not a finite number of milliseconds
 */
export function createClock(realNow: () => number = Date.now, moved: () => void = () => {}): Clock {
  let ahead = 0;
  return {
    now: () => realNow() + ahead,
    offset: () => ahead,
    advance(ms) {
      // Dates end 8.64e15 ms from 1970 (ECMA-262, 21.4.1.1).
      if (!Number.isFinite(ms) || Math.abs(ahead + ms) > 8e15 - realNow()) {
        throw new ArgumentError("advance: ms must be a finite number of milliseconds");
      }
      ahead += ms;
      moved();
    },
    reset() {
      ahead = 0;
      moved();
    },
  };
}
