import { uptime } from "node:os";

/** The clocks of a host at one moment, in milliseconds. */
interface HostReading {
  /** Since the epoch: people and time servers set it. */
  wall: number;
  /** Since an arbitrary moment. It is never set. On some systems it stops while the machine sleeps. */
  monotonic: number;
  /** Since the start of the machine, sleep included. Coarse, and slow to read. */
  uptime: number;
}

/** A reading, and how far the steady clock was ahead of the wall clock at that moment. In milliseconds. */
export interface ClockState extends HostReading {
  ahead: number;
}

/** The processes of a machine share the origin of `hrtime`, unlike that of `performance.now()`. */
const monotonicOrigin = Number(process.hrtime.bigint() / 1000n) / 1000 - performance.now();

const host = {
  wall: () => Date.now(),
  monotonic: () => monotonicOrigin + performance.now(),
  uptime: () => uptime() * 1000,
};

/** The wall clock was set when it differs from the time that has passed by more than this. */
const toleranceMs = 1000;
/** How much faster or slower than real time the clock goes on its way back to the wall clock: 1 s in 2000 s. */
const slewRate = 1 / 2000;

/** In this time a machine that has started gets the right time: a first correction back is believed. */
const bootMs = 24 * 60 * 60_000;

/**
 * Makes a clock that follows the wall clock until that is set, which the monotonic clock shows. Then it does not jump:
 * it returns to the wall clock slowly. There are two exceptions: a machine that starts with its clock behind, or ahead.
 * @param from the state of an earlier clock, on this machine and since its start
 * @param known a time that has certainly passed, in milliseconds since the epoch. A wall clock that was behind it, and is
 *   set to a later time, is believed at once; so is one that is set back for the first time within a day of the machine's
 *   start, to a time after it. Default: none
 */
export function makeSteadyClock(from?: ClockState, clocks: typeof host = host, known = 0) {
  const read = (): HostReading => ({ wall: clocks.wall(), monotonic: clocks.monotonic(), uptime: clocks.uptime() });
  let state: ClockState = from ?? { ...read(), ahead: 0 };
  let { wall: lastWall, monotonic: lastMonotonic, ahead } = state;
  let latest = 0;
  let wasSet = ahead !== 0;

  return {
    /** Milliseconds since the epoch, whole; never less than before, but for a machine that started with its clock ahead. */
    now(): number {
      const wall = clocks.wall();
      const monotonic = clocks.monotonic();
      let passed = monotonic - lastMonotonic;
      if (Math.abs(wall - lastWall - passed) > toleranceMs) {
        const reading = { wall, monotonic, uptime: clocks.uptime() };
        // The machine has slept, where the monotonic clock has not counted it.
        passed += Math.max(0, reading.uptime - state.uptime - (monotonic - state.monotonic));
        ahead = slew(ahead, passed);
        const step = wall - lastWall - passed;
        if (Math.abs(step) > toleranceMs) {
          const withoutStep = wall + ahead - step;
          const wasAhead = step < 0 && !wasSet && reading.uptime < bootMs && known > 0 && known <= wall;
          ahead = wasAhead || (withoutStep < known && known <= wall) ? 0 : ahead - step;
          if (wasAhead) latest = 0;
          wasSet = true;
        }
        state = { ...reading, ahead };
      } else {
        ahead = slew(ahead, passed);
      }
      lastWall = wall;
      lastMonotonic = monotonic;
      latest = Math.max(latest, Math.floor(wall + ahead));
      return latest;
    },
    /** How far it is ahead of the wall clock, in milliseconds. */
    ahead: () => ahead,
    /** The state when the wall clock was last set, or at the start. A clock that continues from it shows the same time. */
    state: () => state,
  };
}

/** How far the clock is still ahead after `passed` milliseconds of returning. Negative: behind. */
const slew = (ahead: number, passed: number): number =>
  Math.sign(ahead) * Math.max(0, Math.abs(ahead) - Math.max(0, passed) * slewRate);
