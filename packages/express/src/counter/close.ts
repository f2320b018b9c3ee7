import type { Batch } from "@ventanilla/client";
import { formatCard, formatMoney, type Html, html } from "@ventanilla/web";
import { approvedAmountOf, knownTaxOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { currencies, windowMs } from "../attempt/rules.ts";
import { paymentPath } from "../base/printable.ts";
import { approvedIn } from "../staff/list.ts";
import { countedSumOf, hasSum } from "../staff/tally-sum.ts";
import type { ListedReturn, TallyRow } from "../stores/staff-store.ts";
import { approvedLines } from "./approved-lines.ts";
import { batchCsv } from "./batch-csv.ts";
import { openDecisions } from "./decide.ts";
import { schemeName, timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { keptComparisons } from "./kept-comparisons.ts";
import { type Mark, markNames, marksOf } from "./marks.ts";
import { type Owed, owedIn } from "./owed.ts";
import { sendCsv } from "./send-csv.ts";
import { batchForm, batchNamed, batchSpan } from "./shown-batch.ts";
import { badge } from "./standing.ts";
import { type SumLine, sumLines } from "./sum-lines.ts";
import { closeTexts } from "./texts/close.ts";
import { sumTexts } from "./texts/sums.ts";
import { type Total, Totals } from "./totals.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/** How many payments of each decision kind are read, at most. */
const maxUndecided = 1000;

/** How many payments of a batch are shown. The others are only counted, so that the page stays small. */
const maxShown = 500;

/**
 * A payment that began up to this long before the batch may be in it: its 30 minutes, and as long again for a slow
 * bank.
 */
const earlierMs = 2 * windowMs;

/** `/close`: what was approved between two batch closes, as sums, one by one, and as a file. */
export const closeRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/close$/, answer: showClose },
  { method: "GET", path: /^\/close\.csv$/, answer: sendFile },
];

async function showClose(visit: Visit): Promise<void> {
  const { settings, language, query } = visit;
  const words = closeTexts[language];
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return showNoDate(visit);
  const { batch } = shown;
  const { totals, first, count } = await paymentsOf(visit, batch);
  const { store } = settings;
  const { from, until } = batch;
  const owed = await owedIn(store, batch);
  const { returns } = await store.listReturns({ from, until, limit: maxShown });
  const returned = (await store.tally(batch)).filter(({ group }) => group === "givenBack");
  const isEmpty = count === 0 && returned.length === 0;
  const { kinds } = await openDecisions(visit, maxUndecided);
  const undecided = kinds
    .flatMap(({ attempts }) => attempts)
    .filter(({ createdAt }) => createdAt >= from - earlierMs && createdAt < until);
  const { moment, date } = timesOf(language, settings.timeZone);
  showPage(visit, {
    title: words.titleOf(date(until)),
    section: "close",
    body: html`<p>${batchSpan(visit, batch)}</p>
${batchForm(visit, "close", shown)}
${shown.isOpen && html`<p class="alert">${words.open(moment(until))}</p>`}
${undecided.length > 0 && html`<p class="alert"><a href="${visit.root}decide">${words.waiting(undecided.length)}</a></p>`}
${isEmpty ? html`<p class="card empty">${words.none}</p>` : sums(visit, totals, { owed, returned })}
<p class="row ways">${count > 0 && html`<a class="button" href="${visit.root}close.csv?batch=${batch.date}">${words.file}</a>`} <a class="button quiet" href="${visit.root}compare?batch=${batch.date}">${words.compare}</a></p>
${count > 0 && payments(visit, first, count)}
${returns.length > 0 && returnsTable(visit, returns, countedSumOf(returned).count)}
${await keptComparisons(visit, batch)}
<details class="lead"><summary>${words.how}</summary><p>${words.when}</p><p>${words.fileNote}</p></details>`,
  });
}

/** What was approved in a batch: its sums, how many payments there are, and the first of them. */
async function paymentsOf(
  { settings }: Visit,
  batch: Batch,
): Promise<{ totals: Totals; first: Attempt[]; count: number }> {
  const totals = new Totals();
  const first: Attempt[] = [];
  let count = 0;
  for await (const attempts of approvedIn(settings.store, batch)) {
    for (const attempt of attempts) totals.add(attempt);
    first.push(...attempts.slice(0, maxShown - first.length));
    count += attempts.length;
  }
  return { totals, first, count };
}

function showNoDate(visit: Visit): void {
  const words = closeTexts[visit.language];
  const body = html`${batchForm(visit, "close", undefined)}<p class="alert" role="alert">${words.noDate}</p>`;
  showPage(visit, { status: 422, title: words.title, section: "close", body });
}

