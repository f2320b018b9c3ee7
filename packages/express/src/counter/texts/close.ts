import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Cierre del día",
  titleOf: (date: string) => `Cierre del ${date}`,
  /** The label of the date. */
  batch: "Lote que cierra el",
  show: "Ver",
  /** The batch that has not closed, in the choice of batches. */
  isOpen: (date: string) => `${date} (abierto)`,
  /** What leads to any other batch. */
  other: "Otro lote",
  date: "Fecha: día/mes/año",
  earlier: "Lote anterior",
  later: "Lote siguiente",
  /**
   * @param from when the batch before closed
   * @param until when this batch closes
   */
  span: (from: string, until: string) => `Del ${from} al ${until}`,
  /** The same of several batches, whose dates are those of their closes: why it begins a day before the first. */
  spanOfMany: (from: string, until: string) => `De cierre a cierre de lote: del ${from} al ${until}`,
  /** @param time of its close */
  open: (time: string) => `Este lote sigue abierto (cierra ${time}): las cifras todavía cambian.`,
  /**
   * @param count how many payments wait for a decision, and began in the batch or shortly before
   * @param all how many payments and notices wait in all, as the navigation says
   */
  waiting: (count: number, all: number) => {
    const said = count < 100 ? count : "100 o más";
    if (count < all)
      return `${said} de los ${all} por resolver ${count === 1 ? "puede" : "pueden"} estar en la lista del banco`;
    return count === 1
      ? "1 pago está por resolver, y puede estar en la lista del banco"
      : `${said} pagos están por resolver, y pueden estar en la lista del banco`;
  },
  none: "No hay pagos aprobados en este lote.",
  /** Which sum is the bank's. */
  net: "El neto es lo aprobado en este lote menos lo devuelto en este lote, aunque el pago sea de otro: así lo tiene el banco. Lo ya devuelto es lo que ha vuelto de los pagos de este lote, en este lote o después.",
  tax: "ITBIS incluido",
  netTax: "ITBIS del neto",
  payments: {
    title: "Pagos",
    time: "Aprobado",
    order: "Pedido",
    amount: "Monto",
    card: "Tarjeta y referencia",
    reference: (reference: string) => `ref.\u00a0${reference}`,
    more: (shown: number, count: number) => `Se ven los primeros ${shown} de ${count}. El CSV los tiene todos.`,
  },
  /** What went back in several batches. */
  allReturns: {
    title: "Devoluciones",
    none: "No hay devoluciones en estos lotes.",
    list: "Una por una",
    currency: "Moneda",
    paid: "Pagado",
    fileName: "devoluciones",
  },
  /** What went back in the batch. */
  returns: {
    title: "Devuelto en este lote",
    day: "Devuelto",
    reference: "Referencia",
    paid: (day: string) => `Pagado\u00a0${day}`,
    more: (shown: number, count: number) => `Se ven las primeras ${shown} de ${count}.`,
  },
  /** The heading of what explains the figures and the file. */
  how: "Cómo se cuenta, y qué trae el CSV",
  /** Why the bank may have a payment of this batch in another one. */
  when: "Cuenta el momento en que el comercio supo que el banco aprobó el pago. De un pago que confirmó una persona cuenta cuándo se pudo cobrar, hasta donde se sabe. El banco puede tener en otro lote un pago de los últimos minutos.",
  fileNote:
    "Un pago por fila, para su hoja de cálculo: números como 00123 o 1-2 quedan como están. Debajo, una fila por cada devolución de este lote, con monto negativo: la columna del monto suma el neto del lote. La nota dice qué pagos confirmó una persona, y cuáles se devolvieron. «Devuelto» es lo que ha vuelto del pago hasta ahora, en este lote o después, y «Neto» lo que queda. El ITBIS de una devolución, o de un pago aprobado en parte, va en proporción, al centavo. De un pago aprobado en parte, el monto es el que registró una persona; sin ese dato queda vacío. La última fila dice cuántos pagos hay: un archivo sin ella está incompleto.",
  compare: "Comparar con el banco",
  noDate: "La fecha no se entiende. Escríbala como 20/11/2026.",
  noBatch: "De ese día no hay lote.",
};

/** What the close of day says. */
export type CloseTexts = typeof es;

const en: CloseTexts = {
  title: "Close of day",
  titleOf: (date) => `Close of ${date}`,
  batch: "Batch that closes on",
  show: "Show",
  isOpen: (date) => `${date} (open)`,
  other: "Another batch",
  date: "Date: day/month/year",
  earlier: "Earlier batch",
  later: "Later batch",
  span: (from, until) => `From ${from} to ${until}`,
  spanOfMany: (from, until) => `From batch close to batch close: ${from} to ${until}`,
  open: (time) => `This batch is still open (closes ${time}): the figures still change.`,
  waiting: (count, all) => {
    const said = count < 100 ? count : "100 or more";
    if (count < all) return `${said} of the ${all} to resolve may be in the bank's list`;
    return count === 1
      ? "1 payment is still to resolve, and may be in the bank's list"
      : `${said} payments are still to resolve, and may be in the bank's list`;
  },
  none: "There are no approved payments in this batch.",
  net: "The net sum is what was approved in this batch without what was given back in it, of payments of any batch: that is what the bank has. Given back so far is what has gone back of this batch's payments, in it or later.",
  tax: "ITBIS included",
  netTax: "ITBIS of the net sum",
  payments: {
    title: "Payments",
    time: "Approved",
    order: "Order",
    amount: "Amount",
    card: "Card and reference",
    reference: (reference) => `ref.\u00a0${reference}`,
    more: (shown, count) => `These are the first ${shown} of ${count}. The CSV has them all.`,
  },
  allReturns: {
    title: "Given back",
    none: "Nothing was given back in these batches.",
    list: "One by one",
    currency: "Currency",
    paid: "Paid",
    fileName: "returns",
  },
  returns: {
    title: "Given back in this batch",
    day: "Given back",
    reference: "Reference",
    paid: (day) => `Paid\u00a0${day}`,
    more: (shown, count) => `These are the first ${shown} of ${count}.`,
  },
  how: "How it is counted, and what the CSV has",
  when: "What counts is when the store learned that the payment was approved. Of a payment that a person confirmed it is when it can have been charged, as far as known. The bank may have a payment from the last few minutes in another batch.",
  fileNote:
    "One payment a row, for your spreadsheet: ids such as 00123 or 1-2 stay as they are. Below them a row for each return of this batch, with a negative amount: the column of the amount adds up to the batch's net sum. The note says which payments a person confirmed, and which were given back. “Given back” is what has gone back of the payment so far, in this batch or later, and “Net” what is left. The ITBIS of a return, or of a payment approved in part, is in proportion, to the cent. Of a payment that was approved in part, the amount is what a person recorded; without that it is empty. The last row says how many payments there are: a file without it is not complete.",
  compare: "Compare with the bank",
  noDate: "The date cannot be read. Write it as 20/11/2026, with the day first.",
  noBatch: "There is no batch of that day.",
};

/** By language. */
export const closeTexts: Record<CounterLanguage, CloseTexts> = { es, en };
