import { readFileSync } from "node:fs";
import { type ClockState, makeSteadyClock } from "../../base/steady-clock.ts";
import { plain, sql } from "../sql/statement.ts";
import type { SqliteConnection } from "./connection.ts";

const table = plain(`CREATE TABLE IF NOT EXISTS @steady_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1), boot TEXT NOT NULL, state TEXT NOT NULL) STRICT`);

/** When the latest attempt or event was written, in milliseconds since the epoch; 0 when there is none. */
const latest = sql`SELECT max(coalesce((SELECT created_at FROM @attempts ORDER BY seq DESC LIMIT 1), 0),
  coalesce((SELECT created_at FROM @outbox ORDER BY seq DESC LIMIT 1), 0)) AS at`;

/**
 * The clock that all processes with this file share. Each process notices by itself when the host's clock is set. A
 * process that starts later continues from the state in the file, unless the machine was restarted. A machine that
 * starts with its clock behind the latest row in the file follows the wall clock again once that has been set, and so does
 * one that starts with its clock ahead.
 */
export function openClock({ ask, write }: SqliteConnection) {
  const boot = bootId();
  ask(table);
  const own = sql`SELECT state FROM @steady_clock WHERE boot = ${boot ?? null}`;
  const rows = [latest, own].flatMap((query) => ask(query).rows) as { at?: number; state?: string }[];
  const [{ at = 0 } = {}, { state: kept } = {}] = rows;
  const clock = makeSteadyClock(kept === undefined ? undefined : (JSON.parse(kept) as ClockState), undefined, at);
  let written = kept === undefined ? undefined : clock.state();

  /** Writes the state of the clock into the file, for processes that start later. */
  async function persist(state: ClockState): Promise<void> {
    written = state;
    const row = [1, boot ?? "", JSON.stringify(state)];
    await write(() => ask(sql`REPLACE INTO @steady_clock (id, boot, state) VALUES ${row}`)).catch(() => {
      // Only processes that start later need it; the next call tries again.
      written = undefined;
    });
  }

  return {
    ahead: clock.ahead,
    now(): number {
      const now = clock.now();
      const state = clock.state();
      if (boot !== undefined && state !== written) void persist(state);
      return now;
    },
  };
}

/** Identifies the current start of the machine; `undefined` on systems that have no such id. */
function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}
