import type { Money } from "@ventanilla/client";

/** How many attempts, and the sum of their amounts in minor units. */
export interface CountedSum {
  /** How many. */
  count: number;
  /** Their sum, in minor units. */
  minor: number;
}

/** The numbers of one currency in a batch. */
export interface SummaryTotals {
  /** The currency of the sums. */
  currency: Money["currency"];
  /** Charged between the two batch closes: what the bank settles, captures included. */
  approved: CountedSum;
  /** Held and not captured yet. */
  authorized: CountedSum;
  /** Finally refused. */
  declined: CountedSum;
  /** Ended without a payment: nothing was charged. */
  expired: CountedSum;
  /** Begun between the two closes, and neither charged nor ended yet: at the bank, not begun there, or left. */
  waiting: CountedSum;
}

/** What needs a person now, of every batch; 1,000 of each kind at most. */
export interface ToDecide {
  /** Attempts that are `unknown`. */
  unknown: number;
  /** Attempts under `review`. */
  review: number;
  /** Refused attempts without a clear last answer of the bank. */
  unconfirmed: number;
  /** Further payments of paid orders that nobody has handled. */
  paidTwice: number;
  /** Events that were given up. */
  events: number;
}
