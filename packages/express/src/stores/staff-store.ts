import type { CardScheme, Money } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import type { DecisionKind } from "../attempt/needs-person.ts";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import type { Group, Reason, Stage } from "../attempt/sections-of.ts";

/** Which attempts to list: those that meet every condition that is given. */
export interface AttemptFilter {
  /** In one of these groups; `charged` is what is approved and not only held; or what is added up as one of {@link stages}. */
  groups?: readonly (Group | "charged" | Stage)[];
  /** Not paid for this reason. */
  reason?: Reason;
  /** Waiting for a person for this reason. */
  toDecide?: DecisionKind;
  /** Created at this time or later, in milliseconds since the epoch; with `reached`, counted then or later. */
  from?: number;
  /** Created before this time, in milliseconds since the epoch; with `reached`, counted before. */
  until?: number;
  /**
   * Counted in the sums of one of these spans, which do not overlap: see {@link StaffStore.tallies}. The list is sorted by
   * that time.
   */
  reached?: readonly TimeSpan[];
  /** Paid with a card of this scheme. `null`: no card is known. */
  scheme?: CardScheme | "other" | null;
  /** Of this branch: as {@link SpanTally.split} has it. `null`: of none. */
  branch?: string | null;
  /** With this text of what is sold. `null`: with none. */
  product?: string | null;
  /** Of exactly this amount. It is the amount that the bank was asked for, also where it approved a part. */
  amount?: Money;
  /** In this currency. */
  currency?: Money["currency"];
  /** Of the order with this id, or of the order that the bank knows by this reference. */
  order?: string;
  /** With this retrieval reference number of the bank. Zeros before a number of digits do not matter. */
  reference?: string;
  /** With this authorization code of the bank, also in small letters, in capitals, and with or without zeros before it. */
  authorizationCode?: string;
  /** Of the buyer with this email, also in capitals. Found where the option `keepEmail` keeps it. */
  email?: string;
  /** Paid with a card that ends in these four digits. */
  lastDigits?: string;
}

/** A page of a list: at most 1000 attempts. */
export interface AttemptsRequest {
  /** Which attempts. Default: all. */
  filter?: AttemptFilter;
  /** Whether the list begins with the earliest. Default: with the latest. */
  earliestFirst?: boolean;
  /** `next` of the page before this one. Absent for the first page. */
  after?: string;
  /** How many attempts at most, 1 to 1000. */
  limit: number;
}

/** A page of attempts. */
export interface AttemptPage {
  /** In the order of the list. */
  attempts: Attempt[];
  /** Names the next page, in `after`. Absent on the last page. */
  next?: string;
}

/** A span of time, in milliseconds since the epoch: `from` belongs to it, `until` does not. */
export interface TimeSpan {
  /** The first millisecond. */
  from: number;
  /** The first millisecond after it. */
  until: number;
}

/** A page of what went back in a span of time, of the payments that meet a filter. */
export interface ReturnsRequest
  extends TimeSpan,
    Pick<AttemptsRequest, "after" | "limit">,
    Pick<AttemptFilter, "currency" | "scheme" | "branch" | "product"> {}

/** A part of a payment that went back, as it is listed. */
export interface ListedReturn {
  /** The merchant's order id. */
  order: string;
  /** The id of the payment. */
  attempt: string;
  /** When, in milliseconds since the epoch, by the store's clock. */
  at: number;
  /** How much, in minor units. */
  amount: Money;
}

/** A page of what went back. */
export interface ReturnsPage {
  /** In the order of the list. */
  returns: ListedReturn[];
  /** Names the next page, in `after`. Absent on the last page. */
  next?: string;
}

