import { RecentMap } from "@ventanilla/web";
import type { Attempt } from "./attempt/attempt.ts";
import type { EventType, OutboxEvent } from "./attempt/outbox-event.ts";
import { isAboutMoney } from "./attempt/rules.ts";
import { makeRecentCount } from "./base/recent-count.ts";
import type { Site } from "./base/site.ts";
import { withTimeout } from "./base/work.ts";
import { decisionAlertOf } from "./outbox/decision-alert.ts";
import { HookRun } from "./outbox/hook-run.ts";
import type { HookSettings } from "./outbox/hook-settings.ts";
import { leaseMs } from "./outbox/lease.ts";
import { WorkPool } from "./outbox/work-pool.ts";
import type { OnAnnounced } from "./record.ts";
import type { LossWatch } from "./report/loss-watch.ts";
import { makeReturnWatch } from "./report/return-watch.ts";
import type { StrayWatch } from "./session/stray-watch.ts";
import type { Claim } from "./stores/store.ts";

const second = 1000;
/** A hook of an event that is not about money gives up its slot after this time: payments must not wait behind it. */
const noticeSlotMs = 10 * second;
/** Fewer than the connections of a usual pool (10): each hook may hold one for its transaction, and need another. */
const maxConcurrentHooks = 8;
/** How long the buyer waits for the merchant's hook; a slower one continues in the background. */
const hookWaitMs = second;
/** When the router closes: how long hooks may continue, and how long once their `signal` is aborted. */
const graceMs = 5 * second;
const stoppingMs = 2 * second;

/** Delivers the events of the outbox: calls the hook of each until it succeeds, by one process at a time. */
export function makeDeliverer(settings: HookSettings, strays: StrayWatch) {
  /** By the event's id. */
  const runs = new Map<string, HookRun>();
  /** The ids of events whose alert was raised before their hook. */
  const alerted = new RecentMap<true>();
  const unrecorded = makeRecentCount(() => performance.now());
  let isOver = false;

  /**
   * Raises the alert that asks for a decision, if the attempt needs one, without waiting for its event: that waits for
   * the hooks of the order's earlier events, which may fail for days.
   */
  function alertAtOnce(attempt: Attempt): void {
    const alert = decisionAlertOf(attempt);
    if (alert === undefined) return;
    alerted.set(alert.subject.event, true);
    settings.report.alert(alert.code, alert.message, alert.subject);
  }

  /** Runs the hook of an event. Resolves when the hook ends, or has to give up its slot. */
  async function deliverEvent(claim: Claim<OutboxEvent>): Promise<void> {
    const { id, type } = claim.item;
    // Another process claims it when its lease ends.
    if (isOver) return;
    const earlier = runs.get(id);
    if (earlier) return earlier.takeOver(claim);
    const run = new HookRun(settings, claim, unrecorded);
    runs.set(id, run);
    const { promise: slow, resolve: onSlow } = Promise.withResolvers<void>();
    const early = { isRaised: alerted.delete(id), raise: alertAtOnce };
    const slot = Promise.race([run.run(early, onSlow).finally(() => runs.delete(id)), slow]);
    await (isAboutMoney(type) ? slot : withTimeout(noticeSlotMs, slot));
  }

  const events = new WorkPool({
    maxConcurrent: maxConcurrentHooks,
    claim: async (limit) => settings.store.claimEvents({ limit, leaseMs, ...(await strays.banks()) }),
    work: deliverEvent,
  });

  return {
    events,
    alertAtOnce,
    /** `hanging`: how many hooks run for longer than they may. `unrecorded`: as in `Health`. */
    counts() {
      const hanging = [...runs.values()].filter(({ isSlow }) => isSlow).length;
      return { hanging, ...(unrecorded.count() > 0 && { unrecorded: unrecorded.count() }) };
    },
    /** Claims nothing more, waits for the hooks, aborts the `signal` of slow ones, and abandons those that still run. */
    async close(): Promise<void> {
      const finished = events.close();
      await withTimeout(graceMs, finished);
      const reason = new Error("the router is closing: its events are delivered by another process");
      for (const run of runs.values()) run.stop(reason);
      await withTimeout(stoppingMs, finished);
      isOver = true;
      await Promise.all([...runs.values()].map((run) => run.abandon(reason)));
    },
  };
}

export type Deliverer = ReturnType<typeof makeDeliverer>;

/** What is announced of an attempt that stays in its state. */
const withoutMove: readonly EventType[] = [
  "attempt.unconfirmed",
  "order.lapsing",
  "order.lapsed",
  "order.givenBack",
  "order.returnUnclear",
];

/** Makes the function that reports a new state, raises its alert and runs the hooks for it. */
export function makeOnAnnounced(
  settings: Pick<Site, "mount" | "origin"> & Pick<HookSettings, "store" | "report"> & { background: boolean },
  { alertAtOnce, events }: Deliverer,
  losses: Pick<LossWatch, "wrote">,
): OnAnnounced {
  const { background, report } = settings;
  const watchReturn = makeReturnWatch(settings);
  return async function onAnnounced(attempt, announcement) {
    const hasMoved = !withoutMove.includes(announcement);
    losses.wrote(attempt);
    if (hasMoved) report.moved(attempt);
    alertAtOnce(attempt);
    if (hasMoved && attempt.state === "approved") void watchReturn(attempt);
    // The buyer does not see a failure: the event stays in the outbox. With `background: false`, all is delivered now.
    const delivered = (background ? events.once() : events.run()).catch(() => {});
    if (attempt.state === "approved") await withTimeout(hookWaitMs, delivered);
  };
}
