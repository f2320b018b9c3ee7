import { type Attempt, isUnresolved } from "./attempt/attempt.ts";
import { type Alert, reasonOf } from "./operate/report.ts";
import { makeWork, type Work } from "./operate/work.ts";
import type { AttemptEvent, HookContext, Payment, Settings } from "./options.ts";
import type { Claim, Delivery, OutboxEvent, Transaction } from "./stores/store.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** How long to wait after the first, second, … failure. */
const backOffMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour];
const longestWaitMs = 6 * hour;
/** A hook that has failed for this long is given up, loudly. */
const giveUpAfterMs = 72 * hour;
/** No other process runs the hook of an event while this lasts. */
const leaseMs = 5 * minute;
/** A hook is told to stop this long before others may run it. */
const marginMs = 10 * second;
/** Fewer than the connections of a usual pool (10): each may hold one for its transaction, and need another. */
const hooksAtOnce = 8;

/** A hook throws it when trying again is pointless: the event is given up at once, with an alert. */
export class PermanentHookError extends Error {
  override name = "PermanentHookError";
}

/** The outbox's end of the line: each event reaches its hook until the hook succeeds, by one caller at a time. */
export function makeDeliver(settings: Settings): Work {
  const { store, report } = settings;

  async function hand(claim: Claim<OutboxEvent>): Promise<void> {
    const { item: event, fence, tries } = claim;
    const lease = new AbortController();
    const timer = setTimeout(() => lease.abort(new Error("the hook took too long")), leaseMs - marginMs).unref();
    const writes = lazily(() => store.openDelivery(event.id, fence));
    try {
      const subject = { order: event.order, attempt: event.attempt, event: event.id, tries };
      const context = { transaction: writes.transaction, signal: lease.signal };
      await report.hook(subject, async () => stoppable(runHook(event, context), lease.signal));
      if (!(await writes.commit())) await store.settleClaim(event.id, fence, { kind: "done" });
    } catch (error) {
      await writes.rollback();
      await failed(claim, error);
    } finally {
      clearTimeout(timer);
      lease.abort(new Error("the delivery is over"));
    }
  }

  async function failed({ item: event, fence, tries }: Claim<OutboxEvent>, error: unknown): Promise<void> {
    const now = await store.now();
    const reason = reasonOf(error);
    const about = { event: event.id, order: event.order, attempt: event.attempt };
    if (error instanceof PermanentHookError || now - event.createdAt > giveUpAfterMs) {
      if (!(await store.settleClaim(event.id, fence, { kind: "dead", error: reason }))) return;
      report.alert("dead_event", "a hook has failed for good: its event is given up", about, error);
      return;
    }
    const wait = backOffMs[tries] ?? longestWaitMs;
    await store.settleClaim(event.id, fence, { kind: "retry", at: now + wait, error: reason });
    report.warn(`a hook failed and runs again in ${wait / second} s`, { ...about, error: reason });
  }

  async function runHook(event: OutboxEvent, context: HookContext): Promise<void> {
    const attempt = await store.findAttempt(event.attempt);
    if (!attempt) throw new PermanentHookError("the event's attempt is not in the store");
    const about = eventOf(event, attempt);
    switch (event.type) {
      case "order.paid":
        return settings.onPaid(await paymentOf(about), context);
      case "order.paidAgain":
        alert("paid_again", "an order was paid more than once: void one of its payments", event);
        return settings.onPaidAgain?.(await paymentOf(about), context);
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
        if (attempt.state === "review" && isUnresolved(attempt))
          alert("review", "an attempt looks approved, but not plainly: a person has to look", event);
        return settings.onReview?.(about, context);
    }
  }

  /** Raised with the event, which outlives the process, and so again with each repetition. */
  function alert(code: Alert, message: string, { id, order, attempt }: OutboxEvent): void {
    report.alert(code, message, { event: id, order, attempt });
  }

  async function paymentOf(event: AttemptEvent): Promise<Payment> {
    const order = await settings.order(event.order, undefined);
    const { minor, currency } = event.amount;
    return { ...event, amountDiffers: order?.amount.minor !== minor || order.amount.currency !== currency };
  }

  const claim = (limit: number) => store.claimEvents({ limit, leaseMs, bank: settings.scope });
  return makeWork(hooksAtOnce, claim, (event: Claim<OutboxEvent>) =>
    // What cannot be settled is claimed again when its lease ends.
    hand(event).catch((error) =>
      report.alert("store_failed", "an event cannot be settled", { event: event.item.id }, error),
    ),
  );
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
    ...verdict,
    settledAt: createdAt,
  };
}

/**
 * The hook's transaction, begun by its first statement: a hook that never writes through it holds no lock. Once it is
 * ended nothing begins another one, which nobody would end.
 */
function lazily(open: () => Promise<Delivery | undefined>): {
  transaction: Transaction;
  commit(): Promise<boolean>;
  rollback(): Promise<void>;
} {
  let opened: Promise<Delivery> | undefined;
  let hasEnded = false;
  const begin = async (): Promise<Delivery> => {
    const delivery = await open();
    if (!delivery) throw new Error("the lease on this event was lost: another process delivers it");
    return delivery;
  };
  return {
    transaction: {
      async query(text, values) {
        if (hasEnded) throw new Error("transaction: expected an open one, this one has ended");
        opened ??= begin();
        return (await opened).query(text, values);
      },
    },
    async commit() {
      hasEnded = true;
      await (await opened)?.commit();
      return opened !== undefined;
    },
    async rollback() {
      hasEnded = true;
      const delivery = await opened?.catch(() => undefined);
      await delivery?.rollback().catch(() => {});
    },
  };
}

/** The promise, or the signal's reason as soon as it is aborted. */
function stoppable(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
