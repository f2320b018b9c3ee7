import type { Money } from "@ventanilla/client";
import { approvedAmountOf, sumGivenBack } from "./approval.ts";
import type { Attempt, GivenBack } from "./attempt.ts";
import { isPaidTwice } from "./needs-person.ts";

/**
 * Why a part cannot be recorded as given back:
 *
 * - `not_charged`: the attempt has charged nothing, or the bank only holds the money;
 * - `to_handle`: it is a further payment of its order, and a person has still to decide which one goes back;
 * - `part_unnamed`: the bank approved a part of the amount, and nobody has named it;
 * - `already_recorded`: there is a part of this amount, day and reference;
 * - `too_much`: less than that is left.
 */
export type NotGivenBack = "not_charged" | "to_handle" | "part_unnamed" | "already_recorded" | "too_much";

/** What of a charge has not gone back. `undefined` where nothing is charged, or nobody knows how much. */
export function leftOf(charge: Attempt): Money | undefined {
  const { state, facts } = charge;
  const approved = state === "approved" && facts.capture === undefined ? approvedAmountOf(charge) : undefined;
  return approved && { ...approved, minor: approved.minor - sumGivenBack(charge) };
}

/** Why the part cannot be recorded; `undefined` when it can. */
export function whyNotGivenBack(attempt: Attempt, part: GivenBack): NotGivenBack | undefined {
  if (attempt.state !== "approved" || attempt.facts.capture !== undefined) return "not_charged";
  if (isPaidTwice(attempt)) return "to_handle";
  const left = leftOf(attempt);
  if (left === undefined) return "part_unnamed";
  if (attempt.facts.givenBack?.some((other) => isSame(other, part))) return "already_recorded";
  return part.amount.minor > left.minor ? "too_much" : undefined;
}

/** A second part of the same amount on the same day is told from a repetition by its reference. */
const isSame = (one: GivenBack, other: GivenBack): boolean =>
  one.amount.minor === other.amount.minor && one.on === other.on && one.reference === other.reference;
