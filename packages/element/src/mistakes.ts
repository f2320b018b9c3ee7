import { es, type Messages } from "./messages/es.ts";
import type { PayMode } from "./payment-host.ts";
import { warn } from "./warn.ts";

/** What a page's author may mistype or forget. */
interface Settings {
  readonly mode: string;
  readonly locale: string;
  readonly messages: Partial<Messages> | undefined;
}

const modes: readonly string[] = ["auto", "popup", "redirect", "modal"] satisfies PayMode[];
const names = Object.keys(es) as (keyof Messages)[];

/** Warns, once per page, about settings of an element that have no effect or are not complete. */
export function warnOfMistakes({ mode, locale, messages: given }: Settings): void {
  // A framework has null where it has nothing yet.
  const messages = given ?? {};
  if (!modes.includes(mode)) warn(`mode: expected one of ${modes.join(", ")}, got ${mode}`);
  if (locale && !messages.lang && !/^(es|en)/i.test(locale)) warn(`locale: no texts in ${locale}`);
  const unknown = Object.keys(messages).filter((name) => !(name in es));
  if (unknown.length > 0) warn(`messages: unknown: ${unknown.join(", ")}`);
  const missing = messages.lang ? names.filter((name) => messages[name] === undefined) : [];
  if (missing.length > 0) warn(`messages: missing in ${messages.lang}: ${missing.join(", ")}`);
}
