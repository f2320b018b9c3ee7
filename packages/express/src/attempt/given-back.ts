import type { Attempt } from "./attempt.ts";

/** Whether a person has recorded that this payment was given back, and not another one of its order. */
export function isGivenBack({ id, facts: { handled } }: Pick<Attempt, "id" | "facts">): boolean {
  return handled?.returned === true && (handled.returnedAttempt ?? id) === id;
}
