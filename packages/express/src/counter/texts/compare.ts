import type { ColumnsProblem, Role } from "../bank/columns.ts";
import type { ComparisonCounts } from "../compare/comparison-note.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Comparar con el banco",
  lead: "Descargue del portal del banco la lista del mismo lote, en CSV, y súbala aquí. El archivo se lee una vez y no se guarda: solo quedan las cifras del resultado, y qué pagos no coinciden. No cambia ningún pago.",
  file: "Archivo CSV del banco",
  choose: "Elegir archivo",
  chosen: "Ningún archivo elegido",
  paste: "O pegue aquí su contenido",
  /** @param megabytes the largest file */
  limit: (megabytes: number) => `Hasta ${megabytes} MB.`,
  compare: "Comparar",
  open: (until: string) => `Este lote cierra el ${until}, y hasta entonces entran pagos: compare después.`,
  /** While another comparison of the same person runs. */
  busy: "Otra comparación suya no ha terminado. De esta no se perdió nada: cuando termine la otra, pulse Comparar.",
  columns: {
    title: "¿Qué hay en cada columna?",
    /** @param date of the batch */
    batch: (date: string) => `Lista del banco, lote del ${date}`,
    lead: "Indique el monto, y la referencia, la autorización o el pedido. Si hay filas rechazadas o anuladas, también el estado. Este navegador lo recuerda.",
    other: "Elegir otro archivo",
    head: { column: "Columna", values: "Valores", role: "Qué es" },
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
      state: "Estado",
    } satisfies Record<Role, string>,
    /** The legend of the boxes for the states. */
    states: "Cuenta cuando dice:",
    /** Below them. */
    statesNote: "Si cuenta lo anulado o devuelto, su monto debe ser negativo.",
    compare: "Comparar",
    again: "Cambiar las columnas",
    errors: {
      twice: "Otra columna tiene el mismo uso. Elija una.",
      incomplete: "Elija la columna del monto y al menos una de estas: referencia, autorización o pedido.",
      manyStates: "Esta columna tiene demasiados textos distintos: no es la del estado.",
      noState: "Marque al menos un estado que cuenta.",
    } satisfies Record<ColumnsProblem, string>,
  },
  result: {
    /** @param date of the batch */
    title: (date: string) => `Comparación del lote del ${date}`,
    allAgree: (count: number) => `Todo coincide: ${count === 1 ? "1 pago" : `${count} pagos`}.`,
    /** @param sums of each currency, what the bank has more or less */
    differs: (sums: readonly string[]) =>
      sums.length === 0
        ? "No todo coincide, aunque las sumas sí."
        : `No todo coincide. Diferencia: ${sums.join(" y ")}.`,
    /** What a row of amounts without a currency is. */
    sum: "Total",
    noneMatch: "Ningún pago coincide. Revise que el archivo sea del mismo lote y que cada columna esté bien elegida.",
    rounded: (count: number) =>
      `Una hoja de cálculo redondeó la referencia de ${count === 1 ? "1 fila" : `${count} filas`}, por ejemplo 1.23E+11. Use el archivo del portal sin abrirlo antes en la hoja de cálculo.`,
    agreed: "Coinciden",
    differing: "Con otro monto",
    onlyOurs: "Solo aquí",
    /** Payments only here that a person confirmed, or recorded as given back. */
    onlyOursMarked: "Solo aquí, con una decisión de ustedes",
    onlyOursMarkedDo: "El banco no los tiene en esta lista. Uno que confirmó una persona puede estar en otro lote.",
    confirmedBy: (by: string, time: string) => `${by} lo confirmó (${time}).`,
    reversedBy: (by: string, time: string) => `${by} registró la devolución (${time}).`,
    /** What counts here of a payment of which some went back. */
    lessBack: (whole: string, back: string) => `${whole} menos ${back} que se devolvieron`,
    /** Payments recorded as given back, whose void or refund is not in the file. */
    notReversed: "Devueltos aquí, sin devolución en el banco",
    /** Parts of payments of other batches that went back in this one, and are not in the file. */
    onlyOursBack: "Devoluciones solo aquí, de pagos de otros lotes",
    /** Voids and refunds of payments that are recorded as given back. */
    goneAgreed: "Devueltos enteros aquí, y no cuentan en el banco",
    reversedAgreed: "Devoluciones que coinciden",
    onlyBank: "Solo en el banco",
    /** Voids and refunds without a payment that is recorded as given back. */
    onlyBankBack: "Devoluciones solo en el banco",
    /** Voids and refunds of the file that are recorded with a day of another batch. */
    backElsewhere: "Devoluciones que aquí son de otro lote",
    /** What to do about the payments of a list. */
    todo: {
      onlyBank: "El banco los cobró y no están en este lote. Abra el pago indicado, o búsquelo por su monto.",
      onlyBankBack:
        "El banco anuló o devolvió estos pagos, y aquí nadie registró esa devolución. No entregue nada más de un pago aprobado. Averigüe quién la pidió.",
      backElsewhere:
        "Aquí están registradas con un día de otro lote, y cuentan en ese. No las registre otra vez: la comparación de ese lote tiene la misma diferencia, al revés.",
      notReversed:
        "Una persona registró que se devolvieron, y la lista del banco no tiene su devolución. Pregunte al banco si la hizo. Una devolución puede estar en un lote posterior.",
      onlyOursBack:
        "Una persona registró que se devolvieron en este lote, y la lista del banco no lo tiene. Pregunte al banco si lo hizo, y qué día.",
      onlyOurs:
        "El banco no los cuenta en su lista. Un pago de los últimos minutos puede estar en su lote siguiente. De los demás no entregue nada más, y pregunte al banco.",
      differing:
        "Los dos los tienen, con montos distintos. Pregunte al banco con la referencia. De un pago aprobado en parte vale el monto del banco.",
    },
    /** Rows whose state does not count, and in which state the bank has a payment that only the shop counts. */
    uncounted: "No cuentan por su estado",
    inState: (state: string, line: number) => `En el banco: ${state}, fila ${line}.`,
    unreadable: "No se compararon",
    unreadableNote:
      "Estas filas no están en las sumas: no se puede leer su monto, su moneda o su estado, tienen dinero sin referencia, o están encima de los nombres de las columnas.",
    unnamed: "Filas que no son pagos: títulos y totales",
    payments: (count: number) => (count === 1 ? "1 pago" : `${count} pagos`),
    rows: (count: number) => (count === 1 ? "1 fila" : `${count} filas`),
    more: (count: number) => `Y ${count} más, que aquí no se muestran.`,
    head: {
      returned: "Devuelto",
      order: "Pedido",
      here: "Aquí",
      bank: "En el banco",
      /** The bank's sum without the shop's. */
      difference: "Diferencia",
      cause: "De dónde viene",
      state: "Estado",
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
    paidInBatch: (date: string) => `aprobado en el lote del ${date}`,
    /** What leads to the form that records a void or refund of the bank's file. */
    recordBack: "Registrar lo devuelto",
    /** Beside an amount. */
    noCurrency: "moneda no indicada",
    /** Before payments that only the shop has, beside one that only the bank has. */
    sameAmount: "Del mismo monto, solo aquí:",
    search: "Buscar por el monto",
    reversed: "Anulación o devolución",
    another: "Otro archivo",
    kept: "El archivo no se guarda. En el cierre del día quedan estas cifras, qué pagos no coinciden, su nombre y la hora.",
  },
  /** The file with the result. */
  csv: {
    fileName: "comparacion",
    columns: [
      "Resultado",
      "Fila",
      "Pedido",
      "Pedido en el banco",
      "Referencia",
      "Autorización",
      "Moneda",
      "Aquí",
      "En el banco",
      "Diferencia",
      "Intento",
      "Estado o contenido",
    ],
    ending: (rows: number) => `Fin: ${rows} ${rows === 1 ? "fila" : "filas"}`,
  },
  /** What is kept of comparisons, at the close of day. */
  kept: {
    title: "Comparaciones",
    /** Each follows its count. What none is of is left out. */
    counts: {
      agreed: (n) => (n === 1 ? "coincide" : "coinciden"),
      differing: () => "con otro monto",
      ours: () => "solo aquí",
      bank: () => "solo en el banco",
      awaited: () => "sin devolución en el banco",
      left: (n) => `${n === 1 ? "fila" : "filas"} sin comparar`,
    } as Record<keyof ComparisonCounts, (n: number) => string>,
    /** The mark, and the same where a difference is left, which somebody has explained. */
    reconciled: "Conciliado",
    explained: "Conciliado con diferencia",
    /** The mark of a batch that has changed since. */
    until: (mark: string, sums: readonly string[]) =>
      sums.length === 0 ? `${mark} hasta entonces` : `${mark} hasta entonces: ${sums.join(" y ")}`,
    changed: (time: string) => `El lote cambió después de la comparación del ${time}`,
    /** The sums of a comparison of a batch that has changed since. */
    here: "Aquí entonces",
    /** Opens the comparison of a batch that has changed since. */
    past: "Ver la comparación anterior",
    reason: (mark: string, reason: string) => `${mark}: «${reason}»`,
    why: "¿A qué se debe la diferencia?",
    note: "Nota (si hace falta)",
    noReason: "Escriba a qué se debe la diferencia.",
    newer: "Mientras tanto se hizo otra comparación. Véala antes de marcar.",
    reconcile: "Marcar como conciliado",
    file: "Comparaciones en CSV",
    fileName: "comparaciones",
    columns: ["Lote", "Hora", "Persona", "Resultado", "Moneda", "Aquí", "En el banco", "Diferencia"],
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
  lead: "Download the list of the same batch from the bank's portal, as CSV, and upload it here. The file is read once and not kept: only the figures of the result are, and which payments do not agree. No payment is changed.",
  file: "The bank's CSV file",
  choose: "Choose file",
  chosen: "No file chosen",
  paste: "Or paste its content here",
  limit: (megabytes) => `At most ${megabytes} MB.`,
  compare: "Compare",
  open: (until) => `This batch closes on ${until}, and payments come in until then: compare then.`,
  busy: "Another comparison of yours has not ended. Nothing of this one is lost: when the other has ended, press Compare.",
  columns: {
    title: "What is in each column?",
    batch: (date) => `Bank's list, batch of ${date}`,
    lead: "Choose the amount, and the reference, the authorization code or the order. With declined or voided rows, the state, too. This browser remembers it.",
    other: "Choose another file",
    head: { column: "Column", values: "Values", role: "What it is" },
    column: (number) => `Column ${number}`,
    none: "Not used",
    roles: {
      reference: "Reference number",
      authorizationCode: "Authorization code",
      order: "Order (OrdenID)",
      amount: "Amount",
      currency: "Currency",
      state: "State",
    },
    states: "Counts when it says:",
    statesNote: "Where what was voided or refunded counts, its amount must be negative.",
    compare: "Compare",
    again: "Change the columns",
    errors: {
      twice: "Another column has the same use. Choose one.",
      incomplete: "Choose the column of the amount, and at least one of reference, authorization code and order.",
      manyStates: "This column has too many different texts: it is not the one of the state.",
      noState: "Tick at least one state that counts.",
    },
  },
  result: {
    title: (date) => `Comparison of the batch of ${date}`,
    allAgree: (count) => `Everything agrees: ${count === 1 ? "1 payment" : `${count} payments`}.`,
    differs: (sums) =>
      sums.length === 0
        ? "Not everything agrees, although the sums do."
        : `Not everything agrees. Difference: ${sums.join(" and ")}.`,
    sum: "Total",
    noneMatch: "No payment agrees. Check that the file is of the same batch, and that each column is the right one.",
    rounded: (count) =>
      `A spreadsheet has rounded the reference of ${count === 1 ? "1 row" : `${count} rows`}, such as 1.23E+11. Use the portal's file without opening it in the spreadsheet first.`,
    agreed: "Agreed",
    differing: "With another amount",
    onlyOurs: "Only here",
    onlyOursMarked: "Only here, with a decision of yours",
    onlyOursMarkedDo: "The bank does not have them in this list. One that a person confirmed may be in another batch.",
    confirmedBy: (by, time) => `${by} confirmed it (${time}).`,
    lessBack: (whole, back) => `${whole} less ${back} that went back`,
    reversedBy: (by, time) => `${by} recorded that it was given back (${time}).`,
    notReversed: "Given back here, not at the bank",
    onlyOursBack: "Given back only here, of payments of other batches",
    goneAgreed: "Given back whole here, and not counted at the bank",
    reversedAgreed: "Agreed, given back",
    onlyBank: "Only at the bank",
    onlyBankBack: "Given back only at the bank",
    backElsewhere: "Given back, in another batch here",
    todo: {
      onlyBank:
        "The bank charged them, and they are not in this batch. Open the payment that is named, or search by its amount.",
      onlyBankBack:
        "The bank voided or refunded them, and nobody recorded that here. Deliver nothing more of an approved payment. Find out who asked for it.",
      backElsewhere:
        "They are recorded here with a day of another batch, and count there. Do not record them again: the comparison of that batch has the same difference, the other way round.",
      notReversed:
        "Somebody recorded that these were given back, and the bank's list has no void or refund of them. Ask the bank whether it was made. A refund may be in a later batch.",
      onlyOursBack:
        "Somebody recorded that these went back in this batch, and the bank's list does not have it. Ask the bank whether it did this, and on which day.",
      onlyOurs:
        "The bank does not count them in its list. A payment from the last few minutes may be in its next batch. For the others, deliver nothing more, and ask the bank.",
      differing:
        "Both have them, with different amounts. Ask the bank, with the reference. Of a payment approved in part, the bank's amount counts.",
    },
    uncounted: "Not counted for their state",
    inState: (state, line) => `At the bank: ${state}, row ${line}.`,
    unreadable: "Not compared",
    unreadableNote:
      "These rows are in no sum: their amount, currency or state cannot be read, they have money and no reference, or they stand above the names of the columns.",
    unnamed: "Rows that are no payments: titles and totals",
    payments: (count) => (count === 1 ? "1 payment" : `${count} payments`),
    rows: (count) => (count === 1 ? "1 row" : `${count} rows`),
    more: (count) => `And ${count} more, which are not shown here.`,
    head: {
      returned: "Given back",
      order: "Order",
      here: "Here",
      bank: "At the bank",
      difference: "Difference",
      cause: "Where it comes from",
      state: "State",
      names: "Numbers",
      amount: "Amount",
      approved: "Approved",
      line: "Row",
      known: "What is here",
      cells: "Content",
    },
    names: { reference: "Ref.", authorizationCode: "Auth.", order: "Order" },
    paidInBatch: (date) => `approved in the batch of ${date}`,
    inBatch: (date) => `in the batch of ${date}`,
    recordBack: "Record what went back",
    noCurrency: "no currency named",
    sameAmount: "Of the same amount, only here:",
    search: "Search by the amount",
    reversed: "Void or refund",
    another: "Another file",
    kept: "The file is not kept. The close of day keeps these figures, which payments do not agree, your name and the time.",
  },
  csv: {
    fileName: "comparison",
    columns: [
      "Result",
      "Row",
      "Order",
      "Order at the bank",
      "Reference",
      "Authorization",
      "Currency",
      "Here",
      "At the bank",
      "Difference",
      "Attempt",
      "State or content",
    ],
    ending: (rows) => `End: ${rows} ${rows === 1 ? "row" : "rows"}`,
  },
  kept: {
    title: "Comparisons",
    counts: {
      agreed: (n) => (n === 1 ? "agrees" : "agree"),
      differing: () => "with another amount",
      ours: () => "only here",
      bank: () => "only at the bank",
      awaited: () => "not given back at the bank",
      left: (n) => `${n === 1 ? "row" : "rows"} not compared`,
    },
    reconciled: "Reconciled",
    explained: "Reconciled with a difference",
    until: (mark, sums) => (sums.length === 0 ? `${mark} until then` : `${mark} until then: ${sums.join(" and ")}`),
    changed: (time) => `The batch has changed since the comparison of ${time}`,
    here: "Here then",
    past: "See the earlier comparison",
    reason: (mark, reason) => `${mark}: “${reason}”`,
    why: "Why is there a difference?",
    note: "Note (if needed)",
    noReason: "Write why there is a difference.",
    newer: "Another comparison was made meanwhile. Look at it before you mark the batch.",
    reconcile: "Mark as reconciled",
    file: "Comparisons as CSV",
    fileName: "comparisons",
    columns: ["Batch", "Time", "Person", "Result", "Currency", "Here", "At the bank", "Difference"],
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
