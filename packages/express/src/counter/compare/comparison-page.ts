import { type Batch, batchAt, type Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html, printScript } from "@ventanilla/web";
import { approvedAmountOf, countedAmount, returnsOf, reversalOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { canGoBack, leftOf } from "../../attempt/given-back.ts";
import { bankOrderOf, currencies } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import type { AmountSum, BankAmount } from "../bank/amount.ts";
import { type BankPayment, type KeyName, keyNames, keyOf } from "../bank/columns.ts";
import type { Pair } from "../bank/match.ts";
import type { BankRow } from "../bank/read-csv.ts";
import type { ReturnElsewhere } from "../bank/without-reversed.ts";
import { batchNamed, openNotice } from "../close/shown-batch.ts";
import { dateText, timesOf } from "../format.ts";
import type { Return } from "../give-back/returns.ts";
import { printButton } from "../page/print-button.ts";
import type { PageContent } from "../pages.ts";
import { markNames, marksOf } from "../standing/marks.ts";
import { badge } from "../standing/standing.ts";
import { businessTexts } from "../texts/business.ts";
import { compareTexts } from "../texts/compare.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import { listTexts } from "../texts/list.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Visit } from "../visit.ts";
import { uploadFields } from "./compare-forms.ts";
import { type Balance, type BankList, balancesOf, type Found, hereOf } from "./comparison.ts";
import { isAgreement, noteAbout } from "./comparison-note.ts";
import { reconcileFormOf } from "./kept-comparisons.ts";
import { differenceCell, differencesText, sideCells, sidesHead } from "./sides-table.ts";

/**
 * What a comparison has found: what each side has, the causes of the difference, and the payments of each cause.
 */
export async function comparisonPage(visit: Visit, upload: BankList, found: Found): Promise<PageContent> {
  const { settings, language } = visit;
  const { batch, lists, known, uncounted, unreadable, unnamed } = found;
  const words = compareTexts[language].result;
  const open = await chargesWithForm(visit, lists.onlyBankBack, known);
  const shown = await batchNamed(visit, batch.date);
  const about = (name: keyof typeof words.todo) => ({ name, title: words[name], note: words.todo[name] });
  return {
    title: words.title(timesOf(language, settings.timeZone).date(batch.until)),
    section: "close",
    again: { form: againId },
    script: printScript,
    body: html`${hints(visit, found)}
${await outside(visit, found, shown?.isOpen === true)}
<section class="card">${balancesTable(visit, balancesOf(found))}
${shown && (await reconcileFormOf(visit, shown))}<p class="dim">${words.kept}</p></section>
${nextActions(visit, upload)}
${bankList(visit, found, about("onlyBank"), lists.onlyBank)}
${bankList(visit, found, about("onlyBankBack"), lists.onlyBankBack, open)}
${bankList(visit, found, about("backElsewhere"), lists.backElsewhere)}
${pairList(visit, found, lists.notReversed, about("notReversed"))}
${onlyOursBackList(visit, lists.onlyOursBack)}
${onlyOursList(visit, found)}
${pairList(visit, found, lists.differing, about("differing"))}
${rowsList(visit, "unreadable", unreadable, words.unreadableNote)}
${uncountedList(visit, uncounted)}
${pairList(visit, found, lists.agreed, { name: "agreed", title: words.agreed, isQuiet: true })}
${oursList(visit, found, lists.goneAgreed, { name: "goneAgreed", title: words.goneAgreed, isQuiet: true })}
${bankList(visit, found, { name: "reversedAgreed", title: words.reversedAgreed, isQuiet: true }, lists.reversedAgreed)}
${rowsList(visit, "unnamed", unnamed)}`,
  };
}

/** The verdict above the result: that everything agrees, or what the difference is; and what is probably wrong with the file. */
function hints({ language }: Visit, found: Found): Html {
  const words = compareTexts[language].result;
  const { counts } = noteAbout(found);
  const isNone =
    counts.agreed + found.lists.notReversed.length + counts.differing === 0 &&
    counts.ours > 0 &&
    counts.bank + found.unreadable.length > 0;
  const verdict = isAgreement(counts)
    ? words.allAgree(counts.agreed)
    : words.differs(differencesText(balancesOf(found)));
  return html`<p class="verdict ${isAgreement(counts) ? "good" : "off"}"><strong>${verdict}</strong></p>
${isNone && html`<p class="alert">${words.noneMatch}</p>`}
${found.rounded > 0 && html`<p class="alert">${words.rounded(found.rounded)}</p>`}`;
}

