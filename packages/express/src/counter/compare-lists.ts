import { type Batch, batchAt, type Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html } from "@ventanilla/web";
import { approvedAmountOf } from "../attempt/approved-part.ts";
import { type Attempt, bankOrderOf } from "../attempt/attempt.ts";
import { givenBackOf } from "../attempt/given-back.ts";
import { paymentPath } from "../base/payment-path.ts";
import { currencies } from "../stores/checks.ts";
import type { BankAmount } from "./bank/amount.ts";
import { type BankPayment, type KeyName, keyNames } from "./bank/columns.ts";
import type { Pair } from "./bank/match.ts";
import type { BankRow } from "./bank/read-csv.ts";
import { bankMoney } from "./compare-money.ts";
import { timesOf } from "./format.ts";
import { markNames, marksOf } from "./marks.ts";
import { badge, standingOf } from "./standing.ts";
import { compareTexts } from "./texts/compare.ts";
import type { Visit } from "./visit.ts";

/** How many rows of a list are shown. The others are only counted, so that the page stays small. */
const maxShown = 500;

/** A heading and a table of at most {@link maxShown} rows. `isQuiet` collapses it. Nothing when there are no items. */
function section<T>(
  visit: Visit,
  { title, note, head, isQuiet = false }: { title: string; note?: string; head: Html; isQuiet?: boolean },
  items: readonly T[],
  row: (item: T) => Html,
): Html | undefined {
  if (items.length === 0) return undefined;
  const words = compareTexts[visit.language].result;
  const rest = items.length - maxShown;
  const content = html`${note !== undefined && html`<p class="lead">${note}</p>`}
<table class="list"><thead><tr>${head}</tr></thead><tbody>
${items.slice(0, maxShown).map(row)}
</tbody></table>
${rest > 0 && html`<p class="dim">${words.more(rest)}</p>`}`;
  const heading = html`${title} <span class="dim">${items.length}</span>`;
  return isQuiet
    ? html`<details class="part"><summary>${heading}</summary>${content}</details>`
    : html`<h2>${heading}</h2>${content}`;
}

const column = (name: string, kind?: "number"): Html =>
  html`<th scope="col"${kind !== undefined && html` class="${kind}"`}>${name}</th>`;

/**
 * Payments of the bank's file (charges, or voids and refunds), each with the attempts that the shop has for it.
 * @param about `isQuiet` collapses the list
 * @param known the shop's attempts, by the line of the payment
 */
export function bankList(
  visit: Visit,
  batch: Batch,
  about: { title: string; note?: string; isQuiet?: boolean },
  payments: readonly BankPayment[],
  known: ReadonlyMap<number, Attempt[]>,
): Html | undefined {
  const words = compareTexts[visit.language].result;
  const { head, line } = words;
  const columns = html`${column(head.line)}${column(head.names)}${column(head.amount, "number")}${column(head.known)}`;
  return section(visit, { ...about, head: columns }, payments, (payment) => {
    const attempts = known.get(payment.line) ?? [];
    return html`<tr><td class="whole">${line(payment.line)}</td><th scope="row" class="names">${namesText(visit, payment)}</th>
<td class="number labeled"><span class="on-small">${head.amount} </span><span>${bankMoney(payment.amount, visit.language)}</span></td>
<td class="names">${payment.amount.minor < 0 && html`${words.givenBack} `}${attempts.map((attempt) => knownAttempt(visit, attempt))}${attempts.length === 0 && searchLinks(visit, batch, payment.amount)}</td></tr>`;
  });
}

/** An attempt that the shop has in another state or another batch. A paid one has a link to its batch. */
function knownAttempt(visit: Visit, attempt: Attempt): Html {
  const { language, root, settings } = visit;
  const { inBatch } = compareTexts[language].result;
  const { settledAt } = attempt.facts;
  const isPaid = attempt.state === "approved" && settledAt !== undefined;
  const batch = isPaid && batchAt(settledAt, settings.batchClose, settings.timeZone);
  const { day } = timesOf(language, settings.timeZone);
  return html`<p>${attemptLink(visit, attempt)} ${badge(standingOf(attempt), language)} ${batch !== false && html`<a href="${root}close?batch=${batch.date}">${inBatch(day(batch.until))}</a>`}</p>`;
}

/**
 * Links that search for payments of this amount around the batch: a payment that waits for a decision has no number of
 * the bank yet. When the currency is not known, there is a link for each currency.
 */
function searchLinks(
  { root, language, settings: { batchClose, timeZone } }: Visit,
  { date, from }: Batch,
  { minor, currency }: BankAmount,
): Html | undefined {
  if (minor <= 0) return undefined;
  const { search } = compareTexts[language].result;
  const dayBefore = batchAt(from - 1, batchClose, timeZone).date;
  const link = (one: Money["currency"], text: string) => {
    const query = new URLSearchParams({ amount: decimalText(minor), from: dayBefore, until: date, currency: one });
    return html`<a href="${root}payments?${query.toString()}">${text}</a>`;
  };
  if (currency !== undefined) return link(currency, search);
  const links = currencies.map((one, at) => html`${at > 0 && ", "}${link(one, formatMoney({ minor, currency: one }))}`);
  return html`${search}: ${links}`;
}

