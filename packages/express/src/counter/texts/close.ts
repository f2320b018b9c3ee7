import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Cierre del día",
  titleOf: (date: string) => `Cierre del ${date}`,
  /** The label of the date. */
  batch: "Lote que cierra el",
  show: "Ver",
  /** The batch that has not closed, in the choice of batches. */
  isOpen: (date: string) => `${date} (abierto)`,
  /** A batch that the choice does not have. */
  other: "Otra fecha",
  date: "Fecha: día/mes/año",
  earlier: "Lote anterior",
  later: "Lote siguiente",
  /**
   * @param from when the batch before closed
   * @param until when this batch closes
   */
  span: (from: string, until: string) => `Del ${from} al ${until}`,
  open: (until: string) => `Este lote sigue abierto hasta el ${until}: las cifras todavía cambian.`,
  /** @param count how many payments wait for a decision, and began in the batch or shortly before */
  waiting: (count: number) =>
    count === 1
      ? "1 pago espera una decisión, y puede estar en la lista del banco"
      : `${count < 100 ? count : "100 o más"} pagos esperan una decisión, y pueden estar en la lista del banco`,
  none: "No hay pagos aprobados en este lote.",
  tax: "ITBIS incluido",
  payments: {
    title: "Pagos",
    time: "Aprobado",
    order: "Pedido",
    amount: "Monto",
    card: "Tarjeta",
    reference: (reference: string) => `ref. ${reference}`,
    returned: "Devuelto en este lote",
    returnedAt: "Devuelto",
    more: (shown: number, count: number) => `Se ven los primeros ${shown} de ${count}. El CSV los tiene todos.`,
  },
  /** The heading of what explains the figures and the file. */
  how: "Cómo se cuenta, y qué trae el CSV",
  /** Why the bank may have a payment of this batch in another one. */
  when: "Cuenta el momento en que el comercio supo que el banco aprobó el pago. De un pago que confirmó una persona cuenta cuándo se pudo cobrar, hasta donde se sabe. El banco puede tener en otro lote un pago de los últimos minutos.",
  file: "Descargar CSV",
  fileNote:
    "Un pago por fila, para su hoja de cálculo: números como 00123 o 1-2 quedan como están. La nota dice qué pagos confirmó una persona, y cuáles se devolvieron. De un pago aprobado en parte, el monto es el que registró una persona; sin ese dato queda vacío. La última fila dice cuántos pagos hay: un archivo sin ella está incompleto.",
  compare: "Comparar con el banco",
  noDate: "La fecha no se entiende. Escríbala como 20/11/2026.",
};

/** What the close of day says. */
export type CloseTexts = typeof es;

const en: CloseTexts = {
  title: "Close of day",
  titleOf: (date) => `Close of ${date}`,
  batch: "Batch that closes on",
  show: "Show",
  isOpen: (date) => `${date} (open)`,
  other: "Another date",
  date: "Date: day/month/year",
  earlier: "Earlier batch",
  later: "Later batch",
  span: (from, until) => `From ${from} to ${until}`,
  open: (until) => `This batch is open until ${until}: the figures still change.`,
  waiting: (count) =>
    count === 1
      ? "1 payment waits for a decision, and may be in the bank's list"
      : `${count < 100 ? count : "100 or more"} payments wait for a decision, and may be in the bank's list`,
  none: "There are no approved payments in this batch.",
  tax: "ITBIS included",
  payments: {
    title: "Payments",
    time: "Approved",
    order: "Order",
    amount: "Amount",
    card: "Card",
    reference: (reference) => `ref. ${reference}`,
    returned: "Given back in this batch",
    returnedAt: "Given back",
    more: (shown, count) => `These are the first ${shown} of ${count}. The CSV has them all.`,
  },
  how: "How it is counted, and what the CSV has",
  when: "What counts is when the store learned that the payment was approved. Of a payment that a person confirmed it is when it can have been charged, as far as known. The bank may have a payment from the last few minutes in another batch.",
  file: "Download CSV",
  fileNote:
    "One payment a row, for your spreadsheet: ids such as 00123 or 1-2 stay as they are. The note says which payments a person confirmed, and which were given back. Of a payment that was approved in part, the amount is what a person recorded; without that it is empty. The last row says how many payments there are: a file without it is not complete.",
  compare: "Compare with the bank",
  noDate: "The date cannot be read. Write it as 20/11/2026, with the day first.",
};

/** By language. */
export const closeTexts: Record<CounterLanguage, CloseTexts> = { es, en };
