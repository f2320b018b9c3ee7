import type { Merchant, Money } from "@ventanilla/client";
import type { State } from "./state.ts";

/** What the bank said about a finished transaction. Holds no secret and no full card number. */
export interface Verdict {
  /** The issuer's response code, two characters. */
  code: string;
  /** The issuer's approval code. */
  authorizationCode?: string;
  /** The platform's retrieval reference number. */
  reference?: string;
  /** First six and last four digits, the rest masked. */
  maskedCard?: string;
  /**
   * Why an approved-like answer is not an approval: the names of the fields that disagree; `amount` when the order
   * costs something else now, `order` when it is gone.
   */
  mismatch?: string[];
  /** What the order cost when the bank approved another amount. */
  orderAmount?: Money;
  /** The amount was approved without being compared: `order()` failed without a request. There was an alert. */
  amountUnchecked?: true;
}

/**
 * Why a launch never reached the bank's page: the bank refused to create a session, or gave no clear answer; or
 * something failed in the shop itself.
 */
export type LaunchFailure = "refused" | "unreachable" | "shop";

/** Where the bank's page is shown: in a window of its own, in the shop's page itself, or in a frame of it. */
export type Mode = "popup" | "redirect" | "modal";

/** What is known of an attempt besides its state. Times are milliseconds since the epoch, by the store's clock. */
export interface Facts {
  /** The language of the router's pages: `es`, `en`, or a language of `texts`. */
  language: string;
  /** Where the bank's page is shown. */
  mode: Mode;
  /** The order's reference at the bank (OrdenID on the wire), where that is not the order's id. */
  orderReference?: string;
  /** Where the buyer goes back to: a same-origin path, or an address on one of the router's `origins`. */
  returnTo?: string;
  /** The origin of the page that launched, where that is not the router's own. */
  origin?: string;
  /** The bank's id of the session. */
  SESSION?: string;
  /** The session key, encrypted (see `vault.ts`); deleted after the last query. */
  sealedKey?: string;
  /** When the launch page was last served. */
  openedAt?: number;
  /** The latest visit to the return or cancel address. A fact, never an outcome. */
  returnedAt?: number;
  /** Which of the two addresses it was. Missing once the buyer has launched the attempt again. */
  returnedVia?: "return" | "cancel";
  /** When the bank was last queried, whatever it answered. */
  askedAt?: number;
  /** The query that is under way: a random id, and when it began. After seven seconds its process may have died. */
  question?: { id: string; at: number };
  /**
   * When the bank last said clearly that nothing was charged: no result yet, or a refusal. Absent once something casts
   * doubt on that: a later query without a clear answer, or a later visit to the return or cancel address.
   */
  clearAt?: number;
  /** When the bank last knew the session. */
  aliveAt?: number;
  /** When there was the first sign that a card was sent: a visit to the return address, or a code that is not final. */
  cardSentAt?: number;
  /** How many times in a row the bank had no result since the latest visit to the return or cancel address. */
  emptyAnswers?: number;
  /**
   * When the bank first said, after the window's end, that it has no such session. Absent once something contradicts
   * that.
   */
  goneAt?: number;
  /** How many times the bank has known the session after the window's end by our clock: that clock was ahead, then. */
  overtime?: number;
  /** When the bank was first asked, after the window's end, without a readable answer. Absent once it has answered. */
  unheardSince?: number;
  /**
   * When it became uncertain whether a later card of a refused attempt was charged: its queries ended without a clear
   * last answer, or the buyer came back once more after they had ended.
   */
  unconfirmedAt?: number;
  /** The page named the order by something else than its id, such as a token: only that page can launch it again. */
  namedOtherwise?: true;
  /** Why the last launch never reached the bank's page. */
  launchFailure?: LaunchFailure;
  /** Who is paid: the merchant that its session is begun with. A capture is for that of its authorization. */
  merchant?: Merchant;
  /** The buyer's email as the bank got it, where the option `keepEmail` says so. No page of the buyer shows it. */
  email?: string;
  /** What is sold, as `order()` says it: one line of 1 to 100 characters. A capture has that of its authorization. */
  product?: string;
  /** The bank is asked to authorize the money only; a capture settles it later (contract §3). */
  capture?: "later";
  /** What a capture sends back to the bank besides the verdict. Deleted when no capture can use it. */
  authorization?: Authorization;
  /**
   * The order was already paid or authorized when the bank approved this attempt, or another attempt has paid the order
   * of this authorization.
   */
  duplicate?: true;
  /** For a further approval: what a person has done about it. */
  handled?: Handling;
  /** For a payment that was given back in place of a further one: what a person has recorded about the two. */
  reversed?: Handling;
  /** What went back of an ordinary payment, as a person or the shop recorded it, in that order: see `partsGivenBack`. */
  givenBack?: readonly GivenBack[];
  /** The latest part that was sent back by the bank's REST operations. Absent once it is recorded in `givenBack`. */
  sentBack?: SentBack;
  /** For an authorization: the id of the order's latest capture. */
  heldFor?: string;
  /**
   * A person has recorded that the bank no longer holds the money, or 31 days have passed: the order can be paid again.
   */
  released?: Release;
  /** For an authorization: when the shop was told that it lapses soon. */
  lapseToldAt?: number;
  /** For an authorization: when its 31 days were first seen to have passed. It lapses when they still have a day later. */
  lapseSeenAt?: number;
  /** For a capture: the id of the attempt whose authorization it settles. */
  captureOf?: string;
  /** For a capture: which call may send it, and since when. */
  sender?: { id: string; at: number };
  /** The bank's verdict that the present state is based on. */
  verdict?: Verdict;
  /**
   * When the attempt reached its present state. For a payment that a person confirmed: the best known time of the
   * charge; the payment belongs to the batch of that time.
   */
  settledAt?: number;
  /** What a person found out about an attempt that was `unknown` or under `review`. */
  resolution?: Resolution;
  /** What has happened so far. Absent before the first of it, and in what is kept of an order that was pruned. */
  history?: History;
}

