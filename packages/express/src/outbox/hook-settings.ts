import type { Attempt } from "../attempt/attempt.ts";
import type { Recorded, TransitionEvent } from "../attempt/event.ts";
import type { Site } from "../base/site.ts";
import type { Vault } from "../base/vault.ts";
import type { Report } from "../report/report.ts";
import type { ShopStore } from "../stores/store.ts";
import type { Hooks } from "./hook.ts";

/** What an event is delivered with. */
export interface HookSettings extends Hooks, Pick<Site, "mount"> {
  store: ShopStore;
  vault: Vault;
  report: Report;
  /** Records an event of an attempt, and announces nothing. */
  record(attempt: Attempt, event: TransitionEvent): Promise<Recorded>;
  /** What the events of authorizations need: loaded at the start where the shop has the hook for them. */
  authorizations(): Promise<typeof import("./authorizations.ts")>;
}

/** The alert that asks for a decision. It does not wait until the event's hook runs. */
export interface EarlyAlert {
  /** Whether this process has raised it for the event. */
  isRaised: boolean;
  /** Raises it for an attempt that now needs a decision. */
  raise(attempt: Attempt): void;
}
