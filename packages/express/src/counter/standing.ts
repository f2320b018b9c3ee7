import { type Html, html } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { outcomeOf } from "../attempt/outcome.ts";
import { markNames, marksOf } from "./marks.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** How a payment stands, in the words of the staff. */
export type Standing =
  | "waiting"
  | "failed"
  | "canceled"
  | "expired"
  | "unknown"
  | "unconfirmed"
  | "declined"
  | "review"
  | "notPaid"
  | "approved"
  | "authorized"
  | "released"
  | "paidTwice"
  | "givenBack";

/** What color a thing has, beside its words. */
export type Tone = "good" | "bad" | "alert" | "plain";

const tones: Record<Standing, Tone> = {
  waiting: "plain",
  failed: "plain",
  canceled: "plain",
  expired: "plain",
  unknown: "alert",
  unconfirmed: "alert",
  declined: "bad",
  review: "alert",
  notPaid: "plain",
  approved: "good",
  authorized: "good",
  released: "plain",
  paidTwice: "alert",
  givenBack: "plain",
};

const names: Record<CounterLanguage, Record<Standing, string>> = {
  es: {
    waiting: "En verificación",
    failed: "No iniciado",
    canceled: "Cancelado",
    expired: "Vencido",
    unknown: "Sin confirmar",
    unconfirmed: "Rechazado, sin respuesta final",
    declined: "Rechazado",
    review: "En revisión",
    notPaid: "Registrado como no cobrado",
    approved: "Aprobado",
    authorized: "Preautorizado",
    released: "Preautorización liberada",
    paidTwice: "Pagado dos veces",
    givenBack: markNames.es.givenBack,
  },
  en: {
    waiting: "Being checked",
    failed: "Not started",
    canceled: "Canceled",
    expired: "Expired",
    unknown: "Unconfirmed",
    unconfirmed: "Declined, without a final answer",
    declined: "Declined",
    review: "Under review",
    notPaid: "Recorded as not charged",
    approved: "Approved",
    authorized: "Pre-authorized",
    released: "Pre-authorization released",
    paidTwice: "Paid twice",
    givenBack: markNames.en.givenBack,
  },
};

export function standingOf(attempt: Attempt): Standing {
  const { state, facts } = attempt;
  if (isPaidTwice(attempt)) return "paidTwice";
  if (state === "approved") {
    if (marksOf(attempt).includes("givenBack")) return "givenBack";
    if (facts.released !== undefined) return "released";
    return facts.capture === "later" ? "authorized" : "approved";
  }
  if (facts.resolution !== undefined) return "notPaid";
  if (state === "declined") return facts.unconfirmedAt === undefined ? "declined" : "unconfirmed";
  if (state === "unknown" || state === "review" || state === "expired") return state;
  const outcome = outcomeOf(attempt);
  return outcome === "cancelled" ? "canceled" : outcome === "failed" ? "failed" : "waiting";
}

/** The name of how a payment stands, on a ground of its color. */
export function badge(standing: Standing, language: CounterLanguage): Html {
  return html`<span class="badge ${tones[standing]}">${names[language][standing]}</span>`;
}

/** The name alone. */
export function standingName(standing: Standing, language: CounterLanguage): string {
  return names[language][standing];
}
