import { setTimeout as pause } from "node:timers/promises";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import { failingTries } from "../attempt/rules.ts";
import { placeOf } from "../base/place-of.ts";
import type { RecentCount } from "../base/recent-count.ts";
import type { Alert } from "../report/messages.ts";
import { reasonOf } from "../report/report.ts";
import type { Claim, Settlement } from "../stores/store.ts";
import { callHook, PermanentHookError } from "./call-hook.ts";
import type { EarlyAlert, HookSettings } from "./hook-settings.ts";
import { type HookTransaction, makeHookTransaction } from "./hook-transaction.ts";
import { holdLease, leaseMs } from "./lease.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** How long to wait after the first, second, … failure. */
const backOffMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour];
const maxWaitMs = 6 * hour;
/** A hook that has failed for this long is given up, with an alert. */
const giveUpAfterMs = 72 * hour;
/** The pauses between tries to record a success, in milliseconds. */
const recordPauses = [100, 500, 2000];
/** What fails of a hook, in words. */
const failures = {
  hook: "a hook failed",
  commit: "a hook could not be committed",
  end: "a hook did not end",
} as const;
type Failing = keyof typeof failures;
/** The `signal` of a hook that runs for longer is aborted, and the hook gives up its slot. */
const slowHookMs = 5 * minute;

/** One run of a hook for a claimed event: its lease, its transaction, and how the claim is settled. */
export class HookRun {
  readonly #settings: HookSettings;
  #claim: Claim<OutboxEvent>;
  readonly #subject: { event: string; order: string; attempt: string };
  readonly #lease: ReturnType<typeof holdLease>;
  readonly #transaction: HookTransaction;
  readonly #unrecorded: RecentCount;
  /** Whether the hook runs for longer than it may. */
  isSlow = false;
  #isAbandoned = false;

