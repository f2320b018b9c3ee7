import type { Facts, State } from "./attempt.ts";

/** What a transition writes. `state` is the current one or a higher one. */
export interface Change {
  state: State;
  facts: Facts;
  windowEndsAt?: number;
  /** SHA-256 of the token in the session's return address, hex. */
  returnHash?: string;
  /** When the bank is to be asked again; `null` for never, absent for unchanged. */
  dueAt?: number | null;
  /** The event to write with the change. */
  announce?: Announcement;
}

/** What a change of an attempt announces. `order.paid` goes with the move to `approved`, and with nothing else. */
export type Announcement =
  | "order.paid"
  | "attempt.declined"
  | "attempt.expired"
  | "attempt.unknown"
  | "attempt.review"
  | "attempt.unconfirmed";
