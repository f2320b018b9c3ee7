import type { Batch } from "@ventanilla/client";
import { formatMoney, type Html, html, printScript } from "@ventanilla/web";
import { approvedAmountOf, countedAmount } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { isPaidTwice, isReturnUnclear } from "../../attempt/needs-person.ts";
import { currencies, windowMs } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { approvedIn } from "../../staff/pages.ts";
import type { ShopStore } from "../../stores/store.ts";
import { countedSumOf, hasSum } from "../../stores/tally-sum.ts";
import { basisOf, countedText } from "../compare/comparison-basis.ts";
import { type OffMark, offKey } from "../compare/comparison-note.ts";
import { keptComparisons, offName } from "../compare/kept-comparisons.ts";
import { batchRows } from "../download/batch-rows.ts";
import { fileLinks, filePath, sendRows } from "../download/send-file.ts";
import { cardText, schemeName, timesOf } from "../format.ts";
import { type Owed, owedIn, owedSumsOf } from "../give-back/owed.ts";
import { type Return, returnsIn } from "../give-back/returns.ts";
import { returnsTable } from "../give-back/returns-page.ts";
import { printButton } from "../page/print-button.ts";
import { marksOf } from "../standing/marks.ts";
import { paidKinds } from "../standing/situation.ts";
import { badge, markBadge } from "../standing/standing.ts";
import { approvedLines } from "../sums/approved-lines.ts";
import { type SumLine, sumLines } from "../sums/sum-lines.ts";
import { noSum, type Total, Totals, taxOf } from "../sums/totals.ts";
import { businessTexts } from "../texts/business.ts";
import { closeTexts } from "../texts/close.ts";
import { sumTexts } from "../texts/sums.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { batchForm, batchNamed, batchSpan, openNotice, whyNoBatch } from "./shown-batch.ts";

/** How many payments of a kind are counted: the page says no larger number. */
const maxUndecided = 100;

/** How many payments of a batch are shown. The others are only counted, so that the page stays small. */
const maxShown = 500;

/**
 * A payment that began up to this long before the batch may be in it: its 30 minutes, and as long again for a slow
 * bank.
 */
const earlierMs = 2 * windowMs;

/** `/close`: what was approved between two batch closes, as sums, one by one, and as a file. */
export const closeRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/close$/, answer: closePage },
  { method: "GET", path: filePath("close"), answer: sendFile },
];

async function closePage(visit: Visit): Promise<Answer> {
  const { settings, language, query } = visit;
  const words = closeTexts[language];
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return noDatePage(visit);
  const { batch } = shown;
  const { store } = settings;
  const { until } = batch;
  const [{ totals, first, count, counted }, owed, returns, undecided] = await Promise.all([
    paymentsOf(visit, batch),
    owedIn(store, { groups: ["charged"], reached: [batch] }, paidKinds),
    returnsIn(store, batch),
    undecidedOf(store, batch),
  ]);
  const isEmpty = count === 0 && returns.length === 0;
  const { date } = timesOf(language, settings.timeZone);
  const waiting =
    undecided > 0 ? html`<a href="${visit.root}decide">${words.waiting(undecided, visit.waiting)}</a>` : undefined;
  const kept = await keptComparisons(visit, shown, basisOf(batch, counted, returns));
  const compare = html`<a class="${isEmpty || (kept?.isCurrent && !shown.isOpen) ? "link" : "button"}" href="${visit.root}compare?batch=${batch.date}">${words.compare}</a>`;
  const files = fileLinks(language, (format) => `${visit.root}close.${format}?batch=${batch.date}`);
  return {
    title: words.titleOf(date(until)),
    section: "close",
    ...(!isEmpty && { script: printScript }),
    body: html`<p>${batchSpan(visit, batch)}</p>
${batchForm(visit, "close", shown)}
${await openNotice(visit, shown, waiting)}
${isEmpty ? html`<p class="card empty">${words.none}</p>` : sums(visit, totals, { owed, returns })}
<p class="row ways">${compare}${!isEmpty && html` ${files} ${printButton(visit.words)}`}</p>
${kept?.card}
${count > 0 && payments(visit, { first, count, totals, until, off: kept?.off ?? new Map() })}
${returns.length > 0 && returnsTable(visit, { returns: returns.slice(0, maxShown), count: returns.length, title: words.returns.title, until })}
${!isEmpty && html`<details class="lead"><summary>${words.how}</summary>${returns.length > 0 && html`<p>${words.net}</p>`}<p>${words.when}</p><p>${words.fileNote}</p></details>`}`,
  };
}

