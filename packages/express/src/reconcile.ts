import { ArgumentError } from "@ventanilla/client";
import type { Attempt } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/event.ts";
import { isOver } from "./attempt/rules.ts";
import { withTimeout } from "./base/work.ts";
import type { Deliverer } from "./deliver.ts";
import { leaseMs } from "./outbox/lease.ts";
import { WorkPool } from "./outbox/work-pool.ts";
import type { AlertSender } from "./report/alerts/alert-sender.ts";
import type { LossWatch } from "./report/loss-watch.ts";
import { subjectOf } from "./report/report.ts";
import type { SessionSettings } from "./session/open-session.ts";
import type { StrayWatch } from "./session/stray-watch.ts";
import type { Settler } from "./settle.ts";
import type { Claim } from "./stores/store.ts";

/** How often a process looks for work that is due. */
const lookEveryMs = 500;
const lookForRowsEveryMs = 10_000;
const maxConcurrentQueries = 32;

/** What {@link Payments.reconcileOnce} did. */
export interface Reconciliation {
  /** Attempts that were due, and that the bank was asked about. */
  attempts: number;
  /** Events that were due, and whose hooks ended. */
  events: number;
}

/** What the background work needs. */
interface WorkSettings extends Pick<SessionSettings, "store" | "gateways" | "report"> {
  /** Absent without `onAlert`. */
  alerts: Promise<Pick<AlertSender, "waitForCalls">> | undefined;
}

/** What both kinds of background work have in common. */
type Work = Pick<WorkPool<unknown>, "run" | "finished">;

/** What background work needs. */
interface WorkParts {
  readonly settings: WorkSettings;
  readonly record: Recorder;
  readonly settler: Settler;
  readonly deliverer: Deliverer;
  readonly strays: StrayWatch;
  readonly losses: LossWatch;
}

/** How it goes. */
interface Running extends WorkParts {
  readonly queries: WorkPool<Claim<Attempt>>;
  /** Work that could not be claimed at the last try. */
  readonly failing: Set<Work>;
  timer: NodeJS.Timeout | undefined;
  closed: boolean;
}

/**
 * Asks the bank about attempts whose buyer did not return, and delivers what is due: in every process, without a
 * leader.
 */
export function makeReconciler(parts: WorkParts) {
  const { store } = parts.settings;
  const running: Running = {
    ...parts,
    queries: new WorkPool({
      maxConcurrent: maxConcurrentQueries,
      claim: async (limit) => store.claimAttempts({ limit, leaseMs, ...(await parts.strays.banks()) }),
      // After a failure it is claimed again when its lease ends.
      work: ({ item }) => query(running, item).catch((error: unknown) => alert(running, error, item)),
    }),
    failing: new Set(),
    timer: undefined,
    closed: false,
  };
  return {
    start: () => start(running),
    once: (budget: { budgetMs: number }) => once(running, budget),
    close: () => close(running),
  };
}

/** Does in the background what is due. */
export type Reconciler = ReturnType<typeof makeReconciler>;

/** Looks at once, and then twice a second. */
function start(running: Running): void {
  if (running.closed) return;
  // A store that fails is reported by the work itself.
  running.losses.look().catch(() => {});
  running.losses.lookForRows(lookForRowsEveryMs).catch(() => {});
  look(running, running.queries);
  look(running, running.deliverer.events);
  running.timer = setTimeout(() => start(running), lookEveryMs * (0.9 + Math.random() * 0.2)).unref();
}

/**
 * Looks until nothing more is due, or the budget is used up. Work that hangs then continues, or is claimed again when
 * its lease ends.
 * @throws ArgumentError when the budget is not above 0
 */
async function once(running: Running, budget: { budgetMs: number }): Promise<Reconciliation> {
  const { budgetMs } = budget ?? {};
  if (!Number.isFinite(budgetMs) || budgetMs <= 0) {
    throw new ArgumentError("reconcileOnce: budgetMs: expected a number of milliseconds above 0");
  }
  const before = { attempts: running.queries.finished, events: running.deliverer.events.finished };
  const end = performance.now() + budgetMs;
  let isLate = false;
  // Work that never waits for anything would keep a timer from running.
  const enough = () => isLate || performance.now() >= end;
  await withTimeout(budgetMs, runAll(running, enough), () => {
    isLate = true;
  });
  return {
    attempts: running.queries.finished - before.attempts,
    events: running.deliverer.events.finished - before.events,
  };
}

/** Claims nothing more, and finishes what was claimed. */
async function close(running: Running): Promise<void> {
  running.closed = true;
  clearTimeout(running.timer);
  await Promise.all([running.queries.close(), running.deliverer.close()]);
}

/**
 * Runs both at the same time: hooks do not wait for a bank that does not answer, and queries do not wait for a hook
 * that hangs.
 */
async function runAll(running: Running, enough: () => boolean): Promise<void> {
  const kept = running.settler.writeKept();
  await running.losses.look();
  await running.losses.lookForRows();
  await running.strays.look();
  const runs = await Promise.allSettled([running.queries.run(enough), running.deliverer.events.run(enough), kept]);
  for (const run of runs) if (run.status === "rejected") throw run.reason;
  // A process that ends now must not take along what the bank has said.
  await running.settler.writeKept();
  // Then the events that the bank's answers caused, and the alerts of both.
  await running.deliverer.events.run(enough);
  await (await running.settings.alerts)?.waitForCalls();
}

/**
 * Starts a run, and does not wait for it: a hook that hangs must not delay the next look, nor hide that an outage has
 * ended.
 */
function look(running: Running, work: Work): void {
  work
    .run(undefined, () => running.failing.delete(work))
    .catch((error: unknown) => {
      if (running.failing.size === 0) alert(running, error);
      running.failing.add(work);
    });
}

async function query(running: Running, attempt: Attempt): Promise<void> {
  const { sentBack, authorization } = attempt.facts;
  if (sentBack !== undefined) return (await import("./later.ts")).lookAtReturn(running.record, attempt);
  if (authorization !== undefined && isOver(attempt)) {
    await running.record(attempt, (await import("./later.ts")).authorizationLookedAt);
    return;
  }
  const after = await running.settler.settle(attempt);
  // The bank was not asked, because it cannot be, or was a moment ago. The attempt gets its next due time.
  if (after.version !== attempt.version) return;
  const canBeAsked = running.settings.gateways.of(after) !== undefined;
  await running.record(after, { type: canBeAsked ? "timePassed" : "unasked" });
}

function alert(running: Running, error: unknown, attempt?: Attempt): void {
  if (running.closed) return;
  const subject = attempt ? subjectOf(attempt) : {};
  running.settings.report.alert(
    "store_failed",
    "a query or a delivery in the background failed; it will be tried again",
    subject,
    error,
  );
}
