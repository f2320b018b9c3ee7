import type { LaunchFailure } from "../attempt/attempt.ts";
import type { Outcome } from "../attempt/outcome.ts";

/** A page's heading and its sentence. */
export interface PageText {
  title: string;
  message: string;
}

/** The sentences of the router's own pages and answers, in one language. */
export interface Texts {
  /**
   * What each outcome means to the buyer. `paidAgain`: the order was paid already. `unconfirmed`: a card was declined,
   * and the bank gave no clear last answer. `notPaid`: a person reviewed the payment. A declined card gets the sentence
   * of its response code instead.
   */
  outcome: Record<Exclude<Outcome, "failed"> | "paidAgain" | "unconfirmed" | "notPaid", PageText>;
  /** Follows `outcome.pending` on a page that reloads itself. */
  wait: string;
  /** What the buyer reads when a launch never reached the bank's page. */
  failed: Record<"title" | LaunchFailure, string>;
  /** The page that posts to the bank's; `slow` appears when that has not opened by then. */
  launch: PageText & { slow: string; go: string };
  /** A launch in a frame that has to leave it. */
  framed: PageText;
  /** Why a launch was refused. */
  refused: Record<Exclude<Refusal, "ended_meanwhile">, PageText>;
  /** When `order()` failed for a page that asked about an order. */
  orderFailed: string;
  /** For who follows a return link in another browser. */
  neutral: PageText;
  back: string;
  again: string;
  close: string;
  order: string;
  amount: string;
  card: string;
  authorization: string;
  reference: string;
}

/** Why a launch was refused; after `ended_meanwhile` the buyer reads how the attempt has ended. */
export type Refusal =
  | "bad_request"
  | "cross_site"
  | "unknown_order"
  | "already_paid"
  | "in_review"
  | "ended_meanwhile"
  | "too_many"
  | "bank_refused"
  | "bank_unreachable"
  | "bank_blocked"
  | "shop_failed"
  | "not_found";