/** Payments that only the shop has. */
export function onlyOursList(visit: Visit, attempts: readonly Attempt[]): Html {
  const words = compareTexts[visit.language].result;
  const isMarked = (attempt: Attempt) => marksOf(attempt).length > 0;
  const marked = attempts.filter(isMarked);
  const others = attempts.filter((attempt) => !isMarked(attempt));
  return html`${oursList(visit, others, { title: words.onlyOurs, note: words.onlyOursDo })}
${oursList(visit, marked, { title: words.onlyOursMarked, note: words.onlyOursMarkedDo })}`;
}

function oursList(
  visit: Visit,
  attempts: readonly Attempt[],
  about: { title: string; note: string },
): Html | undefined {
  const { head } = compareTexts[visit.language].result;
  const { moment } = timesOf(visit.language, visit.settings.timeZone);
  const columns = html`${column(head.approved)}${column(head.order)}${column(head.amount, "number")}${column(head.names)}`;
  return section(visit, { ...about, head: columns }, attempts, (attempt) => {
    const { settledAt = attempt.createdAt } = attempt.facts;
    return html`<tr><td>${moment(settledAt)}</td><th scope="row">${attemptLink(visit, attempt)}</th>
<td class="number">${ourMoney(visit, attempt)}</td><td class="names">${ourNames(visit, attempt)}${records(visit, attempt)}</td></tr>`;
  });
}

/** The approved amount; the mark `partialUnknown` when a part was approved and nobody has named it. */
function ourMoney({ language }: Visit, attempt: Attempt): string {
  const approved = approvedAmountOf(attempt);
  return approved === undefined ? markNames[language].partialUnknown : formatMoney(approved);
}

/** What the staff has recorded about a payment: who, and when. */
function records({ language, settings }: Visit, attempt: Attempt): Html {
  const { confirmedBy, givenBackBy } = compareTexts[language].result;
  const { moment } = timesOf(language, settings.timeZone);
  const { resolution } = attempt.facts;
  const givenBack = givenBackOf(attempt);
  return html`${marksOf(attempt).includes("partial") && html`<p>${markNames[language].partial}</p>`}
${resolution?.paid && html`<p>${confirmedBy(resolution.by, moment(resolution.at))}</p>`}
${givenBack && html`<p>${givenBackBy(givenBack.by, moment(givenBack.at))}</p>`}`;
}

/** Payments that both the shop and the bank have. `isQuiet` collapses the list. */
export function pairList(
  visit: Visit,
  pairs: readonly Pair[],
  about: { title: string; note?: string; isQuiet?: boolean },
): Html | undefined {
  const { head, line } = compareTexts[visit.language].result;
  const columns = html`${column(head.line)}${column(head.order)}${column(head.here, "number")}${column(head.bank, "number")}${column(head.names)}`;
  return section(
    visit,
    { ...about, head: columns },
    pairs,
    ({
      ours,
      bank,
    }) => html`<tr><td class="whole">${line(bank.line)}</td><th scope="row">${attemptLink(visit, ours)}</th>
<td class="number labeled"><span class="on-small">${head.here} </span>${ourMoney(visit, ours)}</td>
<td class="number labeled"><span class="on-small">${head.bank} </span>${formatMoney({ currency: ours.amount.currency, ...bank.amount })}</td><td class="names">${ourNames(visit, ours)}${records(visit, ours)}</td></tr>`,
  );
}

/** Rows of the file that were not compared. */
export function rowsList(visit: Visit, title: string, rows: readonly BankRow[], note?: string): Html | undefined {
  const { head, line } = compareTexts[visit.language].result;
  const about = { title, ...(note === undefined ? { isQuiet: true } : { note }) };
  return section(
    visit,
    { ...about, head: html`${column(head.line)}${column(head.cells)}` },
    rows,
    (row) =>
      html`<tr><td class="whole">${line(row.line)}</td><td class="names"><bdi>${row.cells
        .filter((cell) => cell !== "")
        .join(" · ")
        .slice(0, 200)}</bdi></td></tr>`,
  );
}

const attemptLink = ({ root }: Visit, { id, order }: Attempt): Html =>
  html`<a href="${root}${paymentPath(id)}">${numberText(order)}</a>`;

/** A number or an order id. People read it out, so one of up to 16 characters is not broken over two lines. */
const numberText = (text = ""): Html => html`<bdi${text.length <= 16 && html` class="whole"`}>${text}</bdi>`;

function ourNames(visit: Visit, attempt: Attempt): Html {
  const { reference, authorizationCode } = attempt.facts.verdict ?? {};
  const order = bankOrderOf(attempt);
  return namesText(visit, { reference, authorizationCode, order: order === attempt.order ? undefined : order });
}

/** The numbers that identify a payment at the bank, each with its name. */
function namesText({ language }: Visit, names: { [name in KeyName]?: string | undefined }): Html {
  const words = compareTexts[language].result.names;
  const parts = keyNames.filter((name) => names[name] !== undefined);
  return html`${parts.map((name, at) => html`${at > 0 && ", "}${words[name]}\u00a0${numberText(names[name])}`)}`;
}
