import type { Language } from "../src/texts.ts";
import type { BadDay } from "./bad-days.ts";

/** What went wrong in a payment, and what came of it. */
interface Story {
  title: string;
  /** What is staged, in a sentence. */
  about: string;
  /** What the staging did. */
  staged: readonly string[];
  /** What Ventanilla did. */
  did: readonly string[];
}

const es = {
  title: "Mostrador de la tienda",
  loggedInAs: (name: string) => `Usted entró como ${name}.`,
  logOut: "Cerrar sesión",
  payments: "Los pagos",
  paymentsAbout: "Lo que entró hoy, lo que hay que resolver y los totales del cierre de lote.",
  openPayments: "Abrir los pagos",
  seeds: "Treinta pagos",
  seedsAbout:
    "Treinta compradores pagan, se arrepienten o tienen mala suerte. La tienda y el banco son los de siempre; solo el tiempo pasa más de prisa. Tarda unos segundos.",
  seed: "Simular treinta pagos",
  seeded: "Listo: hay treinta pagos más, de ayer y de hoy. Se quedan en los datos de la tienda.",
  badDays: "Un mal día",
  badDaysAbout: "Cada botón provoca un problema de verdad con un pedido nuevo, y le muestra cómo termina.",
  stage: "Provocarlo",
  staged: "Qué pasó",
  did: "Qué hizo Ventanilla",
  now: "Cómo quedó",
  buyerReads: "El comprador lee",
  staffReads: "La alerta que recibió el personal",
  /** What leads to an alert about no order. */
  theAlert: "Abrir el mostrador",
  otherAmount: "Pagó otro monto",
  toVoid: (time: string, span: string) => `Para anular, hasta las ${time}: quedan ${span}`,
  costs: (total: string) => `El pedido cuesta ${total}. No entregue nada hasta resolverlo.`,
  resolve: "Resolver",
  see: "Ver",
  order: "El pedido cuesta",
  charged: "Pagado",
  chargedIn: (number: number) => `Pago ${number}`,
  excess: "Por devolver",
  missing: "Falta",
  seePayment: (number?: number) => (number === undefined ? "Ver el pago" : `Ver el pago ${number}`),
  seeOrder: "Ver el pedido",
  back: "Volver al mostrador",
  alerts: "Alertas que salieron de la tienda",
  alertsAbout: "Una tienda de verdad las manda al personal por correo electrónico o por chat.",
  noAlerts: "Todavía no ha salido ninguna.",
  stories: {
    closed: {
      title: "El comprador cierra el navegador",
      about: "El comprador paga y no vuelve nunca a la tienda.",
      staged: ["El comprador pagó en la página del banco.", "Cerró el navegador. La tienda no supo nada de él."],
      did: [
        "Le preguntó al banco por su cuenta, sin esperar al comprador.",
        "El banco respondió que aprobó el pago. El pedido quedó pagado.",
      ],
    },
    killed: {
      title: "Se cae el servidor",
      about: "El proceso de la tienda muere mientras registra un pago.",
      staged: [
        "El banco aprobó el pago. La tienda escribió que el pedido estaba pagado.",
        "Antes de que quedara guardado, el servidor se cayó.",
      ],
      did: [
        "La base de datos deshizo lo que quedó a medias: nada se registró dos veces ni se perdió.",
        "A los 30 segundos, otro proceso entregó el pago de nuevo. El pedido quedó pagado una sola vez.",
      ],
    },
    down: {
      title: "El banco no responde",
      about: "El banco se cae dos veces: antes de pagar y justo después.",
      staged: [
        "El banco cortó la conexión. El comprador leyó que no se le hizo ningún cargo, y lo intentó otra vez.",
        "Esa vez pagó. Cuando la tienda preguntó por el resultado, el banco no supo responder.",
      ],
      did: [
        "No tomó la falta de respuesta por un rechazo: siguió preguntando.",
        "El banco respondió que aprobó el pago. El pedido quedó pagado.",
      ],
    },
    twice: {
      title: "El comprador paga dos veces",
      about: "El comprador deja abierta la página del banco y paga también en otra.",
      staged: [
        "El comprador dejó abierta la página del banco. A los 26 minutos abrió otra.",
        "Pagó en las dos. El banco aprobó los dos pagos.",
      ],
      did: [
        "Entregó el pedido una sola vez, por el primer pago.",
        "Avisó al personal que hay que devolver uno de los dos. El comprador lee que se lo devolverán.",
      ],
    },
    changed: {
      title: "El monto cambia",
      about: "El pedido cambia mientras el comprador está en la página del banco.",
      staged: [
        "El comprador abrió la página del banco con el monto de su pedido.",
        "La tienda agregó un producto. El comprador pagó el monto de antes.",
      ],
      did: [
        "Comparó lo que se pagó con lo que el pedido cuesta ahora. No es lo mismo.",
        "Dejó el pago por resolver: nada se entrega hasta que el personal decida.",
      ],
    },
  } satisfies Record<BadDay, Story>,
};

