import type { Recorded, Recorder } from "../attempt/event.ts";
import { type AttemptView, viewOf } from "../attempt/outcome.ts";
import type { InFlight } from "../base/work.ts";
import { record } from "../record.ts";
import type { DeskSettings } from "./desk-settings.ts";
import { type HandlingInput, handleDuplicate } from "./handle-duplicate.ts";
import { type GivenBackInput, recordGivenBack } from "./record-given-back.ts";
import { type ResolutionInput, resolveAttempt } from "./resolve.ts";
import { type RunningRouter, runningRouter } from "./running-router.ts";

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
  /**
   * Records what a person did about two payments, and runs the hook for what went back.
   * @param seen as for `resolve`
   */
  recordHandling(attempt: string, handling: HandlingInput, seen?: string): Promise<AttemptView>;
  /** Records an event of an attempt, and runs the hooks for it. */
  record(...event: Parameters<Recorder>): Promise<Recorded>;
  /**
   * Makes an event that was given up due again, and delivers it. `false` when no event that was given up has the id.
   */
  retry(event: string): Promise<boolean>;
  /** What the router waits for before it closes. */
  inFlight: InFlight;
}

/** Makes the desk of a router. */
export function makeDesk({ settings, onAnnounced, events, inFlight }: RunningRouter): Desk {
  const { store, report, background } = settings;
  return {
    settings,
    inFlight,
    async record(...event) {
      const recorded = await record(store, ...event);
      if (recorded.change?.announce !== undefined) await onAnnounced(recorded.attempt, recorded.change.announce);
      return recorded;
    },
    async resolve(id, resolution, seen) {
      const attempt = await resolveAttempt(store, id, resolution, onAnnounced, seen);
      if (attempt.state !== "approved") report.moved(attempt);
      return viewOf(attempt);
    },
    recordGivenBack: async (id, input, seen) => viewOf(await recordGivenBack(settings, id, input, onAnnounced, seen)),
    recordHandling: async (id, input, seen) => viewOf(await handleDuplicate(settings, id, input, onAnnounced, seen)),
    async retry(event) {
      const isDue = await store.reviveEvent(event);
      // An event whose delivery fails stays in the outbox, and the background work tries it again.
      if (isDue && background) void inFlight.track(events.once().catch(() => {}));
      return isDue;
    },
  };
}

/**
 * The desk of a router of this process.
 * @throws ArgumentError when it is not a router
 */
export const deskOf = (payments: object): Desk => makeDesk(runningRouter(payments));
