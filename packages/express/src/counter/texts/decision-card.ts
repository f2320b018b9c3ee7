import type { CounterLanguage } from "./texts.ts";

/** Names a payment by its amount and, where there is one, the bank's reference. */
const withReference = (amount: string, reference: string | undefined): string =>
  reference === undefined ? amount : `${amount}, ref.\u00a0${reference}`;

const es = {
  /** What happened. `code`: the bank's response code. `fields`: what does not match. */
  happened: {
    unknown:
      "El comprador pudo haber pagado, y el banco no dio una respuesta clara en los treinta minutos. No se sabe si se cobró.",
    unknownCapture:
      "El comercio pidió al banco cobrar lo preautorizado, y el banco no dio una respuesta clara. No se sabe si se cobró.",
    unconfirmed:
      "El banco rechazó una tarjeta. El comprador pudo usar otra después, y el banco no dio una última respuesta clara. No se sabe si se cobró.",
    reviewCode: (code: string) =>
      `El banco respondió con el código ${code}, que puede ser una aprobación. No se sabe si se cobró todo el monto.`,
    reviewFields: (fields: string) =>
      `El banco aprobó un pago, pero estos datos no coinciden con el intento: ${fields}. Puede ser otro pago.`,
    otherAmount: (paid: string, costs: string) => `El banco aprobó ${paid}, y el pedido cuesta ahora ${costs}.`,
    partial:
      "El banco aprobó solo una parte del monto, y su respuesta no dice cuál. Si el comprador va a pagar con otra tarjeta, pida antes al banco que la devuelva. Si va a pagar el resto por otro medio, pregunte al banco cuánto aprobó. No entregue nada antes.",
    orderGone: "El banco aprobó el pago, y el comercio ya no tiene el pedido.",
    paidTwice: "El comprador pagó dos veces.",
    /** A charge and an authorization of one order, whichever was first. */
    chargedAndHeld:
      "El pedido tiene un cobro, y además el banco retiene dinero del comprador por una preautorización. Si el cobro tiene el monto equivocado, devuelva el cobro.",
    /** A further payment, when no other one is left to give back. */
    alone: "De los dos pagos del pedido queda solo este: el otro se devolvió o se liberó.",
    authorizedTwice:
      "El pedido ya estaba pagado o preautorizado cuando el banco preautorizó otra vez: retiene el dinero del comprador dos veces.",
    later: "Este pago es el posterior.",
    /** Of two payments with different amounts, after {@link giveBack}. */
    amounts: "Véalo en la tienda.",
  },
  /** Which of two payments had better go back, and what the other one is called. */
  giveBack: {
    this: ["Devuelva este pago", "el otro"] as [string, string],
    other: (amount: string): [string, string] => [`Devuelva el otro pago, de ${amount}`, "este"],
    unless: (first: string, another: string, amount: string) =>
      `${first}; si el pedido cuesta ahora ${amount}, devuelva ${another}.`,
  },
  /** The columns of two payments, and the lines that no receipt has. */
  beside: {
    this: "Este pago",
    other: "El otro pago",
    state: "Estado",
    ended: "Hora del resultado",
    toVoid: "Para anular",
  },
  /** Beside the answer that is best in most cases. */
  recommended: "Lo recomendado",
  /** The staff's names for what does not match. Other fields of the bank's answer have the bank's own names. */
  fields: {
    amount: "el monto",
    order: "el pedido, que el comercio ya no tiene",
    OrdenID: "el pedido",
    Amount: "el monto que nombra el banco",
    AuthorizationCode: "un rechazo con código de autorización",
    TransactionId: "el TransactionId",
    RetrievalReferenceNumber: "el número de referencia, que ya tiene otro pago",
    RemoteResponseCode: "los dos códigos de respuesta",
  } as Record<string, string | undefined>,
  /** What to do with the bank, before anything is recorded. */
  ask: {
    title: "Pregunte al banco",
    /** Asks how much was approved. */
    titlePart: "Pregunte al banco cuánto aprobó",
    /** Asks to give money back. */
    titleBack: "Pida al banco que lo devuelva",
    /** The same, while the bank can void it. */
    titleVoid: "Pida al banco que lo anule",
    /** Asks whether money that was sent back has gone. */
    titleReturn: "Pregunte al banco si lo devolvió",
    /** One of two payments, with its reference where the bank gave one. */
    payment: withReference,
    how: "Léalo por teléfono, o cópielo en un correo. Anote el número de caso.",
    atOnce: "Pregunte cuanto antes. Hasta saberlo, no entregue nada.",
    /** On a phone, what opens the text. */
    text: "Ver el texto",
    copy: "Copiar",
    copied: "Copiado",
    mail: "Abrir correo",
    /** Above the letter about the other of two payments. */
    instead: "Si en cambio se devuelve el otro",
  },
  /** The lines that are read out or copied. */
  letter: {
    question: "Por favor indíquennos si este pago se cobró:",
    give: (isVoid: boolean, isPart: boolean) =>
      `Por favor ${isVoid ? "anulen" : "devuelvan"} este pago${isPart ? ", aprobado en parte" : ""}:`,
    merchant: (number: string, terminal: string) => `Número de afiliado: ${number}, terminal ${terminal}`,
    order: "Pedido (OrdenID)",
    amount: "Monto",
    /** Of a payment of which something was sent back, the two amounts. */
    paid: "Monto del pago",
    back: "Monto de la devolución",
    time: (moment: string, zone: string) => `Fecha y hora: ${moment}, hora de ${zone}`,
    card: "Tarjeta",
    authorization: "Número de autorización",
    reference: "Número de referencia",
    code: "Código de respuesta",
    answers:
      "Necesitamos una de dos respuestas: fue aprobado y se va a liquidar, con su número de autorización y su monto; o no existe, o no fue aprobado, y no se va a cobrar.",
    confirm: "Por favor confirmen cuando esté hecho.",
    /** Asks how much was approved of a payment that was approved in part. */
    howMuch: "Este pago se aprobó en parte. Por favor indíquennos cuánto se aprobó:",
    onlyAmount: "Solo necesitamos el monto aprobado. Todavía no anulen ni devuelvan nada.",
    /** Asks whether a void or refund that was sent was made. `moment`: when it was sent */
    wasReturned: (amount: string, moment: string) =>
      `Pedimos devolver ${amount} de este pago (${moment}). Por favor indíquennos si esa anulación o devolución se hizo:`,
    onlyReturn:
      "Necesitamos una de dos respuestas: se hizo, con su día y su número de referencia; o no se hizo, y no se va a hacer. Todavía no anulen ni devuelvan nada.",
  },
  legend: { charge: "¿Qué respondió el banco?", money: "¿Qué se hizo?" },
  /** The link to that form. */
  toForm: { charge: "Ir a registrar qué respondió el banco", money: "Ir a registrar qué se hizo" },
  apart: { paid: "Pagado", costs: "El pedido cuesta", missing: "Falta", excess: "Sobra" },
  /** The names of the two decisions. */
  yes: {
    charged: "Se cobró",
    accept: "Se acepta el pago",
    rest: "Se cobró el resto por otro medio",
    returned: "Se devolvió este pago",
    returnedOther: "Se devolvió el otro",
  },
  no: {
    notCharged: "No se cobró",
    giveBack: "Se devolvió el dinero",
    partBack: "La parte se anuló o se devolvió",
    keep: "No se devuelve nada",
  },
  /** What the decisions will do. */
  effects: {
    paid: "El pedido queda pagado. El comercio recibe el pago y puede entregar.",
    authorized: "El pedido queda preautorizado.",
    captured: "El cobro queda hecho. El comercio recibe el pago.",
    paidAgain: "El pedido ya tiene otro pago: este queda como segundo pago, y habrá que devolver uno de los dos.",
    otherAmount: (paid: string, costs: string) => `El comercio se entera de que se pagó ${paid} y no ${costs}.`,
    payable: "El comprador puede pagar el pedido otra vez.",
    recapturable: "El comercio puede pedir el cobro otra vez.",
    unchangedOrder: "El pedido sigue como está: otro intento decide sobre él.",
    mayStillApprove: "Si el banco aprueba este intento más tarde, ese pago contará.",
    backFirst: "El dinero no se devuelve solo: pida antes al banco la anulación o la devolución.",
    offTheList: "El pago sale de la lista de lo que hay por resolver.",
    staysPaid: "El pedido sigue pagado.",
    staysAuthorized: "El pedido sigue preautorizado.",
    /** An authorization beside a charge: this router no longer captures or releases it. */
    staysHeld:
      "Este pago sigue preautorizado, y aquí ya no se puede cobrar: cóbrelo o libérelo en el portal del banco.",
  },
  /** The label of the reason. `money`: the staff themselves gave it back, or kept it. */
  reason: { charge: "¿Cómo lo sabe?", money: "Número de caso del banco, o una nota" },
  reasonHint:
    "Por ejemplo: mesa de ayuda, caso 4711, autorización 482913. Sin números de tarjeta. Hasta 500 caracteres.",
  /** Below the labels of the bank's numbers. */
  numbersHints: {
    numbers: "Opcional. Sirve para hallar el pago en la lista del banco.",
    authorization: "Opcional. De 1 a 6 letras o cifras.",
  },
  record: "Revisar y registrar",
  /** The page on which a decision is checked before it is recorded. */
  check: {
    order: "Pedido",
    effects: "Qué pasa entonces",
  },
  noForm: "Usted puede ver este pago. Para registrar el resultado hace falta otro permiso.",
  /** The field for the approved amount. `ofPart`: the bank approved a part; `ifPart`: it may have. */
  approvedPart: {
    label: "Monto que aprobó el banco",
    ofPart: (asked: string) =>
      `Si se cobró el resto: cuánto de ${asked} aprobó el banco. Sin este monto, el pago no se suma en los totales.`,
    ifPart: (asked: string) => `Solo si el banco aprobó una parte de ${asked}.`,
  },
  /** Not the fault of a field. */
  incomplete: "El formulario llegó incompleto. No se registró nada. Lea lo que dice el pago y decida.",
  /** What is wrong in a field. */
  refused: {
    authorization: "La autorización tiene de 1 a 6 letras o cifras.",
    taken: "Otro pago tiene esta referencia. Revísela.",
    /** The form has numbers of a charge, and the decision is that there was none. */
    numbersOfNone:
      "Hay una referencia o una autorización, y la respuesta es que no se cobró. Bórrelas, o elija la otra respuesta.",
    /** Nothing went back, and the form has the reference of a return. */
    referenceOfKept:
      "Hay una referencia de devolución, y la respuesta es que no se devuelve nada. Bórrela, o elija la otra respuesta.",
    /** The form has an approved amount, and the decision is that nothing was charged, or that it was given back. */
    approvedOfNone:
      "Hay un monto aprobado, y la respuesta es que no se cobró o que se devolvió. Borre el monto, o elija la otra respuesta.",
    choice: "Elija una respuesta.",
    reason: "Escriba cómo lo sabe, o el número de caso, en 1 a 500 caracteres.",
  },
};