/** The texts of the staff's first page and of the stories, in one language. */
export type StageTexts = typeof es;

const en: StageTexts = {
  title: "Store counter",
  loggedInAs: (name) => `You are logged in as ${name}.`,
  logOut: "Log out",
  payments: "The payments",
  paymentsAbout: "What came in today, what there is to resolve, and the totals of the batch close.",
  openPayments: "Open the payments",
  seeds: "Thirty payments",
  seedsAbout:
    "Thirty buyers pay, change their minds or have bad luck. The store and the bank are the usual ones; only time runs faster. It takes a few seconds.",
  seed: "Simulate thirty payments",
  seeded: "Done: there are thirty more payments, of yesterday and today. They stay in the store's data.",
  badDays: "A bad day",
  badDaysAbout: "Each button causes a real problem with a new order, and shows you how it ends.",
  stage: "Cause it",
  staged: "What happened",
  did: "What Ventanilla did",
  now: "How it ended",
  buyerReads: "The buyer reads",
  staffReads: "The alert that the staff received",
  theAlert: "Open the counter",
  otherAmount: "Paid another amount",
  toVoid: (time, span) => `To void it, until ${time}: ${span} left`,
  costs: (total) => `The order costs ${total}. Deliver nothing until it is resolved.`,
  resolve: "Resolve",
  see: "View",
  order: "The order costs",
  charged: "Paid",
  chargedIn: (number) => `Payment ${number}`,
  excess: "To give back",
  missing: "Missing",
  seePayment: (number) => (number === undefined ? "See the payment" : `See payment ${number}`),
  seeOrder: "See the order",
  back: "Back to the counter",
  alerts: "Alerts that left the store",
  alertsAbout: "A real store sends them to its staff by email or chat.",
  noAlerts: "None has left yet.",
  stories: {
    closed: {
      title: "The buyer closes the browser",
      about: "The buyer pays and never returns to the store.",
      staged: ["The buyer paid on the bank's page.", "They closed the browser. The store heard nothing from them."],
      did: [
        "It asked the bank by itself, without waiting for the buyer.",
        "The bank answered that it approved the payment. The order is paid.",
      ],
    },
    killed: {
      title: "The server is killed",
      about: "The store's process dies while it records a payment.",
      staged: [
        "The bank approved the payment. The store wrote that the order was paid.",
        "Before that was saved, the server was killed.",
      ],
      did: [
        "The database undid what was half done: nothing was recorded twice, and nothing was lost.",
        "After 30 seconds another process delivered the payment again. The order is paid once.",
      ],
    },
    down: {
      title: "The bank is down",
      about: "The bank fails twice: before the payment, and right after it.",
      staged: [
        "The bank cut the connection. The buyer read that they were not charged, and tried again.",
        "This time they paid. When the store asked for the result, the bank had no answer.",
      ],
      did: [
        "It did not take the missing answer for a refusal: it kept asking.",
        "The bank answered that it approved the payment. The order is paid.",
      ],
    },
    twice: {
      title: "The buyer pays twice",
      about: "The buyer leaves the bank's page open and pays on another one, too.",
      staged: [
        "The buyer left the bank's page open. After 26 minutes they opened another one.",
        "They paid on both. The bank approved both payments.",
      ],
      did: [
        "It delivered the order once, for the first payment.",
        "It told the staff to give one of the two back. The buyer reads that it will be returned.",
      ],
    },
    changed: {
      title: "The amount changes",
      about: "The order changes while the buyer is on the bank's page.",
      staged: [
        "The buyer opened the bank's page with the amount of their order.",
        "The store added a product. The buyer paid the earlier amount.",
      ],
      did: [
        "It compared what was paid with what the order costs now. They differ.",
        "It left the payment to be resolved: nothing is delivered until the staff decides.",
      ],
    },
  },
};

/** The texts of the staff's first page and of the stories, by language. */
export const stageTexts: Record<Language, StageTexts> = { es, en };
