import type { ComparisonCounts } from "../comparison-note.ts";
import type { Mark } from "../marks.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Cierre del día",
  /** The label of the date. */
  batch: "Lote que cierra el",
  show: "Ver",
  earlier: "Lote anterior",
  later: "Lote siguiente",
  /**
   * @param from when the batch before closed
   * @param until when this batch closes
   */
  span: (from: string, until: string) => `Desde el ${from} hasta el ${until} se aprobaron estos pagos.`,
  open: (until: string) => `Este lote sigue abierto hasta el ${until}: las cifras todavía cambian.`,
  /** @param count how many payments wait for a decision, and began in the batch or shortly before */
  waiting: (count: number) =>
    count === 1
      ? "1 pago espera una decisión, y puede estar en la lista del banco"
      : `${count < 100 ? count : "100 o más"} pagos esperan una decisión, y pueden estar en la lista del banco`,
  none: "No hay pagos aprobados en este lote.",
  inAll: "Total",
  /** Those among the payments that are added up. */
  marked: {
    confirmed: "De estos, confirmados por una persona",
    partial: "De estos, aprobados en parte",
    partialUnknown: "De estos, aprobados en parte, sin sumar",
    reversed: "De estos, devueltos",
  } satisfies Record<Mark, string>,
  payments: (count: number) => (count === 1 ? "1 pago" : `${count} pagos`),
  /** Why the bank may have a payment of this batch in another one. */
  when: "Cuenta el momento en que el comercio supo que el banco aprobó el pago. De un pago que confirmó una persona cuenta cuándo se pudo cobrar, hasta donde se sabe. El banco puede tener en otro lote un pago de los últimos minutos.",
  file: "Descargar CSV",
  fileNote:
    "Un pago por fila, para su hoja de cálculo: números como 00123 o 1-2 quedan como están. La nota dice qué pagos confirmó una persona, y cuáles se devolvieron. De un pago aprobado en parte, el monto es el que registró una persona; sin ese dato queda vacío. La última fila dice cuántos pagos hay: un archivo sin ella está incompleto.",
  compare: "Comparar con el banco",
  compareNote: "Compare esta lista con el archivo del portal del banco.",
  compared: "Comparaciones",
  comparison: ({ agreed, differing, ours, bank, left, awaited }: ComparisonCounts) =>
    `${agreed} coinciden, ${differing} con otro monto, ${ours} solo aquí, ${bank} solo en el banco${awaited > 0 ? `, ${awaited} sin devolución en el banco` : ""}${left > 0 ? `, ${left === 1 ? "1 fila" : `${left} filas`} sin comparar` : ""}`,
  noDate: "La fecha no se entiende. Escríbala como 2026-11-20.",
};

/** What the close of day says. */
export type CloseTexts = typeof es;

const en: CloseTexts = {
  title: "Close of day",
  batch: "Batch that closes on",
  show: "Show",
  earlier: "Earlier batch",
  later: "Later batch",
  span: (from, until) => `These payments were approved from ${from} until ${until}.`,
  open: (until) => `This batch is open until ${until}: the figures still change.`,
  waiting: (count) =>
    count === 1
      ? "1 payment waits for a decision, and may be in the bank's list"
      : `${count < 100 ? count : "100 or more"} payments wait for a decision, and may be in the bank's list`,
  none: "There are no approved payments in this batch.",
  inAll: "Total",
  marked: {
    confirmed: "Of these, confirmed by a person",
    partial: "Of these, approved in part",
    partialUnknown: "Of these, approved in part, not added up",
    reversed: "Of these, given back",
  },
  payments: (count) => (count === 1 ? "1 payment" : `${count} payments`),
  when: "What counts is when the store learned that the payment was approved. Of a payment that a person confirmed it is when it can have been charged, as far as known. The bank may have a payment from the last few minutes in another batch.",
  file: "Download CSV",
  fileNote:
    "One payment a row, for your spreadsheet: ids such as 00123 or 1-2 stay as they are. The note says which payments a person confirmed, and which were given back. Of a payment that was approved in part, the amount is what a person recorded; without that it is empty. The last row says how many payments there are: a file without it is not complete.",
  compare: "Compare with the bank",
  compareNote: "Compare this list with the file of the bank's portal.",
  compared: "Comparisons",
  comparison: ({ agreed, differing, ours, bank, left, awaited }) =>
    `${agreed} agree, ${differing} with another amount, ${ours} only here, ${bank} only at the bank${awaited > 0 ? `, ${awaited} not given back at the bank` : ""}${left > 0 ? `, ${left === 1 ? "1 row" : `${left} rows`} not compared` : ""}`,
  noDate: "The date cannot be read. Write it as 2026-11-20.",
};

/** By language. */
export const closeTexts: Record<CounterLanguage, CloseTexts> = { es, en };
