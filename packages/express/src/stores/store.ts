import type { Attempt } from "../attempt/attempt.ts";
import type { DecisionKind } from "../attempt/needs-person.ts";
import type { Decide, UpdatedAttempt } from "../attempt/order-rows.ts";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import type { State } from "../attempt/state.ts";
import type { StaffStore } from "./staff-store.ts";

/** For tests: the clock of a store, instead of the clock of the host or of the database. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What to claim, and for how long. */
export interface Lease {
  /** How many rows to claim at most. */
  limit: number;
  /** How long no other worker may claim the same rows, in milliseconds. */
  leaseMs: number;
  /** The banks of the router: only attempts of these, and their events, are claimed. */
  banks: readonly string[];
}

/** What waits and is not of the banks that were named. */
export interface Elsewhere {
  /** What is due, or will be, by bank. */
  banks: {
    /** As in `Attempt.bank`. */
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
  /** The fencing token: {@link ShopStore.settleClaim} refuses an older one. */
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
   * @param text the statement, with `?` for SQLite and MySQL, and `$1` for Postgres
   * @param values one for each parameter
   * @returns the rows, as the driver gives them
   * @throws the error of the database
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** A transaction in which an event is marked as delivered. `commit` or `rollback` ends it. */
export interface Delivery extends Transaction {
  /** How long it may be open, in milliseconds, where others wait for it: at most, and by default, 15,000. */
  maxOpenMs?: number;
  /**
   * Commits what the hook has written, and the delivery.
   * @throws Error when the transaction has ended, or a statement in it has failed: nothing is written then
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
  /** How many events were claimed three times or more, and are neither delivered nor dead. */
  failing: number;
  /**
   * When the latest session was created of those that can be paid. In the future: the clock was ahead. What has ended then
   * keeps its time for ever, and says nothing of now.
   */
  newestAt?: number;
  /** Opened attempts that the bank still knew 5 minutes after their windows had ended by the store's clock. */
  overtime: number;
  /**
   * How far the store's clock is ahead of the clock of this host, in milliseconds. Absent where the store follows that
   * clock.
   */
  aheadMs?: number;
  /** Opened attempts whose window ends between now and the given time, without a clear answer of the bank near its end. */
  unqueried: number;
}

/** The attempts that wait for a person, by kind, oldest first. */
export interface Unsettled extends Record<DecisionKind, Attempt[]> {
  /** Events that were given up, with the last error of their hook. */
  events: (OutboxEvent & { error: string })[];
}

/**
 * Keeps the attempts and events of any number of shops. Every method is atomic and safe among the processes that share
 * the store. It keeps, and decides nothing: what depends on other attempts of an order is decided by the function that
 * it calls, on what it has read.
 *
 * Use {@link sqliteStore}, {@link postgresStore} or {@link mysqlStore}, or write another store and test it with
 * `@ventanilla/store-contract`.
 * @see docs/contributing/write-a-store.md
 */
export interface Store {
  /**
   * Brings the tables up to date. Does nothing when they are.
   * @returns the versions applied, oldest first
   */
  migrate(): Promise<number[]>;
  /** The current time by the store's clock. Over a network it may be estimated, to half of a long round trip. */
  now(): Promise<number>;
  /** Writes a value without meaning, durably. Rejects when the store can be read but not written. */
  checkWrite(): Promise<void>;
  /** What is kept of one shop: nothing that another shop writes is seen there, or changes anything. */
  shop(scope: string): ShopStore;
  /**
   * Keeps what a scope is used for, the first time that it is named.
   * @param merchant who is paid under this scope
   * @returns the merchant that the scope was kept with first
   */
  claimScope(scope: string, merchant: string): Promise<string>;
  /** Lists the scopes that were claimed, in the order of their names. */
  scopes(): Promise<{ scope: string; merchant: string }[]>;
  /**
   * The name of the database's file, or of its log, when that was deleted or replaced since it was opened. `undefined` as
   * long as all is well, and for a store without files. Called twice a second.
   */
  lostFile(): Promise<string | undefined>;
  /** Closes what the store has opened itself. */
  close(): Promise<void>;
}

/** The attempts and events of one shop. Times are in milliseconds since the epoch by the store's own clock. */
export interface ShopStore extends StaffStore, Pick<Store, "now" | "checkWrite" | "lostFile"> {
  /**
   * Reads an order, lets `decide` say what to write, and writes all of it in one transaction, or nothing. When anything
   * that `decide` was shown of the order has been changed by another plan meanwhile, nothing is written, and it is
   * called again; so it is when a unique key refuses the plan, and is then told what is `taken`.
   *
   * Unique in a shop are the ids of launches and attempts (together), `reference`, `approvalKey`, `returnHash`, and
   * the `transactionId` of live attempts. An event or launch whose id exists is left out of the plan.
   */
  inOrder<T>(order: string, decide: Decide<T>): Promise<T>;
  /**
   * Compare-and-set of one attempt: writes `attempt` if it has still the version that it had `before`.
   * @returns whether it was written
   */
  update(update: UpdatedAttempt): Promise<boolean>;
  /** Finds an attempt by its own id or by the id of a launch that got it. */
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
   * Claims due attempts: those whose window ends next first, then those without an open window, the earliest due first.
   * Their due time moves to the end of the lease. Writes nothing when nothing is due.
   */
  claimAttempts(lease: Lease): Promise<Claim<Attempt>[]>;
  /**
   * Claims due events in the same way, earliest first. An event waits until every older one of its order that is of its
   * own kind, or about money, is delivered or dead; and for the first claim of the oldest one. What is about money does
   * not wait for anything else.
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
   * Makes a dead event due again, behind all others of its order.
   * @returns `false` when no dead event has this id
   */
  reviveEvent(event: string): Promise<boolean>;
  /**
   * The work that waits. The cost does not grow with the number of attempts.
   * @param closingBefore the latest end of a window that counts in `unqueried`
   */
  backlog(closingBefore: number): Promise<Backlog>;
  /**
   * What waits for another bank than these. The cost grows only with what waits.
   * @param banks as in `Attempt.bank`
   */
  elsewhere(banks: readonly string[]): Promise<Elsewhere>;
  /**
   * How many attempts of each kind wait for a person, and how many events were given up. One cheap read: every page of
   * the counter asks for it, and each page that follows a payment once a second.
   */
  countUnsettled(): Promise<Record<DecisionKind | "events", number>>;
  /**
   * What needs a person, at most `limit` of each kind, so that many of one do not hide those of another. The cost grows
   * only with the limit.
   */
  unsettled(limit: number): Promise<Unsettled>;
  /** Counts all attempts and events. Reads every row: not for every request. */
  stats(): Promise<{ attempts: Record<State, number>; outbox: { due: number; dead: number } }>;
  /**
   * Lists orders that are finished and old, the oldest first: their attempts have all reached their state before a time,
   * nothing of them is due or waits for a person, and all their events are delivered.
   * @param before milliseconds since the epoch
   * @param limit how many at most
   */
  finishedOrders(before: number, limit: number): Promise<string[]>;
  /**
   * Deletes the attempts, events, launches and staff's actions of an order, if it is still finished and old. An order
   * that was paid stays paid: `attemptsOf` and `inOrder` still show the attempt that paid it, without what is known of the
   * buyer, the card and the bank's answer.
   * @returns whether it was deleted
   */
  pruneOrder(order: string, before: number): Promise<boolean>;
}
