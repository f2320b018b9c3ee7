import { type Html, html } from "@ventanilla/web";
import { approvedAmountOf, isPartial, reversalOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { type Group, groupOf } from "../attempt/group.ts";
import { wasReversed } from "../attempt/needs-person.ts";
import { markNames } from "./marks.ts";
import { kindOf, type SituationKind } from "./situation.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** How a payment stands, in the words of the staff. */
export type Standing =
  | Group
  | SituationKind
  | "authorized"
  | "released"
  | "reversed"
  | "approvedInPart"
  | "partUnnamed";

/** The color of a badge or a step, besides its words. */
export type Tone = "good" | "bad" | "alert" | "plain";

const tones: Record<Standing, Tone> = {
  waiting: "plain",
  failed: "plain",
  cancelled: "plain",
  expired: "plain",
  unknown: "alert",
  unconfirmed: "alert",
  declined: "bad",
  review: "alert",
  partial: "alert",
  otherAmount: "alert",
  orderGone: "alert",
  decide: "alert",
  notPaid: "plain",
  approved: "good",
  authorized: "good",
  released: "plain",
  paidTwice: "alert",
  reversed: "plain",
  approvedInPart: "good",
  partUnnamed: "good",
};

const names: Record<CounterLanguage, Record<Standing, string>> = {
  es: {
    waiting: "En verificación",
    failed: "No iniciado",
    cancelled: "Cancelado",
    expired: "Vencido",
    unknown: "Sin confirmar",
    unconfirmed: "Rechazado, sin respuesta final",
    declined: "Rechazado",
    review: "En revisión",
    partial: "Aprobado en parte",
    otherAmount: "Pagó otro monto",
    orderGone: "Pagó un pedido que ya no existe",
    decide: "Sin confirmar o en revisión",
    notPaid: "Registrado como no pagado",
    approved: "Aprobado",
    authorized: "Preautorizado",
    released: "Preautorización liberada",
    paidTwice: "Pagado dos veces",
    reversed: markNames.es.reversed,
    approvedInPart: markNames.es.partial,
    partUnnamed: markNames.es.partialUnknown,
  },
  en: {
    waiting: "Being checked",
    failed: "Not started",
    cancelled: "Canceled",
    expired: "Expired",
    unknown: "Unconfirmed",
    unconfirmed: "Declined, without a final answer",
    declined: "Declined",
    review: "Under review",
    partial: "Approved in part",
    otherAmount: "Paid another amount",
    orderGone: "Paid an order that is gone",
    decide: "Unconfirmed or under review",
    notPaid: "Recorded as not paid",
    approved: "Approved",
    authorized: "Pre-authorized",
    released: "Pre-authorization released",
    paidTwice: "Paid twice",
    reversed: markNames.en.reversed,
    approvedInPart: markNames.en.partial,
    partUnnamed: markNames.en.partialUnknown,
  },
};

/**
 * How a payment stands: the reason why it waits for a person, else its group. A payment that was given back, and an
 * approval, have further standings.
 */
export function standingOf(attempt: Attempt): Standing {
  const { capture, released } = attempt.facts;
  const kind = kindOf(attempt);
  const group = groupOf(attempt);
  if (kind !== undefined) return kind;
  if (reversalOf(attempt) || wasReversed(attempt)) return "reversed";
  if (group !== "approved") return group;
  if (released !== undefined) return "released";
  if (capture === "later") return "authorized";
  if (approvedAmountOf(attempt) === undefined) return "partUnnamed";
  return isPartial(attempt) ? "approvedInPart" : group;
}

/** The name of a standing, in a badge of its color. */
export function badge(standing: Standing, language: CounterLanguage): Html {
  return html`<span class="badge ${tones[standing]}">${names[language][standing]}</span>`;
}

/** The name of a standing, as text. */
export function standingName(standing: Standing, language: CounterLanguage): string {
  return names[language][standing];
}
