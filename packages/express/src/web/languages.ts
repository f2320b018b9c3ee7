import { ArgumentError } from "@ventanilla/client";
import { nearestName } from "@ventanilla/web";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import type { Texts, Translations } from "./texts.ts";

/** The languages that the router speaks: Spanish, English and the shop's own. */
export interface Languages {
  /** The texts of a language; Spanish for one that the router no longer speaks. */
  of(language: string): Texts;
  /**
   * The language for a visitor: the one that the page asks for, else the browser's, else Spanish. `en-GB` is answered
   * in `en` (RFC 4647 §3.4).
   * @param asked the page's `lang`
   * @param accepted the browser's `Accept-Language`
   */
  choose(asked: string | null | undefined, accepted: string | undefined): string;
}

/** No tag in use is longer (RFC 5646, section 4.4.1). */
const maxTagLength = 35;

const builtIn: Readonly<Record<string, Texts | undefined>> = { es, en };

/** @throws ArgumentError naming the text that is unknown, missing or not a sentence */
export function languagesOf(translations: Translations = {}): Languages {
  if (typeof translations !== "object" || translations === null) {
    throw new ArgumentError('texts: expected texts by language, such as { es: { back: "Volver a la tienda" } }');
  }
  const spoken = new Map<string, Texts>([
    ["es", es],
    ["en", en],
  ]);
  for (const [language, given] of Object.entries(translations)) {
    const name = `texts.${language}`;
    if (!/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(language)) {
      throw new ArgumentError(`${name}: expected the code of a language, such as es, ht or pt-BR`);
    }
    // The shape is every language's.
    spoken.set(language, complete(name, es, given, builtIn[language]) as Texts);
  }
  const nearest = (tag: string) => {
    for (let range = tag.slice(0, maxTagLength).toLowerCase(); range !== ""; range = range.replace(/-?[^-]*$/, "")) {
      const found = [...spoken.keys()].find((language) => language.toLowerCase() === range);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    of: (language) => spoken.get(language) ?? es,
    choose: (asked, accepted = "") =>
      [asked ?? "", ...rangesOf(accepted)].map(nearest).find((language) => language !== undefined) ?? "es",
  };
}

/** The languages of an `Accept-Language` header, the preferred ones first. */
function rangesOf(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [range = "", quality = ""] = part.trim().split(/\s*;\s*q=/i);
      return { range, quality: quality === "" ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}

/** Texts of the same shape: the given ones, and where one is left out, the known one. */
function complete(name: string, shape: object, given: unknown, known: unknown): object {
  if (typeof given !== "object" || given === null) throw new ArgumentError(`${name}: expected an object of texts`);
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(shape, key)) continue;
    const meant = nearestName(key, Object.keys(shape));
    throw new ArgumentError(`${name}.${key}: unknown text${meant === undefined ? "" : `, did you mean ${meant}?`}`);
  }
  const entries = Object.entries(shape).map(([key, like]: [string, unknown]) => {
    const own: unknown = Reflect.get(given, key);
    const fallback: unknown = typeof known === "object" && known !== null ? Reflect.get(known, key) : undefined;
    if (own === undefined && fallback !== undefined) return [key, fallback] as const;
    const at = `${name}.${key}`;
    if (own === undefined) throw new ArgumentError(`${at}: missing, a language of your own needs every text`);
    if (typeof like === "object" && like !== null) return [key, complete(at, like, own, fallback)] as const;
    if (typeof own !== "string" || own.trim() === "") throw new ArgumentError(`${at}: expected a sentence`);
    return [key, own] as const;
  });
  return Object.fromEntries(entries);
}
