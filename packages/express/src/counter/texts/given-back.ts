import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Dinero devuelto",
  /** A part: who recorded it and why. */
  said: (by: string, reason: string) => `${by}: «${reason}»`,
  reference: (reference: string) => `ref.\u00a0${reference}`,
  none: "Se devolvió todo.",
  recorded: "Quedó registrado lo que se devolvió.",
  /** What opens the form. */
  open: "Registrar dinero devuelto",
  lead: "Aquí solo queda registrado: no se mueve dinero. Anúlelo o devuélvalo primero en el portal del banco.",
  fields: {
    amount: "Monto devuelto",
    on: "Día de la devolución",
    reference: "Referencia",
    reason: "¿Por qué se devolvió?",
  },
  hints: {
    amount: (most: string) => `Todo o una parte, hasta ${most}`,
    on: "El día en que la hizo el banco: día/mes/año",
    reference: "Opcional. Sirve para hallar la devolución en la lista del banco.",
    reason: "Por ejemplo: llegó rota una caja. Sin números de tarjeta. Hasta 500 caracteres.",
  },
  wrong: {
    on: (from: string, until: string) =>
      from === until
        ? `El pago es de hoy: escriba ${until}.`
        : `Escriba un día desde el ${from}, el del pago, hasta el ${until}.`,
    reference: "La referencia tiene de 1 a 12 letras o cifras.",
    reason: "Escriba por qué se devolvió, en hasta 500 caracteres.",
    already: (sum: string, reference: string | undefined) =>
      reference === undefined
        ? `Ya está registrada una devolución de ${sum} de ese día. Si esta es otra, escriba su referencia.`
        : `Ya está registrada una devolución de ${sum} con la referencia ${reference}, o de ese día y sin referencia.`,
  },
  submit: "Revisar y registrar",
  /** The form that names how much the bank approved of a payment that it approved in part. */
  part: {
    open: "Decir cuánto aprobó el banco",
    lead: "El banco aprobó solo una parte, y aquí nadie ha dicho cuánto: por eso no se puede registrar una devolución. Pregúntele por este pago y escríbalo.",
    fields: { amount: "Monto que aprobó el banco", reason: "¿Cómo lo sabe?" },
    hints: {
      amount: (most: string) => `Más de cero, hasta ${most}`,
      reason: "Por ejemplo: mesa de ayuda, caso 4711. Hasta 500 caracteres.",
    },
    submit: "Revisar y registrar",
    said: "aprobados por el banco",
    does: "Las sumas cuentan ese monto, y lo que se devuelva se puede registrar.",
    recorded: "Quedó registrado cuánto aprobó el banco.",
  },
  /** Why nothing was recorded. */
  changed: "El pago cambió desde que usted abrió la página. Revise lo que dice ahora y envíelo de nuevo.",
  over: "Ya no queda nada de este pago por devolver.",
  toHandle: "Este pago está por resolver. Registre primero cuál de los dos se devolvió.",
  beingSent: "Una parte de este pago se mandó a devolver. Diga primero en qué terminó.",
  notCharged: "De este pago no hay nada cobrado que devolver.",
  check: {
    said: "devueltos",
    order: "Pedido",
    left: "Queda del pago",
    care: "Atención",
    wholeOnly:
      "Hasta el cierre del lote, el banco solo anula el pago completo. Registre una parte solo si ya la devolvió.",
    effects: "Qué pasa entonces",
    does: "El pedido sigue pagado, y el comprador lee cuánto le devolvió el comercio y qué día. No se mueve dinero.",
  },
};

/** What the page of a payment says about money that went back. */
export type GivenBackTexts = typeof es;

const en: GivenBackTexts = {
  title: "Money that went back",
  said: (by, reason) => `${by}: “${reason}”`,
  reference: (reference) => `ref.\u00a0${reference}`,
  none: "All of it went back.",
  recorded: "What was given back was recorded.",
  open: "Record money that went back",
  lead: "It is only recorded here: no money moves. First void or refund it in the bank's portal.",
  fields: {
    amount: "Amount given back",
    on: "Day of the return",
    reference: "Reference",
    reason: "Why was it given back?",
  },
  hints: {
    amount: (most) => `All or a part, up to ${most}`,
    on: "On which the bank made it: day/month/year",
    reference: "Optional. It helps to find the return in the bank's list.",
    reason: "For example: one box arrived broken. No card numbers. Up to 500 characters.",
  },
  wrong: {
    on: (from, until) =>
      from === until
        ? `The payment is of today: write ${until}.`
        : `Write a day from ${from}, that of the payment, to ${until}.`,
    reference: "The reference has 1 to 12 letters or digits.",
    reason: "Write why it was given back, in up to 500 characters.",
    already: (sum, reference) =>
      reference === undefined
        ? `A return of ${sum} on that day is recorded already. If this is another, write its reference.`
        : `A return of ${sum} with the reference ${reference} is recorded already, or one on that day without a reference.`,
  },
  submit: "Check and record",
  part: {
    open: "Say how much the bank approved",
    lead: "The bank approved only a part, and nobody has said how much: no return can be recorded. Ask the bank about this payment, and write it.",
    fields: { amount: "Amount that the bank approved", reason: "How do you know?" },
    hints: {
      amount: (most) => `More than zero, up to ${most}`,
      reason: "For example: help desk, case 4711. Up to 500 characters.",
    },
    submit: "Check and record",
    said: "approved by the bank",
    does: "Sums count that amount, and what goes back can be recorded.",
    recorded: "What the bank approved was recorded.",
  },
  changed: "The payment has changed since you opened the page. Check what it says now, and send it again.",
  over: "Nothing of this payment is left to give back.",
  toHandle: "This payment is still to resolve. First record which of the two was given back.",
  beingSent: "A part of this payment was sent back. First say how that ended.",
  notCharged: "Nothing of this payment is charged that could go back.",
  check: {
    said: "given back",
    order: "Order",
    left: "Left of the payment",
    care: "Take care",
    wholeOnly:
      "Until the batch closes, the bank voids only a whole payment. Record a part only if it has given it back.",
    effects: "What happens then",
    does: "The order stays paid, and the buyer reads how much the store gave back, and on which day. No money moves.",
  },
};

/** By language. */
export const givenBackTexts: Record<CounterLanguage, GivenBackTexts> = { es, en };
