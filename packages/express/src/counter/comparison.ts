import { type Batch, batchAt, type Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html } from "@ventanilla/web";
import { approvedAmountOf, countedAmount, reversalOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { bankOrderOf, currencies } from "../attempt/rules.ts";
import { paymentPath } from "../base/printable.ts";
import { approvedIn } from "../staff/list.ts";
import type { ShopStore } from "../stores/store.ts";
import { type AmountSum, type BankAmount, sumsOf } from "./bank/amount.ts";
import { type BankPayment, type Columns, type KeyName, keyNames, paymentSteps } from "./bank/columns.ts";
import { type Comparison, comparisonSteps, type Pair } from "./bank/match.ts";
import type { BankRow } from "./bank/read-csv.ts";
import { inTurns } from "./bank/turns.ts";
import { withoutReversed } from "./bank/without-reversed.ts";
import { type BankList, uploadFields } from "./compare-forms.ts";
import { type ComparisonCounts, noteOf } from "./comparison-note.ts";
import { timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { daysAround, knownHere } from "./known-here.ts";
import { markNames, marksOf } from "./marks.ts";
import { batchSubject } from "./shown-batch.ts";
import { badge } from "./standing.ts";
import { compareTexts } from "./texts/compare.ts";
import type { CounterLanguage } from "./texts/texts.ts";
import type { Visit } from "./visit.ts";

/**
 * Compares the bank's list with the batch, and shows the result with links to the payments. No payment is changed. Who
 * compared, and the counts, are kept with the staff's actions. The file is not kept.
 */
export async function showComparison(visit: Visit, upload: BankList, columns: Columns): Promise<void> {
  const { settings, staff, language } = visit;
  const { batch, table } = upload;
  const ours: Attempt[] = [];
  for await (const attempts of approvedIn(settings.store, batch)) ours.push(...attempts);
  const rows = await inTurns(paymentSteps(table, columns));
  const compared = await inTurns(comparisonSteps(ours, rows.payments));
  const unmatched = await withCurrency(settings.store, batch, compared);
  const known = await knownHere(settings.store, batch, unmatched);
  const { reversed, onlyBank, returnedIds } = withoutReversed(unmatched, known);
  const isAwaited = ({ ours: one }: Pair) => reversalOf(one) !== undefined && !returnedIds.has(one.id);
  const awaited = compared.agreed.filter(isAwaited);
  const settled = compared.agreed.filter((pair) => !isAwaited(pair));
  const isReversal = ({ amount }: BankPayment) => amount.minor < 0;
  const reversals = { agreed: reversed, onlyBank: onlyBank.filter(isReversal) };
  const charges = onlyBank.filter((payment) => !isReversal(payment));
  const found = { ...compared, agreed: settled, awaited, onlyBank: charges };
  const counts: ComparisonCounts = {
    agreed: found.agreed.length,
    differing: found.differing.length,
    ours: found.onlyOurs.length,
    bank: onlyBank.length,
    left: rows.unreadable.length,
    awaited: awaited.length,
  };
  await settings.store.recordAction({
    by: staff.name,
    action: "compare",
    subject: batchSubject(batch),
    note: noteOf(counts),
  });
  const words = compareTexts[language].result;
  showPage(visit, {
    title: words.title(timesOf(language, settings.timeZone).date(batch.until)),
    section: "close",
    body: html`${hints(visit, rows.rounded, counts)}
${sums(visit, found, reversals, counts.left)}
${bankList(visit, batch, { title: words.onlyBank, note: words.onlyBankDo }, found.onlyBank, known)}
${bankList(visit, batch, { title: words.onlyBankBack, note: words.onlyBankBackDo }, reversals.onlyBank, known)}
${pairList(visit, awaited, { title: words.notReversed, note: words.notReversedDo })}
${onlyOursList(visit, found.onlyOurs)}
${pairList(visit, found.differing, { title: words.differing, note: words.differingDo })}
${rowsList(visit, words.unreadable, rows.unreadable, words.unreadableNote)}
${pairList(visit, found.agreed, { title: words.agreed, isQuiet: true })}
${bankList(visit, batch, { title: words.reversedAgreed, isQuiet: true }, reversals.agreed, known)}
${rowsList(visit, words.unnamed, rows.unnamed)}
${nextActions(visit, upload)}
<p class="dim lead">${words.kept}</p>`,
  });
}

/** Sentences above the result: that everything agrees, or what is probably wrong with the file. */
function hints(
  { language }: Visit,
  rounded: number,
  { agreed, differing, ours, bank, left, awaited }: ComparisonCounts,
): Html {
  const words = compareTexts[language].result;
  const isAll = agreed > 0 && differing + ours + bank + left + awaited === 0;
  const isNone = agreed + awaited + differing === 0 && ours > 0 && bank > 0;
  return html`${isAll && html`<p class="headline good"><strong>${words.allAgree(agreed)}</strong></p>`}
${isNone && html`<p class="alert">${words.noneMatch}</p>`}
${rounded > 0 && html`<p class="alert">${words.rounded(rounded)}</p>`}`;
}

/** The count and the sum of each kind of payments. Those that differ have two sums: the shop's and the bank's. */
function sums(
  { language }: Visit,
  { agreed, awaited, onlyBank, onlyOurs, differing }: Comparison & { awaited: readonly Pair[] },
  reversals: Record<"agreed" | "onlyBank", readonly BankPayment[]>,
  left: number,
): Html {
  const words = compareTexts[language].result;
  const { head } = words;
  const money = (amounts: readonly BankAmount[], name?: string) =>
    sumsOf(amounts).map(
      (sum) => html`${name !== undefined && html`${name} `}<span class="sum">${bankMoney(sum, language)}</span>`,
    );
  const line = (name: string, count: number, lines: readonly Html[]) =>
    html`<div><dt>${name}</dt><dd>${lines.map((one) => html`${one}${lines.length > 1 ? html`<br>` : " "}`)}<span class="dim">${words.payments(count)}</span></dd></div>`;
  const bankLine = (name: string, payments: readonly BankPayment[]) =>
    line(name, payments.length, money(payments.map(({ amount }) => amount)));
  const reversalLine = (name: string, payments: readonly BankPayment[]) =>
    payments.length > 0 && bankLine(name, payments);
  const differingLines = [...money(amountsOf(differing), head.here), ...money(bankAmountsOf(differing), head.bank)];
  return html`<dl class="card sums">
${line(words.agreed, agreed.length, money(bankAmountsOf(agreed)))}
${reversalLine(words.reversedAgreed, reversals.agreed)}
${bankLine(words.onlyBank, onlyBank)}
${reversalLine(words.onlyBankBack, reversals.onlyBank)}
${awaited.length > 0 && line(words.notReversed, awaited.length, money(bankAmountsOf(awaited)))}
${line(words.onlyOurs, onlyOurs.length, money(onlyOurs.map(countedAmount)))}
${line(words.differing, differing.length, differingLines)}
${left > 0 && html`<div><dt>${words.unreadable}</dt><dd><span class="dim">${words.rows(left)}</span></dd></div>`}
</dl>`;
}

const bankAmountsOf = (pairs: readonly Pair[]) =>
  pairs.map(({ ours, bank }) => ({ currency: ours.amount.currency, ...bank.amount }));
const amountsOf = (pairs: readonly Pair[]) => pairs.map(({ ours }) => countedAmount(ours));

/** Compares another file, or changes the columns of this one. */
function nextActions(visit: Visit, upload: BankList): Html {
  const { language, root } = visit;
  const { result, columns } = compareTexts[language];
  return html`<form class="row" method="post" action="${root}compare" enctype="multipart/form-data">
${uploadFields(visit, upload)}
<a class="button" href="${root}compare?batch=${upload.batch.date}">${result.another}</a>
<button class="quiet" name="change" value="1">${columns.again}</button>
</form>`;
}

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
function bankList(
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
<td class="names">${payment.amount.minor < 0 && html`${words.reversed} `}${attempts.map((attempt) => knownAttempt(visit, attempt))}${attempts.length === 0 && searchLinks(visit, batch, payment.amount)}</td></tr>`;
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
  return html`<p>${attemptLink(visit, attempt)} ${badge(attempt, language)} ${batch !== false && html`<a href="${root}close?batch=${batch.date}">${inBatch(day(batch.until))}</a>`}</p>`;
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
function onlyOursList(visit: Visit, attempts: readonly Attempt[]): Html {
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
  const { confirmedBy, reversedBy } = compareTexts[language].result;
  const { moment } = timesOf(language, settings.timeZone);
  const { resolution } = attempt.facts;
  const reversed = reversalOf(attempt);
  return html`${marksOf(attempt).includes("partial") && html`<p>${markNames[language].partial}</p>`}
${resolution?.paid && html`<p>${confirmedBy(resolution.by, moment(resolution.at))}</p>`}
${reversed && html`<p>${reversedBy(reversed.by, moment(reversed.at))}</p>`}`;
}

/** Payments that both the shop and the bank have. `isQuiet` collapses the list. */
function pairList(
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
function rowsList(visit: Visit, title: string, rows: readonly BankRow[], note?: string): Html | undefined {
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

/** An amount of the bank's file, with a note when its currency is not known. */
function bankMoney({ minor, currency }: BankAmount | AmountSum, language: CounterLanguage): Html {
  if (currency !== undefined) return html`${formatMoney({ minor, currency })}`;
  const number = formatMoney({ minor, currency: "" }).replace("\u00a0", "");
  return html`${number} <span class="unnamed">${compareTexts[language].result.noCurrency}</span>`;
}

/**
 * Adds a currency to the payments that only the bank has and that the file gives without one. It is the currency of the
 * matched payments that the file gives without one. Nothing is added when these have several currencies or there are
 * none, or when the shop has an attempt in another currency around the batch.
 */
async function withCurrency(
  store: ShopStore,
  batch: Batch,
  { agreed, differing, onlyBank }: Comparison,
): Promise<BankPayment[]> {
  const unnamed = [...agreed, ...differing].filter(({ bank }) => bank.amount.currency === undefined);
  const [currency, another] = new Set(unnamed.map(({ ours }) => ours.amount.currency));
  if (currency === undefined || another !== undefined) return onlyBank;
  for (const other of currencies.filter((each) => each !== currency)) {
    const filter = { currency: other, ...daysAround(batch) };
    if ((await store.listAttempts({ filter, limit: 1 })).attempts.length > 0) return onlyBank;
  }
  return onlyBank.map((payment) => ({ ...payment, amount: { currency, ...payment.amount } }));
}
