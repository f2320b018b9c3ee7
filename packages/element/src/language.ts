import { en } from "./messages/en.ts";
import { es, type Messages } from "./messages/es.ts";

/** The messages in `locale`, else in the nearest `lang`, also outside the element's shadow tree, else in Spanish. */
export function messagesFor(element: Element, locale: string): Messages {
  let tag: string | null | undefined = locale;
  for (let at: Element | undefined = element; at && !tag; at = (at.getRootNode() as ShadowRoot).host) {
    tag = at.closest("[lang]")?.getAttribute("lang");
  }
  return /^en\b/i.test(tag ?? "") ? en : es;
}
