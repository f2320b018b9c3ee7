import { formatMoney, type Html, type HtmlValue, html, wholeText } from "@ventanilla/web";
import { approvedAmountOf, isPartial, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { lineOf, type Reason, sectionsOf } from "../../attempt/sections-of.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import { paymentPath } from "../../base/payment-path.ts";
import type { AttemptFilter } from "../../stores/staff-store.ts";
import { cardText, emailText, timesOf } from "../format.ts";
import { returnPartOf } from "../standing/since.ts";
import { badge, type Standing, standingOf, uncharged } from "../standing/standing.ts";
import { listTexts } from "../texts/list.ts";
import { reasonTexts } from "../texts/why-not-paid.ts";
import type { Visit } from "../visit.ts";

/**
 * Attempts as a table, day by day. Those of one order stand together on each day, where the latest of them is.
 * @param attempts the latest first
 * @param filter what has chosen them: no row repeats it
 */
export function paymentsTable(
  visit: Visit,
  attempts: readonly Attempt[],
  now: number,
  filter: AttemptFilter = {},
): Html {
  const { language, settings } = visit;
  const { columns } = listTexts[language];
  const { weekday } = timesOf(language, settings.timeZone);
  const days = Map.groupBy(attempts, ({ createdAt }) => weekday(createdAt, now));
  const filtered = standingIn(filter);
  const hasReasons =
    filtered !== undefined && filter.reason === undefined && attempts.some((each) => reasonOf(each) !== undefined);
  // Where one stands otherwise, as what was given back in part, all have their badge.
  const isAlike = attempts.every((attempt) => standingOf(attempt, now) === filtered);
  const said = isAlike || hasReasons ? filtered : undefined;
  const state = hasReasons ? columns.reason : !isAlike && columns.state;
  return html`<table class="list leads payments">
${paymentsHead({ ...columns, state })}
${[...days].map(
  ([day, own]) => html`<tbody>
${(days.size > 1 || !isOfOneDay(filter)) && html`<tr class="group"><th scope="rowgroup" colspan="4">${day}</th></tr>`}
${[...Map.groupBy(own, ({ order }) => order).values()].map((tries) => tries.map((attempt, index) => row(visit, attempt, { now, filter, said, isFurther: index > 0 })))}
</tbody>`,
)}
</table>`;
}

/**
 * The names of the columns of {@link paymentRow}: the last one has that of the badge, and of what the row ends with.
 * @param hasAct whether the rows end with what is done
 */
export const paymentsHead = (
  {
    time,
    order,
    amount,
    state,
    beside,
  }: Record<"time" | "order" | "amount" | "beside", string> & { state: string | false },
  hasAct = false,
): Html =>
  html`<thead><tr><th scope="col">${time}</th><th scope="col">${order}</th><th scope="col" class="number">${amount}</th><th scope="col" class="state"><div>${state && html`<span>${state}</span> `}<span class="dim">${beside}</span></div></th>${hasAct && html`<td class="go"></td>`}</tr></thead>`;

/** Whether a filter is of one day, which has 25 hours where a clock is put back. */
export const isOfOneDay = ({ from, until }: AttemptFilter): boolean =>
  from !== undefined && until !== undefined && until - from <= 25 * 3_600_000;

/** How every payment stands that a filter finds, unless something else is to be said of it. */
function standingIn({ groups, reason, toDecide }: AttemptFilter): Standing | undefined {
  if (toDecide !== undefined || (groups ?? reason) === undefined) return toDecide;
  const sections = sectionsOf({ ...(groups && { groups }), ...(reason && { reason }) });
  const [only, another] = new Set(sections.map((each) => lineOf(each).group).filter((group) => group !== "authorized"));
  return another === undefined ? only : undefined;
}

/** Why it was not paid, where its standing does not say it alone. */
function reasonOf(attempt: Attempt): Reason | undefined {
  const { section } = shelfOf(attempt);
  return section.includes(":") ? lineOf(section).reason : undefined;
}

/** @param shown `said`: a standing that no badge repeats. `isFurther`: whether another attempt of the same order stands above it */
function row(
  visit: Visit,
  attempt: Attempt,
  {
    now,
    filter,
    said,
    isFurther,
  }: { now: number; filter: AttemptFilter; said: Standing | undefined; isFurther: boolean },
): Html {
  const { language, settings } = visit;
  const { product, email, verdict: { maskedCard } = {} } = attempt.facts;
  const sold = filter.product === undefined ? product : undefined;
  const reason = filter.reason === undefined ? reasonOf(attempt) : undefined;
  const buyer = filter.email === undefined ? email : undefined;
  return paymentRow(visit, attempt, {
    time: timesOf(language, settings.timeZone).time(attempt.createdAt),
    about: html`${isFurther && html` <span class="dim">${listTexts[language].again}</span>`}${sold !== undefined && html` <span class="dim sold">${sold}</span>`}${buyer !== undefined && html` <span class="dim buyer">${emailText(buyer)}</span>`}`,
    amount: amountText(attempt, language),
    beside: maskedCard && cardText(maskedCard, language, filter),
    now,
    said,
    ...(reason && { reason: reasonTexts[language].names[reason] }),
  });
}

/**
 * A payment as a row that leads to its page.
 * @param says `about`: below the order. `beside`: at the end of the row. `said`: a standing that no badge repeats; `reason`: of
 *   it, stands there instead. `todo`: below the badge; `act`: what the row leads to, as a button
 */
export function paymentRow(
  { root, language }: Visit,
  attempt: Attempt,
  says: {
    time: HtmlValue;
    about?: Html;
    amount: HtmlValue;
    beside: HtmlValue;
    now?: number;
    said?: Standing | undefined;
    reason?: string;
    todo?: Html;
    act?: string;
  },
): Html {
  const { time, about, amount, beside, now, said, reason, todo, act } = says;
  const standing = standingOf(attempt, now);
  return html`<tr>
<td class="time whole">${time}</td>
<th scope="row"><a href="${root}${paymentPath(attempt.id)}">${attempt.order}</a>${about}</th>
<td class="number${uncharged.has(standing) && " uncharged"}">${amount}</td>
<td class="state"><div>${standing === said ? reason && html`<span>${reason}</span>` : html`<span>${badge(attempt, language, now)}</span>`}${beside && html` <span class="dim">${beside}</span>`}</div>${todo}</td>
${act && html`<td class="go" aria-hidden="true"><span class="button quiet">${act}</span></td>`}</tr>`;
}

/**
 * The amount that the bank was asked for. For an approval in part, after the part, where a person has named it. Where some
 * of it went back, or may have, and not all: how much.
 */
function amountText(attempt: Attempt, language: Visit["language"]): Html {
  const paid = paidText(attempt, language);
  const words = listTexts[language];
  const inDoubt = returnPartOf(attempt);
  if (inDoubt === undefined && standingOf(attempt) !== "reversedInPart") return paid;
  const back = wholeText(formatMoney(inDoubt ?? { ...attempt.amount, minor: sumGivenBack(attempt) }));
  return html`${paid} <span class="dim back">${inDoubt ? words.inDoubt(back) : words.givenBack(back)}</span>`;
}

/** The amount that a person decides about: of a return in doubt the part that may have gone back, before what was paid. */
export function decidedText(attempt: Attempt, language: Visit["language"]): Html {
  const part = returnPartOf(attempt);
  if (part === undefined) return amountText(attempt, language);
  const paid = listTexts[language].ofAmount(formatMoney(attempt.amount));
  return html`<span class="whole">${formatMoney(part)}</span> <span class="dim whole">${paid}</span>`;
}

function paidText(attempt: Attempt, language: Visit["language"]): Html {
  const asked = formatMoney(attempt.amount);
  const mayBePart = attempt.state === "approved" || attempt.state === "review";
  if (!mayBePart || !isPartial(attempt)) return html`<span class="whole">${asked}</span>`;
  const approved = approvedAmountOf(attempt);
  const words = listTexts[language];
  if (approved === undefined)
    return html`<span>${words.unnamed}</span> <span class="dim">${words.partOf(asked)}</span>`;
  return html`<span class="whole">${formatMoney(approved)}</span> <span class="dim whole">${words.ofAmount(asked)}</span>`;
}
