import { type Hints, meantField } from "@ventanilla/client/wire";
import { excerpt } from "./mask-secrets.ts";
import { type Warning, warningAbout } from "./warning.ts";

// A merchant reads the first few; a body of ten thousand strange fields must not cost ten thousand comparisons.
const mostNamed = 20;

/** What `warn` says of each of the fields that are ignored; those beyond the first twenty are counted. */
export function ignoredWarnings<T>(ignored: readonly T[], warn: (field: T) => Warning): Warning[] {
  const rest = ignored.length - mostNamed;
  const count = rest === 1 ? "1 more field is ignored" : `${rest} more fields are ignored`;
  return [...ignored.slice(0, mostNamed).map(warn), ...(rest > 0 ? [warningAbout([], count)] : [])];
}

/** What to say of fields that are sent more than once, as the names of all of them tell. */
export function repeatedWarnings(names: readonly string[]): Warning[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .slice(0, mostNamed)
    .map(([name, count]) => warningAbout([name], `${quoted(name)} is sent ${count} times: the last one is read`));
}

/** The longest name that is compared with others and repeated in full. */
const maxNameLength = 64;

/** What to say of an unknown field: that it is ignored, and which one was likely meant. */
export function ignoredWarning(name: string, names: readonly string[], hints: Hints): Warning {
  const meant = name.length > maxNameLength ? undefined : meantField(name, names, hints);
  const ignored = `${quoted(name)} is ignored`;
  if (meant === undefined) return warningAbout([], `${ignored}: there is no such field`);
  if (typeof meant === "string") return warningAbout([meant], `${ignored}: did you mean "${meant}"?`);
  return warningAbout(meant.about ? [meant.about] : [], `${ignored}: ${meant.sentence}`);
}

/** The name of a field from a request in a sentence. */
export function quoted(name: string): string {
  return `"${excerpt(name, maxNameLength)}"`;
}
