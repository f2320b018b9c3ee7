import { type Hints, meantField } from "@ventanilla/client/wire";
import { excerpt } from "./mask-secrets.ts";
import { type Warning, warningAbout } from "./warning.ts";

// Naming one costs a comparison with every known field, and a body may have ten thousand unknown ones.
const maxNamed = 20;

/** A warning about each ignored field, for the first twenty; the rest are counted. */
export function ignoredWarnings<T>(ignored: readonly T[], warn: (field: T) => Warning): Warning[] {
  const rest = ignored.length - maxNamed;
  const count = rest === 1 ? "1 more field is ignored" : `${rest} more fields are ignored`;
  return [...ignored.slice(0, maxNamed).map(warn), ...(rest > 0 ? [warningAbout([], count)] : [])];
}

/** A warning about each name that occurs more than once in `names`. */
export function repeatedWarnings(names: readonly string[]): Warning[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .slice(0, maxNamed)
    .map(([name, count]) => warningAbout([name], `${quoted(name)} is sent ${count} times: the last one is read`));
}

/** The longest name that is compared with others and repeated in full. */
const maxNameLength = 64;

/** The warning about an unknown field: it is ignored, and which one was probably meant. */
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
