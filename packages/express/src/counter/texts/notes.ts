import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Notas",
  label: "Nota nueva",
  hint: "La lee el personal, no el comprador. Sin números de tarjeta. Hasta 500 caracteres.",
  write: "Guardar la nota",
  wrong: "Escriba la nota, en hasta 500 caracteres.",
  /** Among what happened to the payment. */
  written: (by: string) => `${by} escribió una nota.`,
};

const en: typeof es = {
  title: "Notes",
  label: "New note",
  hint: "The staff reads it, the buyer does not. No card numbers. Up to 500 characters.",
  write: "Keep the note",
  wrong: "Write the note, in up to 500 characters.",
  written: (by) => `${by} wrote a note.`,
};

/** What the pages say about notes on a payment. By language. */
export const noteTexts: Record<CounterLanguage, typeof es> = { es, en };
