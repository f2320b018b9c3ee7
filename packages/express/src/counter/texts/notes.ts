import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Notas",
  label: "Nota nueva",
  hint: "La lee el personal, no el comprador. Sin números de tarjeta. Hasta 500 caracteres.",
  write: "Guardar la nota",
  wrong: "Escriba la nota, en hasta 500 caracteres.",
  /** Among what happened to the payment. */
  written: (by: string) => `${by} escribió una nota.`,
  /** How many notes a payment has that waits for a decision. */
  count: (n: number) => (n === 1 ? "1 nota." : `${n} notas.`),
  /** Somebody else who has opened a payment to decide about it. */
  opened: (by: string, span: string) => `${by} lo abrió hace ${span}.`,
  openedNow: (by: string) => `${by} lo acaba de abrir.`,
};

const en: typeof es = {
  title: "Notes",
  label: "New note",
  hint: "The staff reads it, the buyer does not. No card numbers. Up to 500 characters.",
  write: "Keep the note",
  wrong: "Write the note, in up to 500 characters.",
  written: (by) => `${by} wrote a note.`,
  count: (n) => (n === 1 ? "1 note." : `${n} notes.`),
  opened: (by, span) => `${by} opened it ${span} ago.`,
  openedNow: (by) => `${by} has just opened it.`,
};

/** What the pages say about notes on a payment, and about who has it open. By language. */
export const noteTexts: Record<CounterLanguage, typeof es> = { es, en };
