import type { CounterLanguage } from "./texts.ts";

const es = {
  title: "Hoy",
  first: "Primero, lo que hay que resolver",
  nothing: "No hay nada por resolver.",
  decide: (n: number) => (n === 1 ? "Ver lo que hay por resolver" : `Ver los ${n} por resolver`),
  /** @param payments all of them in words, of which the first `n` are on the page */
  some: (n: number, payments: string) => `Aquí se ven ${n} de ${payments}.`,
  also: (events: string) => `Además hay ${events}.`,
  events: (n: number) =>
    n === 1 ? "1 aviso que el sistema del comercio no recibió" : `${n} avisos que el sistema del comercio no recibió`,
  /** The batch that payments come into now: it closes on the day of the page, or on the next one. */
  open: {
    today: (time: string) => `Lote de hoy (cierra\u00a0${time})`,
    later: (moment: string) => `Lote nuevo (cierra ${moment})`,
  },
  none: "Todavía no hay pagos en este lote.",
  /** The last batch that has closed. */
  closed: { title: "Último cierre", none: "No hubo pagos aprobados.", link: "Ver el cierre" },
  /** The groups beside those that were approved, in the order in which they are shown. */
  names: {
    authorized: "Preautorizados",
    declined: "Rechazados",
    waiting: "En el banco o en verificación",
    decide: "Sin confirmar o en revisión",
    cancelled: "Cancelados",
    failed: "No iniciados",
    expired: "Vencidos",
    notPaid: "Registrados como no pagados",
  },
  chart: {
    title: "Dinero por hora",
    table: "Pagos por hora, desde el primero del lote",
    hour: "Hora",
    reversed: "Devueltos",
    now: (time: string) => `Ahora (${time})`,
    /** Before the money of a column that is cut. */
    cut: (label: string) => `Cortada, ${label}:`,
    numbers: "Ver los números",
  },
};

/** What the page of the day says. */
type TodayTexts = typeof es;

const en: TodayTexts = {
  title: "Today",
  first: "First, what there is to resolve",
  nothing: "There is nothing to resolve.",
  decide: (n) => (n === 1 ? "See what there is to resolve" : `See all ${n} to resolve`),
  some: (n, payments) => `Here are ${n} of ${payments}.`,
  also: (events) => `And ${events}.`,
  events: (n) =>
    n === 1 ? "1 notice that the store's system did not get" : `${n} notices that the store's system did not get`,
  open: {
    today: (time) => `Today's batch (closes\u00a0${time})`,
    later: (moment) => `New batch (closes ${moment})`,
  },
  none: "There are no payments in this batch yet.",
  closed: { title: "Last close", none: "There were no approved payments.", link: "See the close" },
  names: {
    authorized: "Pre-authorized",
    declined: "Declined",
    waiting: "At the bank or being checked",
    decide: "Unconfirmed or under review",
    cancelled: "Canceled",
    failed: "Not started",
    expired: "Expired",
    notPaid: "Recorded as not paid",
  },
  chart: {
    title: "Money by hour",
    table: "Payments by hour, from the first of the batch",
    hour: "Hour",
    reversed: "Given back",
    now: (time) => `Now (${time})`,
    cut: (label) => `Cut, ${label}:`,
    numbers: "See the numbers",
  },
};

/** By language. */
export const todayTexts: Record<CounterLanguage, TodayTexts> = { es, en };
