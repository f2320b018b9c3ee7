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

const wrongEs = {
  records: "No se registró nada.",
  asks: "Todavía no hay resultado.",
  finds: "No se buscó nada.",
  makes: "No se creó nada.",
  /** Before more than one of them. */
  correct: "Corrija:",
  /** Why what was typed is no amount: one reason. */
  amount: {
    missing: "Falta el monto. Escríbalo como 1,000.00.",
    unread: (typed: string) => `«${typed}» no es un monto. Escríbalo como 1,000.00.`,
    over: (typed: string, most: string) => `«${typed}» pasa de ${most}.`,
  },
};

const wrongEn: typeof wrongEs = {
  records: "Nothing was recorded.",
  asks: "There is no result yet.",
  finds: "Nothing was searched for.",
  makes: "Nothing was made.",
  correct: "Correct:",
  amount: {
    missing: "The amount is missing. Write it as 1,000.00.",
    unread: (typed) => `“${typed}” is not an amount. Write it as 1,000.00.`,
    over: (typed, most) => `“${typed}” is more than ${most}.`,
  },
};

/** What stands above everything that is wrong in a form, and of an amount at its field, too. By language. */
export const wrongTexts: Record<CounterLanguage, typeof wrongEs> = { es: wrongEs, en: wrongEn };
