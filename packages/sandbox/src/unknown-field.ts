import { type Hints, meantField } from "@ventanilla/client/wire";
import { printable } from "./mask-secrets.ts";
import { type Warning, warningAbout } from "./warning.ts";

/** The longest name that is compared with others and repeated in full. */
const maxNameLength = 64;

/** What to say of a field that is none: that it is ignored, and which one was likely meant. */
export function ignoredWarning(name: string, names: readonly string[], hints: Hints): Warning {
  const meant = name.length > maxNameLength ? undefined : meantField(name, names, hints);
  const ignored = `${quoted(name)} is ignored`;
  if (meant === undefined) return warningAbout([], `${ignored}: there is no such field`);
  if (typeof meant === "string") return warningAbout([meant], `${ignored}: did you mean "${meant}"?`);
  return warningAbout(meant.about ? [meant.about] : [], `${ignored}: ${meant.sentence}`);
}

/** The name of a field from a request in a sentence. */
export function quoted(name: string): string {
  return `"${printable(name, maxNameLength)}"`;
}
