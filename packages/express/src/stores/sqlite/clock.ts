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
  const kept = sql`SELECT wall, monotonic, uptime, ahead FROM @steady_clock WHERE boot = ${boot ?? null}`;
  const row = retryAtStart(() => db.one<ClockState>(kept));
  const clock = makeSteadyClock(row, undefined, latestIn(db));
  let written = row && clock.state();

  return {
    ...clock,
    /** Writes the state of the clock into the file, for processes that start later. Does nothing when it is unchanged. */
    async persist(): Promise<void> {
      clock.now();
      const state = clock.state();
      if (boot === undefined || state === written) return;
      const times = [state.wall, state.monotonic, state.uptime, state.ahead].map(Math.round);
      const replacing = sql`REPLACE INTO @steady_clock (id, boot, wall, monotonic, uptime, ahead)
        VALUES ${[1, boot, ...times]}`;
      try {
        await db.whenFree(() => db.ask(replacing));
        written = state;
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
