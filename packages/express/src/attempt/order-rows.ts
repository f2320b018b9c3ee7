import type { Money } from "@ventanilla/client";
import type { Attempt, Facts } from "./attempt.ts";
import type { OutboxEvent } from "./outbox-event.ts";

/** What a store keeps of an order, as one reading of it. */
export interface OrderRows {
  /** The attempts of the order, oldest first. */
  attempts: readonly Attempt[];
  /** What the bank knows the order by. Absent while the order has had no attempt. */
  reference?: string;
  /** Six digits that no live attempt has: the TransactionId of an attempt that is inserted now. */
  transactionId: string;
  /** What a unique key of the store has refused when the last plan for this order was written. */
  taken: Taken;
}

/** Names that something else has already. */
export interface Taken {
  /** The id of a launch or attempt. */
  id?: string;
  /** What the bank knows another order by. */
  reference?: string;
  /** The spelling of another order, and that order. */
  spelling?: { text: string; order: string };
  /** The key of an approval, and the id of the attempt that has it. */
  approval?: { key: string; attempt: string };
}

/** An attempt as it is written, with what is not read back. */
export interface WrittenAttempt {
  /** The attempt after the write. */
  attempt: Attempt;
  /** When the attempt is to be claimed. `null`: never. Absent: unchanged. */
  dueAt?: number | null;
  /** SHA-256 of the token in the session's return address, hex, unique. Absent: unchanged. */
  returnHash?: string;
  /** Unique among the attempts of a shop: see `approvalKeyOf`. Absent: unchanged. */
  approvalKey?: string;
}

/** A new attempt. */
export interface InsertedAttempt extends WrittenAttempt {
  /** When it is to be claimed if no session is ever created. */
  dueAt: number;
  /** SHA-256 of the cookie of the browser that launched it, hex; empty for a capture. */
  browserHash: string;
}

/** A change of an attempt. Nothing of the plan is written unless the attempt is still as it was `before`. */
export interface UpdatedAttempt extends WrittenAttempt {
  /** The attempt as it was read. */
  before: Attempt;
}

/** An event to write, due now. It is not written when its id exists. */
export type WrittenEvent = Pick<OutboxEvent, "id" | "type" | "order" | "attempt" | "verdict"> & {
  /** The bank of the attempt: only its routers deliver the event. */
  bank: string;
};

/** A launch that got an attempt which was there already. It is not written when its id exists. */
export interface WrittenLaunch {
  /** Made in the buyer's page, as a UUID. */
  id: string;
  /** The attempt that it got. */
  attempt: string;
  /** SHA-256 of the browser's cookie, hex. Empty when the browser was refused. */
  browserHash: string;
}

/** What a decision about an order writes: all of it, or nothing. */
export interface Plan {
  /** What the bank knows the order by: with the first attempt, unique among the references of a shop. */
  reference?: string;
  /** The order's id without what databases overlook, unique among the orders of a shop. Absent: unchanged. */
  spelling?: string;
  /** The attempt that the launch gets, where it gets a new one. */
  insert?: InsertedAttempt;
  /** The attempts of the order that change. */
  updates?: readonly UpdatedAttempt[];
  /** What the hooks are to hear. */
  event?: WrittenEvent;
  /** The launch that got an earlier attempt. */
  launch?: WrittenLaunch;
}

/** What was decided, and what to write for it. */
export interface Decision<T> {
  /** What `inOrder` returns, once the plan is written. */
  result: T;
  /** Absent: nothing is written. */
  plan?: Plan;
}

/**
 * Decides about an order. Pure and synchronous: when something else was written meanwhile, it is called again.
 * @param now the store's clock, in milliseconds
 */
export type Decide<T> = (rows: OrderRows, now: number) => Decision<T>;

/**
 * A new attempt, before it is decided whether the order gets one. Times are in milliseconds since the epoch.
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
 * What became of a draft:
 * - `inserted`: `attempt` is new, and the order's live attempt;
 * - `joined`: `attempt` is the order's live attempt, of the same amount at the same bank;
 * - `paid`: `attempt` has paid or authorized the order;
 * - `blocked`: `attempt` waits for a person, or it is an open capture, or its session holds the order: see `holdsOrder`.
 *
 * A draft with the fact `captureOf` is a capture, and is compared only with the captures of its order. It is
 * `inserted`, or `joined` to the live capture (of any amount), or an earlier capture has `paid` or `blocked` it.
 */
export interface Insertion {
  /** What was done with the draft. */
  kind: "inserted" | "joined" | "paid" | "blocked";
  /** The attempt that serves the launch, or the earlier one that prevents it. */
  attempt: Attempt;
}
