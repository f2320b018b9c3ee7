import { type Hints, meantField } from "@ventanilla/client/wire";
import { printable } from "./mask-secrets.ts";

/** The longest name that is compared with others and repeated in full. */
const longest = 64;

/** What to say of a field that is none: that it is ignored, and which one was likely meant. */
export function ignoredWarning(name: string, names: readonly string[], hints: Hints): string {
  const meant = name.length > longest ? undefined : meantField(name, names, hints);
  if (typeof meant === "object") return `${quoted(name)} is ignored: ${meant.sentence}`;
  return `${quoted(name)} is ignored: ${meant ? `did you mean "${meant}"?` : "there is no such field"}`;
}

/** The name of a field from a request in a sentence. */
export function quoted(name: string): string {
  return `"${printable(name, longest)}"`;
}
