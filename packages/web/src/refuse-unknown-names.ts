import { ArgumentError } from "./argument-error.ts";
import { cardLikeDigits } from "./card.ts";
import { nearestName } from "./nearest-name.ts";

/** What the message about an unknown name says. */
export interface UnknownNameWords {
  /** The noun of the message. Default: `field` */
  kind?: string;
  /**
   * What to do, without a period. `name` is as the message shows it.
   * Default: the name that was likely meant, else all that are known
   */
  advise?(name: string, known: readonly string[]): string | undefined;
}

/**
 * Refuses an unknown name: a misspelled one would be ignored without a message.
 * @param owner what has the names, such as `limits`; empty for the options themselves
 * @param given the value whose own names are checked
 * @param known the names that it may have
 * @param words of the message
 * @throws ArgumentError naming the first unknown name, or saying that `given` is not an object
 * @example
 * refuseUnknownNames("limits", { boddy: 1 }, ["body", "alerts"]);
 * // "limits.boddy: unknown field, did you mean body?"
 */
export function refuseUnknownNames(
  owner: string,
  given: unknown,
  known: readonly string[],
  words: UnknownNameWords = {},
): void {
  if (typeof given !== "object" || given === null) {
    throw new ArgumentError(`${owner || "options"}: expected an object`);
  }
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name !== undefined) throw new ArgumentError(unknownName(owner, name, known, words));
}

/**
 * The message about a name that is not known.
 * @param owner what has the name; empty for the options themselves
 * @param name the unknown name; the message cuts it to 60 characters, quotes one that is not a plain name, and hides
 * what looks like a card number
 * @param known the names that there are
 * @param words of the message
 * @returns `owner.name: unknown field`, with the advice after a comma
 * @example
 * unknownName("limits", "boddy", ["body", "alerts"]);
 * // "limits.boddy: unknown field, did you mean body?"
 */
export function unknownName(
  owner: string,
  name: string,
  known: readonly string[],
  { kind = "field", advise = meantOrKnown }: UnknownNameWords = {},
): string {
  const start = name.replace(cardLikeDigits, "[digits]").slice(0, 60);
  const shown = /^[\w-]+$/.test(start) ? start : JSON.stringify(start);
  const advice = advise(start, known);
  return `${owner && `${owner}.`}${shown}: unknown ${kind}${advice === undefined ? "" : `, ${advice}`}`;
}

function meantOrKnown(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.length === 0) return "expected none";
  return `expected ${known.length > 1 ? "one of " : ""}${known.join(", ")}`;
}
