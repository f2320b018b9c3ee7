import { readFileSync } from "node:fs";
import { type ClockState, makeSteadyClock } from "../../base/steady-clock.ts";
import { sql } from "../sql/program.ts";
import { retryAtStart } from "./busy.ts";
import type { SqliteConnection } from "./connection.ts";

/**
 * The clock that all processes with this file share. Each process notices by itself when the host's clock is set. A
 * process that starts later continues from the state in the file, unless the machine was restarted. A machine that
 * starts with its clock behind the latest row in the file follows the wall clock again once that has been set, and so does
 * one that starts with its clock ahead.
 */
export function openClock(db: SqliteConnection) {
  const boot = bootId();
  const row = retryAtStart(() =>
    db.one<ClockState>(sql`SELECT wall, monotonic, uptime, ahead FROM @steady_clock WHERE boot = ${boot ?? null}`),
  );
  const clock = makeSteadyClock(row, undefined, latestIn(db));
  let kept: ClockState | undefined = row && clock.state();

  return {
    /** Milliseconds since the epoch. */
    now: clock.now,
    /** How far it is ahead of the host's clock, in milliseconds; 0 for a clock of a test. */
    ahead: clock.ahead,
    /** Writes the state of the clock into the file, for processes that start later. Does nothing when it is unchanged. */
    async persist(): Promise<void> {
      clock.now();
      const state = clock.state();
      if (boot === undefined || state === kept) return;
      const { wall, monotonic, uptime, ahead } = state;
      const written = sql`REPLACE INTO @steady_clock (id, boot, wall, monotonic, uptime, ahead)
        VALUES (1, ${boot}, ${Math.round(wall)}, ${Math.round(monotonic)}, ${Math.round(uptime)}, ${Math.round(ahead)})`;
      try {
        await db.whenFree(() => db.ask(written));
        kept = state;
      } catch {
        // Only processes that start later need it; the next call tries again.
      }
    },
  };
}

/** When the latest attempt or event was written, in milliseconds since the epoch; 0 when there is none. */
function latestIn(db: SqliteConnection): number {
  const query = sql`SELECT max(coalesce((SELECT created_at FROM @attempts ORDER BY seq DESC LIMIT 1), 0),
    coalesce((SELECT created_at FROM @outbox ORDER BY seq DESC LIMIT 1), 0)) AS at`;
  return retryAtStart(() => db.one<{ at: number }>(query))?.at ?? 0;
}

/** Identifies the current start of the machine; `undefined` on systems that have no such id. */
function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}
