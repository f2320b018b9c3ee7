import { en } from "./en.ts";
import { es } from "./es.ts";
import type { CounterLanguage, CounterTexts } from "./texts.ts";

const texts = { es, en };

/** What stands on every page of the counter, in a language. */
export function textsOf(language: CounterLanguage): CounterTexts {
  return texts[language];
}
