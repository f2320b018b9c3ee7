import type { Verdict } from "./attempt.ts";

/**
 * The types of events: what a change of an attempt announces. `order.paid` and `order.authorized` are announced only
 * with the move to `approved`; there the store replaces them with `order.paidAgain` when the order has an earlier
 * approval. A change itself announces `order.paidAgain` for an authorization whose order another attempt has paid.
 */
export type EventType =
  | "order.paid"
  | "order.authorized"
  | "order.paidAgain"
  | "order.lapsing"
  | "order.lapsed"
  | "order.givenBack"
  | "order.returnUnclear"
  | "capture.failed"
  | "attempt.declined"
  | "attempt.expired"
  | "attempt.unknown"
  | "attempt.review"
  | "attempt.unconfirmed";

/** An event of the outbox, as claimed for delivery. */
export interface OutboxEvent {
  /**
   * The same for every repetition: `paid:<order>`, or `paidAgain:<attempt>`, `authorized:<attempt>`,
   * `lapsing:<attempt>` and `lapsed:<attempt>` (of an authorization), `givenBack:<attempt>:<number of the part>`,
   * `returnUnclear:<attempt>:<sending>`, `failed:<attempt>` (of a capture), `declined:<attempt>`, `expired:<attempt>`,
   * `unknown:<attempt>`, `review:<attempt>`, `unconfirmed:<attempt>`. An event is not written again when its id exists.
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