/** What was approved in a batch: its sums, how many payments there are, the first of them, and what each counts. */
async function paymentsOf(
  { settings }: Visit,
  batch: Batch,
): Promise<{ totals: Totals; first: Attempt[]; count: number; counted: string[] }> {
  const totals = new Totals();
  const first: Attempt[] = [];
  const counted: string[] = [];
  let count = 0;
  for await (const attempts of approvedIn(settings.store, batch)) {
    for (const attempt of attempts) {
      totals.add(attempt);
      counted.push(countedText(attempt));
    }
    first.push(...attempts.slice(0, maxShown - first.length));
    count += attempts.length;
  }
  return { totals, first, count, counted };
}

/** How many of the payments that may be in a batch wait for a person. */
async function undecidedOf(store: ShopStore, { from, until }: Batch): Promise<number> {
  const began = { from: from - earlierMs, until };
  const filters = [{ groups: ["decide"] }, ...paidKinds.map((toDecide) => ({ toDecide }))] as const;
  const pages = await Promise.all(
    filters.map((filter) => store.listAttempts({ filter: { ...filter, ...began }, limit: maxUndecided })),
  );
  return pages.reduce((count, { attempts }) => count + attempts.length, 0);
}

function noDatePage(visit: Visit): Answer {
  const words = closeTexts[visit.language];
  const why = whyNoBatch(visit, visit.query.get("batch") ?? "");
  const body = html`${batchForm(visit, "close", undefined)}<p class="alert" id="no-batch" role="alert">${why}</p>`;
  return { status: 422, title: words.title, section: "close", body };
}

/** What was approved, what of it should go back, what went back, and what is left: one card for each currency. */
function sums(
  visit: Visit,
  totals: Totals,
  { owed, returns }: { owed: readonly Owed[]; returns: readonly Return[] },
): Html {
  const { language } = visit;
  const words = closeTexts[language];
  const { payments: paymentsText, marked } = sumTexts[language];
  const card = (all: Omit<Total, "scheme">) => {
    const { currency, tax } = all;
    const amount = (minor: number) => formatMoney({ minor, currency });
    const wentBack = returns.filter((each) => each.amount.currency === currency);
    const part = (label: string, total: Omit<Total, "scheme" | "currency">): SumLine => ({
      label,
      count: paymentsText(total.count),
      ...(hasSum(total) && { amount: amount(total.minor) }),
      role: "part",
    });
    const found = totals.list().filter((total) => total.currency === currency);
    // A scheme that all payments have is on their rows.
    const schemes = found.length > 1 || found[0]?.scheme === "other" ? found : [];
    const details = [
      ...schemes.map((total) => part(schemeName(total.scheme, language), total)),
      ...totals
        .marked(currency)
        .filter(({ mark }) => mark === "confirmed")
        .map((total) => part(marked.confirmed, total)),
      ...(tax > 0 ? [{ label: words.tax, amount: amount(tax), role: "part" as const }] : []),
    ];
    const sum = {
      ...all,
      partial: countedSumOf(totals.marked(currency).filter(({ mark }) => mark === "partial")),
      reversed: totals.back(currency),
      ...owedSumsOf(owed.filter((row) => row.currency === currency)),
      returned: countedSumOf(wentBack.map(({ amount: { minor } }) => ({ count: 1, minor }))),
    };
    const lines = approvedLines(visit, sum, { details, isNetShown: true });
    const taxBack = wentBack.reduce((minor, each) => minor + each.tax, 0);
    const netTax = { label: words.netTax, amount: amount(tax - taxBack), role: "part" as const };
    return html`<section class="card">${isNamed && html`<h2>${businessTexts[language].in[currency]}</h2>`}${sumLines(taxBack > 0 ? [...lines, netTax] : lines)}</section>`;
  };
  const approved = totals.byCurrency();
  const onlyReturned = currencies.filter(
    (currency) =>
      returns.some(({ amount }) => amount.currency === currency) &&
      approved.every((total) => total.currency !== currency),
  );
  const all = [...approved, ...onlyReturned.map((currency) => ({ currency, ...noSum }))];
  const isNamed = all.length > 1;
  return html`<div class="totals">${all.map(card)}</div>`;
}

