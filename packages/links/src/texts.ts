import { type Texts, texts } from "@ventanilla/express";
import { spanText } from "@ventanilla/web";

/** What one language says: of each `[Spanish, English]` its own. */
type Words<Table> = { [Key in keyof Table]: Table[Key] extends (infer Text)[] ? Text : Words<Table[Key]> };

const wordsIn = <Table extends object>(table: Table, at: 0 | 1): Words<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([key, text]: [string, object]) => [
      key,
      Array.isArray(text) ? (text[at] as unknown) : wordsIn(text, at),
    ]),
  ) as Words<Table>;

/** Completes the router's own words. */
const inBoth = <Table extends object>(table: Table): Record<"es" | "en", Texts & Words<Table>> => ({
  es: { ...texts.es, ...wordsIn(table, 0) },
  en: { ...texts.en, ...wordsIn(table, 1) },
});

export const pageTexts = inBoth({
  code: ["Código", "Code"],
  tax: [(percent: number) => `Incluye ITBIS ${percent}\u00a0%`, (percent: number) => `Includes ITBIS ${percent}%`],
  until: ["Vence", "Expires"],
  untilIn: [(ms: number) => `Vence en ${spanText(ms)}`, (ms: number) => `Expires in ${spanText(ms)}`],
  tomorrow: [(hour: string) => `mañana, ${hour}`, (hour: string) => `tomorrow, ${hour}`],
  /** Since when a link stands as it does. The time ends with a point of its own. */
  since: {
    early: [(at: string) => `Se podrá pagar desde el ${at}`, (at: string) => `It can be paid from ${at} on.`],
    expired: [(at: string) => `Se podía pagar hasta el ${at}`, (at: string) => `It could be paid until ${at}.`],
    withdrawn: [(at: string) => `Se retiró el ${at}`, (at: string) => `It was withdrawn on ${at}.`],
    paid: [(at: string) => `Se pagó el ${at}`, (at: string) => `It was paid on ${at}.`],
  },
  left: [(count: number) => (count === 1 ? "Queda 1" : `Quedan ${count}`), (count: number) => `${count} left`],
  /** What a field asks for, and below it what is wrong with something else. */
  fields: {
    amount: {
      label: ["¿Cuánto va a pagar?", "How much will you pay?"],
      hint: ["De {range}", "From {range}"],
      wrong: ["Elija un monto de {range}.", "Choose an amount from {range}."],
    },
    email: {
      label: ["Su correo", "Your email"],
      hint: ["El banco lo pide para el pago.", "The bank needs it for the payment."],
      wrong: ["Escriba su correo completo.", "Enter your whole email."],
    },
    mobilePhone: {
      label: ["Su celular", "Your mobile"],
      hint: ["Ej.: 809 555 0123, o + y código de país.", "Such as 809 555 0123, or + and country code."],
      wrong: ["Escriba todos los dígitos.", "Enter all the digits."],
    },
  },
  wrong: [(count: number) => `Revise estos ${count} datos`, (count: number) => `Check these ${count} details`],
  go: ["Continuar", "Continue"],
  lost: [
    "Su navegador no guardó sus datos. Permita las cookies de esta página, o abra el enlace en otro navegador.",
    "Your browser did not keep your details. Allow cookies for this page, or open the link in another browser.",
  ],
  pay: [(sum: string) => `Pagar ${sum}`, (sum: string) => `Pay ${sum}`],
  atBank: [
    "Pagará en la página segura del banco. El comercio no ve los datos de su tarjeta.",
    "You will pay on the bank's secure page. The store does not see your card.",
  ],
  change: ["Cambiar mis datos", "Change my details"],
  preview: [(store: string) => `Pague con tarjeta a ${store}.`, (store: string) => `Pay ${store} by card.`],
  /** Of pages that only say something, and lead on. */
  titles: {
    unknown: ["No encontramos este código", "We cannot find this code"],
    early: ["Todavía no se puede pagar", "It cannot be paid yet"],
    expired: ["El plazo para pagar terminó", "The time to pay has ended"],
    withdrawn: ["El comercio retiró este enlace", "The store has withdrawn this link"],
    soldOut: ["Ya se agotó", "There are none left"],
    paid: ["Este enlace ya está pagado", "This link is already paid"],
    busy: ["Alguien está pagando este enlace ahora", "Somebody is paying this link now"],
    held: ["Lo que queda se está pagando ahora", "What is left is being paid for now"],
    reviewOfOther: ["Hay un pago en revisión", "A payment is under review"],
    failed: ["Un momento, por favor", "One moment, please"],
  },
  messages: {
    unknown: [
      "Revise que el código esté completo, o pida el enlace otra vez al comercio.",
      "Check that the code is complete, or ask the store for the link again.",
    ],
    early: ["Guarde el enlace y ábralo de nuevo entonces.", "Keep the link, and open it again then."],
    expired: ["Pida un enlace nuevo al comercio.", "Ask the store for a new link."],
    withdrawn: [
      "Ya no se puede pagar. Si cree que es un error, pregunte a quien se lo envió.",
      "It can no longer be paid. If you think that is a mistake, ask whoever sent it to you.",
    ],
    soldOut: ["Pregunte al comercio si habrá más.", "Ask the store whether there will be more."],
    paid: [
      "No hace falta pagar de nuevo. Si pagó usted y necesita el recibo, pídalo al comercio.",
      "There is no need to pay again. If you paid and need the receipt, ask the store for it.",
    ],
    busy: ["Si no es usted, espere unos minutos.", "If it is not you, wait a few minutes."],
    held: [
      "Si alguien no termina su pago, queda disponible otra vez. Inténtelo de nuevo en unos minutos.",
      "If somebody does not finish, it is free again. Try again in a few minutes.",
    ],
    reviewOfOther: [
      "No pague: el comercio está revisando con el banco un pago de este enlace.",
      "Please do not pay: the store is reviewing a payment of this link with the bank.",
    ],
    failed: [
      "Ahora mismo no podemos mostrar este enlace. En esta página no se le hizo ningún cargo. Inténtelo de nuevo en unos minutos.",
      "We cannot show this link right now. You were not charged on this page. Try again in a few minutes.",
    ],
  },
  arriving: ["Su recibo aparece aquí en un momento.", "Your receipt will be here in a moment."],
  underWay: ["Si ya está pagando en el banco, ese pago cuenta.", "If you are paying at the bank, that payment counts."],
  receipt: ["Ver el recibo", "See the receipt"],
  another: ["Hacer otro pago", "Make another payment"],
  isMine: ["Si es usted, continúe aquí: no se cobra dos veces.", "If it is you, continue here: you are charged once."],
  mine: ["Continuar aquí", "Continue here"],
});

