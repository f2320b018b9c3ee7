import type { AnswerKind, LaunchFailure } from "../../attempt/attempt.ts";
import type { EventType } from "../../attempt/outbox-event.ts";
import type { State } from "../../attempt/state.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: (order: string) => `Pedido ${order}`,
  decide: "Qué hacer, y hasta cuándo",
  /** The same, where nothing ends. */
  whatToDo: "Qué hacer",
  recorded: "El resultado quedó registrado.",
  /** What is true now of a payment that waits for nobody. `time`: when it became so. */
  now: {
    waiting: "El sistema le pregunta al banco por este pago. Todavía no se sabe si se cobró: no entregue nada.",
    atBank: "El comprador está en la página del banco. Todavía no hay resultado: no entregue nada.",
    failed: "La página del banco no se abrió. No se cobró.",
    cancelled: "El comprador volvió sin completar el pago. No consta ningún cobro.",
    expired: "Pasó el tiempo del comprador sin un pago. No se cobró.",
    declined: (time: string) => `El banco lo rechazó (${time}). No se cobró.`,
    notPaid: "No cuenta como pagado.",
    approved: (time: string) => `El banco aprobó el pago (${time}). Cuenta como pagado.`,
    authorized: (time: string) => `El banco retiene el dinero (desde el ${time}). Todavía no se ha cobrado.`,
    captured: (time: string) => `Se preautorizó (${time}). El comercio ya cobró lo preautorizado.`,
    released: "El banco ya no retiene el dinero. No se cobró.",
    reversed: "El dinero de este pago se devolvió.",
  },
  /** What can be done about a payment that was charged. */
  giveBack: "Si hay que devolver el dinero",
  giveBackHow: "El dinero se devuelve en el portal del banco, o por su mesa de ayuda. Desde aquí no se mueve.",
  /** Below the state: who has decided what, when and why. */
  decided: (by: string, decision: string, time: string, reason: string) =>
    `${by} registró «${decision}» (${time}): «${reason}».`,
  timeline: "Qué pasó",
  /** What opens the steps on a phone. */
  showSteps: "Ver los pasos",
  legend: {
    atBank: "página del banco",
    silence: "sin cambios, acortado",
  },
  steps: {
    begun: "El comprador empezó a pagar.",
    launched: "Se abrió la página del banco.",
    sent: "El comercio envió el cobro al banco.",
    launchFailed: {
      refused: "La página del banco no se abrió: el banco rechazó la sesión. No se cobró.",
      unreachable: "La página del banco no se abrió: el banco no respondió. No se cobró.",
      shop: "La página del banco no se abrió: algo falló en el comercio. No se cobró.",
    } satisfies Record<LaunchFailure, string>,
    returned: "El comprador volvió del banco.",
    cancelled: "El comprador volvió sin completar el pago.",
    answered: {
      approved: "El banco aprobó el pago.",
      declined: "El banco rechazó el pago.",
      review: "El banco dio una respuesta que puede ser una aprobación.",
      inProgress: "El banco respondió que el pago está en proceso.",
      empty: "El banco no tenía resultado todavía.",
      gone: "El banco ya no conocía la sesión.",
      wrongKey: "El banco no aceptó la llave de la sesión.",
      unclear: "El banco no dio una respuesta clara.",
    } satisfies Record<AnswerKind, string>,
    approvedPart: "El banco aprobó solo una parte del monto.",
    /** The answer that came before, and what it led to now. */
    again: "Volvió a responder lo mismo.",
    /** The code, before its meaning. */
    code: (code: string) => `Código ${code}`,
    moved: {
      preparing: "",
      opened: "",
      expired: "Queda vencido: no se cobró.",
      unknown: "Queda sin confirmar.",
      declined: "Queda rechazado.",
      review: "Queda en revisión.",
      approved: "Queda aprobado.",
    } satisfies Record<State, string>,
    times: (n: number, until: string) => `(${n} veces; la última, ${until})`,
    omitted: (n: number) => `Entre los primeros pasos y los últimos faltan ${n}: no se guardan todos.`,
    /** What became of a notice to the shop. */
    notice: {
      good: (name: string) => `El comercio recibió el aviso «${name}».`,
      alert: (name: string) => `El aviso «${name}» queda por entregar al comercio.`,
      bad: (name: string) => `El comercio no recibió el aviso «${name}».`,
    },
    timePassed: "Pasó el tiempo sin otra respuesta.",
    captured: "El comercio cobró lo preautorizado.",
    released: (by: string, reason: string) => `${by} registró que el banco ya no retiene el dinero: «${reason}».`,
    givenBack: (by: string, amount: string, day: string, reason: string) =>
      `${by} registró ${amount} devueltos el ${day}: «${reason}».`,
    /** What was sent back by the bank's REST operations, and how that ended. */
    sentBack: (by: string, amount: string, reason: string) =>
      `${by} mandó a devolver ${amount} a la tarjeta: «${reason}».`,
    returnedToCard: (by: string, amount: string, reason: string) =>
      `El banco devolvió ${amount} a la tarjeta. Lo pidió ${by}: «${reason}».`,
    sendingEnded: {
      unclear: "El banco no contestó claro si devolvió el dinero.",
      refused: "El banco no aceptó devolverlos.",
      unsent: "La solicitud de devolución no llegó a salir.",
    },
    notReturned: (by: string, reason: string) => `${by} registró que no se devolvieron: «${reason}».`,
    /** `said`: the name of the decision. */
    decided: (by: string, said: string, reason: string) => `${by} registró «${said}»: «${reason}».`,
  },
  events: {
    title: "Avisos al comercio",
    /** What opens them on a phone. */
    show: "Ver los avisos",
    none: "Todavía no hay avisos.",
    delivered: (time: string, tries: number) => `${tries > 1 ? `Entregado al intento ${tries}` : "Entregado"}: ${time}`,
    failed: (tries: number) => `Falló ${tries === 1 ? "1 vez" : `${tries} veces`}.`,
    /** When it is tried, and since when it is to be tried. */
    next: (time: string) => `El próximo intento: ${time}`,
    due: (time: string) => `Por entregar desde el ${time}`,
    dead: (tries: number) => `No se volverá a intentar: falló ${tries === 1 ? "1 vez" : `${tries} veces`}.`,
    retry: "Enviar otra vez",
    /** Above the error of a hook, folded. */
    error: "Para quien da mantenimiento al sistema",
    /** Who had it delivered again, and whether it failed once more. */
    retried: (by: string, time: string, hasFailed: boolean) =>
      `${by} pidió enviarlo otra vez (${time})${hasFailed ? ". Se intentó, y volvió a fallar." : "."}`,
    names: {
      "order.paid": "El pedido se pagó",
      "order.paidAgain": "El pedido se pagó otra vez",
      "order.authorized": "El pedido se preautorizó",
      "order.givenBack": "Se devolvió dinero del pedido",
      "order.returnUnclear": "No se sabe si se devolvió dinero",
      "order.lapsing": "Lo preautorizado está por vencer",
      "order.lapsed": "Lo preautorizado venció",
      "capture.failed": "El cobro de lo preautorizado falló",
      "attempt.declined": "El pago se rechazó",
      "attempt.expired": "El pago venció",
      "attempt.unknown": "El pago quedó sin confirmar",
      "attempt.review": "El pago quedó en revisión",
      "attempt.unconfirmed": "El pago se rechazó, sin respuesta final",
    } satisfies Record<EventType, string>,
  },
  receipt: {
    title: "Datos del pago",
    /** What opens them on a phone. */
    show: "Ver los datos",
    order: "Pedido",
    orderReference: "Pedido en el banco",
    amount: "Monto",
    tax: "ITBIS incluido",
    product: "Producto",
    /** The part that the bank approved. */
    approvedAmount: "Aprobado por el banco",
    /** What of it went back, and what did not. */
    givenBack: "Devuelto",
    left: "Queda",
    /** A part that was sent back, and nobody knows whether it went. */
    inDoubt: "Devolución",
    card: "Tarjeta",
    authorization: "Número de autorización",
    reference: "Número de referencia",
    email: "Correo electrónico",
    code: "Código de respuesta",
    mismatch: "No coincide",
    begun: "Empezó",
    ended: "Resultado",
    attempt: "Intento de pago",
    buyerReads: "El comprador lee",
    /** The numbers by which computers find it, folded. */
    more: "Más números",
    unchecked: "El monto no se comparó con el pedido: el comercio no respondió.",
  },
  others: {
    title: "Otros intentos",
    /** What opens them on a phone. */
    show: "Ver los intentos",
    capture: "cobro de lo preautorizado",
  },
  notFound: {
    title: "Este pago no existe",
    message: "Ningún pago tiene ese número. Búsquelo por su pedido.",
    back: "Ir a Pagos",
  },
};

