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
  let at: Element | undefined = speaker;
  while (at && !tag) {
    tag = at.closest("[lang]")?.getAttribute("lang");
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  const own = Object.entries(speaker.messages ?? {}).filter(([, text]) => text !== undefined);
  return { ...(/^en/i.test(tag ?? "") ? en : es), ...Object.fromEntries(own) };
}
