import type { Attempt } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/record.ts";
import { makeWork, type Work } from "./operate/work.ts";
import type { Settings } from "./options.ts";
import type { Settle } from "./settle.ts";
import type { Claim } from "./stores/store.ts";

/** How often a process looks for something due. */
const lookEveryMs = 500;
/** Longer than the bank may take for an answer. */
const leaseMs = 30_000;
const questionsAtOnce = 32;

/** What one look came to. */
export interface Reconciliation {
  /** Attempts that were due. */
  attempts: number;
  /** Events that were due. */
  events: number;
}

/** Asks the bank about attempts that nobody came back for, and delivers what waits, in every process, without a leader. */
export interface Reconcile {
  /** Looks at once, and then twice a second. */
  start(): void;
  /** Looks once, until nothing more is due or the budget is used up. */
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
    // Not asked: nothing can be asked, or somebody has asked this very moment. Its time is set anew.
    if (asked.version === item.version) await record(asked, { type: "timePassed" });
  }

  const attempts = makeWork(
    questionsAtOnce,
    (limit) => store.claimAttempts({ limit, leaseMs, bank: settings.scope }),
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

  async function once(enough?: () => boolean): Promise<Reconciliation> {
    const asked = await attempts.run(enough);
    return { attempts: asked, events: await deliver.run(enough) };
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
      const end = performance.now() + budgetMs;
      return once(() => performance.now() >= end);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([attempts.close(), deliver.close()]);
    },
  };
}
