import { formatMoney, type Html, type HtmlValue, html } from "@ventanilla/web";
import { approvedAmountOf, isPartial, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { grouped } from "../../base/grouped.ts";
import { paymentPath } from "../../base/printable.ts";
import { cardText, emailText, timesOf, wholeText } from "../format.ts";
import { badgeOf, leftText, standingOf, uncharged } from "../standing/standing.ts";
import { listTexts } from "../texts/list.ts";
import type { Visit } from "../visit.ts";

/**
 * Attempts as a table, day by day. Those of one order stand together on each day, where the latest of them is.
 * @param attempts the latest first
 */
export function paymentsTable(visit: Visit, attempts: readonly Attempt[], now: number): Html {
  const { language, settings } = visit;
  const { columns } = listTexts[language];
  const { weekday } = timesOf(language, settings.timeZone);
  const days = grouped(attempts, ({ createdAt }) => weekday(createdAt, now));
  return html`<table class="list payments">
${paymentsHead(columns)}
${[...days].map(
  ([day, own]) => html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="4">${day}</th></tr>
${[...grouped(own, ({ order }) => order).values()].map((tries) => tries.map((attempt, index) => row(visit, attempt, now, index > 0)))}
</tbody>`,
)}
</table>`;
}

/** The names of the columns of {@link paymentRow}. */
export const paymentsHead = (columns: Record<"time" | "order" | "amount" | "state", string>): Html =>
  html`<thead><tr><th scope="col">${columns.time}</th><th scope="col">${columns.order}</th><th scope="col" class="number">${columns.amount}</th><th scope="col">${columns.state}</th></tr></thead>`;

/** @param isFurther whether another attempt of the same order stands above it */
function row(visit: Visit, attempt: Attempt, now: number, isFurther: boolean): Html {
  const { language, settings } = visit;
  const { product, email, verdict: { maskedCard } = {} } = attempt.facts;
  return paymentRow(visit, attempt, {
    time: timesOf(language, settings.timeZone).time(attempt.createdAt),
    about: html`${isFurther && html` <span class="dim">${listTexts[language].again}</span>`}${product !== undefined && html` <span class="dim sold">${product}</span>`}${email !== undefined && html` <span class="dim buyer">${emailText(email)}</span>`}`,
    amount: amountText(attempt, language),
    beside: maskedCard === undefined ? leftText(attempt, language, now) : cardText(maskedCard, language),
    now,
  });
}

/**
 * A payment as a row that leads to its page.
 * @param says `about`: below the order. `beside`: at the end of the row
 */
export function paymentRow(
  { root, language }: Visit,
  attempt: Attempt,
  says: { time: string; about?: Html; amount: HtmlValue; beside: HtmlValue; now?: number },
): Html {
  const { time, about, amount, beside, now } = says;
  const standing = standingOf(attempt, now);
  return html`<tr>
<td class="time whole">${time}</td>
<th scope="row"><a href="${root}${paymentPath(attempt.id)}">${attempt.order}</a>${about}</th>
<td class="number${uncharged.has(standing) && " uncharged"}">${amount}</td>
<td class="state"><div><span>${badgeOf(standing, language)}</span>${beside && html` <span class="dim">${beside}</span>`}</div></td>
</tr>`;
}

/**
 * The amount that the bank was asked for. For an approval in part, after the part, where a person has named it. Where some
 * of it went back, and not all: how much.
 */
export function amountText(attempt: Attempt, language: Visit["language"]): Html {
  const paid = paidText(attempt, language);
  if (standingOf(attempt) !== "reversedInPart") return paid;
  const back = wholeText(formatMoney({ ...attempt.amount, minor: sumGivenBack(attempt) }));
  return html`${paid} <span class="dim back">${listTexts[language].givenBack(back)}</span>`;
}

function paidText(attempt: Attempt, language: Visit["language"]): Html {
  const asked = formatMoney(attempt.amount);
  const mayBePart = attempt.state === "approved" || attempt.state === "review";
  if (!mayBePart || !isPartial(attempt)) return html`<span class="whole">${asked}</span>`;
  const approved = approvedAmountOf(attempt);
  const words = listTexts[language];
  if (approved === undefined) return html`<span class="dim">${words.partOf}</span> <span class="whole">${asked}</span>`;
  return html`<span class="whole">${formatMoney(approved)}</span> <span class="dim whole">${words.ofAmount(asked)}</span>`;
}
