import type { Batch } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import type { SummaryTotals, ToDecide } from "./summary-numbers.ts";

/** The numbers that a text is made of. */
interface Numbers extends Batch {
  /** Whether payments still come in. */
  isOpen: boolean;
  totals: readonly SummaryTotals[];
  toDecide: ToDecide;
  url?: string;
}

/** The name of what is counted, after the number 1 and after any other number. */
type Forms = readonly [one: string, many: string];

/** The texts about a batch itself. */
interface BatchWords {
  title(store: string, date: string): string;
  nothing: string;
}

interface SummaryWords {
  locale: string;
  closed: BatchWords;
  open: BatchWords;
  groups: Record<Exclude<keyof SummaryTotals, "currency">, Forms>;
  toDecide: string;
  reasons: Record<keyof ToDecide, Forms>;
  nothingToDecide: string;
}

const es: SummaryWords = {
  locale: "es-DO",
  closed: { title: (store, date) => `${store}: cierre de lote del ${date}`, nothing: "No hubo pagos." },
  open: {
    title: (store, date) => `${store}: lote del ${date}, todavía abierto`,
    nothing: "Todavía no hay pagos.",
  },
  groups: {
    approved: ["aprobado", "aprobados"],
    reversed: ["de estos devuelto", "de estos devueltos"],
    givenBack: ["devolución en el lote", "devoluciones en el lote"],
    partial: ["de estos aprobado en parte", "de estos aprobados en parte"],
    partialUnknown: ["de estos aprobado en parte, sin sumar", "de estos aprobados en parte, sin sumar"],
    authorized: ["preautorizado", "preautorizados"],
    declined: ["rechazado", "rechazados"],
    waiting: ["en verificación", "en verificación"],
    cancelled: ["cancelado", "cancelados"],
    failed: ["no iniciado", "no iniciados"],
    expired: ["vencido sin pagar", "vencidos sin pagar"],
    decide: ["sin confirmar o en revisión", "sin confirmar o en revisión"],
    notPaid: ["registrado como no pagado", "registrados como no pagados"],
  },
  toDecide: "Por resolver",
  reasons: {
    unknown: ["sin confirmar", "sin confirmar"],
    review: ["en revisión", "en revisión"],
    unconfirmed: ["rechazado sin respuesta final", "rechazados sin respuesta final"],
    paidTwice: ["pagado dos veces", "pagados dos veces"],
    returnUnclear: ["devolución sin confirmar", "devoluciones sin confirmar"],
    events: ["aviso sin entregar", "avisos sin entregar"],
  },
  nothingToDecide: "No hay nada por resolver.",
};

const en: SummaryWords = {
  locale: "en-US",
  closed: { title: (store, date) => `${store}: batch close of ${date}`, nothing: "There were no payments." },
  open: {
    title: (store, date) => `${store}: batch of ${date}, still open`,
    nothing: "There are no payments yet.",
  },
  groups: {
    approved: ["approved", "approved"],
    reversed: ["of these given back", "of these given back"],
    givenBack: ["return in the batch", "returns in the batch"],
    partial: ["of these approved in part", "of these approved in part"],
    partialUnknown: ["of these approved in part, not added up", "of these approved in part, not added up"],
    authorized: ["pre-authorized", "pre-authorized"],
    declined: ["declined", "declined"],
    waiting: ["being checked", "being checked"],
    cancelled: ["canceled", "canceled"],
    failed: ["not started", "not started"],
    expired: ["expired unpaid", "expired unpaid"],
    decide: ["unconfirmed or under review", "unconfirmed or under review"],
    notPaid: ["recorded as not paid", "recorded as not paid"],
  },
  toDecide: "To resolve",
  reasons: {
    unknown: ["unconfirmed", "unconfirmed"],
    review: ["under review", "under review"],
    unconfirmed: ["declined without a final answer", "declined without a final answer"],
    paidTwice: ["paid twice", "paid twice"],
    returnUnclear: ["unconfirmed return", "unconfirmed returns"],
    events: ["notice not delivered", "notices not delivered"],
  },
  nothingToDecide: "There is nothing to resolve.",
};

/** The numbers of a batch as lines of plain text. */
export function summaryText(store: string, numbers: Numbers): Record<"es" | "en", string> {
  return { es: textOf(es, store, numbers), en: textOf(en, store, numbers) };
}

function textOf(words: SummaryWords, store: string, { date, isOpen, totals, toDecide, url }: Numbers): string {
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(date));
  const { title, nothing } = isOpen ? words.open : words.closed;
  const undecided = countPhrases(toDecide, words.reasons);
  const lines = [
    title(store, day),
    ...(totals.length === 0 ? [nothing] : totals.map((each) => totalsLine(words, each))),
    undecided.length === 0 ? words.nothingToDecide : `${words.toDecide}: ${undecided.join(", ")}.`,
    ...(url === undefined ? [] : [url]),
  ];
  return lines.join("\n");
}

function totalsLine({ groups }: SummaryWords, { currency, ...sums }: SummaryTotals): string {
  const sum = (name: keyof typeof groups) =>
    name === "partialUnknown" ? "" : ` (${formatMoney({ minor: sums[name].minor, currency })})`;
  const parts = (Object.keys(groups) as (keyof typeof groups)[])
    .filter((name) => name === "approved" || sums[name].count > 0)
    .map((name) => countPhrase(sums[name].count, groups[name]) + sum(name));
  return `${currency}: ${parts.join(", ")}.`;
}

/** The names with their numbers, without those whose number is 0. */
function countPhrases<Name extends string>(numbers: Record<Name, number>, forms: Record<Name, Forms>): string[] {
  return (Object.keys(forms) as Name[])
    .filter((name) => numbers[name] > 0)
    .map((name) => countPhrase(numbers[name], forms[name]));
}

const countPhrase = (count: number, [one, many]: Forms): string => `${count} ${count === 1 ? one : many}`;
