import type { Attempt } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/record.ts";
import { withTimeout } from "./operate/with-timeout.ts";
import { makeWork, type Work } from "./operate/work.ts";
import type { Settings } from "./options.ts";
import type { Settle } from "./settle.ts";
import type { Claim } from "./stores/store.ts";

/** How often a process looks for something due. */
const lookEveryMs = 500;
/** Longer than the bank may take for an answer. */
const leaseMs = 30_000;
const maxConcurrentQueries = 32;

/** What was done meanwhile. */
export interface Reconciliation {
  /** Attempts that were due, and that the bank was asked about. */
  attempts: number;
  /** Events that were due, and whose hooks ran. */
  events: number;
}

/** Asks the bank about attempts that nobody came back for, and delivers what waits, in every process, without a leader. */
export interface Reconcile {
  /** Looks at once, and then twice a second. */
  start(): void;
  /** Looks until nothing more is due, or the budget is used up: what hangs then goes on, or its lease ends. */
  once(budgetMs: number): Promise<Reconciliation>;
  /** Claims nothing more, and finishes what was claimed. */
  close(): Promise<void>;
}

export function makeReconcile(settings: Settings, record: Recorder, settle: Settle, deliver: Work): Reconcile {
  const { store, report } = settings;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Those that could not claim when they last tried. */
  const failing = new Set<Work>();

  async function look({ item }: Claim<Attempt>): Promise<void> {
    const asked = await settle(item);
    // Not asked: nothing can be asked, or somebody has asked this very moment. Its time is set again.
    if (asked.version === item.version) await record(asked, { type: "timePassed" });
  }

  const attempts = makeWork(
    maxConcurrentQueries,
    (limit) => store.claimAttempts({ limit, leaseMs, bank: settings.bank.sessionApiUrl }),
    (claim: Claim<Attempt>) =>
      // What failed is claimed again when its lease ends.
      look(claim).catch((error) => failed(error, claim.item)),
  );

  function failed(error: unknown, item?: Attempt): void {
    if (closed) return;
    report.alert(
      "store_failed",
      "looking after payments failed",
      item ? { order: item.order, attempt: item.id } : {},
      error,
    );
  }

  /** Side by side: a bank that is silent keeps no hook waiting, nor a hook that hangs the questions. */
  async function once(budgetMs: number): Promise<Reconciliation> {
    const before = { attempts: attempts.finished(), events: deliver.finished() };
    const end = performance.now() + budgetMs;
    let isOver = false;
    // Work that never waits for anything would keep a timer from running.
    const enough = () => isOver || performance.now() >= end;
    const work = Promise.allSettled([attempts.run(enough), deliver.run(enough)]).then(async (runs) => {
      for (const run of runs) if (run.status === "rejected") throw run.reason;
      // What the bank has said meanwhile.
      await deliver.run(enough);
    });
    await withTimeout(budgetMs, work, () => {
      isOver = true;
    });
    return { attempts: attempts.finished() - before.attempts, events: deliver.finished() - before.events };
  }

  function tick(): void {
    if (closed) return;
    for (const work of [attempts, deliver]) {
      // A run may wait for a hook that hangs; the next look does not, nor does the end of an outage.
      work
        .run(undefined, () => failing.delete(work))
        .catch((error: unknown) => {
          if (failing.size === 0) failed(error);
          failing.add(work);
        });
    }
    timer = setTimeout(tick, lookEveryMs * (0.9 + Math.random() * 0.2)).unref();
  }

  return {
    start: tick,
    once(budgetMs) {
      if (!Number.isFinite(budgetMs) || budgetMs <= 0) {
        return Promise.reject(new TypeError("reconcileOnce: budgetMs: expected a number of milliseconds above 0"));
      }
      return once(budgetMs);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([attempts.close(), deliver.close()]);
    },
  };
}
