import { ArgumentError } from "@ventanilla/client";
import { nearestName } from "@ventanilla/web";
import { shown } from "./reason.ts";

/**
 * Refuses names that are not known: what is misspelled would be ignored without a message.
 *
 * @param kind the noun of the message
 * @throws ArgumentError naming the first of them, and the one that was most likely meant
 */
export function refuseUnknownOptions(
  given: object,
  known: readonly string[],
  kind: "option" | "field" = "option",
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = nearestName(name.slice(0, 60), known);
    throw new ArgumentError(`${shown(name)}: unknown ${kind}${near === undefined ? "" : `, did you mean ${near}?`}`);
  }
}
