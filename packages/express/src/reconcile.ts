import { ArgumentError } from "@ventanilla/client";
import type { Attempt } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/event.ts";
import { withTimeout } from "./base/with-timeout.ts";
import type { Deliverer } from "./deliver.ts";
import { leaseMs } from "./outbox/lease.ts";
import { WorkPool } from "./outbox/work-pool.ts";
import type { AlertSender } from "./report/alerts/alert-sender.ts";
import type { LossWatch } from "./report/loss-watch.ts";
import { subjectOf } from "./report/report.ts";
import type { SessionSettings } from "./session/new-session.ts";
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
  alerts: Pick<AlertSender, "waitForCalls"> | undefined;
}

/** What is looked at beside the work. */
interface Watches {
  strays: StrayWatch;
  losses: LossWatch;
}

/** What both kinds of background work have in common. */
type Work = Pick<WorkPool<unknown>, "run" | "finished">;

/**
 * Asks the bank about attempts whose buyer did not return, and delivers what is due: in every process, without a
 * leader.
 */
export class Reconciler {
  readonly #settings: WorkSettings;
  readonly #record: Recorder;
  readonly #settler: Settler;
  readonly #deliverer: Deliverer;
  readonly #watches: Watches;
  readonly #queries: WorkPool<Claim<Attempt>>;
  /** Work that could not be claimed at the last try. */
  readonly #failing = new Set<Work>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: WorkSettings, record: Recorder, settler: Settler, deliverer: Deliverer, watches: Watches) {
    this.#settings = settings;
    this.#record = record;
    this.#settler = settler;
    this.#deliverer = deliverer;
    this.#watches = watches;
    const { store } = settings;
    this.#queries = new WorkPool({
      maxConcurrent: maxConcurrentQueries,
      claim: async (limit) => store.claimAttempts({ limit, leaseMs, ...(await watches.strays.banks()) }),
      // After a failure it is claimed again when its lease ends.
      work: ({ item }) => this.#query(item).catch((error: unknown) => this.#alert(error, item)),
    });
  }

  /** Looks at once, and then twice a second. */
  start(): void {
    if (this.#closed) return;
    // A store that fails is reported by the work itself.
    this.#watches.losses.look().catch(() => {});
    this.#watches.losses.lookForRows(lookForRowsEveryMs).catch(() => {});
    this.#look(this.#queries);
    this.#look(this.#deliverer.events);
    this.#timer = setTimeout(() => this.start(), lookEveryMs * (0.9 + Math.random() * 0.2)).unref();
  }

  /**
   * Looks until nothing more is due, or the budget is used up. Work that hangs then continues, or is claimed again when
   * its lease ends.
   * @throws ArgumentError when the budget is not above 0
   */
  async once(budget: { budgetMs: number }): Promise<Reconciliation> {
    const { budgetMs } = budget ?? {};
    if (!Number.isFinite(budgetMs) || budgetMs <= 0) {
      throw new ArgumentError("reconcileOnce: budgetMs: expected a number of milliseconds above 0");
    }
    const before = { attempts: this.#queries.finished, events: this.#deliverer.events.finished };
    const end = performance.now() + budgetMs;
    let isOver = false;
    // Work that never waits for anything would keep a timer from running.
    const enough = () => isOver || performance.now() >= end;
    await withTimeout(budgetMs, this.#runAll(enough), () => {
      isOver = true;
    });
    return {
      attempts: this.#queries.finished - before.attempts,
      events: this.#deliverer.events.finished - before.events,
    };
  }

  /** Claims nothing more, and finishes what was claimed. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#queries.close(), this.#deliverer.close()]);
  }

  /**
   * Runs both at the same time: hooks do not wait for a bank that does not answer, and queries do not wait for a hook
   * that hangs.
   */
  async #runAll(enough: () => boolean): Promise<void> {
    const kept = this.#settler.writeKept();
    await this.#watches.losses.look();
    await this.#watches.losses.lookForRows();
    await this.#watches.strays.look();
    const runs = await Promise.allSettled([this.#queries.run(enough), this.#deliverer.events.run(enough), kept]);
    for (const run of runs) if (run.status === "rejected") throw run.reason;
    // A process that ends now must not take along what the bank has said.
    await this.#settler.writeKept();
    // Then the events that the bank's answers caused, and the alerts of both.
    await this.#deliverer.events.run(enough);
    await this.#settings.alerts?.waitForCalls();
  }

  /**
   * Starts a run, and does not wait for it: a hook that hangs must not delay the next look, nor hide that an outage has
   * ended.
   */
  #look(work: Work): void {
    work
      .run(undefined, () => this.#failing.delete(work))
      .catch((error: unknown) => {
        if (this.#failing.size === 0) this.#alert(error);
        this.#failing.add(work);
      });
  }

  async #query(attempt: Attempt): Promise<void> {
    const after = await this.#settler.settle(attempt);
    // The bank was not asked, because it cannot be, or was a moment ago. The attempt gets its next due time.
    if (after.version !== attempt.version) return;
    const canBeAsked = this.#settings.gateways.of(after) !== undefined;
    await this.#record(after, { type: canBeAsked ? "timePassed" : "unasked" });
  }

  #alert(error: unknown, attempt?: Attempt): void {
    if (this.#closed) return;
    const subject = attempt ? subjectOf(attempt) : {};
    this.#settings.report.alert(
      "store_failed",
      "a query or a delivery in the background failed; it will be tried again",
      subject,
      error,
    );
  }
}
