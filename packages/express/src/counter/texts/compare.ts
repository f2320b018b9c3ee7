import type { Role } from "../bank/columns.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Comparar con el banco",
  lead: "Descargue del portal del banco la lista del mismo lote, en CSV, y súbala aquí. El archivo se lee una vez y no se guarda: solo quedan las cifras del resultado. No cambia ningún pago.",
  file: "Archivo CSV del banco",
  paste: "O pegue aquí su contenido",
  /** @param megabytes the largest file */
  limit: (megabytes: number) => `Hasta ${megabytes} MB.`,
  compare: "Comparar",
  open: (until: string) => `Este lote cierra el ${until}, y hasta entonces entran pagos: compare después.`,
  /** While another comparison of the same person runs. */
  busy: "Otra comparación suya no ha terminado. De esta no se perdió nada: cuando termine la otra, pulse Comparar.",
  columns: {
    title: "¿Qué hay en cada columna?",
    lead: "Indique una vez qué columna tiene el monto, y cuál la referencia, el número de autorización o el pedido. Este navegador lo recuerda para los archivos iguales. Lo anulado o devuelto debe tener un monto negativo: quite del archivo las filas anuladas o rechazadas que lo tengan positivo.",
    /** A column without a name, counted from 1. */
    column: (number: number) => `Columna ${number}`,
    /** A column that is not used. */
    none: "No se usa",
    roles: {
      reference: "Número de referencia",
      authorizationCode: "Número de autorización",
      order: "Pedido (OrdenID)",
      amount: "Monto",
      currency: "Moneda",
    } satisfies Record<Role, string>,
    compare: "Comparar",
    again: "Cambiar las columnas",
    errors: {
      twice: "Dos columnas tienen el mismo uso. Elija una.",
      incomplete: "Elija la columna del monto y al menos una de estas: referencia, autorización o pedido.",
    },
  },
  result: {
    /** @param date of the batch */
    title: (date: string) => `Comparación del lote del ${date}`,
    allAgree: (count: number) => `Todo coincide: ${count === 1 ? "1 pago" : `${count} pagos`}.`,
    noneMatch: "Ningún pago coincide. Revise que el archivo sea del mismo lote y que cada columna esté bien elegida.",
    rounded: (count: number) =>
      `Una hoja de cálculo redondeó la referencia de ${count === 1 ? "1 fila" : `${count} filas`}, por ejemplo 1.23E+11. Use el archivo del portal sin abrirlo antes en la hoja de cálculo.`,
    agreed: "Coinciden",
    differing: "Con otro monto",
    onlyOurs: "Solo aquí",
    onlyOursDo:
      "El banco no los tiene en su lista. Un pago de los últimos minutos puede estar en su lote siguiente. De los demás no entregue nada más, y pregunte al banco.",
    /** Payments only here that a person confirmed, or recorded as given back. */
    onlyOursMarked: "Solo aquí, con una decisión de ustedes",
    onlyOursMarkedDo:
      "El banco no los tiene en esta lista. Uno que confirmó una persona puede estar en otro lote. Uno que se devolvió puede faltar.",
    confirmedBy: (by: string, time: string) => `${by} lo confirmó (${time}).`,
    reversedBy: (by: string, time: string) => `${by} registró la devolución (${time}).`,
    /** Payments recorded as given back, whose void or refund is not in the file. */
    notReversed: "Devueltos aquí, sin devolución en el banco",
    notReversedDo:
      "Una persona registró que se devolvieron, y la lista del banco no tiene su devolución. Pregunte al banco si la hizo. Un reembolso puede estar en un lote posterior.",
    /** Voids and refunds of payments that are recorded as given back. */
    reversedAgreed: "Devoluciones que coinciden",
    onlyBank: "Solo en el banco",
    onlyBankDo: "El banco los cobró y no están en este lote. Abra el pago indicado, o búsquelo por su monto.",
    /** Voids and refunds without a payment that is recorded as given back. */
    onlyBankBack: "Devoluciones solo en el banco",
    onlyBankBackDo:
      "El banco anuló o devolvió estos pagos, y aquí nadie registró esa devolución. No entregue nada más de un pago aprobado. Averigüe quién la pidió.",
    differingDo:
      "Los dos los tienen, con montos distintos. Pregunte al banco con la referencia. De un pago aprobado en parte vale el monto del banco.",
    unreadable: "No se compararon",
    unreadableNote:
      "Estas filas no tienen referencia o monto, su monto o su moneda no se pueden leer, o están encima de los nombres de las columnas.",
    unnamed: "Filas sin referencia, como las de totales",
    payments: (count: number) => (count === 1 ? "1 pago" : `${count} pagos`),
    rows: (count: number) => (count === 1 ? "1 fila" : `${count} filas`),
    more: (count: number) => `Y ${count} más, que aquí no se muestran.`,
    line: (line: number) => `fila ${line}`,
    head: {
      order: "Pedido",
      here: "Aquí",
      bank: "En el banco",
      names: "Números",
      amount: "Monto",
      approved: "Aprobado",
      line: "Fila",
      known: "Lo que hay aquí",
      cells: "Contenido",
    },
    names: { reference: "Ref.", authorizationCode: "Aut.", order: "Pedido" },
    /** @param date of another batch */
    inBatch: (date: string) => `en el lote del ${date}`,
    /** Beside an amount. */
    noCurrency: "moneda no indicada",
    search: "Buscar por el monto",
    reversed: "Anulación o devolución",
    another: "Comparar otro archivo",
    kept: "El archivo no se guarda. Quedan estas cifras, su nombre y la hora.",
  },
  errors: {
    nothing: "Elija un archivo o pegue su contenido.",
    workbook: "Es un libro de Excel. Guárdelo como CSV y suba ese archivo.",
    page: "Es una página web con otro nombre. Ábrala en la hoja de cálculo y guárdela como CSV.",
    pdf: "Es un PDF. Descargue del portal la lista en CSV.",
    "not-text": "El archivo no es texto. Descargue del portal la lista en CSV.",
    empty: "El archivo no tiene pagos.",
    "open-quote": "Unas comillas se abren y no se cierran: el archivo está incompleto.",
    "no-columns": "No se encuentran columnas separadas por coma, punto y coma o tabulador.",
    "too-long": "El archivo tiene demasiadas filas o columnas. Descargue la lista de un solo lote.",
    "too-large": "El archivo es demasiado grande. Descargue la lista de un solo lote.",
    "no-form": "El archivo no llegó. Súbalo otra vez, o pegue su contenido.",
  },
  inLine: (sentence: string, line: number) => `${sentence} Vea la fila ${line}.`,
};

