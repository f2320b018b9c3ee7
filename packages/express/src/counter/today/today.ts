import { type Batch, batchAt, type Money } from "@ventanilla/client";
import { type Html, html } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { closedBatch } from "../../staff/summary.ts";
import { countedSumOf, tallySumOf } from "../../staff/tally-sum.ts";
import type { TallyRow } from "../../stores/staff-store.ts";
import { batchSpan } from "../close/shown-batch.ts";
import { kindLink, type OpenDecisions, openDecisions, waitingLine } from "../decide/decide.ts";
import { timesOf } from "../format.ts";
import { showPage } from "../frame.ts";
import { isWithin, type Owed, owedIn } from "../give-back/owed.ts";
import { stateLegend } from "../standing/state-legend.ts";
import { voidTime } from "../standing/void-time.ts";
import { approvedLines, linesOfSum } from "../sums/approved-lines.ts";
import { type SumLine, sumLines } from "../sums/sum-lines.ts";
import { sumTexts } from "../texts/sums.ts";
import { type TodayTexts, todayTexts } from "../texts/today.ts";
import type { CounterRoute, Visit } from "../visit.ts";
import { chart } from "./chart.ts";

/** How many payments that need a decision are listed. */
const maxNamed = 5;

/** Groups of payments that nobody was charged for. */
const uncharged: readonly TallyRow["group"][] = ["declined", "cancelled", "failed", "expired", "notPaid"];

/** `/`: what needs a decision first, what came in since the last batch close, and what that close came to. */
export const todayRoutes: readonly CounterRoute[] = [{ method: "GET", path: /^\/$/, answer: showToday }];

/** The tally of a batch, and what of it should go back. */
export interface BatchSums {
  rows: readonly TallyRow[];
  owed: readonly Owed[];
}

async function showToday(visit: Visit): Promise<void> {
  const { settings, language } = visit;
  const { store, batchClose, timeZone } = settings;
  const words = todayTexts[language];
  const now = await store.now();
  const batch = batchAt(now, batchClose, timeZone);
  const closed = closedBatch(now, settings);
  const [rows, closedRows, waiting, owed] = await Promise.all([
    store.tally(batch),
    store.tally(closed),
    openDecisions(visit, maxNamed),
    owedIn(store, { from: closed.from, until: batch.until }),
  ]);
  const owedOf = (span: Batch) => owed.filter(({ at }) => isWithin(span, at));
  const context = { language, times: timesOf(language, timeZone), span: batch, now };
  const paid = rows.filter(({ group }) => group !== "givenBack");
  const charts = byCurrency(paid).map(([currency, own]) => chart(own, currency, context));
  showPage(visit, {
    title: words.title,
    section: "today",
    live: true,
    body: html`${waitingFirst(visit, waiting, words)}
<div class="totals day">${openCard(visit, { batch, rows, owed: owedOf(batch) }, now)}${closedCard(visit, { batch: closed, rows: closedRows, owed: owedOf(closed) })}</div>
${paid.length > 0 && html`<section class="card" aria-labelledby="by-hour"><h2 id="by-hour">${words.chart.title}</h2>${charts}</section>`}
${stateLegend(language)}`,
  });
}

/** The first payments that need a decision, how many there are of each kind, and links to all of them. */
function waitingFirst(visit: Visit, { kinds, count, eventCount }: OpenDecisions, words: TodayTexts): Html {
  const { root } = visit;
  if (kinds.length === 0 && eventCount === 0) return html`<p class="card empty">${words.nothing}</p>`;
  const named = kinds.flatMap(({ attempts }) => attempts).slice(0, maxNamed);
  return html`<section class="card waits" aria-labelledby="first"><h2 id="first">${words.first}</h2>
<ul class="plain">${named.map((attempt) => html`<li>${waitingLine(visit, attempt)}</li>`)}
${eventCount > 0 && html`<li><a href="${root}decide">${words.events(eventCount)}</a></li>`}</ul>
${count > named.length && html`<p class="row">${kinds.map((kind) => html`${kindLink(visit, kind)} `)}</p>`}
${count > 0 && html`<p class="row"><a class="button" href="${root}decide">${words.decide(count)}</a></p>`}</section>`;
}

/** The batch that is open: what came in, and until when that can be voided. */
function openCard(visit: Visit, { batch, ...sums }: BatchSums & { batch: Batch }, now: number): Html {
  const { language, settings } = visit;
  const words = todayTexts[language];
  const { day, time, moment } = timesOf(language, settings.timeZone);
  const closesToday = day(now) === day(batch.until);
  const title = closesToday ? words.open.today(time(batch.until)) : words.open.later(moment(batch.until));
  return html`<section class="card" aria-labelledby="open"><h2 id="open">${title}</h2>
<p class="dim">${batchSpan(visit, batch)}</p>
${sums.rows.length === 0 ? html`<p class="empty">${words.none}</p>` : batchLines(visit, sums)}
${sums.rows.some(({ group }) => group === "approved") && voidTime(visit, batch.until, now, "batch")}</section>`;
}

/** The last batch that has closed: what was approved in it. */
function closedCard(visit: Visit, { batch, rows, owed }: BatchSums & { batch: Batch }): Html {
  const words = todayTexts[visit.language];
  const approved = rows.filter(({ group }) => group === "approved" || group === "givenBack");
  return html`<section class="card" aria-labelledby="closed"><h2 id="closed">${words.closed.title}</h2>
<p class="dim">${batchSpan(visit, batch)}</p>
${approved.length === 0 ? html`<p class="empty">${words.closed.none}</p>` : batchLines(visit, { rows: approved, owed })}
<p><a href="${visit.root}close?batch=${batch.date}">${words.closed.link}</a></p></section>`;
}

/** The rows of each currency that has any. */
function byCurrency(rows: readonly TallyRow[]): [currency: Money["currency"], own: TallyRow[]][] {
  const all = currencies.map((currency) => [currency, rows.filter((row) => row.currency === currency)] as const);
  return all.flatMap(([currency, own]) => (own.length > 0 ? [[currency, own]] : []));
}

/** The count and the sum of the payments of each group: sums of their own for each currency with payments. */
export function batchLines(visit: Pick<Visit, "language" | "root">, { rows, owed }: BatchSums): Html {
  return html`${byCurrency(rows).map(([currency, own]) =>
    sumLines(currencyLines(visit, currency, { rows: own, owed: owed.filter((row) => row.currency === currency) })),
  )}`;
}

function currencyLines(
  visit: Pick<Visit, "language" | "root">,
  currency: Money["currency"],
  { rows, owed }: BatchSums,
): SumLine[] {
  const { names } = todayTexts[visit.language];
  const { owed: owedNames } = sumTexts[visit.language];
  const inGroup = (name: TallyRow["group"]) => ({
    ...tallySumOf(rows.filter(({ group }) => group === name)),
    currency,
    owed: countedSumOf(owed.filter(({ group }) => group === name)),
  });
  const others = (Object.keys(names) as (keyof typeof names)[]).filter((name) =>
    rows.some(({ group }) => group === name),
  );
  return [
    ...approvedLines(visit, { ...inGroup("approved"), returned: inGroup("givenBack") }),
    ...others.flatMap((name) =>
      linesOfSum(visit, inGroup(name), {
        label: names[name],
        role: uncharged.includes(name) ? "quiet" : undefined,
        ...((name === "authorized" || name === "decide") && { owed: owedNames[name] }),
      }),
    ),
  ];
}
