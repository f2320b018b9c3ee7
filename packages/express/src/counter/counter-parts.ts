import { viewOf } from "../attempt/outcome.ts";
import type { InFlight } from "../base/in-flight.ts";
import type { Deliverer } from "../deliver.ts";
import type { OnAnnounced } from "../record.ts";
import type { Settings } from "../settings.ts";
import { resolveAttempt } from "../staff/resolve.ts";
import type { CounterParts } from "./options.ts";

/** What the counter does in its router: it records decisions and delivers events again. */
export function counterParts(
  settings: Settings,
  onAnnounced: OnAnnounced,
  { events }: Deliverer,
  inFlight: InFlight,
): CounterParts {
  const { store, report, background } = settings;
  return {
    settings,
    async resolve(id, resolution, seen) {
      const attempt = await resolveAttempt(store, id, resolution, onAnnounced, seen);
      if (attempt.state !== "approved") report.moved(attempt);
      return viewOf(attempt);
    },
    async retry(event) {
      const isDue = await store.reviveEvent(event);
      // An event whose delivery fails stays in the outbox, and the background work tries it again.
      if (isDue && background) void inFlight.track(events.once().catch(() => {}));
      return isDue;
    },
  };
}
