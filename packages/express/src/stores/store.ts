import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, State } from "../attempt/attempt.ts";
import type { Change } from "../attempt/change.ts";
import type { DecisionKind } from "../attempt/decision-kind.ts";
import type { CounterStore } from "./counter-store.ts";
import type { OutboxEvent } from "./outbox-event.ts";

/**
 * A new attempt, before the store has decided whether the order gets one. Times are in milliseconds since the epoch.
 */
export interface AttemptDraft {
  /** UUID, made in the buyer's page. */
  id: string;
  /** The merchant's order id. */
  order: string;
  /**
   * The id without what databases overlook, such as upper and lower case. Absent where the shop has named the id as the
   * order's own, and for a capture.
   */
  spelling?: string;
  /** The bank of the router: the address of its session API in one form. Only launches with the same one join it. */
  bank: string;
  /** The charge, in minor units. */
  amount: Money;
  /** The tax within the amount, in minor units. */
  tax: Money;
  /** SHA-256 of the browser's cookie, in hex. This browser may see the details on the relay page. */
  browserHash: string;
  /** What is known at the launch. */
  facts: Facts;
  /** When to claim the attempt if no session is ever created. */
  dueAt: number;
}

/**
 * The result of inserting a draft:
 * - `inserted`: `attempt` is new, and the order's live attempt;
 * - `joined`: `attempt` is the order's live attempt, of the same amount at the same bank, for the same `merchantNumber`;
 * - `paid`: `attempt` has paid or authorized the order;
 * - `blocked`: `attempt` waits for a person: it is `unknown`, under `review`, or `declined` with `unconfirmedAt`, and not
 *   resolved; or it is an open capture; or its session holds the order, and the draft does not join it. A session holds
 *   the order while `joinableUntil` is less than 40 minutes after the end of its window or after `goneAt`, whichever is
 *   later, and it is live at another bank or for another `merchantNumber`, and has no `launchFailure`; or it is `opened`,
 *   or `declined` with a `sealedKey`, unless its `clearAt` is at most five minutes before `joinableUntil`, when the launch
 *   began, and, of an `opened` one, there is no `cardSentAt`.
 *
 * A draft with the fact `captureOf` is a capture, and is compared only with the captures of its order. It is
 * `inserted`, or `joined` to the live capture (of any amount), or an earlier capture has `paid` or `blocked` it.
 *
 * An order has one reference at the bank, which no other order has as its reference or id: that of its first attempt,
 * the fact `orderReference`, or its own id where that fact is absent. Further attempts get the same fact, whatever
 * their drafts say.
 *
 * From then on `findAttempt` finds `attempt` by the id of the draft, unless another attempt owns that id. For the kind
 * `inserted`, the browser of the draft counts as having launched the attempt, also where the attempt got another id.
 * For `joined`, it does too, unless the id of the draft was sent before: then nothing is recorded.
 */
export interface Insertion {
  /** What was done with the draft. */
  kind: "inserted" | "joined" | "paid" | "blocked";
  /** The attempt that serves the launch, or the earlier one that prevents it. */
  attempt: Attempt;
}

/** What to claim, and for how long. */
export interface Lease {
  /** How many rows to claim at most. */
  limit: number;
  /** How long no other worker may claim the same rows, in milliseconds. */
  leaseMs: number;
  /** The bank of the router: only rows of this bank are claimed, and rows whose bank is empty. */
  bank: string;
  /** Further banks whose rows are claimed. Default: none */
  alsoBanks?: readonly string[];
}

/** What waits and is not of the banks that were named. */
export interface Elsewhere {
  /** What is due, or will be, by bank. */
  banks: {
    /** As in {@link Attempt.bank}. */
    bank: string;
    /** The earliest due time of an attempt or an event there, in milliseconds since the epoch. */
    since: number;
  }[];
  /** How many attempts the bank was to be asked about. */
  count: number;
  /** These attempts, at most 20, the oldest first. */
  attempts: Attempt[];
}

/** A lease on a due attempt or event. It is lost when another claim raises the fence. */
export interface Claim<T> {
  /** The attempt or event that is claimed. */
  item: T;
  /** The fencing token: {@link Store.settleClaim} refuses an older one. */
  fence: number;
  /** How many times the item was claimed before. */
  tries: number;
  /** When the lease ends, in milliseconds since the epoch by the store's clock. */
  leaseUntil: number;
}

