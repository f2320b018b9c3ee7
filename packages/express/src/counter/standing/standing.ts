import { type Html, html, spanText } from "@ventanilla/web";
import { approvedAmountOf, isCharge, isGivenBack, isPartial, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { isReturnUnclear, wasReversed } from "../../attempt/needs-person.ts";
import type { Group } from "../../attempt/sections-of.ts";
import { groupOf } from "../../attempt/shelf-of.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { paymentTexts } from "../texts/payment.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import { type Mark, markNames } from "./marks.ts";
import { kindOf, type SituationKind } from "./situation.ts";

/** How a payment stands, in the words of the staff. */
export type Standing =
  | Group
  | "atBank"
  | SituationKind
  | "returnUnclear"
  | "authorized"
  | "released"
  | "reversed"
  | "reversedInPart"
  | "approvedInPart"
  | "partUnnamed";

/** The color of a badge or a step, besides its words. */
export type Tone = "good" | "bad" | "alert" | "plain";

const tones: Record<Standing, Tone> = {
  waiting: "plain",
  atBank: "plain",
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
  returnUnclear: "alert",
  reversed: "plain",
  reversedInPart: "plain",
  approvedInPart: "good",
  partUnnamed: "good",
};

/** The standings in which the buyer has not been charged, or has the money back. */
export const uncharged: ReadonlySet<Standing> = new Set<Standing>([
  "waiting",
  "atBank",
  "failed",
  "cancelled",
  "expired",
  "declined",
  "notPaid",
  "released",
  "reversed",
]);

const names: Record<CounterLanguage, Record<Standing, string>> = {
  es: {
    waiting: "En verificación",
    atBank: "En la página del banco",
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
    returnUnclear: "Devolución sin confirmar",
    reversed: markNames.es.reversed,
    reversedInPart: markNames.es.reversedInPart,
    approvedInPart: markNames.es.partial,
    partUnnamed: markNames.es.partialUnknown,
  },
  en: {
    waiting: "Being checked",
    atBank: "At the bank's page",
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
    returnUnclear: "Return unconfirmed",
    reversed: markNames.en.reversed,
    reversedInPart: markNames.en.reversedInPart,
    approvedInPart: markNames.en.partial,
    partUnnamed: markNames.en.partialUnknown,
  },
};

/** How long the buyer still has at the bank's page, in milliseconds. `undefined` when they are not there. */
export function leftAtBank({ state, windowEndsAt = 0, facts }: Attempt, now: number): number | undefined {
  const isThere = state === "opened" && facts.captureOf === undefined && facts.returnedVia === undefined;
  return isThere && now < windowEndsAt ? windowEndsAt - now : undefined;
}

/**
 * How a payment stands: the reason why it waits for a person, else its group. A payment that was given back, an
 * approval, and one whose buyer is at the bank's page have further standings.
 * @param now Default: a time at which no buyer is at the bank's page
 */
export function standingOf(attempt: Attempt, now = Number.POSITIVE_INFINITY): Standing {
  const { capture, released } = attempt.facts;
  const kind = kindOf(attempt);
  const group = groupOf(attempt);
  if (kind !== undefined) return kind;
  if (isReturnUnclear(attempt)) return "returnUnclear";
  if (isGivenBack(attempt) || wasReversed(attempt)) return "reversed";
  if (group === "waiting" && leftAtBank(attempt, now) !== undefined) return "atBank";
  if (group !== "approved") return group;
  if (released !== undefined) return "released";
  if (capture === "later") return "authorized";
  if (sumGivenBack(attempt) > 0) return "reversedInPart";
  if (approvedAmountOf(attempt) === undefined) return "partUnnamed";
  return isPartial(attempt) ? "approvedInPart" : group;
}

const leftTexts: Record<CounterLanguage, (span: string) => string> = {
  es: (span) => `quedan ${span}`,
  en: (span) => `${span} left`,
};

/**
 * How a payment stands, in a badge of its color. At the bank's page: how long the buyer still has there.
 */
export function badge(attempt: Attempt, language: CounterLanguage, now?: number): Html {
  const left = leftText(attempt, language, now);
  return html`${badgeOf(standingOf(attempt, now), language)}${left !== undefined && html` <span class="dim whole">${left}</span>`}`;
}

/** How long the buyer still has at the bank's page, in words. `undefined` when they are not there. */
function leftText(attempt: Attempt, language: CounterLanguage, now = Number.POSITIVE_INFINITY): string | undefined {
  const left = standingOf(attempt, now) === "atBank" ? leftAtBank(attempt, now) : undefined;
  return left === undefined ? undefined : leftTexts[language](spanText(left));
}

/** A mark in the badge of the standing that has its name. */
export const markBadge = (mark: Mark, language: CounterLanguage): Html =>
  html`<span class="badge ${toneOf[mark]}">${markNames[language][mark]}</span>`;

const toneOf: Record<Mark, Tone> = {
  confirmed: "plain",
  partial: tones.approvedInPart,
  partialUnknown: tones.partUnnamed,
  reversed: tones.reversed,
  reversedInPart: tones.reversedInPart,
};

/** A standing in a badge of its color. */
export const badgeOf = (standing: Standing, language: CounterLanguage): Html =>
  html`<span class="badge ${tones[standing]}">${names[language][standing]}</span>`;

/** The name of a standing, as text. */
export function standingName(standing: Standing, language: CounterLanguage): string {
  return names[language][standing];
}

/** What the amount of a payment is called: it was paid where it counts, or where only the order has another one. */
export const amountName = (attempt: Attempt, language: CounterLanguage): string =>
  attempt.facts.verdict?.orderAmount || isCharge(attempt)
    ? decisionTexts[language].apart.paid
    : paymentTexts[language].receipt.amount;
