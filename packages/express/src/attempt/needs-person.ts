import type { Attempt } from "./attempt.ts";

/** Whether a person has still to do something about a further payment of the order. */
export function isPaidTwice({ state, facts }: Attempt): boolean {
  const { furtherApproval, released, handled } = facts;
  return state === "approved" && furtherApproval === true && released === undefined && handled === undefined;
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
