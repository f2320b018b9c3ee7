import { uptime } from "node:os";

/** What the clocks of a host show at one moment, in milliseconds. */
interface Reading {
  /** Since the epoch: what people set, and time servers correct. */
  wall: number;
  /** Since some moment; nobody sets it. It stands still while the machine sleeps, on some systems. */
  monotonic: number;
  /** Since the machine was started, sleep included. Coarse, and slow to read. */
  uptime: number;
}

/** A reading, and how far the steady clock was ahead of the wall clock then, in milliseconds. */
export interface Bearing extends Reading {
  ahead: number;
}

/** The clocks of a host; in milliseconds. */
export type HostClocks = { [clock in keyof Reading]: () => number };

/** Processes of one machine share the origin of this one, unlike that of `performance.now()`. */
const monotonicOrigin = Number(process.hrtime.bigint() / 1000n) / 1000 - performance.now();

const host: HostClocks = {
  wall: () => Date.now(),
  monotonic: () => monotonicOrigin + performance.now(),
  uptime: () => uptime() * 1000,
};

/** The wall clock was set when it has moved by this much more or less than time has passed. Below, it is followed. */
const toleranceMs = 1000;
/** How much faster or slower than real time the clock goes on its way back to the wall clock: 1 s in 2000 s. */
const slewRate = 1 / 2000;

/** A clock that tells the time of day and is moved by nothing but time that passes. */
export interface SteadyClock {
  /** Milliseconds since the epoch, whole; never less than before. */
  now(): number;
  /** Where it stood when the wall clock was last set, or at the beginning: another one that goes on from there agrees. */
  bearing(): Bearing;
}

/**
 * Follows the wall clock as long as that only goes on. When the wall clock is set, as the monotonic one shows, this one
 * does not move; from then on it goes back to the wall clock slowly.
 * @param from where an earlier one stood, on this machine and since it was started
 */
export function makeSteadyClock(from?: Bearing, clocks: HostClocks = host): SteadyClock {
  let bearing: Bearing = from ?? {
    wall: clocks.wall(),
    monotonic: clocks.monotonic(),
    uptime: clocks.uptime(),
    ahead: 0,
  };
  let { wall: lastWall, monotonic: lastMonotonic, ahead } = bearing;
  let latest = 0;

  /** The time the machine has slept since the bearing and before this reading, where the monotonic clock did not count it. */
  const sleptUntil = (reading: Reading): number =>
    Math.max(0, reading.uptime - bearing.uptime - (reading.monotonic - bearing.monotonic));

  return {
    now() {
      const [wall, monotonic] = [clocks.wall(), clocks.monotonic()];
      let passed = monotonic - lastMonotonic;
      if (Math.abs(wall - lastWall - passed) > toleranceMs) {
        const reading = { wall, monotonic, uptime: clocks.uptime() };
        passed += sleptUntil(reading);
        ahead = slewed(ahead, passed);
        const step = wall - lastWall - passed;
        if (Math.abs(step) > toleranceMs) ahead -= step;
        bearing = { ...reading, ahead };
      } else {
        ahead = slewed(ahead, passed);
      }
      lastWall = wall;
      lastMonotonic = monotonic;
      latest = Math.max(latest, Math.floor(wall + ahead));
      return latest;
    },
    bearing: () => bearing,
  };
}

/** What is left of a distance after this time on the way back. */
function slewed(ahead: number, passed: number): number {
  const left = Math.max(0, Math.abs(ahead) - Math.max(0, passed) * slewRate);
  return Math.sign(ahead) * left;
}
