import type { Attempt } from "./attempt.ts";
import { chargeOf } from "./charge.ts";
import { givenBackOf } from "./given-back.ts";

/**
 * Whether a person has still to do something about a further payment of the order. Of all payments of an order that the
 * bank still holds, at most one neither waits so nor was declared kept: see {@link paymentsInPlaceOf}.
 */
export function isPaidTwice({ state, facts }: Attempt): boolean {
  const { furtherApproval, released, handled } = facts;
  return state === "approved" && furtherApproval === true && released === undefined && handled === undefined;
}

/**
 * The other payments of a further payment's order that can have been given back in its place: the one that pays the
 * order, each by its {@link chargeOf}. Another further payment waits for a decision of its own, or was declared kept.
 */
export function paymentsInPlaceOf(further: Attempt, attempts: readonly Attempt[]): Attempt[] {
  const own = chargeOf(further, attempts);
  return attempts.filter((other) => {
    const isCharged =
      other.state === "approved" && other.facts.released === undefined && givenBackOf(other) === undefined;
    const isAnother = other.id !== own.id && chargeOf(other, attempts).id === other.id;
    // A word about an authorization is about its capture, too.
    const parts = attempts.filter(({ id }) => id === other.id || id === other.facts.captureOf);
    const isDecidedAlone = parts.some((part) => isPaidTwice(part) || part.facts.handled?.returned === false);
    return isCharged && isAnother && !isDecidedAlone;
  });
}

/**
 * Whether a person has the last word still to say about an attempt that is not approved: a resolution that says paid,
 * in another state than approved, was cut short before its second write.
 */
const isOpen = ({ facts: { resolution } }: Attempt): boolean => resolution?.paid !== false;

/** Whether the order cannot be paid until a person has resolved this attempt. */
export function isUnresolved(attempt: Attempt): boolean {
  return (attempt.state === "unknown" || attempt.state === "review") && isOpen(attempt);
}

/** Whether the attempt waits for a person to resolve it. The stores ask for the same in their languages. */
export function isResolvable(attempt: Attempt): boolean {
  const { state, facts } = attempt;
  return isUnresolved(attempt) || (state === "declined" && facts.unconfirmedAt !== undefined && isOpen(attempt));
}