/** What the bank sent with an authorization, for the confirmation that settles it. */
export interface Authorization {
  /** TxToken, encrypted (see `vault.ts`). */
  sealedToken: string;
  /** RemoteResponseCode. */
  remoteCode?: string;
  /** AuthorizationCode, where it is filled with zeros, say, and identifies nothing: see `isRealNumber`. */
  authorizationCode?: string;
  /** RetrievalReferenceNumber, in the same case. */
  reference?: string;
}

/** Why the bank no longer holds the money of an authorization. */
export interface Release {
  /** In a person's own words, 1 to 500 characters. */
  reason: string;
  /** Who says so, 1 to 100 characters. */
  by: string;
  /** When, in milliseconds since the epoch, by the store's clock. */
  at: number;
}

/** What a person has done about a further payment of an order that was paid already. */
export interface Handling {
  /** Whether one of the payments was given back: a void or a refund. Otherwise both are kept. */
  returned: boolean;
  /**
   * The id of the payment that was given back, of the same order. For a captured authorization its capture is recorded.
   * Default: the further payment
   */
  returnedAttempt?: string;
  /** How they know, in their own words, 1 to 500 characters. */
  reason: string;
  /** Who says so, 1 to 100 characters. */
  by: string;
  /** When, in milliseconds since the epoch, by the store's clock. */
  at: number;
  /** Of what was given back: when the bank did it, and its reference. Earlier versions have recorded none. */
  back?: Pick<GivenBack, "on" | "at" | "reference">;
}

/** A part of a payment, or all of it, that went back to the buyer: by a void or a refund at the bank. */
export interface GivenBack {
  /** How much, in minor units of the payment's currency. */
  amount: Money;
  /** The day on which the bank did it, in the shop's time zone: `2026-11-27`. */
  on: string;
  /**
   * When, as far as it is known: within that day, after the payment. It belongs to the batch of this time. Milliseconds
   * since the epoch, by the store's clock.
   */
  at: number;
  /** The bank's reference of the void or refund, 1 to 12 letters or digits. */
  reference?: string;
  /** The platform's reference of it, where it was sent by REST and its answer has one. */
  pnRef?: string;
  /** The UUID of the sending in doubt of which a person has said by this part that it went back. */
  sending?: string;
  /** Why, in a person's own words, 1 to 500 characters. */
  reason: string;
  /** Who says so, 1 to 100 characters. */
  by: string;
  /** When it was recorded, in milliseconds since the epoch, by the store's clock. */
  recordedAt: number;
}

/**
 * A part of a payment that is sent back by the bank's REST operations. It is written before the bank is asked: while
 * nobody knows how it ended, nothing else of the payment goes back.
 */
export interface SentBack extends Pick<GivenBack, "amount" | "reason" | "by"> {
  /** UUID of the sending. */
  id: string;
  /** When it was written, in milliseconds since the epoch, by the store's clock. */
  at: number;
  /** How it ended. Absent while the bank is asked: a process that ends then leaves it `unclear` two minutes later. */
  outcome?: SendingOutcome;
  /** Nobody knows for sure that no earlier sending went through: a person has said so. */
  repeated?: true;
}

