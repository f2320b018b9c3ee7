import type { Payment, Settings } from "./options.ts";
import type { Claim, OutboxEvent } from "./store.ts";

const minute = 60_000;
const hour = 60 * minute;
/** How long to wait after the first, second, … failure. */
const backOffMs = [5_000, 30_000, 2 * minute, 10 * minute, hour];
const longestWaitMs = 6 * hour;
/** A hook that has failed for this long is given up, loudly. */
const giveUpAfterMs = 72 * hour;
/** No other process runs the hook of an event while this lasts. */
const leaseMs = 5 * minute;

/** Runs the hooks of all events that are due; one that fails is run again in the background. */
export interface Deliver {
  (): Promise<void>;
  /** The same in the background, once the caller is done. */
  soon(): void;
  /** Claims nothing more, and waits for the hooks under way. */
  close(): Promise<void>;
}

/** The outbox's end of the line: each event reaches its hook until the hook succeeds, by one caller at a time. */
export function makeDeliver(settings: Settings): Deliver {
  const { store } = settings;
  let running: Promise<void> | undefined;
  let wanted = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  async function hand(claim: Claim<OutboxEvent>): Promise<void> {
    const { item, tries } = claim;
    try {
      const payment = await paymentOf(item);
      await (item.type === "order.paid" ? settings.onPaid(payment) : paidAgain(payment));
    } catch (error) {
      const now = await store.now();
      const reason = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : "a hook failed";
      if (now - item.createdAt > giveUpAfterMs) {
        warn(`the hook for ${item.type} of order ${JSON.stringify(item.order)} failed for 72 hours and is given up`);
        await store.settleClaim(item.id, claim.fence, { kind: "dead", error: reason });
        return;
      }
      const wait = backOffMs[tries] ?? longestWaitMs;
      await store.settleClaim(item.id, claim.fence, { kind: "retry", at: now + wait, error: reason });
      warn(`the hook for ${item.id} failed and runs again in ${wait / 1000} s: ${JSON.stringify(reason)}`);
      schedule(wait);
      return;
    }
    await store.settleClaim(item.id, claim.fence, { kind: "done" });
  }

  async function paymentOf(event: OutboxEvent): Promise<Payment> {
    const attempt = await store.findAttempt(event.attempt);
    if (!attempt) throw new Error("the event's attempt is not in the store");
    const { verdict, settledAt } = attempt.facts;
    const order = await settings.order(attempt.order, undefined);
    return {
      id: event.id,
      order: attempt.order,
      attempt: attempt.id,
      transactionId: attempt.transactionId,
      amount: attempt.amount,
      tax: attempt.tax,
      amountDiffers: order?.amount.minor !== attempt.amount.minor || order.amount.currency !== attempt.amount.currency,
      ...(verdict?.authorizationCode !== undefined && { authorizationCode: verdict.authorizationCode }),
      ...(verdict?.reference !== undefined && { reference: verdict.reference }),
      ...(verdict?.maskedCard !== undefined && { maskedCard: verdict.maskedCard }),
      settledAt: settledAt ?? event.createdAt,
    };
  }

  function paidAgain(payment: Payment): Promise<void> | void {
    if (settings.onPaidAgain) return settings.onPaidAgain(payment);
    warn(`order ${JSON.stringify(payment.order)} was paid more than once: void one of its payments (onPaidAgain)`);
  }

  async function drain(): Promise<void> {
    do {
      wanted = false;
      for (;;) {
        const claims = closed ? [] : await store.claimEvents({ limit: 10, leaseMs });
        if (claims.length === 0) break;
        await Promise.all(claims.map(hand));
      }
    } while (wanted);
  }

  function schedule(wait: number): void {
    const at = Date.now() + Math.min(wait, minute);
    if (closed || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timerAt = Number.POSITIVE_INFINITY;
      deliver().catch(() => schedule(minute));
    }, at - Date.now()).unref();
  }

  const deliver = Object.assign(
    function deliver(): Promise<void> {
      wanted = true;
      running ??= drain().finally(() => {
        running = undefined;
      });
      return running;
    },
    {
      soon: () => schedule(0),
      async close() {
        closed = true;
        clearTimeout(timer);
        await running?.catch(() => {});
      },
    },
  );
  return deliver;
}

function warn(message: string): void {
  process.emitWarning(message, { type: "VentanillaWarning" });
}
