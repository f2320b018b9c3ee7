import type { BatchClose } from "./batch-close.ts";
import type { SandboxClock } from "./clock.ts";
import type { Events } from "./events.ts";
import type { Faults } from "./faults.ts";
import type { Identifiers } from "./identifiers.ts";
import type { Profile } from "./switch-table.ts";
import type { Switches } from "./switches.ts";
import type { WireLog } from "./wire-log.ts";

/** What the ledgers of one sandbox depend on: clock, generated values, switches, faults and listeners. */
export type Runtime = {
  readonly profile: Profile;
  readonly seed: number | undefined;
  readonly clock: SandboxClock;
  readonly batchClose: BatchClose;
  readonly identifiers: Identifiers;
  readonly switches: Switches;
  readonly faults: Faults;
  readonly events: Events;
  readonly wire: WireLog;
  /** Receives a line for each thing that happens, without secrets. */
  readonly log: (line: string) => void;
};