/**
 * How a sending ended without a part given back:
 *
 * - `unclear`: there was no clear answer, and the bank may have carried it out: a person has to say;
 * - `refused`: the bank clearly said no;
 * - `unsent`: the request never left the shop;
 * - `denied`: a person has found out that nothing went back.
 */
export interface SendingOutcome {
  /** Which of the four. */
  what: "unclear" | "refused" | "unsent" | "denied";
  /** When it was written, in milliseconds since the epoch, by the store's clock. */
  at: number;
  /** The bank's own words, when it refused. */
  said?: string;
  /** For `denied`: how they know, in their own words, 1 to 500 characters. */
  reason?: string;
  /** For `denied`: who says so, 1 to 100 characters. */
  by?: string;
}

/** What a person found out about an attempt that the bank's answers could not settle. */
export interface Resolution {
  /** Whether the buyer was charged. */
  paid: boolean;
  /** How they know, in their own words, 1 to 500 characters. */
  reason: string;
  /** Who says so, 1 to 100 characters. */
  by: string;
  /** For a payment that was charged: the reference number that the bank gave, 1 to 12 letters or digits. */
  reference?: string;
  /** For a payment that was charged: the issuer's approval code that the bank gave, 1 to 6 letters or digits. */
  authorizationCode?: string;
  /** For a payment that the bank approved in part: what it approved, at most the attempt's amount. */
  approvedAmount?: Money;
  /** When, in milliseconds since the epoch, by the store's clock. */
  at: number;
}

/**
 * What the bank answered to a query: `approved`, `declined` or `review` (approved-like, but not a plain approval) for a
 * finished transaction; `inProgress` for a code that is not final; `empty` for no result yet; `gone` for no such
 * session; `wrongKey` for a session key that it does not accept; `unclear` for no readable answer.
 */
export type AnswerKind = "approved" | "declined" | "review" | "inProgress" | "empty" | "gone" | "wrongKey" | "unclear";

/**
 * What happened to an attempt, in the order in which it was written:
 *
 * - `launched`: the page that leads to the bank was served;
 * - `launchFailed`: the launch never reached the bank's page;
 * - `returned`, `cancelled`: a browser came to the return or cancel address;
 * - `answered`: the bank was asked, and this was its answer, before it was compared with the order;
 * - `timePassed`: the attempt ended, or its authorization lapsed, without another answer;
 * - `captured`, `released`: what became of an authorization;
 * - `resolved`: a person said whether the buyer was charged.
 */
export type Happening =
  | { what: "launched" | "returned" | "cancelled" | "timePassed" | "captured" | "released" }
  | { what: "launchFailed"; reason: LaunchFailure }
  | { what: "answered"; answer: AnswerKind; code?: string }
  | { what: "resolved"; paid: boolean };

/** A line of an attempt's `History`. */
export type HistoryEntry = Happening & {
  /** Milliseconds since the epoch, by the store's clock. */
  at: number;
  /** The state that the attempt moved to, if it moved. */
  state?: State;
};

/**
 * What has happened to an attempt, oldest first: at most 40 entries. The first 8 are kept, and all that record a new
 * state, a person's decision or the end of an authorization; of the others the latest.
 */
export interface History {
  /** The entries that are kept. */
  entries: HistoryEntry[];
  /** How many entries were left out after the first 8. Absent when none were. */
  omitted?: number;
}

/** One try at paying an order: one gateway session, one TransactionId, one session key. */
export interface Attempt {
  /** UUID, made in the buyer's page. */
  id: string;
  /** The merchant's order id, 1 to 255 bytes. The bank gets it as OrdenID, unless there is a fact `orderReference`. */
  order: string;
  /** The session API that knows its session: one form of its address. */
  bank: string;
  /** The state; it only rises in rank. */
  state: State;
  /** Grows by one with every write; the compare-and-set key. */
  version: number;
  /** The TransactionId at the bank: six digits. */
  transactionId: string;
  /** What the buyer is charged, in minor units. */
  amount: Money;
  /** The tax within the amount, in minor units. */
  tax: Money;
  /** Milliseconds since the epoch, by the store's clock. */
  createdAt: number;
  /** When the bank forgets the session: 30 minutes after it was created (contract §3.5). Absent before that. */
  windowEndsAt?: number;
  /** What is known besides the state. */
  facts: Facts;
}
