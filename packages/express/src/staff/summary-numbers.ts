import type { Money } from "@ventanilla/client";
import type { SpanTally } from "../stores/staff-store.ts";

/** How many attempts, and the sum of their amounts in minor units. */
export interface CountedSum {
  /** How many. */
  count: number;
  /** Their sum, in minor units. */
  minor: number;
}

/** The numbers of one currency in a batch. Each attempt counts in the number of its group. */
export interface SummaryTotals extends Record<SpanTally["group"], CountedSum> {
  /** The currency of the sums. */
  currency: Money["currency"];
  /** Charged between the two batch closes: what the bank settles, captures included. */
  approved: CountedSum;
  /** Of those that are `approved` or `authorized`, from how many something has gone back since, and how much. */
  reversed: CountedSum;
  /** What went back between the two closes, of payments of any batch: each part by itself. */
  givenBack: CountedSum;
  /** Of those that are `approved` or `authorized`, what was approved in part, where a person said how much. */
  partial: CountedSum;
  /**
   * Of those that are `approved` or `authorized`, how many were approved in part, and nobody said how much. Their sum
   * is 0.
   */
  partialUnknown: CountedSum;
  /** Authorized between the two closes: the amount was only held. A capture is `approved`. */
  authorized: CountedSum;
  /** Finally refused. */
  declined: CountedSum;
  /** Begun between the two closes, and not known yet: it begins, or is at the bank. */
  waiting: CountedSum;
  /** Begun between the two closes, and left by the buyer without a card. */
  cancelled: CountedSum;
  /** Begun between the two closes: the bank's page was never reached. */
  failed: CountedSum;
  /** The time has passed: nothing was charged. */
  expired: CountedSum;
  /** They became unconfirmed, or came under review, in this batch. {@link ToDecide} counts those of every batch. */
  decide: CountedSum;
  /** They became unconfirmed, or came under review, in this batch, and were then recorded as not paid. */
  notPaid: CountedSum;
}

/** What needs a person now, of every batch. */
export interface ToDecide {
  /** Attempts that are `unknown`. */
  unknown: number;
  /** Attempts under `review`. */
  review: number;
  /** Refused attempts without a clear last answer of the bank. */
  unconfirmed: number;
  /** Further payments of paid orders that nobody has handled. */
  paidTwice: number;
  /** Payments with a return of which nobody knows whether it went. */
  returnUnclear: number;
  /** Events that were given up. */
  events: number;
}
