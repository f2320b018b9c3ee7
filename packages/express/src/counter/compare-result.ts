import { type Html, html } from "@ventanilla/web";
import { countedOf } from "../attempt/approved-part.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { givenBackOf } from "../attempt/given-back.ts";
import { takingsIn } from "../staff/list.ts";
import { type BankAmount, sumsOf } from "./bank/amount.ts";
import { type BankPayment, type Columns, paymentSteps } from "./bank/columns.ts";
import { type Comparison, comparisonSteps, type Pair } from "./bank/match.ts";
import { inTurns } from "./bank/turns.ts";
import { withoutGivenBack } from "./bank/without-given-back.ts";
import { type BankList, uploadFields } from "./compare-forms.ts";
import { bankList, onlyOursList, pairList, rowsList } from "./compare-lists.ts";
import { bankMoney, withCurrency } from "./compare-money.ts";
import { type ComparisonCounts, noteOf } from "./comparison-note.ts";
import { timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { knownHere } from "./known-here.ts";
import { batchSubject } from "./shown-batch.ts";
import { compareTexts } from "./texts/compare.ts";
import type { Visit } from "./visit.ts";

/**
 * Compares the bank's list with the batch, and shows the result with links to the payments. No payment is changed. Who
 * compared, and the counts, are kept with the staff's actions. The file is not kept.
 */
export async function showComparison(visit: Visit, upload: BankList, columns: Columns): Promise<void> {
  const { settings, staff, language } = visit;
  const { batch, table } = upload;
  const ours: Attempt[] = [];
  for await (const attempts of takingsIn(settings.store, batch)) ours.push(...attempts);
  const rows = await inTurns(paymentSteps(table, columns));
  const compared = await inTurns(comparisonSteps(ours, rows.payments));
  const unmatched = await withCurrency(settings.store, batch, compared);
  const known = await knownHere(settings.store, batch, unmatched);
  const { givenBack, onlyBank, returnedIds } = withoutGivenBack(unmatched, known);
  const isAwaited = ({ ours: one }: Pair) => givenBackOf(one) !== undefined && !returnedIds.has(one.id);
  const awaited = compared.agreed.filter(isAwaited);
  const settled = compared.agreed.filter((pair) => !isAwaited(pair));
  const isReversal = ({ amount }: BankPayment) => amount.minor < 0;
  const reversals = { agreed: givenBack, onlyBank: onlyBank.filter(isReversal) };
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
${pairList(visit, awaited, { title: words.notGivenBack, note: words.notGivenBackDo })}
${onlyOursList(visit, found.onlyOurs)}
${pairList(visit, found.differing, { title: words.differing, note: words.differingDo })}
${rowsList(visit, words.unreadable, rows.unreadable, words.unreadableNote)}
${pairList(visit, found.agreed, { title: words.agreed, isQuiet: true })}
${bankList(visit, batch, { title: words.givenBackAgreed, isQuiet: true }, reversals.agreed, known)}
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
${reversalLine(words.givenBackAgreed, reversals.agreed)}
${bankLine(words.onlyBank, onlyBank)}
${reversalLine(words.onlyBankBack, reversals.onlyBank)}
${awaited.length > 0 && line(words.notGivenBack, awaited.length, money(bankAmountsOf(awaited)))}
${line(words.onlyOurs, onlyOurs.length, money(onlyOurs.map(countedOf)))}
${line(words.differing, differing.length, differingLines)}
${left > 0 && html`<div><dt>${words.unreadable}</dt><dd><span class="dim">${words.rows(left)}</span></dd></div>`}
</dl>`;
}

const bankAmountsOf = (pairs: readonly Pair[]) =>
  pairs.map(({ ours, bank }) => ({ currency: ours.amount.currency, ...bank.amount }));
const amountsOf = (pairs: readonly Pair[]) => pairs.map(({ ours }) => countedOf(ours));

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