/** What both sides have in each currency, and below it the causes of the difference, which add up to it. */
function balancesTable({ language }: Visit, balances: readonly Balance[]): Html {
  const words = compareTexts[language].result;
  const rows = ({ currency, here, bank, parts }: Balance) => {
    const money = (minor: bigint) => bankMoney({ minor, currency }, language);
    return html`<tbody><tr class="whole"><th scope="row">${currency === undefined ? words.sum : businessTexts[language].in[currency]}</th>${sideCells(language, { here, bank }, money)}</tr>
${parts.map(
  (part) =>
    html`<tr><th scope="row" class="names"><a href="#${part.name}">${words[part.name]}</a> <span class="dim">${words.payments(part.count)}</span></th>${sideCells(language, part, money)}</tr>`,
)}</tbody>`;
  };
  return html`<div class="compared"><table class="list causes">${sidesHead(language, words.head.cause)}${balances.map(rows)}</table></div>`;
}

/**
 * What is said of the sums, in one box: the rows of the file that are in none of them, as nobody could compare them or their
 * state does not count; and until when they change.
 */
async function outside(
  visit: Visit,
  { batch, unreadable, uncounted }: Found,
  isOpen: boolean,
): Promise<Html | undefined> {
  const words = compareTexts[visit.language].result;
  const states = new Map<string, number>();
  for (const { state = "" } of uncounted) states.set(state, (states.get(state) ?? 0) + 1);
  const named = [...states].map(([state, rows]) => `${state} (${rows})`).join(", ");
  const rows = html`${unreadable.length > 0 && html`<span><a href="#unreadable">${words.unreadable}: ${words.rows(unreadable.length)}</a></span> `}${uncounted.length > 0 && html`<span><a href="#uncounted">${words.uncounted}</a>: <bdi>${named}</bdi></span>`}`;
  if (isOpen || unreadable.length > 0) return openNotice(visit, { batch, isOpen }, rows);
  return uncounted.length > 0 ? html`<p class="lead">${rows}</p>` : undefined;
}

/** The form that sends the same file again. The button of the other language is in it, too. */
const againId = "again";

/** Compares another file, changes the columns of this one, or sends the result as a file. */
function nextActions(visit: Visit, upload: BankList): Html {
  const { language, root } = visit;
  const { result, columns } = compareTexts[language];
  return html`<form class="row ways" id="${againId}" method="post" action="${root}compare" enctype="multipart/form-data">
${uploadFields(visit, upload)}
<a href="${root}compare?batch=${upload.batch.date}">${result.another}</a>
<button class="link" name="change" value="1">${columns.again}</button>
<button class="link" name="download" value="csv">${listTexts[language].download} CSV</button> <button class="link" name="download" value="xlsx">Excel</button>
${printButton(visit.words)}
</form>`;
}

/** How many rows of a list are shown. The others are only counted, so that the page stays small. */
const maxShown = 500;

/** What stands around a list. */
interface About {
  /** The id of its heading. */
  name: string;
  title: string;
  /** What to do about its payments. */
  note?: string;
  /** Whether it is folded. */
  isQuiet?: boolean;
}

/** A heading and a table of at most {@link maxShown} rows. Nothing when there are no items. */
function section<T>(
  visit: Visit,
  { name, title, note, head, isQuiet = false, hasDifference = false }: About & { head: Html; hasDifference?: boolean },
  items: readonly T[],
  row: (item: T) => Html,
): Html | undefined {
  if (items.length === 0) return undefined;
  const words = compareTexts[visit.language].result;
  const rest = items.length - maxShown;
  const content = html`${note !== undefined && html`<p class="lead">${note}</p>`}
<div class="compared"><table class="list${hasDifference && " sides"}"><thead><tr>${head}</tr></thead><tbody>
${items.slice(0, maxShown).map(row)}
</tbody></table></div>
${rest > 0 && html`<p class="dim">${words.more(rest)}</p>`}`;
  const heading = html`${title} <span class="dim">${items.length}</span>`;
  return isQuiet
    ? html`<details class="part" id="${name}"><summary>${heading}</summary>${content}</details>`
    : html`<h2 id="${name}">${heading}</h2>${content}`;
}