/** What was approved, what of it should go back, what went back, and what is left: one card for each currency. */
function sums(
  visit: Visit,
  totals: Totals,
  { owed, returned }: { owed: readonly Owed[]; returned: readonly TallyRow[] },
): Html {
  const { language } = visit;
  const words = closeTexts[language];
  const { payments: paymentsText, marked } = sumTexts[language];
  const card = (all: Omit<Total, "scheme">) => {
    const { currency, tax } = all;
    const amount = (minor: number) => formatMoney({ minor, currency });
    const of = (mark: Mark) =>
      totals.marked(currency).find((total) => total.mark === mark) ?? { count: 0, minor: 0, tax: 0 };
    const part = (label: string, total: Omit<Total, "scheme" | "currency">): SumLine => ({
      label,
      count: paymentsText(total.count),
      ...(hasSum(total) && { amount: amount(total.minor) }),
      role: "part",
    });
    const details = [
      ...totals
        .list()
        .filter((total) => total.currency === currency)
        .map((total) => part(schemeName(total.scheme, language), total)),
      ...totals
        .marked(currency)
        .filter(({ mark }) => mark === "confirmed")
        .map((total) => part(marked.confirmed, total)),
      ...(tax > 0 ? [{ label: words.tax, amount: amount(tax), role: "part" as const }] : []),
    ];
    const sum = {
      ...all,
      partial: of("partial"),
      reversed: totals.back(currency),
      owed: countedSumOf(owed.filter((row) => row.group === "approved" && row.currency === currency)),
      returned: countedSumOf(returned.filter((row) => row.currency === currency)),
    };
    return html`<section class="card">${sumLines(approvedLines(visit, sum, { details, isNetShown: true }))}</section>`;
  };
  const approved = totals.byCurrency();
  const onlyReturned = currencies.filter(
    (currency) =>
      returned.some((row) => row.currency === currency) && approved.every((total) => total.currency !== currency),
  );
  const nothing = { count: 0, minor: 0, tax: 0, partialUnknown: 0 };
  return html`<div class="totals">${[...approved, ...onlyReturned.map((currency) => ({ currency, ...nothing }))].map(card)}</div>`;
}

/** The payments of the batch, the earliest first, each with a link to its page. */
function payments(visit: Visit, first: readonly Attempt[], count: number): Html {
  const { language, root, settings } = visit;
  const { payments: words } = closeTexts[language];
  const times = timesOf(language, settings.timeZone);
  const hasTax = first.some(({ tax }) => tax.minor > 0);
  const row = (attempt: Attempt) => {
    const { settledAt = attempt.createdAt, verdict } = attempt.facts;
    const approved = approvedAmountOf(attempt);
    const tax = knownTaxOf(attempt);
    return html`<tr><td class="whole">${times.dayTime(settledAt)}</td>
<th scope="row"><a href="${root}${paymentPath(attempt.id)}">${attempt.order}</a>${isPaidTwice(attempt) && html` ${badge(attempt, language)}`}${marksOf(attempt).map((mark) => html` <span class="badge plain">${markNames[language][mark]}</span>`)}</th>
<td class="number">${approved && formatMoney(approved)}</td>
${hasTax && html`<td class="number labeled"><span class="on-small">ITBIS</span> ${tax && formatMoney(tax)}</td>`}
<td class="names">${verdict?.maskedCard && html`<span class="whole">${formatCard(verdict.maskedCard)}</span> `}${verdict?.reference && html`<span class="dim whole">${words.reference(verdict.reference)}</span>`}</td></tr>`;
  };
  return html`<section aria-labelledby="payments"><h2 id="payments">${words.title} <span class="dim">${count}</span></h2>
<table class="list in-batch">
<thead><tr><th scope="col">${words.time}</th><th scope="col">${words.order}</th><th scope="col" class="number">${words.amount}</th>${hasTax && html`<th scope="col" class="number">ITBIS</th>`}<th scope="col">${words.card}</th></tr></thead>
<tbody>${first.map(row)}</tbody>
</table>
${count > first.length && html`<p class="dim">${words.more(first.length, count)}</p>`}</section>`;
}

/** What went back in the batch, of payments of any time, each part with a link to its payment. */
function returnsTable(visit: Visit, returns: readonly ListedReturn[], count: number): Html {
  const { language, root, settings } = visit;
  const { payments: words } = closeTexts[language];
  const { dayTime } = timesOf(language, settings.timeZone);
  return html`<section aria-labelledby="returned"><h2 id="returned">${words.returned} <span class="dim">${count}</span></h2>
<table class="list in-batch">
<thead><tr><th scope="col">${words.returnedAt}</th><th scope="col">${words.order}</th><th scope="col" class="number">${words.amount}</th></tr></thead>
<tbody>${returns.map(
    ({ order, attempt, at, amount }) =>
      html`<tr><td class="whole">${dayTime(at)}</td><th scope="row"><a href="${root}${paymentPath(attempt)}">${order}</a></th><td class="number">${formatMoney({ ...amount, minor: -amount.minor })}</td></tr>`,
  )}</tbody>
</table></section>`;
}

/** Sends the payments of the batch as a file. */
async function sendFile(visit: Visit): Promise<void> {
  const { settings, language, query } = visit;
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return showNoDate(visit);
  const { batch } = shown;
  const pieces = batchCsv(approvedIn(settings.store, batch), batch, settings.timeZone, language);
  await sendCsv(visit, `ventanilla-${batch.date}.csv`, pieces);
}
