import type { Attempt } from "./attempt.ts";
import { awaitsResolution } from "./needs-person.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * How payments are counted and listed. Each is in exactly one group, whatever its state and facts:
 *
 * - `approved`: the bank approved it, to charge the amount or only to hold it;
 * - `declined`: finally refused;
 * - `waiting`: its outcome is not known yet: it begins, or it is at the bank;
 * - `cancelled`: the buyer came back by the cancel address, and no card was sent;
 * - `failed`: its launch never reached the bank's page;
 * - `expired`: the time has passed, and nothing was charged;
 * - `decide`: it is `unknown`, under `review`, or `declined` without a clear last answer of the bank, and a person has
 *   to say whether the buyer was charged;
 * - `notPaid`: it was `unknown` or under `review`, and a person has said that the buyer was not charged, or that the
 *   money was given back.
 */
export const groups = [
  "approved",
  "declined",
  "waiting",
  "cancelled",
  "failed",
  "expired",
  "decide",
  "notPaid",
] as const;
/** One of {@link groups}. */
export type Group = (typeof groups)[number];

/** The group of an attempt. */
export function groupOf(attempt: Attempt): Group {
  if (awaitsResolution(attempt)) return "decide";
  switch (attempt.state) {
    case "unknown":
    case "review":
      return "notPaid";
    case "preparing":
    case "opened": {
      const outcome = outcomeOf(attempt);
      return outcome === "failed" || outcome === "cancelled" ? outcome : "waiting";
    }
    default:
      return attempt.state;
  }
}
