import type { Money } from "@ventanilla/client";

/**
 * The states of an attempt, lowest rank first. An attempt only ever moves to a higher rank, so evidence may arrive in
 * any order, from any process, and the end is the same.
 *
 * - `preparing`: the row is written; no session of it was ever shown to a browser.
 * - `opened`: the launch page was served: money may move from here.
 * - `expired`: the window has ended, and the bank had no result shortly before it forgot the session.
 * - `unknown`: the window has ended without that evidence: a person has to look.
 * - `declined`: the bank gave a final refusal.
 * - `review`: approved-like, but not a plain approval of this attempt: a person has to look.
 * - `approved`: the bank's query gave `00` for exactly this attempt.
 */
export const states = ["preparing", "opened", "expired", "unknown", "declined", "review", "approved"] as const;
/** One of {@link states}. */
export type State = (typeof states)[number];

/** The rank of a state: 0 (`preparing`) to 6 (`approved`). */
export function rank(state: State): number {
  return states.indexOf(state);
}

/** What the bank said of a transaction, kept once there is a verdict. Holds no secret and no full card number. */
export interface Verdict {
  /** The issuer's response code, two characters. */
  code: string;
  /** The issuer's authorization code, at most six characters. */
  authorizationCode?: string;
  /** The platform's retrieval reference number. */
  reference?: string;
  /** First six and last four digits, the rest masked. */
  maskedCard?: string;
  /**
   * Why an approved-like answer is not an approval: the names of the fields that disagree; `amount` when the order costs
   * something else by now, `order` when it is no longer there.
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
  /** The language of the buyer's pages. */
  language: "es" | "en";
  /** Where the bank's page is shown. */
  mode: Mode;
  /** Where the buyer goes back to: a same-origin path, or an address on one of the router's `origins`. */
  returnTo?: string;
  /** The origin of the page that launched, where that is not the router's own. */
  origin?: string;
  /** The bank's identifier of the session. */
  SESSION?: string;
  /** The session key, encrypted (see `vault.ts`); gone once nothing more is to be asked. */
  sealedKey?: string;
  /** When the launch page was served. */
  openedAt?: number;
  /** The latest visit to the return or cancel address. A fact, never an outcome. */
  returnedAt?: number;
  /** Which address was visited at `returnedAt`. */
  returnedVia?: "return" | "cancel";
  /** When the bank was last asked and gave an answer of any kind. */
  askedAt?: number;
  /**
   * When the bank last said clearly that nothing was charged: no result yet, or a refusal. Absent once something
   * contradicts that.
   */
  clearAt?: number;
  /** When the bank last knew the session. */
  aliveAt?: number;
  /** When it first showed that a card was sent: a visit to the return address, or a code that is not final. */
  cardSentAt?: number;
  /** How often in a row the bank had no result since the latest visit to the return or cancel address. */
  emptyAnswers?: number;
  /** When the bank first said, after the window's end and without contradiction since, that it has no such session. */
  goneAt?: number;
  /** When the questions about a refused attempt ended without a clear last answer. */
  unconfirmedAt?: number;
  /** Why the last launch never reached the bank's page. */
  launchFailure?: LaunchFailure;
  /** The bank is asked to authorize the money only; a capture settles it later (contract §3). */
  capture?: "later";
  /** What a capture returns to the bank besides the verdict; gone once nothing can use it. */
  authorization?: Authorization;
  /** Set by the store: the order was paid or authorized already when this attempt was. */
  furtherApproval?: true;
  /** A person has said that the bank no longer holds the money, or its time is over: the order can be paid again. */
  released?: Release;
  /** Of a capture: the id of the attempt whose authorization it settles. */
  captureOf?: string;
  /** Of a capture: which call may send it, and since when. */
  sender?: { id: string; at: number };
  /** What the bank said, once it is final. */
  verdict?: Verdict;
  /** When the attempt reached its final state. */
  settledAt?: number;
  /** What a person found out about an attempt that was `unknown` or under `review`. */
  resolution?: Resolution;
}

/** What the bank gave with an authorization, for the confirmation that settles it. */
export interface Authorization {
  /** TxToken, encrypted (see `vault.ts`). */
  sealedToken: string;
  remoteCode?: string;
}

/** Why an authorization is none any more. */
export interface Release {
  /** How the person knows, in their own words. */
  reason: string;
  /** Who released it. */
  by: string;
  /** When, in milliseconds since the epoch. */
  at: number;
}

/** A person's word on an attempt that the bank's answers could not settle. */
export interface Resolution {
  /** Whether the buyer was charged. */
  paid: boolean;
  /** How they know, in their own words. */
  reason: string;
  /** Who found it out. */
  by: string;
  /** When, in milliseconds since the epoch. */
  at: number;
}

/** One try at paying an order: one gateway session, one TransactionId, one session key. */
export interface Attempt {
  /** UUID, made in the buyer's page. */
  id: string;
  /** The merchant's order id (OrdenID on the wire). */
  order: string;
  /** The session API that knows its session. */
  bank: string;
  /** The state; it only rises in rank. */
  state: State;
  /** Grows by one with every write; the compare-and-set key. */
  version: number;
  /** Six digits. */
  transactionId: string;
  /** The charge, in minor units. */
  amount: Money;
  /** The tax within the amount, in minor units. */
  tax: Money;
  /** When the row was written, in milliseconds since the epoch, by the store's clock. */
  createdAt: number;
  /** When the bank forgets the session: 30 minutes after it was created (contract §8). Absent before that. */
  windowEndsAt?: number;
  /** What is known besides the state. */
  facts: Facts;
}

/** Whether the attempt keeps its order from being paid until a person has spoken. */
export function isUnresolved({ state, facts }: Attempt): boolean {
  return (state === "unknown" || state === "review") && facts.resolution === undefined;
}

/** Whether the bank can be asked about the attempt: a browser has seen its session, and the session key is still there. */
export function canBeQueried({ state, facts }: Attempt): boolean {
  return rank(state) >= rank("opened") && facts.sealedKey !== undefined;
}

/** How long the bank keeps a session and its result (contract §3 and §8), counted from the session's creation. */
export const windowMs: number = 30 * 60_000;
