import { ArgumentError } from "@ventanilla/client";
import type { Recorder } from "../attempt/event.ts";
import { type AttemptView, viewOf } from "../attempt/outcome.ts";
import type { InFlight } from "../base/in-flight.ts";
import type { Vault } from "../base/vault.ts";
import type { WorkPool } from "../outbox/work-pool.ts";
import type { PageSettings } from "../page/page.ts";
import { makeRecorder, type OnAnnounced } from "../record.ts";
import type { Report } from "../report/report.ts";
import type { Gateways } from "../session/gateways.ts";
import type { Merchants } from "../session/merchants.ts";
import type { BatchSettings } from "./batch-settings.ts";
import type { GivenBackInput } from "./record-given-back.ts";
import type { ResolutionInput } from "./resolve.ts";

/** What the pages of the shop's staff know of a router. */
export interface DeskSettings extends PageSettings, BatchSettings {
  vault: Vault;
  report: Report;
  gateways: Gateways;
  merchants: Pick<Merchants, "only">;
  counterUrl?: string;
  background: boolean;
}

/** What the shop's staff does in a running router: it records decisions and delivers events again. */
export interface Desk {
  settings: DeskSettings;
  /**
   * Records what a person has found out, and runs the hooks for it.
   * @param seen the basis of the decision that they were shown. An attempt with another one is not resolved
   */
  resolve(attempt: string, resolution: ResolutionInput, seen?: string): Promise<AttemptView>;
  /**
   * Records money that went back, and runs the hook for it.
   * @param seen as for `resolve`, of the charge
   */
  recordGivenBack(attempt: string, input: GivenBackInput, seen?: string): Promise<AttemptView>;
  /** Records an event of an attempt, and runs the hooks for it. */
  record: Recorder;
  /**
   * Makes an event that was given up due again, and delivers it. `false` when no event that was given up has the id.
   */
  retry(event: string): Promise<boolean>;
  /** What the router waits for before it closes. */
  inFlight: InFlight;
}

/** Makes the desk of a router. */
export function makeDesk(
  settings: DeskSettings,
  onAnnounced: OnAnnounced,
  events: Pick<WorkPool<never>, "once">,
  inFlight: InFlight,
): Desk {
  const { store, report, background } = settings;
  return {
    settings,
    inFlight,
    record: makeRecorder(store, onAnnounced),
    async resolve(id, resolution, seen) {
      const { resolveAttempt } = await import("../later.ts");
      const attempt = await resolveAttempt(store, id, resolution, onAnnounced, seen);
      if (attempt.state !== "approved") report.moved(attempt);
      return viewOf(attempt);
    },
    async recordGivenBack(id, input, seen) {
      const { recordGivenBack } = await import("../later.ts");
      return viewOf(await recordGivenBack(settings, id, input, onAnnounced, seen));
    },
    async retry(event) {
      const isDue = await store.reviveEvent(event);
      // An event whose delivery fails stays in the outbox, and the background work tries it again.
      if (isDue && background) void inFlight.track(events.once().catch(() => {}));
      return isDue;
    },
  };
}

/** The desks of the routers of this process, beside them: nothing on a router lets its holder sign or decide. */
const desks = new WeakMap<object, Desk>();

/** Opens a router's desk to the counter. */
export function openDesk(payments: object, desk: Desk): void {
  desks.set(payments, desk);
}

/** @throws ArgumentError when it is not a router */
export function deskOf(payments: object): Desk {
  const desk = typeof payments === "function" ? desks.get(payments) : undefined;
  if (desk !== undefined) return desk;
  throw new ArgumentError("counter(payments, options): expected the router that ventanilla() returned");
}