export const receiptTexts = inBoth({
  title: ["Recibo de pago", "Payment receipt"],
  from: ["Su recibo de", "Your receipt from"],
  paid: ["Pagado", "Paid"],
  returned: ["Devuelto", "Given back"],
  returnedInPart: ["Devuelto en parte", "Given back in part"],
  net: ["Sin ITBIS", "Before tax"],
  tax: ["ITBIS", "Tax (ITBIS)"],
  total: ["Total", "Total"],
  charged: ["Cobrado", "Charged"],
  givenBack: [
    (sum: string, day: string) =>
      `El comercio le devolvió ${sum} el ${day}. Su banco puede tardar unos días en mostrarlo.`,
    (sum: string, day: string) =>
      `The store gave ${sum} back to you on ${day}. Your bank may take some days to show it.`,
  ],
  installments: [
    "Si eligió cuotas, el plan es entre usted y el banco de su tarjeta: lo verá en su estado de cuenta.",
    "If you chose installments, the plan is between you and your card's bank: your statement shows it.",
  ],
  noTaxReceipt: [
    "Este recibo confirma su pago con tarjeta. No es un comprobante fiscal: si necesita uno, pídalo al comercio.",
    "This receipt confirms your card payment. It is not a tax receipt (comprobante fiscal): if you need one, ask the store.",
  ],
  print: ["Imprimir", "Print"],
});

