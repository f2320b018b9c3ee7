import type { Money } from "@ventanilla/client";
import type { GivenBack, Verdict } from "../attempt/attempt.ts";
import type { EventType } from "../attempt/outbox-event.ts";
import type { Transaction } from "../stores/store.ts";

/** What a hook receives about an attempt, with the bank's verdict if there is one. No secret, no full card number. */
export interface AttemptEvent extends Partial<Verdict> {
  /** `paid:<order>`, `declined:<attempt>` and so on. The same in every repetition: use it to make a hook idempotent. */
  id: string;
  /** What happened. */
  type: EventType;
  /** The merchant's order id. */
  order: string;
  /** The order's reference at the bank, where that is not its id: what staff tells the bank. */
  orderReference?: string;
  /** The attempt's id, a UUID. */
  attempt: string;
  /** Six digits: the TransactionId at the bank. */
  transactionId: string;
  /** What the buyer was to be charged, in minor units. */
  amount: Money;
  /** The tax within the amount, in minor units. */
  tax: Money;
  /** The approved part of the amount, where the bank approved only a part and a person said how much. */
  approvedAmount?: Money;
  /** `"later"` when the amount was only authorized: nothing is charged until it is captured. */
  capture?: "later";
  /** Of a capture: the id of the attempt whose authorization it settles. */
  captureOf?: string;
  /**
   * When it was paid or authorized, as far as is known: the `settledAt` of `findOrder`, by which batches go. Of other
   * events when the router learned this. In milliseconds since the epoch, by the store's clock.
   */
  settledAt: number;
}

/** What `onPaid`, `onPaidAgain` and `onAuthorized` receive. */
export interface PaymentEvent extends AttemptEvent {
  /** `true` when the bank approved an amount that is not the order's, and a person accepted it. */
  amountDiffers: boolean;
}

/** What `onGivenBack` receives. */
export interface GivenBackEvent extends PaymentEvent {
  /** The part that went back now. */
  part: GivenBack;
  /** What has gone back of the payment, this part included, in minor units. */
  givenBack: Money;
}

/** What a hook may use. */
export interface HookContext {
  /**
   * A transaction in the store's database. It begins with the first statement; what is written through it and the
   * event's delivery happen together or not at all. With it a hook has its effect exactly once, also across a crash. It
   * may stay open for 15 seconds, with SQLite for 5. The router begins and ends it: `COMMIT` and the like fail, and undo
   * what was written; savepoints work.
   */
  transaction: Transaction;
  /**
   * Aborted when the hook has to stop: after 5 minutes, when its transaction took too long, when another process may
   * run it, or when the router closes. The hook should then throw (`signal.throwIfAborted()`): a hook that returns
   * has succeeded.
   */
  signal: AbortSignal;
}

/**
 * A function of the merchant's that runs for an event until it succeeds: again when it throws or rejects, or when the
 * process dies. Two runs for one event do not overlap, unless a hook continues after its `signal` is aborted, or its
 * process was suspended for 30 seconds. It may return a promise; what it returns is not read.
 * @example
 * const onPaid: Hook<PaymentEvent> = async ({ order, settledAt }, { transaction }) => {
 *   await transaction.query("UPDATE orders SET paid_at = ? WHERE id = ?", [settledAt, order]);
 * };
 */
export type Hook<Event> = (event: Event, context: HookContext) => unknown;

/** The hooks of the shop: options of the router. */
export interface Hooks {
  /**
   * Runs once per paid order. An order's events come in the order in which they happened, except that a payment does not
   * wait for a notice (`onDeclined`, `onExpired`, `onUnknown`, `onUnconfirmed`, `onReview`) that failed: it may run again
   * after `onPaid`.
   */
  onPaid: Hook<PaymentEvent>;
  /**
   * Runs once per further payment of an order: the order was already paid or authorized, or another attempt has paid
   * the order of this authorization. One of the two must be voided. Does not run once a person has recorded what was
   * done about it.
   */
  onPaidAgain?: Hook<PaymentEvent>;
  /**
   * Runs once per authorized order, in place of `onPaid`; not for one that was released before. Required when `order()`
   * answers `capture: "later"`.
   */
  onAuthorized?: Hook<PaymentEvent>;
  /**
   * Runs once for each part of a payment that is recorded as given back, after `onPaid`: the order stays paid. Also for
   * one of two payments of an order, which `recordHandling` records, unless the bank only held it.
   */
  onGivenBack?: Hook<GivenBackEvent>;
  /** Runs when the bank refused a capture or never got it: nothing was settled, and it may be captured again. */
  onCaptureFailed?: Hook<AttemptEvent>;
  /**
   * Runs when an authorization has lapsed: it was not captured within 31 days, and what a capture needs is deleted. The
   * order can be paid again. The alert `lapsing` comes some days before.
   */
  onLapsed?: Hook<AttemptEvent>;
  /** Runs when the bank gave a final refusal. */
  onDeclined?: Hook<AttemptEvent>;
  /** Runs when the 30 minutes have ended without a payment. */
  onExpired?: Hook<AttemptEvent>;
  /** Runs when the 30 minutes have ended and a charge is possible but not known: a person has to ask the bank. */
  onUnknown?: Hook<AttemptEvent>;
  /**
   * Runs when a card was refused, and the bank gave no clear last answer about its session: a later card may have been
   * charged. The order cannot be paid until a person has asked the bank.
   */
  onUnconfirmed?: Hook<AttemptEvent>;
  /** Runs when the bank approved something, but not plainly this attempt and amount: manual review is needed. */
  onReview?: Hook<AttemptEvent>;
}