const column = (name: string, kind?: "number"): Html =>
  html`<th scope="col"${kind !== undefined && html` class="${kind}"`}>${name}</th>`;

/**
 * Payments of the bank's file (charges, or voids and refunds), each with the attempts that the shop has for it; without
 * one, with those of the same amount that only the shop has.
 * @param open the charges whose page has a form that records a void or refund
 */
function bankList(
  visit: Visit,
  found: Found,
  about: About,
  payments: readonly (BankPayment & Partial<ReturnElsewhere>)[],
  open: ReadonlySet<string> = new Set(),
): Html | undefined {
  const { batch, known, lists } = found;
  const words = compareTexts[visit.language].result;
  const { head } = words;
  const byAmount = Map.groupBy(lists.onlyOurs, (attempt) => formatMoney(hereOf(found, attempt)));
  const alike = ({ minor, currency }: BankAmount): Html | undefined => {
    const names = currency === undefined ? currencies : [currency];
    const same = names.flatMap((name) => byAmount.get(formatMoney({ minor, currency: name })) ?? []).slice(0, 3);
    return same.length === 0
      ? undefined
      : html`<p>${words.sameAmount} ${same.map((attempt, at) => html`${at > 0 && ", "}${attemptLink(visit, attempt)}`)}</p>`;
  };
  const columns = html`${column(head.line)}${column(head.names)}${column(head.amount, "number")}${column(head.known)}`;
  return section(visit, { ...about, head: columns }, payments, (payment) => {
    const attempts = known.get(payment.line) ?? [];
    return html`<tr>${lineCell(visit, payment.line)}<th scope="row" class="names">${namesText(visit, payment)}</th>
<td class="number">${bankMoney(payment.amount, visit.language)}</td>
<td class="names">${payment.amount.minor < 0 && html`${words.reversed} `}${attempts.map((attempt) => html`${knownAttempt(visit, attempt, payment.part)}${open.has(attempt.id) && recordLink(visit, batch, payment, attempt)}`)}${attempts.length === 0 && html`${alike(payment.amount)}${searchLinks(visit, batch, payment.amount)}`}</td></tr>`;
  });
}

/**
 * An attempt that the shop has in another state or another batch. A paid one has a link to its batch, or to that in which
 * it went back.
 */
function knownAttempt(visit: Visit, attempt: Attempt, back?: Return): Html {
  const { language, root, settings } = visit;
  const { inBatch, paidInBatch } = compareTexts[language].result;
  const isBack = back?.payment.id === attempt.id;
  const at = isBack ? back.at : attempt.state === "approved" ? attempt.facts.settledAt : undefined;
  const batch = at !== undefined && batchAt(at, settings.batchClose, settings.timeZone);
  const { day } = timesOf(language, settings.timeZone);
  // Where the badge says that it went back, the batch is that in which it was paid.
  const within = returnsOf(attempt).length > 0 && !isBack ? paidInBatch : inBatch;
  return html`<p>${attemptLink(visit, attempt)} ${badge(attempt, language)} ${batch !== false && html`<a href="${root}close?batch=${batch.date}">${within(day(batch.until))}</a>`}</p>`;
}

/** The ids of the charges whose page has the form that records a void or refund. */
async function chargesWithForm(
  { settings: { store } }: Visit,
  payments: readonly BankPayment[],
  known: Found["known"],
): Promise<ReadonlySet<string>> {
  const all = new Set(payments.slice(0, maxShown).flatMap(({ line }) => known.get(line) ?? []));
  const charges = [...all].filter((attempt) => canGoBack(attempt, [attempt]));
  const orders = await Promise.all(charges.map(({ order }) => store.attemptsOf(order)));
  return new Set(charges.filter((charge, at) => canGoBack(charge, orders[at] ?? [])).map(({ id }) => id));
}

