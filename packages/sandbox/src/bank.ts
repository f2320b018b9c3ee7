import type { BatchClose } from "./batch-close.ts";
import type { Clock } from "./clock.ts";
import type { Events } from "./events.ts";
import type { Faults } from "./faults.ts";
import type { Identifiers } from "./identifiers.ts";
import type { Ledger } from "./ledger.ts";
import type { BearerTokens } from "./rest/bearer-tokens.ts";
import type { RestLedger } from "./rest/rest-ledger.ts";
import type { Profile, Switches } from "./switches.ts";
import type { WireLog } from "./wire-log.ts";

/** One sandbox: everything its routes work with. */
export type Bank = {
  readonly profile: Profile;
  readonly seed: number | undefined;
  readonly clock: Clock;
  readonly batchClose: BatchClose;
  readonly identifiers: Identifiers;
  readonly switches: Switches;
  readonly faults: Faults;
  readonly events: Events;
  readonly wire: WireLog;
  readonly ledger: Ledger;
  readonly rest: RestLedger;
  readonly tokens: BearerTokens;
  /** Told line by line what happens, without secrets. */
  readonly log: (line: string) => void;
};
