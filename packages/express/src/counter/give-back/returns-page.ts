import type { Money } from "@ventanilla/client";
import { type Cell, formatMoney, type Html, html } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { clockOf } from "../download/batch-rows.ts";
import { fileLinks, filePath, sendRows, wholeRows } from "../download/send-file.ts";
import { keptFields } from "../find/card-like.ts";
import { cardRefusal } from "../find/find.ts";
import { timesOf } from "../format.ts";
import { countedSpan, countedTitle, returnedBy } from "../list/counted.ts";
import { filterOf } from "../list/filter.ts";
import { businessTexts } from "../texts/business.ts";
import { closeTexts } from "../texts/close.ts";
import { listTexts } from "../texts/list.ts";
import { sumTexts } from "../texts/sums.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { type Return, returnsIn } from "./returns.ts";

/** How many are shown. The others are only counted, so that the page stays small. */
const maxShown = 200;

/** `/returns`: what a sum of money that went back counts, each part by itself; and as a file. */
export const returnsRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/returns$/, answer: returnsPage },
  { method: "GET", path: filePath("returns"), answer: sendFile },
];

/** What the address names, or the answer that says what is wrong with it. */
async function countedReturns(visit: Visit) {
  const { language, settings, query } = visit;
  const { filter, counted, problem = "batches" } = filterOf(query, settings);
  if (problem === "card") return { to: cardRefusal };
  if (counted === undefined) {
    const body = html`<p class="alert" role="alert">${listTexts[language].errors[problem]}</p>`;
    return { status: 422, title: closeTexts[language].allReturns.title, section: "business", body };
  }
  return { counted, ...(await returnedBy(settings.store, filter, counted)) };
}

type Named = Extract<Awaited<ReturnType<typeof countedReturns>>, { counted: unknown }>;

/** @param most how many at most */
async function returnsOf({ settings: { store } }: Visit, { spans, filter }: Named, most: number): Promise<Return[]> {
  const returns: Return[] = [];
  for (const span of spans) {
    const limit = most - returns.length;
    if (limit > 0) returns.push(...(await returnsIn(store, { ...span, ...filter, limit })));
  }
  return returns;
}

async function returnsPage(visit: Visit): Promise<Answer> {
  const { language, root, query } = visit;
  const { title, none, list } = closeTexts[language].allReturns;
  const named = await countedReturns(visit);
  if (!("counted" in named)) return named;
  const { counted, rows } = named;
  const returns = await returnsOf(visit, named, maxShown);
  const { count } = countedSumOf(rows);
  const sums = currencies.flatMap((currency): ReturnSum[] => {
    const own = countedSumOf(rows.filter((row) => row.currency === currency));
    const shown = returns.filter(({ amount }) => amount.currency === currency);
    // Of more than are read, nobody knows the tax.
    const tax = shown.length === own.count ? shown.reduce((all, each) => all + each.tax, 0) : undefined;
    return own.count === 0 ? [] : [{ currency, count: own.count, minor: own.minor, tax }];
  });
  const words = businessTexts[language];
  const { by = "time" } = counted.part ?? {};
  const back = by === "time" ? "business" : `business?question=${by}`;
  const files = fileLinks(language, (format) => `${root}returns.${format}?${keptFields(query).toString()}`);
  const [{ until }] = counted.batches;
  return {
    title: `${title}: ${countedTitle(visit, counted)}`,
    section: "business",
    body: html`<p class="apart"><span class="dim">${countedSpan(visit, counted)}</span> <a href="${root}${back}">${words.toAll}</a></p>
${
  count === 0
    ? html`<p class="card empty">${none}</p>`
    : html`${returnsTable(visit, { returns, count, title: list, until, sums })}<p class="row ways">${files}</p>`
}`,
  };
}

