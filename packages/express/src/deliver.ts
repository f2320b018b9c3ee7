import { RecentMap } from "@ventanilla/web";
import type { Attempt } from "./attempt/attempt.ts";
import type { OutboxEvent } from "./attempt/outbox-event.ts";
import { isAboutMoney } from "./attempt/rules.ts";
import { makeRecentCount } from "./base/recent-count.ts";
import { withTimeout } from "./base/work.ts";
import { decisionAlertOf } from "./outbox/decision-alert.ts";
import { HookRun } from "./outbox/hook-run.ts";
import type { HookSettings } from "./outbox/hook-settings.ts";
import { leaseMs } from "./outbox/lease.ts";
import { WorkPool } from "./outbox/work-pool.ts";
import type { StrayWatch } from "./session/stray-watch.ts";
import type { Claim } from "./stores/store.ts";

const second = 1000;
/** A hook of an event that is not about money gives up its slot after this time: payments must not wait behind it. */
const noticeSlotMs = 10 * second;
/** Fewer than the connections of a usual pool (10): each hook may hold one for its transaction, and need another. */
const maxConcurrentHooks = 8;
/** When the router closes: how long hooks may continue, and how long once their `signal` is aborted. */
const graceMs = 5 * second;
const stoppingMs = 2 * second;

/** What deliveries need, and the hooks that run. */
type Delivery = ReturnType<typeof newDelivery>;

const newDelivery = (settings: HookSettings) => ({
  settings,
  /** By the event's id. */
  runs: new Map<string, HookRun>(),
  /** The ids of events whose alert was raised before their hook. */
  alerted: new RecentMap<true>(),
  unrecorded: makeRecentCount(() => performance.now()),
  isOver: false,
});

/** Delivers the events of the outbox: calls the hook of each until it succeeds, by one process at a time. */
export function makeDeliverer(settings: HookSettings, strays: StrayWatch) {
  const delivery = newDelivery(settings);
  const events = new WorkPool({
    maxConcurrent: maxConcurrentHooks,
    claim: async (limit) => settings.store.claimEvents({ limit, leaseMs, ...(await strays.banks()) }),
    work: (claim) => deliverEvent(delivery, claim),
  });
  return {
    events,
    alertAtOnce: (attempt: Attempt) => alertAtOnce(delivery, attempt),
    counts: () => counts(delivery),
    close: () => close(delivery, events),
  };
}

/** Delivers the events of the outbox. */
export type Deliverer = ReturnType<typeof makeDeliverer>;

/**
 * Raises the alert that asks for a decision, if the attempt needs one, without waiting for its event: that waits for
 * the hooks of the order's earlier events, which may fail for days.
 */
function alertAtOnce(delivery: Delivery, attempt: Attempt): void {
  const alert = decisionAlertOf(attempt);
  if (alert === undefined) return;
  delivery.alerted.set(alert.subject.event, true);
  delivery.settings.report.alert(alert.code, alert.message, alert.subject);
}

/**
 * `hanging`: how many hooks of this process run for longer than they may. `unrecorded`: of how many, in the last ten
 * minutes, the store did not take what became of them; absent when of none.
 */
function counts(delivery: Delivery): { hanging: number; unrecorded?: number } {
  const hanging = [...delivery.runs.values()].filter(({ isSlow }) => isSlow).length;
  const unrecorded = delivery.unrecorded.count();
  return { hanging, ...(unrecorded > 0 && { unrecorded }) };
}

/** Claims nothing more, waits for the hooks, aborts the `signal` of slow ones, and abandons those that still run. */
async function close(delivery: Delivery, events: Pick<WorkPool<unknown>, "close">): Promise<void> {
  const finished = events.close();
  await withTimeout(graceMs, finished);
  const reason = new Error("the router is closing: its events are delivered by another process");
  for (const run of delivery.runs.values()) run.stop(reason);
  await withTimeout(stoppingMs, finished);
  delivery.isOver = true;
  await Promise.all([...delivery.runs.values()].map((run) => run.abandon(reason)));
}

/** Runs the hook of an event. Resolves when the hook ends, or has to give up its slot. */
async function deliverEvent(delivery: Delivery, claim: Claim<OutboxEvent>): Promise<void> {
  const { id, type } = claim.item;
  // Another process claims it when its lease ends.
  if (delivery.isOver) return;
  const earlier = delivery.runs.get(id);
  if (earlier) {
    earlier.takeOver(claim);
    return;
  }
  const isRaised = delivery.alerted.delete(id);
  const early = { isRaised, raise: (attempt: Attempt) => alertAtOnce(delivery, attempt) };
  const run = new HookRun(delivery.settings, claim, { early, unrecorded: delivery.unrecorded });
  delivery.runs.set(id, run);
  const { promise: slow, resolve: onSlow } = Promise.withResolvers<void>();
  const ended = run.run(onSlow).finally(() => delivery.runs.delete(id));
  const slot = Promise.race([ended, slow]);
  await (isAboutMoney(type) ? slot : withTimeout(noticeSlotMs, slot));
}
