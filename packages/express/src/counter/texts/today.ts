import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Hoy",
  since: (time: string, until: string) => `Desde el último cierre de lote (${time}) hasta el próximo (${until}).`,
  first: "Primero, lo que hay que decidir",
  nothing: "No hay nada que decidir.",
  decide: (n: number) => (n === 1 ? "Ver el pago que espera una decisión" : `Ver los ${n} que esperan una decisión`),
  events: (n: number) =>
    n === 1 ? "1 aviso que el sistema del comercio no recibió" : `${n} avisos que el sistema del comercio no recibió`,
  approvedTitle: "Pagos hasta ahora",
  none: "Todavía no hay pagos desde el último cierre.",
  payments: (n: number) => (n === 1 ? "1 pago" : `${n} pagos`),
  /** In the order in which they are shown. */
  names: {
    approved: "Aprobados",
    authorized: "Preautorizados",
    declined: "Rechazados",
    waiting: "En verificación",
    decide: "Sin confirmar o en revisión",
    cancelled: "Cancelados",
    failed: "No iniciados",
    expired: "Vencidos",
    notPaid: "Registrados como no pagados",
  },
  /** Those among the payments above that were given back. */
  reversed: "De estos, devueltos",
  partial: "De estos, aprobados en parte",
  /** Approved in part, and nobody has said how much. */
  partialUnknown: "De estos, aprobados en parte, sin sumar",
  /** `other`: what ended without a charge and without a refusal. */
  chart: {
    title: "Pagos por hora",
    table: "Pagos por hora, desde el último cierre de lote",
    hour: "Hora",
    other: "Otros, sin cobro",
  },
};

/** What the page of the day says. */
export type TodayTexts = typeof es;

const en: TodayTexts = {
  title: "Today",
  since: (time, until) => `From the last batch close (${time}) to the next one (${until}).`,
  first: "First, what needs a decision",
  nothing: "There is nothing to decide.",
  decide: (n) => (n === 1 ? "See the payment that needs a decision" : `See the ${n} that need a decision`),
  events: (n) =>
    n === 1 ? "1 notice that the store's system did not get" : `${n} notices that the store's system did not get`,
  approvedTitle: "Payments so far",
  none: "There are no payments yet since the last close.",
  payments: (n) => (n === 1 ? "1 payment" : `${n} payments`),
  names: {
    approved: "Approved",
    authorized: "Pre-authorized",
    declined: "Declined",
    waiting: "Being checked",
    decide: "Unconfirmed or under review",
    cancelled: "Canceled",
    failed: "Not started",
    expired: "Expired",
    notPaid: "Recorded as not paid",
  },
  reversed: "Of these, given back",
  partial: "Of these, approved in part",
  partialUnknown: "Of these, approved in part, not added up",
  chart: {
    title: "Payments by hour",
    table: "Payments by hour, since the last batch close",
    hour: "Hour",
    other: "Others, not charged",
  },
};

/** By language. */
export const todayTexts: Record<CounterLanguage, TodayTexts> = { es, en };
