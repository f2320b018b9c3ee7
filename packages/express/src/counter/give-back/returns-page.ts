import { formatMoney, type Html, html } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/printable.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { cardRefusal } from "../find/find.ts";
import { timesOf } from "../format.ts";
import { goTo, showPage } from "../frame.ts";
import { countedSpan, countedTitle, returnedBy } from "../list/counted.ts";
import { filterOf } from "../list/filter.ts";
import { closeTexts } from "../texts/close.ts";
import { listTexts } from "../texts/list.ts";
import type { CounterRoute, Visit } from "../visit.ts";
import { type Return, returnsIn } from "./returns.ts";

/** How many are shown. The others are only counted, so that the page stays small. */
const maxShown = 200;

/** `/returns`: what a sum of money that went back counts, each part by itself. */
export const returnsRoutes: readonly CounterRoute[] = [{ method: "GET", path: /^\/returns$/, answer: showReturns }];

async function showReturns(visit: Visit): Promise<void> {
  const { language, settings, query } = visit;
  const { title, list } = closeTexts[language].allReturns;
  const { filter, counted, problem = "batches" } = filterOf(query, settings);
  if (problem === "card") return goTo(visit, cardRefusal);
  if (counted === undefined) {
    const body = html`<p class="alert" role="alert">${listTexts[language].errors[problem]}</p>`;
    return showPage(visit, { status: 422, title, section: "business", body });
  }
  const { spans, rows, filter: own } = await returnedBy(settings.store, filter, counted);
  const returns: Return[] = [];
  for (const span of spans) {
    const limit = maxShown - returns.length;
    if (limit > 0) returns.push(...(await returnsIn(settings.store, { ...span, ...own, limit })));
  }
  const sums = currencies.flatMap((currency) => {
    const { count, minor } = countedSumOf(rows.filter((row) => row.currency === currency));
    return count === 0
      ? []
      : [html`<p class="headline"><span class="sum">${formatMoney({ minor: -minor, currency })}</span></p>`];
  });
  const { count } = countedSumOf(rows);
  showPage(visit, {
    title: `${title} · ${countedTitle(visit, counted)}`,
    section: "business",
    body: html`<p class="dim">${countedSpan(visit, counted)}</p>
${sums}
${count === 0 ? html`<p class="card empty">${listTexts[language].noneFound}</p>` : returnsTable(visit, { returns, count, title: list })}`,
  });
}

/**
 * What went back, the earliest first: each part, with a link to its payment, whose batch is often another.
 * @param shown `count`: of all of them
 */
export function returnsTable(
  visit: Visit,
  { returns, count, title }: { returns: readonly Return[]; count: number; title: string },
): Html {
  const { language, root, settings } = visit;
  const { returns: words, payments: names } = closeTexts[language];
  const times = timesOf(language, settings.timeZone);
  const hasTax = returns.some(({ tax }) => tax > 0);
  const row = ({ payment, at, amount, tax, reference }: Return) => {
    const money = (minor: number) => formatMoney({ minor: -minor, currency: amount.currency });
    const { settledAt = payment.createdAt } = payment.facts;
    return html`<tr><td class="whole">${times.day(at)}</td>
<th scope="row"><a href="${root}${paymentPath(payment.id)}">${payment.order}</a> <span class="dim">${words.paid(times.day(settledAt))}</span></th>
<td class="number">${money(amount.minor)}</td>
${hasTax && html`<td class="number labeled"><span class="on-small">ITBIS</span> ${money(tax)}</td>`}
<td class="names">${reference !== undefined && html`<span class="dim whole">${names.reference(reference)}</span>`}</td></tr>`;
  };
  return html`<section aria-labelledby="returns"><h2 id="returns">${title} <span class="dim">${count}</span></h2>
<table class="list in-batch">
<thead><tr><th scope="col">${words.day}</th><th scope="col">${names.order}</th><th scope="col" class="number">${names.amount}</th>${hasTax && html`<th scope="col" class="number">ITBIS</th>`}<th scope="col">${words.reference}</th></tr></thead>
<tbody>${returns.map(row)}</tbody>
</table>
${count > returns.length && html`<p class="dim">${words.more(returns.length, count)}</p>`}</section>`;
}