export const staffTexts = inBoth({
  charge: ["Cobrar", "Charge"],
  ways: { "": ["Enlace nuevo", "New link"], keypad: ["Teclado", "Keypad"], all: ["Enlaces", "Links"] },
  fields: {
    amount: ["Monto con ITBIS incluido", "Amount, ITBIS included"],
    description: ["¿Qué está cobrando?", "What are you charging for?"],
    max: ["Monto máximo, si el cliente elige cuánto", "Highest amount, if the customer chooses it"],
    times: ["Veces que se puede pagar", "Times that it can be paid"],
    until: ["Vence el (día/mes/año)", "Expires (day/month/year)"],
    itbis: ["ITBIS incluido (%)", "ITBIS included (%)"],
    name: ["Nombre del cliente", "Customer's name"],
    mobilePhone: ["Celular", "Mobile number"],
    email: ["Correo electrónico", "Email"],
  },
  empty: ["En blanco, sin límite.", "Empty: no limit."],
  wrong: {
    amount: ["El monto debe ser mayor que 0, como 2,950.00.", "The amount must be above 0, such as 2,950.00."],
    description: ["Diga qué está cobrando en 1 a 200 letras.", "Say what you charge for in 1 to 200 letters."],
    max: ["El monto máximo debe ser mayor que el monto.", "The highest amount must be above the amount."],
    times: ["Las veces son de 1 a 100,000.", "The times are from 1 to 100,000."],
    until: ["Escriba un día que no haya pasado.", "Enter a day that has not passed."],
    itbis: ["El ITBIS es 18, 16 o 0.", "ITBIS is 18, 16 or 0."],
    name: ["El nombre tiene hasta 100 letras.", "The name has up to 100 letters."],
    mobilePhone: ["Escriba todos los dígitos del celular.", "Enter all digits of the mobile number."],
    email: ["Escriba el correo completo, como ana@ejemplo.com.", "Enter the whole email, such as ana@example.com."],
  },
  currency: ["Moneda", "Currency"],
  more: ["Monto máximo, ITBIS, plazo y cliente", "Highest amount, ITBIS, expiry and customer"],
  unlimited: ["Sin límite", "Without limit"],
  sale: ["Venta en el local", "Sale at the counter"],
  erase: ["Borrar la última cifra", "Delete the last digit"],
  make: ["Crear el enlace", "Make the link"],
  address: ["Dirección del enlace", "Address of the link"],
  copy: ["Copiar", "Copy"],
  copied: ["Copiado", "Copied"],
  whatsApp: ["Enviar por WhatsApp", "Send by WhatsApp"],
  message: [
    (name: string | undefined, store: string, what: string, url: string, isReceipt: boolean) =>
      `Hola${name === undefined ? "" : ` ${name}`}. Este es su ${isReceipt ? `recibo de ${store}` : `enlace de ${store} para pagar con tarjeta`}: ${what}. ${url}`,
    (name: string | undefined, store: string, what: string, url: string, isReceipt: boolean) =>
      `Hello${name === undefined ? "" : ` ${name}`}. This is your ${isReceipt ? `receipt from ${store}` : `link from ${store} to pay by card`}: ${what}. ${url}`,
  ],
  qr: ["Código QR del enlace", "QR code of the link"],
  poster: ["Afiche para imprimir", "Poster to print"],
  back: ["Volver al enlace", "Back to the link"],
  scan: ["Escanee con la cámara de su teléfono y pague con tarjeta", "Scan with your phone's camera, and pay by card"],
  states: {
    open: ["Abierto", "Open"],
    early: ["Aún no empieza", "Not open yet"],
    waiting: ["Esperando el pago…", "Waiting for the payment…"],
    paying: ["El cliente está pagando", "The customer is paying"],
    declined: ["El banco rechazó la tarjeta", "The bank declined the card"],
    paid: ["Pagado", "Paid"],
    soldOut: ["Agotado", "Sold out"],
    expired: ["Vencido", "Expired"],
    withdrawn: ["Retirado", "Withdrawn"],
    review: ["No sabemos si se cobró", "We do not know whether it was charged"],
  },
  advice: {
    declined: ["El cliente puede intentar con otra.", "The customer can try another one."],
    review: ["No cobre otra vez: revíselo en Por resolver.", "Do not charge again: look at To resolve."],
  },
  payments: [(count: string) => `${count}\u00a0pagos`, (count: string) => `${count}\u00a0payments`],
  latest: ["Los últimos pagos", "The latest payments"],
  payment: ["Ver el pago", "See the payment"],
  receiptByWhatsApp: ["Recibo por WhatsApp", "Receipt by WhatsApp"],
  again: ["Hacer otro enlace igual", "Make another link like it"],
  withdraw: ["Retirar el enlace", "Withdraw the link"],
  withdrawNow: ["Sí, retirarlo", "Yes, withdraw it"],
  withdrawNote: ["Un pago que ya está en marcha cuenta.", "A payment that is under way counts."],
  filters: {
    all: ["Todos", "All"],
    open: ["Abiertos", "Open"],
    paid: ["Pagados", "Paid"],
    ended: ["Terminados", "Ended"],
  },
  columns: {
    made: ["Creado", "Made"],
    what: ["Qué se cobra", "What for"],
    amount: ["Monto", "Amount"],
    state: ["Estado", "State"],
    paid: ["Cobrado", "Charged"],
    back: ["Devuelto", "Given back"],
  },
  older: ["Más antiguos", "Older"],
  newest: ["Los más recientes", "The latest"],
});
