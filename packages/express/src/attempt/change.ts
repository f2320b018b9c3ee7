import type { Facts, State } from "./attempt.ts";

/** What a transition writes. `state` is the current one or a higher one. */
export interface Change {
  /** The state after the change. */
  state: State;
  /** All facts after the change. */
  facts: Facts;
  /** When the bank forgets the session; absent for unchanged. */
  windowEndsAt?: number;
  /** SHA-256 of the token in the session's return address, hex. */
  returnHash?: string;
  /** When the bank is to be asked again; `null` for never, absent for unchanged. */
  dueAt?: number | null;
  /**
   * The id of another approved attempt of the order, which gets the fact `handled` of this one as its fact `givenBack`,
   * in the same write. Nothing is written when it has one, or is no such attempt.
   */
  givenBack?: string;
  /** The event to write with the change. */
  announce?: Announcement;
}

/**
 * What a change of an attempt announces. `order.paid` and `order.authorized` go with the move to `approved`, and with
 * nothing else. `order.paidAgain` of a change goes with an authorization whose order another attempt has paid; with the move
 * to `approved` the store itself makes it of the other two.
 */
export type Announcement =
  | "order.paid"
  | "order.authorized"
  | "order.paidAgain"
  | "capture.failed"
  | "attempt.declined"
  | "attempt.expired"
  | "attempt.unknown"
  | "attempt.review"
  | "attempt.unconfirmed";

const announcements = {
  expired: "attempt.expired",
  unknown: "attempt.unknown",
  declined: "attempt.declined",
  review: "attempt.review",
  approved: "order.paid",
} as const satisfies Partial<Record<State, Announcement>>;

/** A state whose beginning is announced. */
export type AnnouncedState = keyof typeof announcements;

/** What the move of an attempt with these facts to the state announces. */
export function announcementOf(state: AnnouncedState, { capture, captureOf }: Facts): Announcement {
  if (state === "approved" && capture === "later") return "order.authorized";
  // No buyer's card was refused: the event is for the shop.
  if (captureOf !== undefined && (state === "declined" || state === "expired")) return "capture.failed";
  return announcements[state];
}
