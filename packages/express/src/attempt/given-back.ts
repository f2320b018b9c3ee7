import type { Attempt, Handling } from "./attempt.ts";

/**
 * What a person recorded about giving this payment back. `undefined` when it was not given back, or another one was.
 */
export function givenBackOf({
  id,
  facts: { handled, givenBack },
}: Pick<Attempt, "id" | "facts">): Handling | undefined {
  if (givenBack !== undefined) return givenBack;
  return handled?.returned === true && (handled.returnedAttempt ?? id) === id ? handled : undefined;
}
