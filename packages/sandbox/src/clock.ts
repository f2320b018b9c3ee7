import { ArgumentError } from "@ventanilla/web";

/** The sandbox's time. Tests move it, so that a session expires without a wait of half an hour. */
export type SandboxClock = {
  /** Now, in milliseconds since 1970. */
  now(): number;
  /** Milliseconds ahead of real time; negative when behind. */
  offset(): number;
  /**
   * Moves the clock.
   *
   * @param ms milliseconds forward; negative for back
   * @throws ArgumentError when `ms` is not a finite number, or leads too far
   */
  advance(ms: number): void;
  /** Back to real time. */
  reset(): void;
};

/**
 * A clock that runs with `realNow` plus whatever it was advanced by.
 *
 * @param onMoved called after each move
 */
export function makeClock(realNow: () => number = Date.now, onMoved: () => void = () => {}): SandboxClock {
  let ahead = 0;
  return {
    now: () => realNow() + ahead,
    offset: () => ahead,
    advance(ms) {
      // Dates end 8.64e15 ms from 1970 (ECMA-262, 21.4.1.1).
      if (!Number.isFinite(ms) || Math.abs(ahead + ms) > 8e15 - realNow()) {
        throw new ArgumentError(
          "advance: ms must be a finite number of milliseconds, to a date before the year 255000",
        );
      }
      ahead += ms;
      onMoved();
    },
    reset() {
      ahead = 0;
      onMoved();
    },
  };
}