/**
 * How a claim on an event ends: `done` marks the event as delivered, `retry` makes it due again `at` a time
 * (milliseconds since the epoch), and `dead` gives it up.
 */
export type Settlement =
  | { kind: "done" }
  | { kind: "retry"; at: number; error: string }
  | { kind: "dead"; error: string };

/**
 * The database transaction that a hook may write through. Its writes and the delivery of the event are committed
 * together, or not at all.
 */
export interface Transaction {
  /**
   * Runs one statement in the SQL of the store's database.
   * @param text the statement, with `?` or `?1` for SQLite and `$1` for Postgres
   * @param values one for each parameter
   * @returns the rows, as the driver gives them
   * @throws the error of the database
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * A transaction in which an event is delivered. `commit` or `rollback` ends it, and nothing else: `query` refuses what
 * would begin or end a transaction, and undoes all of it then. Savepoints work.
 */
export interface Delivery extends Transaction {
  /**
   * Marks the event as delivered, and commits that with what the hook has written.
   * @throws Error when the transaction is no longer the one that was begun, or a statement in it has failed and was not
   * undone by going back to a savepoint: nothing is written then
   */
  commit(): Promise<void>;
  /** Writes nothing. The event stays claimed. Does nothing after the transaction has ended. */
  rollback(): Promise<void>;
}

/** The work that waits, for monitoring. Times are in milliseconds since the epoch, and absent when nothing waits. */
export interface Backlog {
  /** The earliest due time of an attempt. */
  attemptsSince?: number;
  /** The earliest due time of an event. */
  eventsSince?: number;
  /** How many events were given up. */
  dead: number;
  /** How many events were claimed three times or more, and are neither delivered nor dead. */
  failing: number;
  /** How many attempts are `unknown` and not resolved. */
  unknown: number;
  /** How many attempts are under `review` and not resolved. */
  review: number;
  /** When the latest attempt was written. In the future: the clock was ahead. */
  newestAt?: number;
  /** Opened attempts that the bank still knew 5 minutes after their windows had ended by the store's clock. */
  overtime?: number;
  /**
   * How far the store's clock is ahead of the clock of this host, in milliseconds. Absent where the store follows that
   * clock.
   */
  aheadMs?: number;
  /** Opened attempts whose window ends between now and the given time, earliest first, at most 100. */
  closing: Attempt[];
}

/** What needs a person, oldest first. */
export interface Unsettled {
  /**
   * Attempts that are `unknown`, under `review`, or refused without a clear last answer, and not resolved. A resolution
   * that says paid counts once the attempt is approved.
   */
  attempts: Attempt[];
  /** Further approvals of orders that were paid, about which nobody has done anything yet. */
  paidTwice: Attempt[];
  /** Events that were given up, with the last error of their hook. */
  events: (OutboxEvent & { error: string })[];
  /** How many there are of each kind, listed or not. */
  counts: Record<DecisionKind | "events", number>;
}

/**
 * Keeps attempts and events. Every method is atomic and safe among the processes that share the store, but for
 * `unsettled`, which may read in several steps; the router never needs two calls for one decision. Times are in
 * milliseconds since the epoch by the store's own clock.
 *
 * Use {@link sqliteStore} or {@link postgresStore}, or write another store and test it with
 * `@ventanilla/store-contract`.
 * @see docs/stores.md#write-another-store
 */
export interface Store extends CounterStore {
  /**
   * Brings the tables up to date. Does nothing when they are.
   * @returns the versions applied, oldest first
   */
  migrate(): Promise<number[]>;
  /** The current time by the store's clock. Over a network it may be estimated, to half of a long round trip. */
  now(): Promise<number>;
  /**
   * Inserts the draft with the next TransactionId (six digits from a persisted counter, skipping those of live
   * attempts), unless the order is paid, blocked, or has a live attempt of the same amount, tax, currency and `capture`
   * that can still be paid after `joinableUntil`. See {@link Insertion} for captures.
   * @param joinableUntil five minutes after the launch began: less is too short to pay
   * @throws OrderReferenceTakenError when another order has the reference of the draft: then nothing is written
   * @throws AlikeOrderError when the draft would be inserted, and an attempt of another order was inserted with the same
   * `spelling`: then nothing is written
   */
  insertAttempt(draft: AttemptDraft, joinableUntil: number): Promise<Insertion>;
  /** Finds an attempt by its own id or by the id of a launch that joined it. */
  findAttempt(id: string): Promise<Attempt | undefined>;
  /** Finds an attempt by the SHA-256 of the token in its return address, in hex. */
  findByReturnHash(returnHash: string): Promise<Attempt | undefined>;
  /** Lists the attempts of an order, oldest first. */
  attemptsOf(order: string): Promise<Attempt[]>;
  /** Finds the order that the bank knows by this reference, where that is not the order's id. */
  orderByReference(reference: string): Promise<string | undefined>;
  /** Tells whether the browser with this cookie hash has launched the attempt. */
  launchedBy(attempt: string, browserHash: string): Promise<boolean>;
  /**
   * Compare-and-set: writes the change, and its event in the same write, if the attempt still has this version and its
   * rank does not fall. The store decides what depends on other attempts:
   * - `order.paid` or `order.authorized` is written for the first approval of the order, and `order.paidAgain` for any
   *   later one. A payment (a sale or a capture) is the first unless another payment has paid the order. An
   *   authorization is the first unless the order is paid, or authorized and not given back. What a change announces of
   *   an attempt that is approved already is written as it is: `order.paidAgain`.
   * - An approval becomes `review`, announced as `attempt.review`, when another attempt of the bank was approved with
   *   the same reference. Where a person has named that reference, nothing is written instead. A capture may have the
   *   reference of its own authorization. One that identifies nothing (zeros or dashes alone) is nobody's.
   * @returns the attempt as it is now, and whether the change was written
   * @throws Error when there is no attempt with this id
   */
  transition(id: string, version: number, change: Change): Promise<{ written: boolean; attempt: Attempt }>;
  /**
   * Claims due attempts of the bank, those whose window ends next first: their due time moves to the end of the lease.
   * Writes nothing when nothing is due.
   */
  claimAttempts(lease: Lease): Promise<Claim<Attempt>[]>;
  /**
   * Claims due events in the same way, earliest first; of each order only the oldest that is neither delivered nor
   * dead. `order.authorized`, `order.paid` and `order.paidAgain` wait for each other, but not for other events that
   * were claimed before, whose hooks may fail or hang.
   */
  claimEvents(lease: Lease): Promise<Claim<OutboxEvent>[]>;
  /**
   * Moves the end of a claim on an event to `leaseMs` from now.
   * @returns `false` when another claim has taken the lease, or the event is settled
   */
  renewClaim(event: string, fence: number, leaseMs: number): Promise<boolean>;
  /**
   * Ends a claim on an event.
   * @returns `false` when another claim has taken the lease: then nothing is written
   */
  settleClaim(event: string, fence: number, settlement: Settlement): Promise<boolean>;
  /**
   * Begins a transaction in which the claimed event is delivered.
   * @returns `undefined` when another claim has taken the lease, or the event is settled
   */
  openDelivery(event: string, fence: number): Promise<Delivery | undefined>;
  /**
   * Makes a dead event due again.
   * @returns `false` when no dead event has this id
   */
  reviveEvent(event: string): Promise<boolean>;
  /** Writes a value without meaning, durably. Rejects when the store can be read but not written. */
  checkWrite(): Promise<void>;
  /**
   * The name of the database's file, or of its log, when that was deleted or replaced since it was opened. `undefined` as
   * long as all is well, and for a store without files. Called twice a second.
   */
  lostFile(): Promise<string | undefined>;
  /**
   * The work that waits, of every bank. The cost does not grow with the number of attempts.
   * @param closingBefore the latest end of a window to list in `closing`
   */
  backlog(closingBefore: number): Promise<Backlog>;
  /**
   * What waits and is not of these banks, nor without a bank. The cost grows only with what waits.
   * @param banks as in {@link Attempt.bank}
   */
  elsewhere(banks: readonly string[]): Promise<Elsewhere>;
  /**
   * What needs a person, at most `limit` of each kind, so that many attempts of one state do not hide those of another.
   * The cost grows only with what waits.
   */
  unsettled(limit: number): Promise<Unsettled>;
  /** Counts all attempts and events. Reads every row: not for every request. */
  stats(): Promise<{ attempts: Record<State, number>; outbox: { due: number; dead: number } }>;
  /** Closes what the store has opened itself. */
  close(): Promise<void>;
}