/** The payments of the batch, currency by currency, the earliest first, each with a link to its page; below them their sum. */
function payments(
  visit: Visit,
  {
    first,
    count,
    totals,
    until,
    off,
  }: {
    first: readonly Attempt[];
    count: number;
    totals: Totals;
    until: number;
    /** What the last comparison has found of a payment, by its `offKey`. */
    off: ReadonlyMap<string, OffMark>;
  },
): Html {
  const { language, root, settings } = visit;
  const { payments: words } = closeTexts[language];
  const times = timesOf(language, settings.timeZone);
  const hasTax = first.some(({ tax }) => tax.minor > 0);
  // The counts of the comparison lead to the first payment of each mark.
  const reached = new Set<OffMark>();
  const offBadge = (attempt: Attempt) => {
    const mark = off.get(offKey(attempt));
    if (mark === undefined) return undefined;
    const id = !reached.has(mark) && html` id="${mark}"`;
    reached.add(mark);
    return html` <span class="badge alert"${id}>${offName(mark, language)}</span>`;
  };
  const row = (attempt: Attempt) => {
    const { settledAt = attempt.createdAt, verdict } = attempt.facts;
    const approved = approvedAmountOf(attempt);
    const tax = taxOf(attempt);
    const isOfDay = times.day(settledAt) === times.day(until);
    return html`<tr><td class="whole">${times[isOfDay ? "time" : "dayTime"](settledAt)}</td>
<th scope="row"><a href="${root}${paymentPath(attempt.id)}">${attempt.order}</a>${(isPaidTwice(attempt) || isReturnUnclear(attempt)) && html` ${badge(attempt, language)}`}${marksOf(attempt).map((mark) => html` ${markBadge(mark, language)}`)}${offBadge(attempt)}</th>
<td class="number">${approved && formatMoney(approved)}</td>
${hasTax && html`<td class="number labeled"><span class="on-small">ITBIS</span> ${tax && formatMoney(tax)}</td>`}
<td class="names dim">${verdict?.maskedCard && html`${cardText(verdict.maskedCard, language)}${verdict.reference && " · "}`}${verdict?.reference && html`<span class="whole">${words.reference(verdict.reference)}</span>`}</td></tr>`;
  };
  const sumOf = (sum: Omit<Total, "scheme">) =>
    html`<tr class="whole"><th scope="row">${businessTexts[language].whole}</th><td>${sumTexts[language].payments(sum.count)}</td>
<td class="number">${formatMoney(sum)}</td>
${hasTax && html`<td class="number labeled"><span class="on-small">ITBIS</span> ${formatMoney({ ...sum, minor: sum.tax })}</td>`}<td></td></tr>`;
  const all = totals.byCurrency();
  const rows = (sum: Omit<Total, "scheme">) => {
    const own = first.filter((attempt) => countedAmount(attempt).currency === sum.currency);
    const name = businessTexts[language].in[sum.currency];
    return html`<tbody>${all.length > 1 && html`<tr class="group"><th scope="rowgroup" colspan="${hasTax ? 5 : 4}">${name}</th></tr>`}${own.map(row)}${count > 1 && sumOf(sum)}</tbody>`;
  };
  return html`<section aria-labelledby="payments"><h2 id="payments">${words.title} <span class="dim">${count}</span></h2>
<div class="compared"><table class="list leads in-batch">
<thead><tr><th scope="col">${words.time}</th><th scope="col">${words.order}</th><th scope="col" class="number">${words.amount}</th>${hasTax && html`<th scope="col" class="number">ITBIS</th>`}<th scope="col">${words.card}</th></tr></thead>
${all.map(rows)}
</table></div>
${count > first.length && html`<p class="dim">${words.more(first.length, count)}</p>`}</section>`;
}

/** Sends the payments of the batch, and what went back in it, as a file. */
async function sendFile(visit: Visit, format = "csv"): Promise<Answer> {
  const { settings, language, query } = visit;
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return noDatePage(visit);
  const { batch } = shown;
  const { store } = settings;
  const content = { payments: approvedIn(store, batch), returns: () => returnsIn(store, batch) };
  const rows = batchRows(content, batch, settings.timeZone, language);
  return sendRows(visit, { format, name: `ventanilla-${batch.date}` }, rows);
}
