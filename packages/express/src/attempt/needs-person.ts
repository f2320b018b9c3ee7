import type { Attempt } from "./attempt.ts";

/** Whether a person has still to do something about a further payment of the order. */
export function isPaidTwice({ state, facts }: Attempt): boolean {
  const { furtherApproval, released, handled } = facts;
  return state === "approved" && furtherApproval === true && released === undefined && handled === undefined;
}

/** Whether the attempt waits for a person to resolve it. */
export function isResolvable({ state, facts }: Attempt): boolean {
  const { resolution, unconfirmedAt } = facts;
  // A resolution that says paid, in another state than approved, was cut short before its second write.
  if (resolution !== undefined && !(resolution.paid && state !== "approved")) return false;
  return state === "unknown" || state === "review" || (state === "declined" && unconfirmedAt !== undefined);
}
