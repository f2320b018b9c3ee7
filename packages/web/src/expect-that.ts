import { ArgumentError } from "./argument-error.ts";
import { shownValue } from "./shown-value.ts";

/**
 * Refuses what the caller has got wrong, in one form of words.
 * @param isRight whether it is as expected
 * @param name of what is checked
 * @param expected in words
 * @param came what came instead, for the message; none for what may be a secret or a person's
 * @throws ArgumentError `name: expected …, got …`
 * @example
 * expectThat(color === "red" || color === "green", "color", "red or green", color);
 * // "color: expected red or green, got \"blue\""
 */
export function expectThat(
  isRight: boolean,
  name: string,
  expected: string,
  ...came: readonly [unknown?]
): asserts isRight {
  if (isRight) return;
  const got = came.length === 0 ? "" : `, got ${shownValue(came[0])}`;
  throw new ArgumentError(`${name}: expected ${expected}${got}`);
}