/** What the page of one payment says. */
export type PaymentTexts = typeof es;

const en: PaymentTexts = {
  title: (order) => `Order ${order}`,
  decide: "What to do, and by when",
  whatToDo: "What to do",
  recorded: "The result was recorded.",
  now: {
    waiting:
      "The system is asking the bank about this payment. It is not known yet whether it was charged: deliver nothing.",
    atBank: "The buyer is at the bank's page. There is no result yet: deliver nothing.",
    failed: "The bank's page was not opened. Nothing was charged.",
    cancelled: "The buyer came back without completing the payment. No charge is known.",
    expired: "The buyer's time passed without a payment. Nothing was charged.",
    declined: (time) => `The bank declined it (${time}). Nothing was charged.`,
    notPaid: "It does not count as paid.",
    approved: (time) => `The bank approved the payment (${time}). It counts as paid.`,
    authorized: (time) => `The bank holds the money (since ${time}). It has not been charged yet.`,
    captured: (time) => `It was pre-authorized (${time}). The store has charged what was pre-authorized.`,
    released: "The bank no longer holds the money. Nothing was charged.",
    reversed: "The money of this payment was given back.",
  },
  giveBack: "If the money has to go back",
  giveBackHow: "Money is given back in the bank's portal, or by its help desk. Nothing here moves it.",
  decided: (by, decision, time, reason) => `${by} recorded “${decision}” (${time}): “${reason}”.`,
  timeline: "What happened",
  showSteps: "Show the steps",
  legend: {
    atBank: "bank's page",
    silence: "no changes, shortened",
  },
  steps: {
    begun: "The buyer began to pay.",
    launched: "The bank's page was opened.",
    sent: "The store sent the charge to the bank.",
    launchFailed: {
      refused: "The bank's page was not opened: the bank refused the session. Nothing was charged.",
      unreachable: "The bank's page was not opened: the bank did not answer. Nothing was charged.",
      shop: "The bank's page was not opened: something failed in the store. Nothing was charged.",
    },
    returned: "The buyer came back from the bank.",
    cancelled: "The buyer came back without completing the payment.",
    answered: {
      approved: "The bank approved the payment.",
      declined: "The bank declined the payment.",
      review: "The bank gave an answer that may be an approval.",
      inProgress: "The bank answered that the payment is in progress.",
      empty: "The bank had no result yet.",
      gone: "The bank no longer knew the session.",
      wrongKey: "The bank did not accept the session key.",
      unclear: "The bank gave no clear answer.",
    },
    approvedPart: "The bank approved only part of the amount.",
    again: "It answered the same once more.",
    code: (code) => `Code ${code}`,
    moved: {
      preparing: "",
      opened: "",
      expired: "It has expired: nothing was charged.",
      unknown: "It is unconfirmed.",
      declined: "It is declined.",
      review: "It is under review.",
      approved: "It is approved.",
    },
    times: (n, until) => `(${n} times, until ${until})`,
    omitted: (n) => `Between the first and the last steps, ${n} are missing: not all are kept.`,
    notice: {
      good: (name) => `The store got the notice “${name}”.`,
      alert: (name) => `The notice “${name}” has not been delivered to the store yet.`,
      bad: (name) => `The store did not get the notice “${name}”.`,
    },
    timePassed: "The time passed without another answer.",
    captured: "The store charged what was pre-authorized.",
    released: (by, reason) => `${by} recorded that the bank no longer holds the money: “${reason}”.`,
    givenBack: (by, amount, day, reason) => `${by} recorded ${amount} given back on ${day}: “${reason}”.`,
    sentBack: (by, amount, reason) => `${by} asked for ${amount} to go back to the card: “${reason}”.`,
    returnedToCard: (by, amount, reason) =>
      `The bank gave ${amount} back to the card. ${by} asked for it: “${reason}”.`,
    sendingEnded: {
      unclear: "The bank gave no clear answer whether it gave it back.",
      refused: "The bank did not accept to give it back.",
      unsent: "The request to give it back was never sent.",
    },
    notReturned: (by, reason) => `${by} recorded that it was not given back: “${reason}”.`,
    decided: (by, said, reason) => `${by} recorded “${said}”: “${reason}”.`,
  },
  events: {
    title: "Notices to the store",
    show: "Show the notices",
    none: "There are no notices yet.",
    delivered: (time, tries) => `${tries > 1 ? `Delivered at try ${tries}` : "Delivered"}: ${time}`,
    failed: (tries) => `Failed ${tries === 1 ? "once" : `${tries} times`}.`,
    next: (time) => `The next try: ${time}`,
    due: (time) => `To be delivered since ${time}`,
    dead: (tries) => `Not tried any more: failed ${tries === 1 ? "once" : `${tries} times`}.`,
    retry: "Send again",
    error: "For whoever maintains the system",
    retried: (by, time, hasFailed) =>
      `${by} asked to send it again (${time})${hasFailed ? ". It was tried, and failed again." : "."}`,
    names: {
      "order.paid": "The order was paid",
      "order.paidAgain": "The order was paid again",
      "order.authorized": "The order was pre-authorized",
      "order.givenBack": "Money of the order was given back",
      "order.returnUnclear": "It is not known whether money went back",
      "order.lapsing": "What was pre-authorized is about to lapse",
      "order.lapsed": "What was pre-authorized has lapsed",
      "capture.failed": "The charge of what was pre-authorized failed",
      "attempt.declined": "The payment was declined",
      "attempt.expired": "The payment expired",
      "attempt.unknown": "The payment is unconfirmed",
      "attempt.review": "The payment is under review",
      "attempt.unconfirmed": "The payment was declined, without a final answer",
    },
  },
  receipt: {
    title: "The payment's details",
    show: "Show the details",
    order: "Order",
    orderReference: "Order at the bank",
    amount: "Amount",
    tax: "ITBIS included",
    product: "Product",
    approvedAmount: "Approved by the bank",
    givenBack: "Given back",
    left: "Left",
    inDoubt: "Return",
    card: "Card",
    authorization: "Authorization code",
    reference: "Reference number",
    email: "Email",
    code: "Response code",
    mismatch: "Does not match",
    begun: "Began",
    ended: "Result",
    attempt: "Payment attempt",
    buyerReads: "The buyer reads",
    more: "More numbers",
    unchecked: "The amount was not compared with the order: the store did not answer.",
  },
  others: {
    title: "Other attempts",
    show: "Show the attempts",
    capture: "charge of what was pre-authorized",
  },
  notFound: {
    title: "This payment does not exist",
    message: "No payment has this number. Look for its order.",
    back: "Go to Payments",
  },
};

/** By language. */
export const paymentTexts: Record<CounterLanguage, PaymentTexts> = { es, en };
