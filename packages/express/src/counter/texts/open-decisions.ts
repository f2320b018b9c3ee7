import type { handlingOf } from "../decide/decision-card.ts";
import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Por resolver",
  none: "No hay nada por resolver.",
  /** Payments at an address of the bank that the router does not know. */
  strays: (n: number) =>
    n === 1
      ? "1 pago está abierto en otra dirección del banco"
      : `${n} pagos están abiertos en otra dirección del banco`,
  straysLead:
    "El comercio no puede preguntarle al banco por ellos. Quien le da mantenimiento al sistema debe agregar la dirección a earlierGateways dentro de los 30 minutos. Si no, quedan aquí sin resultado, y usted le pregunta al banco.",
  eventsLead: "El sistema falló con cada uno, y ya no se intenta. Llame a quien le da mantenimiento.",
  /** Follows it for somebody who may do that. */
  sendAgain: "Cuando lo haya corregido, envíelos otra vez.",
  /** Beside the link to all payments of a kind. */
  more: (n: number) => `Aquí se ven los primeros ${n}.`,
  moreEvents: (n: number, of: number) =>
    `Se ven los ${n} más antiguos de ${of}. Los demás aparecen cuando estos se entreguen.`,
  /** What leads to the page of a payment, and for somebody who may not decide. */
  decide: "Resolver",
  see: "Ver",
  /** Why no decision was recorded: only how the return ended is left to say. */
  sayReturn: "De este pago falta decir en qué terminó la devolución. No se registró nada. Dígalo en esta página.",
  /** How long ago that was. */
  ago: (span: string) => `hace\u00a0${span}`,
  /** @param isToday whether it is a time of this day */
  since: (time: string, isToday: boolean) =>
    isToday ? `desde\u00a0${time.startsWith("1:") ? "la" : "las"}\u00a0${time}` : `desde\u00a0el\u00a0${time}`,
  /** To somebody who may not decide. */
  maySee: "Usted puede ver, no registrar.",
  /** What stands first. */
  sorted: "El plazo más corto primero; después, lo más antiguo.",
  /** Of what is only shortly named. */
  columns: { time: "Desde", beside: "Plazo" },
  order: (order: string) => `pedido ${order}`,
  theOrder: (order: string) => `Pedido ${order}`,
  alreadyResolved: (by: string, decision: string, time: string) =>
    `${by} ya registró «${decision}» (${time}). Lo que usted envió no se guardó.`,
  settled: (standing: string) =>
    `Mientras tanto el pago quedó así: ${standing}. Ya no hay nada por resolver, y no se registró nada.`,
  /** A payment that is said to be given back is being captured. */
  capturing:
    "El comercio está pidiendo al banco el cobro de esta preautorización, o no se sabe si se cobró. No se registró nada. Espere el resultado del cobro.",
  changed: "El pago cambió mientras usted decidía. No se registró nada. Lea lo que dice ahora y decida.",
  notDead: "Ese aviso ya no espera: se entregó, o alguien pidió enviarlo otra vez.",
  /** The button that delivers all that are shown. */
  retryAll: (n: number) => `Enviar los ${n === 2 ? "dos" : n}`,
  /** After events were made due again. */
  retried: (n: number) =>
    n > 1
      ? `Los ${n} avisos se envían otra vez. Los que vuelvan a fallar aparecen aquí con su error.`
      : "El aviso se envía otra vez. Si vuelve a fallar, aparece aquí con su error.",
  /** The link to this page. */
  back: "Volver a Por resolver",
  /** What was recorded about two payments of an order. */
  decisions: {
    returned: "Se devolvió uno de los dos pagos",
    returnedThis: "Se devolvió este pago",
    returnedOther: "Se devolvió el otro pago del pedido",
    kept: "No se devuelve nada",
  } satisfies Record<ReturnType<typeof handlingOf>, string>,
};

/** What the page of open decisions says. */
export type DecideTexts = typeof es;

const en: DecideTexts = {
  title: "To resolve",
  none: "There is nothing to resolve.",
  strays: (n) =>
    n === 1
      ? "1 payment is open at another address of the bank"
      : `${n} payments are open at another address of the bank`,
  straysLead:
    "The store cannot ask the bank about them. Whoever maintains the system has to add the address to earlierGateways within the 30 minutes. Otherwise they stay here without a result, and you ask the bank.",
  eventsLead: "The system failed with each of them, and they are not tried any more. Call whoever maintains it.",
  sendAgain: "Once it is corrected, send them again.",
  more: (n) => `These are the first ${n}.`,
  moreEvents: (n, of) => `These are the oldest ${n} of ${of}. The others appear when these are delivered.`,
  decide: "Resolve",
  see: "View",
  sayReturn:
    "What is left to say about this payment is how the return ended. Nothing was recorded. Say it on this page.",
  since: (time) => `since\u00a0${time}`,
  ago: (span) => `${span}\u00a0ago`,
  maySee: "You can look, but not record.",
  sorted: "The shortest deadline first, then the oldest.",
  columns: { time: "Since", beside: "Deadline" },
  order: (order) => `order ${order}`,
  theOrder: (order) => `Order ${order}`,
  alreadyResolved: (by, decision, time) =>
    `${by} already recorded “${decision}” (${time}). What you sent was not kept.`,
  settled: (standing) =>
    `In the meantime the payment is: ${standing}. There is nothing to resolve any more, and nothing was recorded.`,
  capturing:
    "The store is asking the bank to charge this pre-authorization, or it is not known whether it was charged. Nothing was recorded. Wait for the outcome of the charge.",
  changed: "The payment changed while you were deciding. Nothing was recorded. Read what it says now, and decide.",
  notDead: "That notice no longer waits: it was delivered, or someone asked to send it again.",
  retryAll: (n) => (n === 2 ? "Send both" : `Send all ${n}`),
  retried: (n) =>
    n > 1
      ? `The ${n} notices are sent again. Any that fails again appears here with its error.`
      : "The notice is sent again. If it fails again, it appears here with its error.",
  back: "Back to To resolve",
  decisions: {
    returned: "One of the two payments was given back",
    returnedThis: "This payment was given back",
    returnedOther: "The order's other payment was given back",
    kept: "Nothing is given back",
  },
};

/** By language. */
export const decideTexts: Record<CounterLanguage, DecideTexts> = { es, en };
