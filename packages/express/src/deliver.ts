import type { Money } from "@ventanilla/client";
import { type Attempt, isUnresolved } from "./attempt/attempt.ts";
import { record } from "./attempt/record.ts";
import { confirmationOf } from "./confirmation-of.ts";
import { type HookTransaction, makeHookTransaction } from "./operate/hook-transaction.ts";
import { type HeldLease, holdLease, leaseMs } from "./operate/lease.ts";
import { type Alert, reasonOf } from "./operate/report.ts";
import { withTimeout } from "./operate/with-timeout.ts";
import { makeWork, type Work } from "./operate/work.ts";
import type { AttemptEvent, HookContext, PaymentEvent, Settings } from "./options.ts";
import { type Claim, moneyEvents, type OutboxEvent } from "./stores/store.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** How long to wait after the first, second, … failure. */
const backOffMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour];
const maxWaitMs = 6 * hour;
/** A hook that has failed for this long is given up, loudly. */
const giveUpAfterMs = 72 * hour;
/** A hook that runs for longer is told to stop, and gives up its place among those that run at once. */
const hookLimitMs = 5 * minute;
/** A notice that takes longer gives up its place before: payments must not wait behind it. */
const noticePlaceMs = 10 * second;
/** Fewer than the connections of a usual pool (10): each may hold one for its transaction, and need another. */
const maxConcurrentHooks = 8;
/** When the router closes: how long hooks go on undisturbed, and how long after they were told to stop. */
const graceMs = 5 * second;
const stoppingMs = 2 * second;

/** A hook throws it when trying again is pointless: the event is given up at once, with an alert. */
export class PermanentHookError extends Error {
  override name = "PermanentHookError";
}

/** Delivers the events of the outbox. */
export interface Deliver extends Work {
  /** How many hooks of this process run for longer than they may. */
  hanging(): number;
  /** Claims nothing more, waits for the hooks, tells those that are slow to stop, and leaves those that do not. */
  close(): Promise<void>;
}

/** A hook that runs. */
interface Run {
  lease: HeldLease;
  transaction: HookTransaction;
  isSlow: boolean;
}

