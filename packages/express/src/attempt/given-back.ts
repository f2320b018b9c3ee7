import type { Attempt, Handling } from "./attempt.ts";

/** What a person has said when this payment was given back, and not another one of its order. */
export function givenBackOf({
  id,
  facts: { handled, givenBack },
}: Pick<Attempt, "id" | "facts">): Handling | undefined {
  if (givenBack !== undefined) return givenBack;
  return handled?.returned === true && (handled.returnedAttempt ?? id) === id ? handled : undefined;
}
