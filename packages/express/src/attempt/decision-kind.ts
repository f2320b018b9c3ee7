import type { Attempt, State } from "./attempt.ts";
import { awaitsResolution, isPaidTwice } from "./needs-person.ts";

/**
 * Why payments wait for a person, most urgent first: the first two are approvals or look like one; with the others a
 * charge is possible.
 *
 * - `paidTwice`: the bank approved a further payment of an order that was paid;
 * - `review`: the bank's answer is an approval, or may be one, and something in it does not match;
 * - `unconfirmed`: a card was refused, and a later one may have been charged;
 * - `unknown`: it may have been charged, and the bank's answers do not say.
 */
export const decisionKinds = ["paidTwice", "review", "unconfirmed", "unknown"] as const;
/** One of {@link decisionKinds}. */
export type DecisionKind = (typeof decisionKinds)[number];

/** The state of attempts that wait for a person to say whether they were paid. */
const decidedStates = {
  review: "review",
  unconfirmed: "declined",
  unknown: "unknown",
} as const satisfies Record<Exclude<DecisionKind, "paidTwice">, State>;

/** Why the attempt waits for a person; `undefined` when it does not. */
export function decisionKindOf(attempt: Attempt): DecisionKind | undefined {
  if (isPaidTwice(attempt)) return "paidTwice";
  if (!awaitsResolution(attempt)) return undefined;
  return decisionKinds.find((kind) => kind !== "paidTwice" && decidedStates[kind] === attempt.state);
}
