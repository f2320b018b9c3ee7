import { type Hints, meantField } from "@ventanilla/client/wire";
import { excerpt } from "./mask-secrets.ts";
import { type Warning, warningAbout } from "./warning.ts";

// A warning costs a comparison with every known field, and a body may have ten thousand unknown ones.
const maxWarned = 20;
const maxNamed = 100;

/** A warning about each of the first twenty ignored fields, and one that names the next hundred and counts the rest. */
export function ignoredWarnings(ignored: readonly string[], warn: (field: string) => Warning): Warning[] {
  const warned = ignored.slice(0, maxWarned).map(warn);
  const more = ignored.length - maxWarned;
  if (more <= 0) return warned;
  const named = ignored.slice(maxWarned, maxWarned + maxNamed).map(quoted);
  const names = more > maxNamed ? [...named, `and ${more - maxNamed} others`] : named;
  const count = more === 1 ? "1 more field is ignored" : `${more} more fields are ignored`;
  return [...warned, warningAbout([], `${count}: ${names.join(", ")}`)];
}

/** A warning about each name that occurs more than once in `names`. */
export function repeatedWarnings(names: readonly string[]): Warning[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .slice(0, maxWarned)
    .map(([name, count]) => warningAbout([name], `${quoted(name)} is sent ${count} times: the last one is read`));
}

/** The longest name that is compared with others and repeated in full. */
const maxNameLength = 64;

/** The warning about an unknown field: it is ignored, and which one was probably meant. */
export function ignoredWarning(name: string, names: readonly string[], hints: Hints): Warning {
  const meant = name.length > maxNameLength ? undefined : meantField(name, names, hints);
  const ignored = `${quoted(name)} is ignored`;
  if (meant === undefined) return warningAbout([], `${ignored}: there is no such field`);
  if (typeof meant === "string") {
    const misspelling = { sent: excerpt(name, maxNameLength), meant };
    return { ...warningAbout([meant], `${ignored}: did you mean "${meant}"?`), misspelling };
  }
  return warningAbout(meant.about ? [meant.about] : [], `${ignored}: ${meant.sentence}`);
}

/** The name of a field from a request in a sentence. */
export function quoted(name: string): string {
  return `"${excerpt(name, maxNameLength)}"`;
}
