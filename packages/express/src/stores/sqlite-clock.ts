import { readFileSync } from "node:fs";
import type { Connection } from "./sqlite-connection.ts";
import { patientlyAtStart } from "./sqlite-patience.ts";
import { type Bearing, makeSteadyClock } from "./steady-clock.ts";

/** The time that a store goes by. */
export interface KeptClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Writes into the file what the processes that come later need to agree; nothing when it is there. */
  keep(): Promise<void>;
}

/**
 * The clock of everybody who has this file open. Each process notices by itself that the host's clock is set; one that
 * starts later goes on from what another has written, as long as the machine was not started anew.
 */
export function openClock(db: Connection): KeptClock {
  const boot = bootId();
  const row = patientlyAtStart(() =>
    db.one<Bearing>("SELECT wall, monotonic, uptime, ahead FROM steady_clock WHERE boot = ?", boot ?? null),
  );
  const clock = makeSteadyClock(row);
  let kept: Bearing | undefined = row && clock.bearing();

  return {
    now: clock.now,
    async keep() {
      clock.now();
      const bearing = clock.bearing();
      if (boot === undefined || bearing === kept) return;
      const { wall, monotonic, uptime, ahead } = bearing;
      try {
        await db.alone(() =>
          db.run(
            `INSERT INTO steady_clock VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET boot = excluded.boot,
             wall = excluded.wall, monotonic = excluded.monotonic, uptime = excluded.uptime, ahead = excluded.ahead`,
            boot,
            ...[wall, monotonic, uptime, ahead].map(Math.round),
          ),
        );
        kept = bearing;
      } catch {
        // It is for processes to come; this one needs nothing of it, and tries again when it is asked next.
      }
    },
  };
}

/** Tells one start of the machine from the next; `undefined` where the system does not. */
function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}
