import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Revise antes de registrar",
  about: "Va a registrar:",
  final: "Queda con su nombre y la hora. No se puede deshacer.",
  confirm: "Registrar",
  change: "Cambiar",
};

/** What the page says on which something is checked before it is done. */
export type CheckTexts = typeof es;

const en: CheckTexts = {
  title: "Check before you record",
  about: "You are about to record:",
  final: "Your name and the time are kept. It cannot be undone.",
  confirm: "Record",
  change: "Change",
};

/** What the page says on which something is checked before it is recorded. By language. */
export const checkTexts: Record<CounterLanguage, CheckTexts> = { es, en };

/** What stands above everything that is wrong in a form. By language. */
export const wrongTexts: Record<CounterLanguage, Record<"records" | "asks" | "makes" | "correct", string>> = {
  es: {
    records: "No se registró nada.",
    asks: "Todavía no hay resultado.",
    makes: "No se creó nada.",
    /** Before more than one of them. */
    correct: "Corrija:",
  },
  en: {
    records: "Nothing was recorded.",
    asks: "There is no result yet.",
    makes: "Nothing was made.",
    correct: "Correct:",
  },
};
