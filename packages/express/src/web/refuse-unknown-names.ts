import { ArgumentError } from "@ventanilla/client";
import { nearestName } from "@ventanilla/web";

/**
 * Refuses a name that is not known: what is misspelled would be ignored without a message.
 * @param owner stands before the name in the message, such as `limits.`
 * @param kind the noun of the message. Default: `field`
 * @throws ArgumentError naming the first of them, and the one that was likely meant, else all that there are
 */
export function refuseUnknownNames(owner: string, given: object, known: readonly string[], kind = "field"): void {
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name === undefined) return;
  const near = nearestName(name, known);
  const expected = known.length > 1 ? `expected one of ${known.join(", ")}` : `expected ${known[0]}`;
  const advice = near === undefined ? expected : `did you mean ${near}?`;
  throw new ArgumentError(`${owner}${name}: unknown ${kind}, ${advice}`);
}
