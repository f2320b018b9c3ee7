import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { languageRanges, RecentMap, refuseUnknownNames } from "@ventanilla/web";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import type { Texts, Translations } from "./texts.ts";

/**
 * The router's own texts: for pages of yours beside its own, and to begin another language with.
 * @example
 * const options: Pick<Options, "texts"> = { texts: { ht: { ...texts.es, back: "Retounen nan magazen an" } } };
 */
export const texts: Readonly<Record<"es" | "en", Texts>> = { es, en };

/**
 * Checks the shop's own texts, and completes them.
 * @throws ArgumentError naming the text that is unknown, missing or not a sentence
 */
export function languagesOf(translations: Translations = {}) {
  if (typeof translations !== "object" || translations === null) {
    throw new ArgumentError('texts: expected texts by language, such as { es: { back: "Volver a la tienda" } }');
  }
  const spoken = new Map<string, Texts>(Object.entries(texts));
  /** The longest language that a tag names, or begins with: `en-GB` is answered in `en` (RFC 4647, section 3.4). */
  const nearest = (tag: string) => {
    const asked = `${tag}-`.toLowerCase();
    // Of those that are known, each is as long as the ones before it, or longer.
    return [...spoken.keys()].findLast((language) => asked.startsWith(`${language}-`.toLowerCase()));
  };
  // es-MX inherits what it leaves out from es, so es comes first.
  const shortestFirst = Object.entries(translations).toSorted(([one], [other]) => one.length - other.length);
  for (const [language, given] of shortestFirst) {
    const name = `texts.${language}`;
    if (!/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(language)) {
      throw new ArgumentError(`${name}: expected the code of a language, such as es, ht or pt-BR`);
    }
    const missing: string[] = [];
    const known = spoken.get(nearest(language) ?? "");
    // Every language has the same shape.
    const own = complete(name, es, known, given, missing) as Texts;
    if (missing.length > 0) {
      throw new ArgumentError(`${name}: a language of your own needs every text, missing: ${missing.join(", ")}`);
    }
    spoken.set(language, own);
  }
  const names = [...spoken.keys()].map((language) => ({ language, name: ownName(language) }));
  /** The languages of visits, by what these wish for. */
  const wishes = new RecentMap<string>(1000);
  return {
    /** The texts of a language; those of Spanish for a language that the router no longer speaks. */
    of: (language: string): Texts => spoken.get(language) ?? es,
    /**
     * The language of a visit: the one that its address asks for with `lang`, else `usual`, else the browser's, else
     * Spanish.
     */
    ofVisit({ request: { headers }, query }: Visited, usual?: string): string {
      // What the address asks for comes first in a list in which it is as good as any.
      const wish = `${query.get("lang") ?? usual ?? ""},${headers["accept-language"] ?? ""}`.slice(0, 1000);
      const known = wishes.get(wish);
      if (known !== undefined) return known;
      const ranges = languageRanges(wish).filter(({ quality }) => quality > 0);
      const language = ranges.map(({ range }) => nearest(range)).find((each) => each !== undefined) ?? "es";
      wishes.set(wish, language);
      return language;
    },
    /** The other languages, each with its own name. */
    others: (language: string) => names.filter((other) => other.language !== language),
  };
}

/** What of a visit says its language. */
export interface Visited {
  request: Pick<IncomingMessage, "headers">;
  query: URLSearchParams;
}

/** The languages that the router speaks: Spanish, English and the shop's own. */
export type Languages = ReturnType<typeof languagesOf>;

/** The name of a language in itself, as at the head of a line. */
function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/**
 * Returns texts of the given shape: the given ones, and where one is left out, the known one.
 * @param name as `texts.ht.outcome`
 * @param known the texts of the language from which they are inherited
 * @param missing gets the names of the texts that are neither given nor known, without the name of the language
 */
function complete(name: string, shape: object, known: unknown, given: unknown, missing: string[]): object {
  if (typeof given !== "object" || given === null) throw new ArgumentError(`${name}: expected an object of texts`);
  refuseUnknownNames(name, given, Object.keys(shape), { kind: "text" });
  const entries = Object.entries(shape).map(([key, like]: [string, unknown]) => {
    const at = `${name}.${key}`;
    const inherited: unknown = Reflect.get(Object(known) as object, key);
    const { [key]: own = inherited } = given as Record<string, unknown>;
    if (typeof like === "object" && like !== null)
      return [key, complete(at, like, inherited, own === undefined ? {} : own, missing)];
    if (own === undefined) missing.push(at.split(".").slice(2).join("."));
    else if (typeof own !== "string" || own.trim() === "") throw new ArgumentError(`${at}: expected a sentence`);
    return [key, own];
  });
  return Object.fromEntries(entries) as object;
}
