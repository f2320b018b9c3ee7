import type { Money } from "@ventanilla/client";
import type { Attempt, Facts, State } from "./attempt.ts";

/** A new attempt, before the store has decided whether the order gets one. */
export interface AttemptDraft {
  id: string;
  order: string;
  transactionId: string;
  amount: Money;
  tax: Money;
  /** SHA-256 of the browser's cookie, hex: who may see the details on the relay page. */
  browserHash: string;
  facts: Facts;
}

/**
 * What became of a draft:
 * - `inserted`: it is the order's live attempt now;
 * - `joined`: the order has a live attempt of the same amount: that one;
 * - `paid`: the order is paid: the attempt that paid it;
 * - `blocked`: an earlier attempt is `unknown` or under `review`: that one.
 *
 * In every case the draft's id, unless another attempt owns it, leads to the attempt from now on.
 */
export interface Insertion {
  kind: "inserted" | "joined" | "paid" | "blocked";
  attempt: Attempt;
}

/** What {@link Store.transition} writes. `state` is the current one or a higher one. */
export interface Change {
  state: State;
  facts: Facts;
  windowEndsAt?: number;
  /** SHA-256 of the token in the session's return address, hex. */
  returnHash?: string;
  /** When the bank is to be asked again; `null` for never, absent for unchanged. */
  dueAt?: number | null;
}

/** An event of the outbox, as claimed for delivery. */
export interface OutboxEvent {
  /** `paid:<order>`, or `paidAgain:<attempt>`: stable over every repetition. */
  id: string;
  type: "order.paid" | "order.paidAgain";
  order: string;
  attempt: string;
  createdAt: number;
}

/** How many to claim at the most, and how long to keep others away. */
export interface Lease {
  limit: number;
  leaseMs: number;
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

/**
 * Where attempts and events are kept. Every method is atomic, and safe among the processes that share the store; none
 * is composed by the caller. Times are milliseconds since the epoch by the store's own clock.
 */
export interface Store {
  now(): Promise<number>;
  /** The next TransactionId: six digits from a persisted counter, skipping those of live attempts. */
  nextTransactionId(): Promise<string>;
  /**
   * Inserts the draft, unless the order is paid, blocked, or has a live attempt of the same amount, tax and currency
   * that can still be paid after `joinableUntil`.
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
   * Compare-and-set: writes the change if the attempt still has this version and the rank does not fall. A move to
   * `approved` writes the outbox event in the same write: `order.paid` for the order's first approval,
   * `order.paidAgain` for any later one. A reference that another attempt was approved with turns it into `review`.
   * Returns the attempt as it now is, and whether the change was written.
   */
  transition(id: string, version: number, change: Change): Promise<{ written: boolean; attempt: Attempt }>;
  /** Claims attempts that the bank is to be asked about, earliest first: their due time moves forward by the lease. */
  claimAttempts(lease: Lease): Promise<Claim<Attempt>[]>;
  /** Claims events to deliver, earliest first, in the same way. */
  claimEvents(lease: Lease): Promise<Claim<OutboxEvent>[]>;
  /** Ends a claim on an event. Answers `false` when the lease was lost to another claim: then nothing is written. */
  settleClaim(event: string, fence: number, settlement: Settlement): Promise<boolean>;
  stats(): Promise<{ attempts: Record<State, number>; outbox: { due: number; dead: number } }>;
  close(): Promise<void>;
}