  /** @param unrecorded counts the hooks of which the store did not take what became of them */
  constructor(settings: HookSettings, claim: Claim<OutboxEvent>, unrecorded: RecentCount) {
    const { store } = settings;
    const { id, order, attempt } = claim.item;
    this.#settings = settings;
    this.#claim = claim;
    this.#subject = { event: id, order, attempt };
    this.#unrecorded = unrecorded;
    this.#lease = holdLease(
      () => this.#claim.fence,
      (fence) => store.renewClaim(id, fence, leaseMs),
      () => this.#transaction.isOpen(),
    );
    this.#transaction = makeHookTransaction(
      () => store.openDelivery(id, this.#claim.fence),
      (reason) => {
        this.#lease.stop(reason);
        this.#lease.renewNow();
      },
    );
  }

  /** Continues with a newer claim: the lease was lost, and this process has claimed the event again. */
  takeOver(claim: Claim<OutboxEvent>): void {
    this.#claim = claim;
    this.#lease.takeOver();
  }

  /** Tells the hook to stop. */
  stop(reason: Error): void {
    this.#lease.stop(reason);
  }

  /**
   * Stops waiting for the hook, which has failed by that. Its transaction is undone, so that no lock is left behind.
   * Another process runs it as late as if the lease had ended, because it may still run here.
   */
  async abandon(reason: Error): Promise<void> {
    this.#isAbandoned = true;
    this.#lease.end();
    await this.#transaction.undo(reason);
    await this.#recordFailure(reason, "end", leaseMs).catch(() => {});
  }

  /**
   * Runs the hook. Never rejects: a claim that cannot be settled is taken by another claim when its lease ends.
   * @param onSlow called when the hook runs for longer than it may
   */
  async run(early: EarlyAlert, onSlow: () => void): Promise<void> {
    const timer = setTimeout(() => {
      this.isSlow = true;
      this.stop(new Error("the hook took too long"));
      this.#alert("hook_slow", `a hook has run for ${slowHookMs / minute} minutes and is told to stop`);
      onSlow();
    }, slowHookMs).unref();
    try {
      await this.#deliver(early);
    } catch (error) {
      this.#alertUnrecorded("a hook succeeded, and the store could not record it: it may run again", { error });
    } finally {
      clearTimeout(timer);
      this.#lease.end();
    }
  }

  async #deliver(early: EarlyAlert): Promise<void> {
    const { item: event, tries } = this.#claim;
    const context = { transaction: this.#transaction, signal: this.#lease.signal };
    let failing: Failing = "hook";
    try {
      await this.#settings.report.hook({ ...this.#subject, tries }, () =>
        this.#transaction.runHook(() => callHook(this.#settings, event, context, early)),
      );
      failing = "commit";
      if (await this.#transaction.commit()) return;
    } catch (cause) {
      // It does not reject: what `run` catches is of a hook that has succeeded.
      const recorded = this.#transaction.undo().then(() => this.#recordFailure(cause, failing));
      return recorded.catch((error: unknown) =>
        this.#alertUnrecorded(`${failures[failing]}, and the store could not record it`, { error, hookError: cause }),
      );
    }
    await this.#recordSuccess();
  }

  /** A store that fails for a moment must not have a hook run again that has succeeded. */
  async #recordSuccess(tries = 0): Promise<void> {
    try {
      if (await this.#settle({ kind: "done" })) return;
    } catch (error) {
      const wait = recordPauses[tries];
      if (wait === undefined) throw error;
      await pause(wait);
      return this.#recordSuccess(tries + 1);
    }
    // An earlier try may have been written, and its answer lost.
    if ((await this.#whatBecame()) === "delivered" || this.#isAbandoned) return;
    this.#alertUnrecorded("a hook succeeded, and another claim has its event: it may run twice", {});
  }

  /** Makes the event due again later, or gives it up. */
  async #recordFailure(error: unknown, failing: Failing, leastWaitMs = 0): Promise<void> {
    const { store, report } = this.#settings;
    const { item, tries } = this.#claim;
    const reason = reasonOf(error);
    const at = placeOf(error);
    const fields = { ...this.#subject, error: reason, ...(at !== undefined && { at }) };
    const now = await store.now();
    // An event that has waited for others of its order, and has hardly been tried, is not given up.
    const isHopeless = now - item.createdAt > giveUpAfterMs && tries >= backOffMs.length;
    const isOver = error instanceof PermanentHookError || isHopeless;
    const wait = Math.max(backOffMs[tries] ?? maxWaitMs, leastWaitMs);
    const isSettled = await this.#settle(
      isOver ? { kind: "dead", error: reason } : { kind: "retry", at: now + wait, error: reason },
    );
    if (!isSettled) return this.#explainUnsettled(failing, error, fields);
    const message = isOver
      ? "a hook has failed for good: fix the cause, then deliver its event with ventanilla retry"
      : `${failures[failing]} and runs again in ${wait / second} s`;
    if (isOver || tries + 1 >= failingTries) this.#alert(isOver ? "dead_event" : "hook_failing", message, error);
    else report.warn(message, fields);
  }

  #settle(settlement: Settlement): Promise<boolean> {
    return this.#settings.store.settleClaim(this.#subject.event, this.#claim.fence, settlement);
  }

  /** The store did not take a failure: says what it has instead. */
  async #explainUnsettled(failing: Failing, cause: unknown, fields: object): Promise<void> {
    if (this.#isAbandoned) return;
    const { report } = this.#settings;
    const what = failures[failing];
    const found = await this.#whatBecame();
    if (found === "claimed") report.warn(`${what}, and another claim has its event`, fields);
    // The mark is written with the commit alone.
    else if (found === "delivered" && failing === "commit") {
      report.warn("a hook was committed, and the answer of the store was lost", fields);
    } else {
      const message = `${what}, and the store has its event as ${found}: it does not run again`;
      this.#alertUnrecorded(`${message}: do by hand what the hook does`, { hookError: cause });
    }
  }

  /** What became of an event that this run cannot settle: another claim has it or had it, or it has ended without one. */
  async #whatBecame(): Promise<"claimed" | "delivered" | "given up" | "missing"> {
    const { item, tries } = this.#claim;
    const found = (await this.#settings.store.eventsOf(item.order)).find(({ id }) => id === item.id);
    if (found === undefined) return "missing";
    if (found.dueAt !== undefined || found.tries > tries + 1) return "claimed";
    return found.dead ? "given up" : "delivered";
  }

  /**
   * What became of a hook is not in the store: a person has to look.
   * @param about `error` of the store, when that failed: then the event runs again, and the alert is about the store
   */
  #alertUnrecorded(message: string, { error, hookError }: { error?: unknown; hookError?: unknown }): void {
    this.#unrecorded.add();
    const subject = {
      ...this.#subject,
      ...(hookError !== undefined && { hookError: reasonOf(hookError) }),
      ...(error === undefined && { isUnrecorded: true }),
    };
    this.#settings.report.alert("store_failed", message, subject, error);
  }

  #alert(code: Alert, message: string, error?: unknown): void {
    this.#settings.report.alert(code, message, this.#subject, error);
  }
}