/** What the comparison with the bank's list says. */
export type CompareTexts = typeof es;

const en: CompareTexts = {
  title: "Compare with the bank",
  lead: "Download the list of the same batch from the bank's portal, as CSV, and upload it here. The file is read once and not kept: only the figures of the result are. No payment is changed.",
  file: "The bank's CSV file",
  paste: "Or paste its content here",
  limit: (megabytes) => `At most ${megabytes} MB.`,
  compare: "Compare",
  open: (until) => `This batch closes on ${until}, and payments come in until then: compare then.`,
  busy: "Another comparison of yours has not ended. Nothing of this one is lost: when the other has ended, press Compare.",
  columns: {
    title: "What is in each column?",
    lead: "Say once which column has the amount, and which has the reference, the authorization code or the order. This browser remembers it for files of the same kind. What was voided or refunded must have a negative amount: take out of the file the rows that were voided or declined and have a positive one.",
    column: (number) => `Column ${number}`,
    none: "Not used",
    roles: {
      reference: "Reference number",
      authorizationCode: "Authorization code",
      order: "Order (OrdenID)",
      amount: "Amount",
      currency: "Currency",
    },
    compare: "Compare",
    again: "Change the columns",
    errors: {
      twice: "Two columns have the same use. Choose one.",
      incomplete: "Choose the column of the amount, and at least one of reference, authorization code and order.",
    },
  },
  result: {
    title: (date) => `Comparison of the batch of ${date}`,
    allAgree: (count) => `Everything agrees: ${count === 1 ? "1 payment" : `${count} payments`}.`,
    noneMatch: "No payment agrees. Check that the file is of the same batch, and that each column is the right one.",
    rounded: (count) =>
      `A spreadsheet has rounded the reference of ${count === 1 ? "1 row" : `${count} rows`}, such as 1.23E+11. Use the portal's file without opening it in the spreadsheet first.`,
    agreed: "Agreed",
    differing: "With another amount",
    onlyOurs: "Only here",
    onlyOursDo:
      "The bank does not have them in its list. A payment from the last few minutes may be in its next batch. For the others, deliver nothing more, and ask the bank.",
    onlyOursMarked: "Only here, with a decision of yours",
    onlyOursMarkedDo:
      "The bank does not have them in this list. One that a person confirmed may be in another batch. One that was given back may be missing.",
    confirmedBy: (by, time) => `${by} confirmed it (${time}).`,
    reversedBy: (by, time) => `${by} recorded that it was given back (${time}).`,
    notReversed: "Given back here, not at the bank",
    notReversedDo:
      "Somebody recorded that these were given back, and the bank's list has no void or refund of them. Ask the bank whether it was made. A refund may be in a later batch.",
    reversedAgreed: "Agreed, given back",
    onlyBank: "Only at the bank",
    onlyBankDo:
      "The bank charged them, and they are not in this batch. Open the payment that is named, or search by its amount.",
    onlyBankBack: "Given back only at the bank",
    onlyBankBackDo:
      "The bank voided or refunded them, and nobody recorded that here. Deliver nothing more of an approved payment. Find out who asked for it.",
    differingDo:
      "Both have them, with different amounts. Ask the bank, with the reference. Of a payment approved in part, the bank's amount counts.",
    unreadable: "Not compared",
    unreadableNote:
      "These rows have no reference or no amount, their amount or currency cannot be read, or they stand above the names of the columns.",
    unnamed: "Rows without a reference, such as sums",
    payments: (count) => (count === 1 ? "1 payment" : `${count} payments`),
    rows: (count) => (count === 1 ? "1 row" : `${count} rows`),
    more: (count) => `And ${count} more, which are not shown here.`,
    line: (line) => `row ${line}`,
    head: {
      order: "Order",
      here: "Here",
      bank: "At the bank",
      names: "Numbers",
      amount: "Amount",
      approved: "Approved",
      line: "Row",
      known: "What is here",
      cells: "Content",
    },
    names: { reference: "Ref.", authorizationCode: "Auth.", order: "Order" },
    inBatch: (date) => `in the batch of ${date}`,
    noCurrency: "no currency named",
    search: "Search by the amount",
    reversed: "Void or refund",
    another: "Compare another file",
    kept: "The file is not kept. These figures, your name and the time are.",
  },
  errors: {
    nothing: "Choose a file, or paste its content.",
    workbook: "This is an Excel workbook. Save it as CSV, and upload that file.",
    page: "This is a web page under another name. Open it in the spreadsheet, and save it as CSV.",
    pdf: "This is a PDF. Download the list from the portal as CSV.",
    "not-text": "The file is not text. Download the list from the portal as CSV.",
    empty: "There are no payments in the file.",
    "open-quote": "A quotation mark is opened and never closed: the file is not complete.",
    "no-columns": "No columns separated by comma, semicolon or tab were found.",
    "too-long": "The file has too many rows or columns. Download the list of one batch.",
    "too-large": "The file is too large. Download the list of one batch.",
    "no-form": "The file did not arrive. Upload it again, or paste its content.",
  },
  inLine: (sentence, line) => `${sentence} See row ${line}.`,
};

/** By language. */
export const compareTexts: Record<CounterLanguage, CompareTexts> = { es, en };
