import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, State, Verdict } from "../attempt/attempt.ts";
import type { Announcement, Change } from "../attempt/change.ts";

/** A new attempt, before the store has decided whether the order gets one. */
export interface AttemptDraft {
  id: string;
  order: string;
  /** The session API that is asked about it: only a router with the same one claims it, and joins it. */
  bank: string;
  amount: Money;
  tax: Money;
  /** SHA-256 of the browser's cookie, hex: who may see the details on the relay page. */
  browserHash: string;
  facts: Facts;
  /** When to look after it, should no session ever be created. */
  dueAt: number;
}

/**
 * What became of a draft:
 * - `inserted`: it is the order's live attempt now;
 * - `joined`: the order has a live attempt of the same amount at the same bank: that one;
 * - `paid`: the order is paid or authorized: the attempt that did it;
 * - `blocked`: an earlier attempt is `unknown` or under `review`, and nobody has resolved it; or a capture is open: that one.
 *
 * A draft with the fact `captureOf` is a capture, and is compared with the captures of the same authorization only: it is
 * `inserted`, or `joined` to the live one of whatever amount, or there is one that has `paid` or `blocked` it.
 *
 * In every case the draft's id, unless another attempt owns it, leads to the attempt from now on. Its browser counts as one
 * that launched the attempt when it was `inserted` or `joined`.
 */
export interface Insertion {
  kind: "inserted" | "joined" | "paid" | "blocked";
  attempt: Attempt;
}

/**
 * The types of events: the store makes `order.paidAgain` of an `order.paid` or `order.authorized` that is not the order's
 * first.
 */
export type EventType = Announcement | "order.paidAgain";

/** The events that tell of money: they wait for each other, and for no notice. */
export const moneyEvents: readonly EventType[] = ["order.authorized", "order.paid", "order.paidAgain"];

/** An event of the outbox, as claimed for delivery. */
export interface OutboxEvent {
  /**
   * Stable over every repetition: `paid:<order>`, and by the attempt `paidAgain:<attempt>`, `authorized:<attempt>`,
   * `failed:<attempt>` (of a capture), `declined:<attempt>`, `expired:<attempt>`, `unknown:<attempt>`, `review:<attempt>`, `unconfirmed:<attempt>`. An event whose id is there
   * already is not written again.
   */
  id: string;
  type: EventType;
  order: string;
  attempt: string;
  /** What the bank had said when the event was written. */
  verdict?: Verdict;
  createdAt: number;
}

/** How many to claim at the most, of which bank, and how long to keep others away. */
export interface Lease {
  limit: number;
  leaseMs: number;
  bank: string;
}

/** A lease on something due. It is lost when another claim raised the fence. */
export interface Claim<T> {
  item: T;
  /** The fencing token: {@link Store.settleClaim} refuses an older one. */
  fence: number;
  /** How many claims there were before this one. */
  tries: number;
  /** When the lease ends, by the store's clock. */
  leaseUntil: number;
}

/** What a claim on the outbox came to. */
export type Settlement =
  | { kind: "done" }
  | { kind: "retry"; at: number; error: string }
  | { kind: "dead"; error: string };

