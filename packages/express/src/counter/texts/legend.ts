import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Qué quiere decir cada estado",
  /** In the order in which a payment can have them. */
  states: {
    failed: "Nunca llegó a la página del banco. No se cobró.",
    atBank: "El comprador está en la página del banco: tiene 30 minutos.",
    waiting: "Todavía no hay respuesta. El sistema le pregunta al banco.",
    approved: "El banco lo cobró.",
    authorized: "El banco retiene el dinero. Se cobra cuando el comercio lo confirma.",
    declined: "El banco lo rechazó. No se cobró.",
    cancelled: "El comprador volvió sin pagar.",
    expired: "Pasaron los 30 minutos. No se cobró.",
    unknown: "La respuesta nunca llegó: puede que se haya cobrado. El comprador lee «en revisión». Pregunte al banco.",
    review: "Parece aprobado, pero algo no coincide. Revíselo con el banco.",
    reversed: "Se cobró, y el dinero se devolvió.",
  },
};

/** What the states of payments mean. */
export type LegendTexts = typeof es;

const en: LegendTexts = {
  title: "What each state means",
  states: {
    failed: "Never reached the bank's page. Not charged.",
    atBank: "The buyer is at the bank's page, and has 30 minutes.",
    waiting: "There is no answer yet. The system asks the bank.",
    approved: "The bank charged it.",
    authorized: "The bank holds the money. It is charged when the store confirms it.",
    declined: "The bank refused it. Not charged.",
    cancelled: "The buyer came back without paying.",
    expired: "The 30 minutes passed. Not charged.",
    unknown: "The answer never came: it may have been charged. The buyer reads “under review”. Ask the bank.",
    review: "Looks approved, and something does not match. Check it with the bank.",
    reversed: "It was charged, and the money was given back.",
  },
};

/** By language. */
export const legendTexts: Record<CounterLanguage, LegendTexts> = { es, en };
