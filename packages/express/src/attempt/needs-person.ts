import type { Attempt } from "./attempt.ts";
import { chargeOf } from "./charge.ts";
import { givenBackOf } from "./given-back.ts";

/**
 * Whether the attempt is a further payment of its order that a person has still to handle. Of all payments of an order
 * that were not given back, at most one is neither such a payment nor was declared kept: see {@link paymentsInPlaceOf}.
 */
export function isPaidTwice({ state, facts }: Attempt): boolean {
  const { furtherApproval, released, handled } = facts;
  return state === "approved" && furtherApproval === true && released === undefined && handled === undefined;
}

/** Whether the attempt is a charge or hold of its order that was not given back. */
function isInPlace(attempt: Attempt, attempts: readonly Attempt[]): boolean {
  const { id, state, facts } = attempt;
  const isKept = state === "approved" && facts.released === undefined && givenBackOf(attempt) === undefined;
  return isKept && chargeOf(attempt, attempts).id === id;
}

/** Whether an order has more than one payment or authorization, and a person has still to handle one of them. */
export function isOrderPaidTwice(attempts: readonly Attempt[]): boolean {
  return attempts.some(isPaidTwice) && attempts.filter((each) => isInPlace(each, attempts)).length > 1;
}

/**
 * The other payments of the same order that can have been given back in place of a further payment, each by its
 * {@link chargeOf}: the one that pays the order. Other further payments do not count: they wait for a decision of their
 * own, or were declared kept.
 */
export function paymentsInPlaceOf(further: Attempt, attempts: readonly Attempt[]): Attempt[] {
  const own = chargeOf(further, attempts);
  return attempts.filter((other) => {
    // A decision about an authorization is about its capture, too.
    const parts = attempts.filter(({ id }) => id === other.id || id === other.facts.captureOf);
    const isDecidedAlone = parts.some((part) => isPaidTwice(part) || part.facts.handled?.returned === false);
    return isInPlace(other, attempts) && other.id !== own.id && !isDecidedAlone;
  });
}

/**
 * Whether an attempt that is not approved still waits for a person's decision. With a resolution that says paid it
 * does: the resolution was interrupted before its second write.
 */
const isOpen = ({ facts: { resolution } }: Attempt): boolean => resolution?.paid !== false;

/** Whether the attempt waits for a person to resolve it: until then its order cannot be paid. */
export function awaitsResolution(attempt: Attempt): boolean {
  const { state, facts } = attempt;
  const isUnconfirmed = state === "declined" && facts.unconfirmedAt !== undefined;
  return (state === "unknown" || state === "review" || isUnconfirmed) && isOpen(attempt);
}