/** The database transaction that a hook may write through: its writes and the event's delivery are one. */
export interface Transaction {
  /**
   * Runs one statement in the store's own SQL: `?` or `?1` for SQLite, `$1` for Postgres.
   * @throws the engine's error
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** A transaction that has marked its event as delivered. One of the two ends it. */
export interface Delivery extends Transaction {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** What waits, for those who watch over it. Times are absent when nothing waits. */
export interface Backlog {
  /** The earliest time at which the bank was to be asked about an attempt. */
  attemptsSince?: number;
  /** The earliest time at which an event was to be delivered. */
  eventsSince?: number;
  /** Events given up. */
  dead: number;
  /** Attempts that nobody has resolved. */
  unknown: number;
  review: number;
  /** Opened attempts whose window ends between now and the time asked for, earliest first, a hundred at most. */
  closing: Attempt[];
}

/** What a person has to look at, oldest first. */
export interface Unsettled {
  /** `unknown`, under `review`, and refused without a clear last answer; resolved by nobody. */
  attempts: Attempt[];
  /** Given up, with what the hook said last. */
  events: (OutboxEvent & { error: string })[];
}

/**
 * Where attempts and events are kept. Every method is atomic, and safe among the processes that share the store; none
 * is composed by the caller. Times are milliseconds since the epoch by the store's own clock.
 */
export interface Store {
  /** Brings the tables up to date; does nothing when they are. Answers the versions applied, oldest first. */
  migrate(): Promise<number[]>;
  now(): Promise<number>;
  /**
   * Inserts the draft with the next TransactionId (six digits from a persisted counter, skipping those of live
   * attempts), unless the order is paid, blocked, or has a live attempt of the same amount, tax, currency and `capture`
   * that can still be paid after `joinableUntil`. See {@link Insertion} for captures.
   */
  insertAttempt(draft: AttemptDraft, joinableUntil: number): Promise<Insertion>;
  /** Finds an attempt by its own id or by the id of a launch that joined it. */
  findAttempt(id: string): Promise<Attempt | undefined>;
  findByReturnHash(returnHash: string): Promise<Attempt | undefined>;
  /** The attempts of an order, oldest first. */
  attemptsOf(order: string): Promise<Attempt[]>;
  /** Whether the attempt was launched by the browser with this cookie hash. */
  launchedBy(attempt: string, browserHash: string): Promise<boolean>;
  /**
   * Compare-and-set: writes the change if the attempt still has this version and the rank does not fall, and its event in
   * the same write. What only the store can see, it decides: `order.paid` or `order.authorized` is written for the order's
   * first approval, `order.paidAgain` for any later one; a capture's approval is always `order.paid`. A reference that
   * another attempt of the bank was approved with turns the approval into `review`, announced as `attempt.review`, unless
   * it is a capture's and its own authorization's. Returns the attempt as it now is, and whether the change was written.
   */
  transition(id: string, version: number, change: Change): Promise<{ written: boolean; attempt: Attempt }>;
  /**
   * Claims attempts of the bank whose due time has come, those first whose window ends next: their due time moves
   * forward by the lease. Writes nothing when nothing is due.
   */
  claimAttempts(lease: Lease): Promise<Claim<Attempt>[]>;
  /**
   * Claims events to deliver in the same way, earliest first; of each order only the oldest that is neither delivered
   * nor dead. `order.authorized`, `order.paid` and `order.paidAgain` wait for each other, and for no other event that
   * was claimed before: its hook may fail or hang.
   */
  claimEvents(lease: Lease): Promise<Claim<OutboxEvent>[]>;
  /**
   * Moves the end of a claim on an event to `leaseMs` from now. Answers `false` when the lease was lost to another claim
   * or the event is settled.
   */
  renewClaim(event: string, fence: number, leaseMs: number): Promise<boolean>;
  /** Ends a claim on an event. Answers `false` when the lease was lost to another claim: then nothing is written. */
  settleClaim(event: string, fence: number, settlement: Settlement): Promise<boolean>;
  /** Opens a transaction in which the claimed event is delivered; `undefined` when the lease was lost. */
  openDelivery(event: string, fence: number): Promise<Delivery | undefined>;
  /** Makes a dead event due again. Answers `false` when there is none of this id. */
  reviveEvent(event: string): Promise<boolean>;
  /** Writes something of no meaning, durably: rejects when the store can be read but not written. */
  checkWrite(): Promise<void>;
  /** What waits, of every bank; cheap however many attempts there are. */
  backlog(closingBefore: number): Promise<Backlog>;
  /** What a person has to look at, `limit` of each kind at the most. */
  unsettled(limit: number): Promise<Unsettled>;
  /** Counts everything: for people, not for every request. */
  stats(): Promise<{ attempts: Record<State, number>; outbox: { due: number; dead: number } }>;
  close(): Promise<void>;
}
