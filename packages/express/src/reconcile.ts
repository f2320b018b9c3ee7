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

/** What background work needs. */
interface WorkParts {
  /** `alerts`: absent without `onAlert`. */
  settings: Pick<SessionSettings, "store" | "gateways" | "report"> & {
    alerts: Promise<Pick<AlertSender, "waitForCalls">> | undefined;
  };
  record: Recorder;
  settler: Settler;
  deliverer: Deliverer;
  strays: StrayWatch;
  losses: LossWatch;
}

/** What both kinds of background work have in common. */
type Work = Pick<WorkPool<unknown>, "run" | "finished">;

/**
 * Asks the bank about attempts whose buyer did not return, and delivers what is due: in every process, without a
 * leader.
 */
export function makeReconciler(parts: WorkParts) {
  const { settings, deliverer, losses, strays } = parts;
  /** Work that could not be claimed at the last try. */
  const failing = new Set<Work>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function alert(error: unknown, attempt?: Attempt): void {
    if (closed) return;
    const message = "a query or a delivery in the background failed; it will be tried again";
    settings.report.alert("store_failed", message, attempt ? subjectOf(attempt) : {}, error);
  }

  const queries = new WorkPool({
    maxConcurrent: maxConcurrentQueries,
    claim: async (limit) => settings.store.claimAttempts({ limit, leaseMs, ...(await strays.banks()) }),
    // After a failure it is claimed again when its lease ends.
    work: ({ item }: Claim<Attempt>) => query(parts, item).catch((error: unknown) => alert(error, item)),
  });

  /** Does not wait for the run: a hook that hangs must not delay the next look, nor hide that an outage has ended. */
  function startRun(work: Work): void {
    work
      .run(undefined, () => failing.delete(work))
      .catch((error: unknown) => {
        if (failing.size === 0) alert(error);
        failing.add(work);
      });
  }

  /** Looks at once, and then twice a second. */
  function start(): void {
    // A store that fails is reported by the work itself.
    losses.look(lookForRowsEveryMs).catch(() => {});
    startRun(queries);
    startRun(deliverer.events);
    timer = setTimeout(start, lookEveryMs * (0.9 + Math.random() * 0.2)).unref();
  }

  return {
    start,
    once: (budget: { budgetMs: number }) => once(parts, queries, budget),
    /** Claims nothing more, and finishes what was claimed. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await Promise.all([queries.close(), deliverer.close()]);
    },
  };
}

/**
 * Looks until nothing more is due, or the budget is used up. Work that hangs then continues, or is claimed again when
 * its lease ends.
 * @throws ArgumentError when the budget is not above 0
 */
async function once(parts: WorkParts, queries: Work, budget: { budgetMs: number }): Promise<Reconciliation> {
  const { budgetMs } = budget ?? {};
  if (!Number.isFinite(budgetMs) || budgetMs <= 0) {
    throw new ArgumentError("reconcileOnce: budgetMs: expected a number of milliseconds above 0");
  }
  const { events } = parts.deliverer;
  const before = { attempts: queries.finished, events: events.finished };
  const end = performance.now() + budgetMs;
  let isLate = false;
  // Work that never waits for anything would keep a timer from running.
  const enough = () => isLate || performance.now() >= end;
  await withTimeout(budgetMs, runAll(parts, queries, enough), () => {
    isLate = true;
  });
  return { attempts: queries.finished - before.attempts, events: events.finished - before.events };
}

/**
 * Runs both at the same time: hooks do not wait for a bank that does not answer, and queries do not wait for a hook
 * that hangs.
 */
async function runAll(parts: WorkParts, queries: Work, enough: () => boolean): Promise<void> {
  const { settings, settler, losses, strays } = parts;
  const { events } = parts.deliverer;
  const kept = settler.writeKept();
  await losses.look();
  await strays.look();
  const runs = await Promise.allSettled([queries.run(enough), events.run(enough), kept]);
  for (const run of runs) if (run.status === "rejected") throw run.reason;
  // A process that ends now must not take along what the bank has said.
  await settler.writeKept();
  // Then the events that the bank's answers caused, and the alerts of both.
  await events.run(enough);
  await (await settings.alerts)?.waitForCalls();
}

async function query({ settings, record, settler }: WorkParts, attempt: Attempt): Promise<void> {
  const { sentBack, authorization } = attempt.facts;
  if (sentBack !== undefined) return (await import("./later.ts")).lookAtReturn(record, attempt);
  if (authorization !== undefined && isOver(attempt)) {
    await record(attempt, (await import("./later.ts")).authorizationLookedAt);
    return;
  }
  const after = await settler.settle(attempt);
  // The bank was not asked, because it cannot be, or was a moment ago. The attempt gets its next due time.
  if (after.version !== attempt.version) return;
  const canBeAsked = settings.gateways.of(after) !== undefined;
  await record(after, { type: canBeAsked ? "timePassed" : "unasked" });
}
