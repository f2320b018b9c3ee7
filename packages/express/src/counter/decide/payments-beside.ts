import { formatMoney, type Html, html } from "@ventanilla/web";
import { isAuthorized } from "../../attempt/approval.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { cardText, timesOf } from "../format.ts";
import type { ReversiblePayment, Situation } from "../standing/situation.ts";
import { amountName, standingName } from "../standing/standing.ts";
import { timeToVoid } from "../standing/void-time.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { paymentTexts } from "../texts/payment.ts";
import type { Visit } from "../visit.ts";

/**
 * The payments of a decision of which one is to go back, the one that had better first: an authorization before a charge,
 * and the further payment before the earlier one.
 */
export function toGiveBack({
  payment,
  otherPayments,
}: Pick<Situation, "payment" | "otherPayments">): [ReversiblePayment, ...ReversiblePayment[]] {
  const isHeld = ({ attempt }: ReversiblePayment) => Number(isAuthorized(attempt));
  const [first = payment, ...rest] = [payment, ...otherPayments].toSorted((a, b) => isHeld(b) - isHeld(a));
  return [first, ...rest];
}

/** Payments of an order side by side: what they have in common, and what not, stands on one line. */
export function paymentsBeside(
  visit: Visit,
  payments: readonly ReversiblePayment[],
  { payment, now }: Pick<Situation, "payment" | "now">,
): Html {
  const { language, root, settings } = visit;
  const { beside } = decisionTexts[language];
  const { receipt } = paymentTexts[language];
  const { day, dayBy, clock } = timesOf(language, settings.timeZone);
  // With its seconds: two results of one minute have an order, too.
  const ended = (at: number) => (day(at) === day(now) ? clock(at) : `${dayBy(at, now)}, ${clock(at)}`);
  const name = ({ attempt }: ReversiblePayment) =>
    attempt === payment.attempt ? beside.this : html`<a href="${root}${paymentPath(attempt.id)}">${beside.other}</a>`;
  const isAlike = new Set(payments.map(({ attempt }) => isAuthorized(attempt))).size === 1;
  // Of one batch, the deadline is said below.
  const hasOneDeadline = new Set(payments.map(({ closesAt }) => closesAt)).size === 1;
  const row = (title: string, value: (each: ReversiblePayment) => Html | string | undefined) =>
    html`<tr><th class="dim" scope="row">${title}</th>${payments.map((each) => html`<td>${value(each) ?? "–"}</td>`)}</tr>`;
  return html`<table class="beside"><thead><tr><td></td>${payments.map((each) => html`<th scope="col">${name(each)}</th>`)}</tr></thead>
<tbody>${row(isAlike ? amountName(payment.attempt, language) : receipt.amount, ({ attempt }) => html`<span class="sum">${formatMoney(attempt.amount)}</span>`)}
${!isAlike && row(beside.state, ({ attempt }) => standingName(isAuthorized(attempt) ? "authorized" : "approved", language))}
${row(beside.ended, ({ attempt: { facts, createdAt } }) => ended(facts.settledAt ?? createdAt))}
${row(receipt.card, ({ attempt: { facts } }) => facts.verdict?.maskedCard && cardText(facts.verdict.maskedCard, language))}
${row(receipt.authorization, ({ attempt: { facts } }) => facts.verdict?.authorizationCode)}
${row(receipt.reference, ({ attempt: { facts } }) => facts.verdict?.reference)}
${!hasOneDeadline && row(beside.toVoid, ({ closesAt }) => timeToVoid(visit, closesAt, now))}</tbody></table>`;
}
