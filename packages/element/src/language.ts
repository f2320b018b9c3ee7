import { en } from "./messages/en.ts";
import { es, type Messages } from "./messages/es.ts";

/** The languages there are words for. */
export type Language = "es" | "en";

/** The words of each language. */
export const messages: Record<Language, Messages> = { es, en };

/** The language of an element: `locale` if given, else that of the nearest `lang`, also outside its shadow tree, else Spanish. */
export function languageOf(element: Element, locale: string): Language {
  let tag: string | null | undefined = locale;
  for (let at: Element | undefined = element; at && !tag; at = (at.getRootNode() as ShadowRoot).host) {
    tag = at.closest("[lang]")?.getAttribute("lang");
  }
  return /^en\b/i.test(tag ?? "") ? "en" : "es";
}
