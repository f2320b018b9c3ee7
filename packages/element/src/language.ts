import { en } from "./messages/en.ts";
import { es, type Messages } from "./messages/es.ts";

/** An element that shows texts, and its own settings for them. */
interface Speaker extends Element {
  readonly locale: string;
  readonly messages: Partial<Messages> | undefined;
}

/**
 * The messages in `locale`, else in the nearest `lang`, also outside the element's shadow tree, else in Spanish. What
 * `messages` has takes their place, one by one; undefined replaces nothing.
 */
export function messagesFor(speaker: Speaker): Messages {
  let tag: string | null | undefined = speaker.locale;
  for (let at: Element | undefined = speaker; at && !tag; at = (at.getRootNode() as ShadowRoot).host) {
    tag = at.closest("[lang]")?.getAttribute("lang");
  }
  const own = Object.entries(speaker.messages ?? {}).filter(([, text]) => text !== undefined);
  return { ...(/^en\b/i.test(tag ?? "") ? en : es), ...Object.fromEntries(own) };
}
