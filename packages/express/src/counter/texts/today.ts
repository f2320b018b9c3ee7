import type { TallyRow } from "../../stores/staff-store.ts";
import type { CounterLanguage } from "./texts.ts";

/** What the page of the day says. */
export interface TodayTexts {
  title: string;
  since(time: string, until: string): string;
  first: string;
  nothing: string;
  decide(n: number): string;
  events(n: number): string;
  takings: string;
  none: string;
  payments(n: number): string;
  /** In the order in which they are shown. */
  names: Record<TallyRow["group"], string>;
  /** Those among the payments above that were given back. */
  givenBack: string;
  partial: string;
  /** Approved in part, and nobody has said how much. */
  partialUnknown: string;
  /** `other`: what ended without a charge and without a refusal. */
  chart: { title: string; table: string; hour: string; other: string };
}

const es: TodayTexts = {
  title: "Hoy",
  since: (time, until) => `Desde el último cierre de lote (${time}) hasta el próximo (${until}).`,
  first: "Primero, lo que hay que decidir",
  nothing: "No hay nada que decidir.",
  decide: (n) => (n === 1 ? "Ver el pago que espera una decisión" : `Ver los ${n} que esperan una decisión`),
  events: (n) =>
    n === 1 ? "1 aviso que el sistema del comercio no recibió" : `${n} avisos que el sistema del comercio no recibió`,
  takings: "Pagos hasta ahora",
  none: "Todavía no hay pagos desde el último cierre.",
  payments: (n) => (n === 1 ? "1 pago" : `${n} pagos`),
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
  givenBack: "De estos, devueltos",
  partial: "De estos, aprobados en parte",
  partialUnknown: "De estos, aprobados en parte, sin sumar",
  chart: {
    title: "Pagos por hora",
    table: "Pagos por hora, desde el último cierre de lote",
    hour: "Hora",
    other: "Otros, sin cobro",
  },
};

const en: TodayTexts = {
  title: "Today",
  since: (time, until) => `From the last batch close (${time}) to the next one (${until}).`,
  first: "First, what needs a decision",
  nothing: "There is nothing to decide.",
  decide: (n) => (n === 1 ? "See the payment that needs a decision" : `See the ${n} that need a decision`),
  events: (n) =>
    n === 1 ? "1 notice that the store's system did not get" : `${n} notices that the store's system did not get`,
  takings: "Payments so far",
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
  givenBack: "Of these, given back",
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