/** How many attempts of a group reached their state in a span of time, or in a part of it, and their sum. */
export interface SpanTally {
  /**
   * The group; or `authorized` for an approval that holds the money only: its capture is `approved`; or `givenBack` for
   * the parts that went back then, of payments of any time.
   */
  group: Group | "authorized" | "givenBack";
  /** Why they were not paid. Absent in groups that have no reasons, and for captures. */
  reason?: Reason;
  /** The currency of the sum. */
  currency: Money["currency"];
  /**
   * Whole hours since the beginning of the span; the card's scheme, `other` for another one; the merchant's
   * `number/terminal`, a space, and the name that the bank gets; or what is sold: of each span and currency the 50 texts
   * that most was charged for, of equal ones the first by their texts, and all others as an empty text. Absent where there
   * is none, and where sums are not split.
   */
  split?: string;
  /** How many attempts. */
  count: number;
  /**
   * The sum of their amounts, in minor units. An approval in part counts with what a person named of it, else with 0.
   */
  minor: number;
  /** Those among them of which something was recorded as given back, and how much. Absent when there are none. */
  reversed?: { count: number; minor: number };
  /** Those among them that were approved in part, where a person named the part. Absent when there are none. */
  partial?: { count: number; minor: number };
  /** How many of them were approved in part, and nobody named the part. Absent when there are none. */
  partialUnknown?: number;
}

/** Spans of time to add up. */
export interface TalliesRequest {
  /** The spans. */
  spans: readonly TimeSpan[];
  /**
   * What their sums are split by, besides group, reason and currency: the hour, the scheme of the card, who is paid, or
   * what is sold. Default: nothing
   */
  by?: "hour" | "scheme" | "branch" | "product" | undefined;
}

/** An event of the outbox, with the state of its delivery. */
export interface EventRecord extends OutboxEvent {
  /** How many times it was claimed for delivery. */
  tries: number;
  /** When it is to be delivered next, in milliseconds since the epoch. Absent when it is delivered or given up. */
  dueAt?: number;
  /** When it was delivered, in milliseconds since the epoch. */
  deliveredAt?: number;
  /** Whether it was given up. */
  dead: boolean;
  /** The last error of its hook. Absent once it is delivered. */
  error?: string;
}

/** What a person of the staff did. */
export interface StaffAction {
  /** Who did it, 1 to 100 characters. */
  by: string;
  /** What they did, such as `resolve`, 1 to 40 characters. */
  action: string;
  /** What they did it to: the id of an attempt or event, or a batch as `batch:2026-11-20`; 1 to 300 characters. */
  subject: string;
  /** What they said about it, 1 to 500 characters. Absent when they said nothing. */
  note?: string;
}

/** A {@link StaffAction} as it is kept. */
export interface KeptAction extends StaffAction {
  /** When, in milliseconds since the epoch, by the store's clock. */
  at: number;
}

/** The part of a store that the counter uses. The router checks the arguments before it calls a method. */
export interface StaffStore {
  /**
   * Lists attempts. By the time of creation, an attempt that exists from the first page to the last is on exactly one of
   * them, whatever is inserted or changes its state meanwhile. What was paid in a span of time is `charged` and `reached`
   * then: a payment that a person confirmed, when the buyer can have been charged, so an earlier span may still grow; and
   * an approval of the last seconds may not be in the store yet. The cost does not grow with the number of attempts.
   */
  listAttempts(request: AttemptsRequest): Promise<AttemptPage>;
  /** Lists what went back in a span of time, the earliest first: each part by itself, of payments of any time. */
  listReturns(request: ReturnsRequest): Promise<ReturnsPage>;
  /**
   * Counts and adds up attempts by group, reason, currency and what the sums are split by, each once: those that are
   * `preparing` or `opened` when they were created, and all others when they reached their state. Many spans at once: a year of days takes little more time than one, as a
   * store may keep the sums of a span that is over, until something of it changes.
   * @returns the rows of each span, in any order
   */
  tallies(request: TalliesRequest): Promise<SpanTally[][]>;
  /** Lists the events of an order, the earliest first. */
  eventsOf(order: string): Promise<EventRecord[]>;
  /** Keeps what a person of the staff did. */
  recordAction(action: StaffAction): Promise<KeptAction>;
  /** Lists what the staff did to these subjects, the earliest first. */
  actionsOf(...subjects: readonly string[]): Promise<KeptAction[]>;
  /**
   * Claims an alert, so that one of many processes sends it.
   * @param key what the alert is about, 1 to 300 characters
   * @returns `true` for the first call with the key, and `false` for every other one in the 30 days after that
   */
  claimAlert(key: string): Promise<boolean>;
}
