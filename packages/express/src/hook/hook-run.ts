import { setTimeout as pause } from "node:timers/promises";
import { type HeldLease, holdLease, leaseMs } from "../operate/lease.ts";
import { placeOf } from "../operate/place-of.ts";
import { type Alert, reasonOf } from "../operate/report.ts";
import type { Settings } from "../settings.ts";
import { failingTries, type OutboxEvent } from "../stores/outbox-event.ts";
import type { Claim } from "../stores/store.ts";
import { callHook, type EarlyAlert, PermanentHookError } from "./call-hook.ts";
import { type HookTransaction, makeHookTransaction } from "./hook-transaction.ts";

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
/** The `signal` of a hook that runs for longer is aborted, and the hook gives up its slot. */
const slowHookMs = 5 * minute;

/** One run of a hook for a claimed event: its lease, its transaction, and how the claim is settled. */
export class HookRun {
  readonly #settings: Settings;
  readonly #claim: Claim<OutboxEvent>;
  readonly #lease: HeldLease;
  readonly #transaction: HookTransaction;
  readonly #early: EarlyAlert;
  #isSlow = false;

  constructor(settings: Settings, claim: Claim<OutboxEvent>, early: EarlyAlert) {
    const { store } = settings;
    const { id } = claim.item;
    this.#settings = settings;
    this.#claim = claim;
    this.#early = early;
    this.#lease = holdLease(
      claim.fence,
      (fence) => store.renewClaim(id, fence, leaseMs),
      () => this.#transaction.isOpen(),
    );
    this.#transaction = makeHookTransaction(
      () => store.openDelivery(id, this.#lease.fence()),
      (reason) => {
        this.#lease.stop(reason);
        this.#lease.renew();
      },
    );
  }

  /** Whether the hook runs for longer than it may. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Continues with a newer claim: the lease was lost, and this process has claimed the event again. */
  takeOver(fence: number): void {
    this.#lease.takeOver(fence);
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
    this.#lease.end();
    await this.#transaction.undo(reason);
    await this.#recordFailure(reason, "a hook did not end", leaseMs).catch(() => {});
  }

  /**
   * Runs the hook. Never rejects: a claim that cannot be settled is taken by another claim when its lease ends.
   * @param onSlow called when the hook runs for longer than it may
   */
  async run(onSlow: () => void): Promise<void> {
    const timer = setTimeout(() => {
      this.#isSlow = true;
      this.stop(new Error("the hook took too long"));
      this.#alert("hook_slow", `a hook has run for ${slowHookMs / minute} minutes and is told to stop`);
      onSlow();
    }, slowHookMs).unref();
    try {
      await this.#deliver();
    } catch (error) {
      this.#alert("store_failed", "the store could not record a delivered event; it will be tried again", error);
    } finally {
      clearTimeout(timer);
      this.#lease.end();
    }
  }

  async #deliver(): Promise<void> {
    const { report } = this.#settings;
    const { item: event, tries } = this.#claim;
    const { id, order, attempt } = event;
    const context = { transaction: this.#transaction, signal: this.#lease.signal };
    try {
      await report.hook({ order, attempt, event: id, tries }, () =>
        callHook(this.#settings, event, context, this.#early),
      );
    } catch (error) {
      await this.#fail(error, "a hook failed");
      return;
    }
    let isCommitted: boolean;
    try {
      isCommitted = await this.#transaction.commit();
    } catch (error) {
      await this.#fail(error, "a hook could not be committed");
      return;
    }
    if (!isCommitted) await this.#recordSuccess();
  }

  /** A store that fails for a moment must not have a hook run again that has succeeded. */
  async #recordSuccess(): Promise<void> {
    const { store } = this.#settings;
    const settle = () => store.settleClaim(this.#claim.item.id, this.#lease.fence(), { kind: "done" });
    for (const wait of recordPauses) {
      try {
        await settle();
        return;
      } catch {
        await pause(wait);
      }
    }
    await settle();
  }

  /** Undoes what the hook has written, and records what failed. Never rejects. */
  async #fail(cause: unknown, what: string): Promise<void> {
    try {
      await this.#transaction.undo();
      await this.#recordFailure(cause, what);
    } catch (error) {
      const subject = { ...eventSubject(this.#claim.item), hookError: reasonOf(cause) };
      const message = `${what}, and the store could not record it; it will be tried again`;
      this.#settings.report.alert("store_failed", message, subject, error);
    }
  }

  /** Makes the event due again later, or gives it up. */
  async #recordFailure(error: unknown, what: string, leastWaitMs = 0): Promise<void> {
    const { store, report } = this.#settings;
    const { item: event, tries } = this.#claim;
    const fence = this.#lease.fence();
    const now = await store.now();
    const reason = reasonOf(error);
    if (error instanceof PermanentHookError || this.#isHopeless(now)) {
      const isSettled = await store.settleClaim(event.id, fence, { kind: "dead", error: reason });
      if (isSettled) {
        this.#alert(
          "dead_event",
          "a hook has failed for good: fix the cause, then deliver its event with ventanilla retry",
          error,
        );
      }
      return;
    }
    const wait = Math.max(backOffMs[tries] ?? maxWaitMs, leastWaitMs);
    const isSettled = await store.settleClaim(event.id, fence, { kind: "retry", at: now + wait, error: reason });
    const message = `${what} and runs again in ${wait / second} s`;
    if (isSettled && tries + 1 >= failingTries) this.#alert("hook_failing", message, error);
    else {
      const at = placeOf(error);
      report.warn(message, { ...eventSubject(event), error: reason, ...(at !== undefined && { at }) });
    }
  }

  /** After 72 hours; but not an event that has waited for others of its order, and has hardly been tried. */
  #isHopeless(now: number): boolean {
    const { item, tries } = this.#claim;
    return now - item.createdAt > giveUpAfterMs && tries >= backOffMs.length;
  }

  #alert(code: Alert, message: string, error?: unknown): void {
    this.#settings.report.alert(code, message, eventSubject(this.#claim.item), error);
  }
}

function eventSubject({ id, order, attempt }: OutboxEvent): { event: string; order: string; attempt: string } {
  return { event: id, order, attempt };
}
