import { type Hints, meantField } from "@ventanilla/client/wire";
import { translatePhrase } from "./phrases-es.ts";
import type { Reason } from "./reason.ts";
import { excerpt } from "./secrets/mask-secrets.ts";
import { type Warning, warningAbout } from "./warning.ts";

// A warning costs a comparison with every known field, and a body may have ten thousand unknown ones.
export const maxWarned = 20;
const maxNamed = 100;

/** A warning about each of the first twenty ignored fields, and one that names the next hundred and counts the rest. */
export function ignoredWarnings(ignored: readonly string[], warn: (field: string) => Warning): Warning[] {
  const warned = ignored.slice(0, maxWarned).map(warn);
  const more = ignored.length - maxWarned;
  if (more <= 0) return warned;
  const named = ignored.slice(maxWarned, maxWarned + maxNamed).map(quoted);
  const names = named.join(", ");
  const [es, en] = more > maxNamed ? [`, y otros ${more - maxNamed}`, `, and ${more - maxNamed} others`] : ["", ""];
  const further = warningAbout([], {
    es: `${more === 1 ? "se ignora 1 campo" : `se ignoran ${more} campos`} más: ${names}${es}`,
    en: `${more === 1 ? "1 more field is" : `${more} more fields are`} ignored: ${names}${en}`,
  });
  return [...warned, further];
}

/** A warning about each name that occurs more than once in `names`. */
export function repeatedWarnings(names: readonly string[]): Warning[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .slice(0, maxWarned)
    .map(([name, count]) =>
      warningAbout([name], {
        es: `${quoted(name)} viene ${count} veces: se lee el último`,
        en: `${quoted(name)} is sent ${count} times: the last one is read`,
      }),
    );
}

/** The longest name that is compared with others and repeated in full. */
const maxNameLength = 64;

/** The warning about an unknown field: it is ignored, and which one was probably meant. */
export function ignoredWarning(name: string, names: readonly string[], hints: Hints): Warning {
  const meant = name.length > maxNameLength ? undefined : meantField(name, names, hints);
  const sent = quoted(name);
  const ignored = (about: string | undefined, { es, en }: Reason): Warning =>
    warningAbout(about ? [about] : [], {
      ...(es !== undefined && { es: `${sent} se ignora: ${es}` }),
      en: `${sent} is ignored: ${en}`,
    });
  if (meant === undefined) return ignored(undefined, { es: "ese campo no existe", en: "there is no such field" });
  if (typeof meant === "string") {
    const misspelling = { sent: excerpt(name, maxNameLength), meant };
    return { ...ignored(meant, { es: `¿quiso decir "${meant}"?`, en: `did you mean "${meant}"?` }), misspelling };
  }
  return ignored(meant.about, translatePhrase(meant.sentence));
}

/** The name of a field from a request in a sentence. */
export function quoted(name: string): string {
  return `"${excerpt(name, maxNameLength)}"`;
}