/** Sends each part that went back as a row, the earliest first. */
async function sendFile(visit: Visit, format = "csv"): Promise<Answer> {
  const { language, settings } = visit;
  const { returns: words, payments: names, allReturns } = closeTexts[language];
  const named = await countedReturns(visit);
  if (!("counted" in named)) return named;
  const clock = clockOf(settings.timeZone);
  const day = (at: number) => ({ time: clock.format(at).slice(0, "2026-11-20".length) });
  const { currency, paid, fileName } = allReturns;
  const head = [words.day, names.order, currency, names.amount, "ITBIS", words.reference, paid];
  const returns = await returnsOf(visit, named, Number.POSITIVE_INFINITY);
  const rows = returns.map(({ payment, at, amount, tax, reference = "" }): Cell[] => [
    day(at),
    { id: payment.order },
    amount.currency,
    { minor: -amount.minor },
    { minor: -tax },
    { id: reference },
    day(payment.facts.settledAt ?? payment.createdAt),
  ]);
  const { batches } = named.counted;
  const name = `ventanilla-${fileName}-${batches[0].date}`;
  return sendRows(visit, { format, name }, wholeRows([head, ...rows]));
}

/** What went back in a currency. */
interface ReturnSum extends Money {
  count: number;
  tax: number | undefined;
}

/**
 * What went back, the earliest first: each part, with a link to its payment, whose batch is often another.
 * @param shown `count`: of all of them. `until`: the end of the batches, whose year is not said. `sums`: stand below them
 */
export function returnsTable(
  visit: Visit,
  {
    returns,
    count,
    title,
    until,
    sums = [],
  }: { returns: readonly Return[]; count: number; title: string; until: number; sums?: readonly ReturnSum[] },
): Html {
  const { language, root, settings } = visit;
  const { returns: words, payments: names } = closeTexts[language];
  const times = timesOf(language, settings.timeZone);
  const hasTax = returns.some(({ tax }) => tax > 0);
  const row = ({ payment, at, amount, tax, reference }: Return) => {
    const money = (minor: number) => formatMoney({ minor: -minor, currency: amount.currency });
    const { settledAt = payment.createdAt } = payment.facts;
    return html`<tr><td class="whole"><span class="on-small">${words.day}</span> ${times.dayBy(at, until)}</td>
<th scope="row"><a href="${root}${paymentPath(payment.id)}">${payment.order}</a> <span class="dim">${words.paid(times.dayBy(settledAt, until))}</span></th>
<td class="number">${money(amount.minor)}</td>
${hasTax && html`<td class="number labeled"><span class="on-small">ITBIS</span> ${money(tax)}</td>`}
<td class="names dim">${reference !== undefined && html`<span class="on-small">${words.reference}</span> <span class="whole">${reference}</span>`}</td></tr>`;
  };
  const sum = ({
    currency,
    minor,
    tax,
    ...each
  }: ReturnSum) => html`<tr class="whole"><th scope="row">${businessTexts[language].whole}</th><td>${sumTexts[language].returns(each.count)}</td>
<td class="number">${formatMoney({ minor: -minor, currency })}</td>
${hasTax && html`<td class="number labeled">${tax !== undefined && html`<span class="on-small">ITBIS</span> ${formatMoney({ minor: -tax, currency })}`}</td>`}<td></td></tr>`;
  return html`<section aria-labelledby="returns"><h2 id="returns"${sums.length > 0 && html` class="sr"`}>${title}${sums.length === 0 && html` <span class="dim">${count}</span>`}</h2>
<div class="compared"><table class="list leads in-batch">
<thead><tr><th scope="col">${words.day}</th><th scope="col">${names.order}</th><th scope="col" class="number">${names.amount}</th>${hasTax && html`<th scope="col" class="number">ITBIS</th>`}<th scope="col">${words.reference}</th></tr></thead>
<tbody>${returns.map(row)}</tbody>${sums.length > 0 && html`<tbody class="whole">${sums.map(sum)}</tbody>`}
</table></div>
${count > returns.length && html`<p class="dim">${words.more(returns.length, count)}</p>`}</section>`;
}
