import type { Facts } from "./attempt.ts";
import type { EventType } from "./outbox-event.ts";
import type { State } from "./state.ts";

/** What a transition writes. `state` is the current one or a higher one. */
export interface Change {
  /** The state after the change. */
  state: State;
  /** All facts after the change. */
  facts: Facts;
  /** When the bank forgets the session. Absent: unchanged. */
  windowEndsAt?: number;
  /** SHA-256 of the token in the session's return address, hex. */
  returnHash?: string;
  /** When the bank is to be asked again. `null`: never. Absent: unchanged. */
  dueAt?: number | null;
  /**
   * The id of another approved attempt of the order. The same write copies the fact `handled` of this attempt to that
   * one, as its fact `reversed`. Nothing is written when that one already has this fact, or is not an approved attempt
   * of the order.
   */
  reversed?: string;
  /**
   * The event to write with the change. With `reversed` it is the other attempt's; `order.givenBack` is written where more
   * of a charge has gone back than before.
   */
  announce?: EventType;
}

/** What a state announces when it is reached; an attempt's facts may make it another event. */
export const announcements = {
  expired: "attempt.expired",
  unknown: "attempt.unknown",
  declined: "attempt.declined",
  review: "attempt.review",
  approved: "order.paid",
} as const satisfies Partial<Record<State, EventType>>;

/** A state whose beginning is announced. */
export type AnnouncedState = keyof typeof announcements;

/** What is announced when an attempt with these facts moves to the state. */
export function announcementOf(state: AnnouncedState, { capture, captureOf }: Facts): EventType {
  if (state === "approved" && capture === "later") return "order.authorized";
  // A capture has no buyer: the event is for the shop.
  if (captureOf !== undefined && (state === "declined" || state === "expired")) return "capture.failed";
  return announcements[state];
}
