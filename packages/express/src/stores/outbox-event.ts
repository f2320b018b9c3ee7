import type { Verdict } from "../attempt/attempt.ts";
import type { Announcement } from "../attempt/change.ts";

/**
 * The types of events. The store writes `order.paidAgain` instead of `order.paid` or `order.authorized` when the order
 * has an earlier approval. The router announces it for an authorization that is left over beside the payment of its
 * order.
 */
export type EventType = Announcement;

/** The events about money. They wait for each other, but not for other events that were claimed before. */
export const moneyEvents: readonly EventType[] = ["order.authorized", "order.paid", "order.paidAgain"];

/** An event of the outbox, as claimed for delivery. */
export interface OutboxEvent {
  /**
   * The same for every repetition: `paid:<order>`, or `paidAgain:<attempt>`, `authorized:<attempt>`,
   * `failed:<attempt>` (of a capture), `declined:<attempt>`, `expired:<attempt>`, `unknown:<attempt>`,
   * `review:<attempt>`, `unconfirmed:<attempt>`. An event is not written again when its id exists.
   */
  id: string;
  /** What happened. */
  type: EventType;
  /** The merchant's order id. */
  order: string;
  /** The id of the attempt. */
  attempt: string;
  /** The bank's answer when the event was written. */
  verdict?: Verdict;
  /** Milliseconds since the epoch. */
  createdAt: number;
}