/** What the page says about a decision. */
export type DecisionTexts = typeof es;

const en: DecisionTexts = {
  happened: {
    unknown:
      "The buyer may have paid, and the bank gave no clear answer within the thirty minutes. It is not known whether they were charged.",
    unknownCapture:
      "The store asked the bank to charge what was pre-authorized, and the bank gave no clear answer. It is not known whether it was charged.",
    unconfirmed:
      "The bank declined a card. The buyer may have used another one later, and the bank gave no clear last answer. It is not known whether they were charged.",
    reviewCode: (code) =>
      `The bank answered with code ${code}, which may be an approval. It is not known whether the whole amount was charged.`,
    reviewFields: (fields) =>
      `The bank approved a payment, and these details do not match the attempt: ${fields}. It may be another payment.`,
    otherAmount: (paid, costs) => `The bank approved ${paid}, and the order costs ${costs} now.`,
    partial:
      "The bank approved only a part of the amount, and its answer does not say which. If the buyer is to pay with another card, first ask the bank to give the part back. If they are to pay the rest by other means, ask the bank how much it approved. Deliver nothing before that.",
    orderGone: "The bank approved the payment, and the store no longer has the order.",
    paidTwice: "The buyer paid twice.",
    chargedAndHeld:
      "The order has a charge, and the bank also holds money of the buyer by a pre-authorization. If the charge has the wrong amount, give the charge back.",
    alone: "Of the order's two payments this is the only one left: the other one was given back or released.",
    authorizedTwice:
      "The order was already paid or pre-authorized when the bank pre-authorized once more: it holds the buyer's money twice.",
    later: "This payment is the later one.",
    amounts: "See it in the store.",
  },
  giveBack: {
    this: ["Give this payment back", "the other one"],
    other: (amount) => [`Give the other payment of ${amount} back`, "this one"],
    unless: (first, another, amount) => `${first}; if the order costs ${amount} now, give ${another} back.`,
  },
  beside: {
    this: "This payment",
    other: "The other payment",
    state: "State",
    ended: "Time of the result",
    toVoid: "To void",
  },
  recommended: "Recommended",
  fields: {
    amount: "the amount",
    order: "the order, which the store no longer has",
    OrdenID: "the order",
    Amount: "the amount that the bank names",
    AuthorizationCode: "a refusal with an authorization code",
    TransactionId: "the TransactionId",
    RetrievalReferenceNumber: "the reference number, which another payment has",
    RemoteResponseCode: "the two response codes",
  },
  ask: {
    title: "Ask the bank",
    titlePart: "Ask the bank how much it approved",
    titleBack: "Ask the bank to give it back",
    titleVoid: "Ask the bank to void it",
    titleReturn: "Ask the bank whether it went back",
    payment: withReference,
    how: "Read it out over the phone, or copy it into an email. Write down the case number.",
    atOnce: "Ask as soon as you can. Until you know, deliver nothing.",
    text: "View the text",
    copy: "Copy",
    copied: "Copied",
    mail: "Open email",
    instead: "If the other one is given back instead",
  },
  letter: {
    question: "Please tell us whether this payment was charged:",
    give: (isVoid, isPart) => `Please ${isVoid ? "void" : "refund"} this payment${isPart ? ", approved in part" : ""}:`,
    merchant: (number, terminal) => `Merchant number: ${number}, terminal ${terminal}`,
    order: "Order (OrdenID)",
    amount: "Amount",
    paid: "Amount of the payment",
    back: "Amount of the return",
    time: (moment, zone) => `Date and time: ${moment} (${zone} time)`,
    card: "Card",
    authorization: "Authorization code",
    reference: "Reference number",
    code: "Response code",
    answers:
      "We need one of two answers: it was approved and will be settled, with its authorization code and its amount; or it does not exist, or was not approved, and will not be charged.",
    confirm: "Please confirm when it is done.",
    howMuch: "This payment was approved in part. Please tell us how much was approved:",
    onlyAmount: "We only need the amount that was approved. Please do not void or refund anything yet.",
    wasReturned: (amount, moment) =>
      `We asked for ${amount} of this payment to go back (${moment}). Please tell us whether that void or refund was made:`,
    onlyReturn:
      "We need one of two answers: it was made, with its day and its reference number; or it was not, and will not be. Please do not void or refund anything yet.",
  },
  legend: { charge: "What did the bank answer?", money: "What was done?" },
  toForm: { charge: "Go to record what the bank answered", money: "Go to record what was done" },
  apart: { paid: "Paid", costs: "The order costs", missing: "Missing", excess: "Overpaid" },
  yes: {
    charged: "It was charged",
    accept: "The payment is accepted",
    rest: "The rest was collected by other means",
    returned: "This payment was given back",
    returnedOther: "The other one was given back",
  },
  no: {
    notCharged: "It was not charged",
    giveBack: "The money was given back",
    partBack: "The part was voided or refunded",
    keep: "Nothing is given back",
  },
  effects: {
    paid: "The order is paid. The store gets the payment and can deliver.",
    authorized: "The order is pre-authorized.",
    captured: "The charge is done. The store gets the payment.",
    paidAgain: "The order has another payment: this one becomes the second, and one of the two must be given back.",
    otherAmount: (paid, costs) => `The store learns that ${paid} was paid and not ${costs}.`,
    payable: "The buyer can pay the order again.",
    recapturable: "The store can ask for the charge again.",
    unchangedOrder: "The order stays as it is: another attempt decides about it.",
    mayStillApprove: "If the bank approves this attempt later, that payment counts.",
    backFirst: "No money is given back by itself: ask the bank for the void or the refund first.",
    offTheList: "The payment leaves the list of what there is to resolve.",
    staysPaid: "The order stays paid.",
    staysAuthorized: "The order stays pre-authorized.",
    staysHeld:
      "This payment stays pre-authorized, and cannot be charged here: charge or release it in the bank's portal.",
  },
  reason: { charge: "How do you know?", money: "The bank's case number, or a note" },
  reasonHint: "For example: help desk, case 4711, authorization 482913. No card numbers. Up to 500 characters.",
  numbersHints: {
    numbers: "Optional. It helps to find the payment in the bank's list.",
    authorization: "Optional. 1 to 6 letters or digits.",
  },
  record: "Check and record",
  check: {
    order: "Order",
    effects: "What happens then",
  },
  noForm: "You can look at this payment. To record the result, another permission is needed.",
  approvedPart: {
    label: "Amount that the bank approved",
    ofPart: (asked) =>
      `If the rest was collected: how much of ${asked} the bank approved. Without it, totals do not add the payment up.`,
    ifPart: (asked) => `Only if the bank approved a part of ${asked}.`,
  },
  incomplete: "The form did not arrive complete. Nothing was recorded. Read what the payment says, and decide.",
  refused: {
    authorization: "The authorization has 1 to 6 letters or digits.",
    taken: "Another payment has this reference. Check it.",
    numbersOfNone:
      "There is a reference or an authorization, and the answer is that nothing was charged. Clear them, or choose the other answer.",
    referenceOfKept:
      "There is a reference of a return, and the answer is that nothing is given back. Clear it, or choose the other answer.",
    approvedOfNone:
      "There is an approved amount, and the answer is that nothing was charged or that it was given back. Clear the amount, or choose the other answer.",
    choice: "Choose an answer.",
    reason: "Write how you know, or the case number, in 1 to 500 characters.",
  },
};

/** By language. */
export const decisionTexts: Record<CounterLanguage, DecisionTexts> = { es, en };