/** What leads to the form that records a void or refund of the bank's file, with what the file says filled in. */
function recordLink(
  { root, language, settings }: Visit,
  { until, date }: Batch,
  payment: BankPayment,
  attempt: Attempt,
): Html | undefined {
  const { minor, currency = attempt.amount.currency } = payment.amount;
  const left = leftOf(attempt);
  if (minor >= 0 || left === undefined || left.minor < -minor || left.currency !== currency) return undefined;
  const { reference } = payment.written;
  const isOwn = reference !== undefined && keyOf(reference) !== keyOf(attempt.facts.verdict?.reference ?? "");
  const query = new URLSearchParams({
    amount: decimalText(-minor),
    on: dateText(until - 1, settings.timeZone),
    batch: date,
    ...(isOwn && { reference }),
  });
  // In a tab of its own: the comparison, whose file is not kept, stays open.
  return html`<p><a href="${root}${paymentPath(attempt.id)}?${query.toString()}" target="_blank">${compareTexts[language].result.recordBack}</a></p>`;
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
function onlyOursList(visit: Visit, found: Found): Html {
  const { onlyOurs } = found.lists;
  const words = compareTexts[visit.language].result;
  const isMarked = (attempt: Attempt) =>
    marksOf(attempt).some((mark) => mark !== "reversed" && mark !== "reversedInPart");
  const marked = onlyOurs.filter(isMarked);
  const others = onlyOurs.filter((attempt) => !isMarked(attempt));
  const name = others.length > 0 ? "onlyOursMarked" : "onlyOurs";
  return html`${oursList(visit, found, others, { name: "onlyOurs", title: words.onlyOurs, note: words.todo.onlyOurs })}
${oursList(visit, found, marked, { name, title: words.onlyOursMarked, note: words.onlyOursMarkedDo })}`;
}

function oursList(visit: Visit, found: Found, attempts: readonly Attempt[], about: About): Html | undefined {
  const { head, inState } = compareTexts[visit.language].result;
  const { dayTime } = timesOf(visit.language, visit.timeZone);
  const columns = html`${column(head.approved)}${column(head.order)}${column(head.amount, "number")}${column(head.names)}`;
  return section(visit, { ...about, head: columns }, attempts, (attempt) => {
    const { settledAt = attempt.createdAt } = attempt.facts;
    const uncounted = found.uncountedHere.get(attempt.id);
    return html`<tr><td class="day-time">${dayTime(settledAt)}</td><th scope="row">${attemptLink(visit, attempt)}</th>
<td class="number">${ourMoney(visit, found, attempt)}</td><td class="names">${ourNames(visit, attempt)}${uncounted && html`<p>${inState(uncounted.state ?? "", uncounted.line)}</p>`}${records(visit, found, attempt)}</td></tr>`;
  });
}

/** What went back of payments of other batches, and is not in the file. */
function onlyOursBackList(visit: Visit, returns: readonly Return[]): Html | undefined {
  const { head, onlyOursBack: title, todo } = compareTexts[visit.language].result;
  const { reference: referenceText, said } = givenBackTexts[visit.language];
  const { day } = timesOf(visit.language, visit.timeZone);
  const columns = html`${column(head.returned)}${column(head.order)}${column(head.amount, "number")}${column(head.names)}`;
  const about = { name: "onlyOursBack", title, note: todo.onlyOursBack, head: columns };
  return section(visit, about, returns, ({ payment, at, amount, pnRef, reference = pnRef, by, reason }) => {
    const minor = -amount.minor;
    return html`<tr><td class="whole">${day(at)}</td><th scope="row">${attemptLink(visit, payment)}</th>
<td class="number">${formatMoney({ ...amount, minor })}</td><td class="names">${reference !== undefined && html`<p>${referenceText(reference)}</p>`}<p>${said(by, reason)}</p></td></tr>`;
  });
}

/** Rows of the file whose state does not count. */
function uncountedList(visit: Visit, payments: readonly BankPayment[]): Html | undefined {
  const { head, uncounted } = compareTexts[visit.language].result;
  const columns = html`${column(head.line)}${column(head.names)}${column(head.amount, "number")}${column(head.state)}`;
  return section(
    visit,
    { name: "uncounted", title: uncounted, isQuiet: true, head: columns },
    payments,
    (
      payment,
    ) => html`<tr>${lineCell(visit, payment.line)}<th scope="row" class="names">${namesText(visit, payment)}</th>
<td class="number">${bankMoney(payment.amount, visit.language)}</td><td class="names"><bdi>${payment.state}</bdi></td></tr>`,
  );
}

/** What counts here of a payment; the mark `partialUnknown` when a part was approved and nobody has named it. */
function ourMoney({ language }: Visit, found: Found, attempt: Attempt): string {
  if (approvedAmountOf(attempt) === undefined) return markNames[language].partialUnknown;
  return formatMoney(hereOf(found, attempt));
}

/** What the staff has recorded about a payment: what went back of it, who, and when. */
function records({ language, moment }: Visit, found: Found, attempt: Attempt): Html {
  const { confirmedBy, reversedBy, lessBack } = compareTexts[language].result;
  const whole = countedAmount(attempt);
  const back = { ...whole, minor: whole.minor - hereOf(found, attempt).minor };
  const { resolution } = attempt.facts;
  const reversed = reversalOf(attempt);
  return html`${back.minor > 0 && html`<p>${lessBack(formatMoney(whole), formatMoney(back))}</p>`}${marksOf(attempt).includes("partial") && html`<p>${markNames[language].partial}</p>`}
${resolution?.paid && html`<p>${confirmedBy(resolution.by, moment(resolution.at))}</p>`}
${reversed && html`<p>${reversedBy(reversed.by, moment(reversed.at))}</p>`}`;
}

/** Payments that both the shop and the bank have. */
function pairList(visit: Visit, found: Found, pairs: readonly Pair[], about: About): Html | undefined {
  const { head } = compareTexts[visit.language].result;
  // What agrees has one amount. What differs says by how much, and its row stands beside the order.
  const isOff = about.name !== "agreed";
  const columns = html`${!isOff && column(head.line)}${column(head.order)}${isOff ? html`${column(head.here, "number")}${column(head.bank, "number")}${column(head.difference, "number")}` : column(head.amount, "number")}${column(head.names)}`;
  return section(
    visit,
    { ...about, head: columns, hasDifference: isOff },
    pairs,
    ({
      ours,
      bank,
    }) => html`<tr>${!isOff && lineCell(visit, bank.line)}<th scope="row">${attemptLink(visit, ours)}${isOff && html` <span class="dim whole">${head.line} ${bank.line}</span>`}</th>
${isOff ? html`<td class="number labeled"><span class="on-small">${head.here} </span>${ourMoney(visit, found, ours)}</td><td class="number labeled"><span class="on-small">${head.bank} </span>${formatMoney({ currency: ours.amount.currency, ...bank.amount })}</td>${offBy(visit, found, ours, bank.amount)}` : html`<td class="number">${ourMoney(visit, found, ours)}</td>`}<td class="names">${ourNames(visit, ours)}${records(visit, found, ours)}</td></tr>`,
  );
}

/** Rows of the file that were not compared. */
function rowsList(
  visit: Visit,
  name: "unreadable" | "unnamed",
  rows: readonly BankRow[],
  note?: string,
): Html | undefined {
  const { head, [name]: title } = compareTexts[visit.language].result;
  const about = { name, title, ...(note === undefined ? { isQuiet: true } : { note }) };
  return section(
    visit,
    { ...about, head: html`${column(head.line)}${column(head.cells)}` },
    rows,
    (row) =>
      html`<tr>${lineCell(visit, row.line)}<td class="names"><bdi>${row.cells
        .filter((cell) => cell !== "")
        .join(" · ")
        .slice(0, 200)}</bdi></td></tr>`,
  );
}

/** How much more the bank has of a payment, or less. Nothing where the approved part or the currency is in doubt. */
function offBy(
  { language }: Visit,
  found: Found,
  ours: Attempt,
  { minor, currency = ours.amount.currency }: BankAmount,
): Html {
  if (approvedAmountOf(ours)?.currency !== currency) return html`<td></td>`;
  const money = (off: bigint) => formatMoney({ minor: off, currency });
  return differenceCell(language, BigInt(minor) - BigInt(hereOf(found, ours).minor), money);
}

/** The row of the bank's file that something stands in. */
const lineCell = ({ language }: Visit, line: number): Html =>
  html`<td class="whole"><span class="on-small">${compareTexts[language].result.head.line} </span>${line}</td>`;

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
