import type { EventType } from "./attempt/outbox-event.ts";
import type { Site } from "./base/site.ts";
import { withTimeout } from "./base/work.ts";
import type { Deliverer } from "./deliver.ts";
import type { OnAnnounced } from "./record.ts";
import type { LossWatch } from "./report/loss-watch.ts";
import type { Report } from "./report/report.ts";
import { makeReturnWatch } from "./report/return-watch.ts";
import type { ShopStore } from "./stores/store.ts";

/** What an announcement needs. */
interface AnnounceSettings extends Pick<Site, "mount" | "origin"> {
  store: ShopStore;
  report: Report;
  background: boolean;
}

/** What is announced of an attempt that stays in its state. */
const withoutMove: readonly EventType[] = [
  "attempt.unconfirmed",
  "order.lapsing",
  "order.lapsed",
  "order.givenBack",
  "order.returnUnclear",
];

/** How long the buyer waits for the merchant's hook; a slower one continues in the background. */
const hookWaitMs = 1000;

/** Makes the function that reports a new state, raises its alert and runs the hooks for it. */
export function makeOnAnnounced(
  settings: AnnounceSettings,
  deliverer: Deliverer,
  losses?: Pick<LossWatch, "wrote">,
): OnAnnounced {
  const { background, report } = settings;
  const { events } = deliverer;
  const watchReturn = makeReturnWatch(settings);
  return async function onAnnounced(attempt, announcement) {
    const hasMoved = !withoutMove.includes(announcement);
    losses?.wrote(attempt);
    if (hasMoved) report.moved(attempt);
    deliverer.alertAtOnce(attempt);
    if (hasMoved && attempt.state === "approved") void watchReturn(attempt);
    // The buyer does not see a failure: the event stays in the outbox. With `background: false`, all is delivered now.
    const delivered = (background ? events.once() : events.run()).catch(() => {});
    if (attempt.state === "approved") await withTimeout(hookWaitMs, delivered);
  };
}