/** The outbox's end of the line: each event reaches its hook until the hook succeeds, by one caller at a time. */
export function makeDeliver(settings: Settings): Deliver {
  const { store, report } = settings;
  /** By the event. */
  const runs = new Map<string, Run>();
  let isOver = false;

  /** Ends with the hook, or when that takes too long. */
  async function deliverEvent(claim: Claim<OutboxEvent>): Promise<void> {
    const { item: event, fence } = claim;
    // Whoever comes next claims it when its lease ends.
    if (isOver) return;
    const earlier = runs.get(event.id);
    if (earlier) {
      earlier.lease.takeOver(fence);
      return;
    }
    const lease = holdLease(
      fence,
      (current) => store.renewClaim(event.id, current, leaseMs),
      () => transaction.isOpen(),
    );
    const transaction = makeHookTransaction(
      () => store.openDelivery(event.id, lease.fence()),
      (reason) => {
        lease.stop(reason);
        lease.renew();
      },
    );
    const run: Run = { lease, transaction, isSlow: false };
    runs.set(event.id, run);

    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, hookLimitMs).unref();
    }).then(() => {
      run.isSlow = true;
      lease.stop(new Error("the hook took too long"));
      alert("hook_slow", `a hook has run for ${hookLimitMs / minute} minutes and is told to stop`, event);
    });
    const ended = runToEnd(claim, run)
      // What cannot be settled is claimed again when its lease ends.
      .catch((error) => report.alert("store_failed", "an event cannot be settled", { event: event.id }, error))
      .finally(() => {
        clearTimeout(timer);
        lease.end();
        runs.delete(event.id);
      });
    const place = moneyEvents.includes(event.type)
      ? slow
      : withTimeout(noticePlaceMs, Promise.race([ended, slow]), () => {});
    await Promise.race([ended, place]);
  }

  async function runToEnd(claim: Claim<OutboxEvent>, { lease, transaction }: Run): Promise<void> {
    const { item: event, tries } = claim;
    const subject = { order: event.order, attempt: event.attempt, event: event.id, tries };
    try {
      await report.hook(subject, () => runHook(event, { transaction, signal: lease.signal }));
      if (!(await transaction.commit())) await store.settleClaim(event.id, lease.fence(), { kind: "done" });
    } catch (error) {
      await transaction.undo();
      await failed(claim, lease.fence(), error);
    }
  }

  async function failed({ item: event, tries }: Claim<OutboxEvent>, fence: number, error: unknown): Promise<void> {
    const now = await store.now();
    const reason = reasonOf(error);
    const about = { event: event.id, order: event.order, attempt: event.attempt };
    if (error instanceof PermanentHookError || now - event.createdAt > giveUpAfterMs) {
      if (!(await store.settleClaim(event.id, fence, { kind: "dead", error: reason }))) return;
      report.alert("dead_event", "a hook has failed for good: its event is given up", about, error);
      return;
    }
    const wait = backOffMs[tries] ?? maxWaitMs;
    await store.settleClaim(event.id, fence, { kind: "retry", at: now + wait, error: reason });
    report.warn(`a hook failed and runs again in ${wait / second} s`, { ...about, error: reason });
  }

  async function runHook(event: OutboxEvent, context: HookContext): Promise<void> {
    const attempt = await store.findAttempt(event.attempt);
    if (!attempt) throw new PermanentHookError("the event's attempt is not in the store");
    const about = eventOf(event, attempt);
    switch (event.type) {
      case "order.paid":
        await forgetAuthorizations(attempt);
        return settings.onPaid(paymentOf(about), context);
      case "order.authorized":
        // order() is no longer the one that asked for it: the event waits for a router that has the hook.
        if (settings.onAuthorized === undefined) throw new TypeError("onAuthorized: expected a function");
        alertIfUncapturable(event, attempt);
        return settings.onAuthorized(paymentOf(about), context);
      case "capture.failed":
        alert("capture_failed", `an authorized amount was not captured: ${reasonNotCaptured(about)}`, event);
        return settings.onCaptureFailed?.(about, context);
      case "order.paidAgain":
        alert("paid_again", "an order was paid or authorized more than once: give one of the two back", event);
        return settings.onPaidAgain?.(paymentOf(about), context);
      case "attempt.unconfirmed":
        return alert(
          "unconfirmed",
          "a card or capture was refused, and the bank gave no clear last answer: a person has to ask it about a later one",
          event,
        );
      case "attempt.declined":
        return settings.onDeclined?.(about, context);
      case "attempt.expired":
        return settings.onExpired?.(about, context);
      case "attempt.unknown":
        // A later answer of the bank, or a person, may have been quicker.
        if (attempt.state === "unknown" && isUnresolved(attempt))
          alert("unknown", "it is not known whether an attempt was charged: a person has to ask the bank", event);
        return settings.onUnknown?.(about, context);
      case "attempt.review":
        if (attempt.state === "review" && isUnresolved(attempt)) alert("review", reviewOf(about), event);
        return settings.onReview?.(about, context);
    }
  }

  /** Told before anything is shipped: the capture would be refused later. */
  function alertIfUncapturable(event: OutboxEvent, authorized: Attempt): void {
    try {
      confirmationOf(settings, authorized, authorized, "");
    } catch (error) {
      alert("uncapturable", `an order was authorized that cannot be captured: ${reasonOf(error)}`, event);
    }
  }

  /** What is kept for a capture has no use once the order is captured. */
  async function forgetAuthorizations({ order, facts }: Attempt): Promise<void> {
    if (facts.captureOf === undefined) return;
    for (const attempt of await store.attemptsOf(order)) await record(store, attempt, { type: "captured" });
  }

  /** Raised with the event, which outlives the process, and so again with each repetition. */
  function alert(code: Alert, message: string, { id, order, attempt }: OutboxEvent): void {
    report.alert(code, message, { event: id, order, attempt });
  }

  const work = makeWork(
    maxConcurrentHooks,
    (limit) => store.claimEvents({ limit, leaseMs, bank: settings.bank.sessionApiUrl }),
    deliverEvent,
  );

  return {
    ...work,
    hanging: () => [...runs.values()].filter(({ isSlow }) => isSlow).length,
    async close() {
      const quiet = work.close();
      await withTimeout(graceMs, quiet, () => {});
      const reason = new Error("the router is closing: its events are delivered by another process");
      for (const { lease } of runs.values()) lease.stop(reason);
      await withTimeout(stoppingMs, quiet, () => {});
      isOver = true;
      // Their events are claimed by another process when the leases end. No lock is left behind.
      await Promise.all(
        [...runs.values()].map(({ lease, transaction }) => {
          lease.end();
          return transaction.undo(reason);
        }),
      );
    },
  };
}

/** What a person has to look at, in words. */
function reviewOf({ code, mismatch, amount, orderAmount }: AttemptEvent): string {
  const needed = "a person has to look";
  if (orderAmount) {
    const costs = ({ minor, currency }: Money) => `${currency} ${(minor / 100).toFixed(2)}`;
    return `the bank approved ${costs(amount)}, and the order costs ${costs(orderAmount)} by now: ${needed}`;
  }
  if (mismatch?.includes("order")) {
    return `the bank approved an order that order() no longer finds when it is called without a request: ${needed}`;
  }
  return mismatch
    ? `an approval whose ${mismatch.join(", ")} disagrees with what was sent: ${needed}`
    : `an answer that is no plain approval (code ${code}): ${needed}`;
}

function reasonNotCaptured({ code }: AttemptEvent): string {
  return code === undefined ? "the bank never had a result for it" : `the bank refused it (code ${code})`;
}

function paymentOf(event: AttemptEvent): PaymentEvent {
  return { ...event, amountDiffers: event.mismatch?.includes("amount") ?? false };
}

function eventOf({ id, type, verdict, createdAt }: OutboxEvent, attempt: Attempt): AttemptEvent {
  return {
    id,
    type,
    order: attempt.order,
    attempt: attempt.id,
    transactionId: attempt.transactionId,
    amount: attempt.amount,
    tax: attempt.tax,
    ...(attempt.facts.capture && { capture: attempt.facts.capture }),
    ...(attempt.facts.captureOf && { captureOf: attempt.facts.captureOf }),
    ...verdict,
    settledAt: createdAt,
  };
}
