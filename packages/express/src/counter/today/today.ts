import { type Batch, batchAt, type Money } from "@ventanilla/client";
import { type Html, html, wholeText } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { closedBatch } from "../../staff/summary.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { tallySumOf } from "../../stores/tally-sum.ts";
import { batchSpan } from "../close/shown-batch.ts";
import { firstRows, type OpenDecisions, openDecisions } from "../decide/open-decisions.ts";
import { timesOf } from "../format.ts";
import { isWithin, type Owed, owedIn, owedSumsOf } from "../give-back/owed.ts";
import { stateLegend } from "../standing/state-legend.ts";
import { voidTime } from "../standing/void-time.ts";
import { approvedLines, linesOfSum } from "../sums/approved-lines.ts";
import { type SumLine, sumLines } from "../sums/sum-lines.ts";
import { businessTexts } from "../texts/business.ts";
import { sumTexts } from "../texts/sums.ts";
import { todayTexts } from "../texts/today.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { chart, hasColumns } from "./chart.ts";

/** How many payments that need a decision are listed: the money is near the top of a phone, too. */
const maxNamed = 5;

/** Groups of payments that nobody was charged for. */
const uncharged: readonly SpanTally["group"][] = ["waiting", "declined", "cancelled", "failed", "expired", "notPaid"];

/** `/`: what needs a decision first, what came in since the last batch close, and what that close came to. */
export const todayRoutes: readonly CounterRoute[] = [{ method: "GET", path: /^\/$/, answer: todayPage }];

/** A tally, and what of it should go back. */
interface Sums {
  rows: readonly SpanTally[];
  owed: readonly Owed[];
  /** Whether it is a batch's. What went back in a batch stands by itself; else it is taken off what it was paid with. */
  isBatch: boolean;
}

async function todayPage(visit: Visit): Promise<Answer> {
  const { settings, language } = visit;
  const { store, batchClose, timeZone } = settings;
  const words = todayTexts[language];
  const now = await store.now();
  const batch = batchAt(now, batchClose, timeZone);
  const closed = closedBatch(now, settings);
  const [[rows = [], closedRows = []], waiting, owed] = await Promise.all([
    store.tallies({ spans: [batch, closed], by: "hour" }),
    openDecisions(visit, now),
    owedIn(store, { reached: [{ from: closed.from, until: batch.until }] }),
  ]);
  const owedOf = (span: Batch) => owed.filter(({ at }) => isWithin(span, at));
  const context = { language, times: timesOf(language, timeZone), span: batch, now };
  const paid = rows.filter(({ group }) => group !== "givenBack");
  const first = waiting.attempts.slice(0, maxNamed);
  const rowsOfFirst = await firstRows(visit, first, now);
  const charts = byCurrency(paid).map(
    ([currency, own], _, { length }) =>
      hasColumns(own) && chart(own, currency, { ...context, name: length > 1 && businessTexts[language].in[currency] }),
  );
  return {
    title: words.title,
    section: "today",
    live: true,
    body: html`${waitingFirst(visit, waiting, { count: first.length, rows: rowsOfFirst })}
<div class="totals day">${openCard(visit, { batch, rows, owed: owedOf(batch), isBatch: true }, now)}${closedCard(visit, { batch: closed, rows: closedRows, owed: owedOf(closed), isBatch: true })}
${charts.some(Boolean) && html`<section class="card" aria-labelledby="by-hour"><h2 id="by-hour">${words.chart.title}</h2>${charts}</section>`}</div>
${stateLegend(language)}`,
  };
}

/** The first payments that need a decision, and a link to all that waits: as many as the navigation says. */
function waitingFirst(
  { root, language }: Visit,
  { count, eventCount }: OpenDecisions,
  named: { count: number; rows: Html },
): Html {
  const words = todayTexts[language];
  const payments = sumTexts[language].payments(count);
  const isOfTwo = count > 0 && eventCount > 0;
  // The button says how many, unless they are of two kinds, or not all of them are here.
  const said = [
    named.count < count ? words.some(named.count, payments) : isOfTwo && `${payments}.`,
    isOfTwo && words.also(words.events(eventCount)),
  ].filter(Boolean);
  if (count + eventCount === 0) return html`<p class="card empty">${words.nothing}</p>`;
  return html`<section class="card waits" aria-labelledby="first"><h2 id="first">${words.first}</h2>
${named.count > 0 && named.rows}
<p class="row"><a class="button" href="${root}decide">${words.decide(count + eventCount)}</a>${said.length > 0 && html` <span class="dim">${said.join(" ")}</span>`}</p></section>`;
}

/** The batch that is open: what came in, and until when that can be voided. */
function openCard(visit: Visit, { batch, ...sums }: Sums & { batch: Batch }, now: number): Html {
  const words = todayTexts[visit.language];
  return html`<section class="card" aria-labelledby="open"><h2 id="open">${openTitle(visit, batch, now)}</h2>
<p class="dim">${batchSpan(visit, batch)}</p>
${sums.rows.length === 0 ? html`<p class="empty">${words.none}</p>` : groupSums(visit, sums)}
${sums.rows.some(({ group }) => group === "approved") && voidTime(visit, batch.until, now, "batch")}</section>`;
}

/** What the batch that is open is called, and when it closes. */
function openTitle({ language, settings }: Visit, { until }: Batch, now: number): string {
  const words = todayTexts[language];
  const { day, time, wholeMoment } = timesOf(language, settings.timeZone);
  return day(now) === day(until) ? words.open.today(wholeText(time(until))) : words.open.later(wholeMoment(until));
}

const approvedOf = (rows: readonly SpanTally[]): SpanTally[] =>
  rows.filter(({ group }) => group === "approved" || group === "givenBack");

/** The last batch that has closed: what was approved in it. */
function closedCard(visit: Visit, { batch, rows, ...sums }: Sums & { batch: Batch }): Html {
  const words = todayTexts[visit.language];
  const approved = approvedOf(rows);
  return html`<section class="card" aria-labelledby="closed"><h2 id="closed">${words.closed.title}</h2>
<p class="dim">${batchSpan(visit, batch)}</p>
${approved.length === 0 ? html`<p class="empty">${words.closed.none}</p>` : groupSums(visit, { ...sums, rows: approved })}
<p><a href="${visit.root}close?batch=${batch.date}">${words.closed.link}</a></p></section>`;
}

/** The rows of each currency that has any. */
function byCurrency<Row extends SpanTally>(rows: readonly Row[]): [currency: Money["currency"], own: Row[]][] {
  const all = currencies.map((currency) => [currency, rows.filter((row) => row.currency === currency)] as const);
  return all.flatMap(([currency, own]) => (own.length > 0 ? [[currency, own]] : []));
}

/** The count and the sum of the payments of each group, for each currency with payments; of several, each below its name. */
export function groupSums(visit: Pick<Visit, "language" | "root">, { rows, ...sums }: Sums): Html[] {
  const { in: names } = businessTexts[visit.language];
  return byCurrency(rows).map(([currency, own], _, { length }) => {
    const owed = sums.owed.filter((row) => row.currency === currency);
    const lines = sumLines(currencyLines(visit, currency, { ...sums, rows: own, owed }));
    return length === 1 ? lines : html`<div><h3>${names[currency]}</h3>${lines}</div>`;
  });
}

function currencyLines(
  visit: Pick<Visit, "language" | "root">,
  currency: Money["currency"],
  { rows, owed, isBatch }: Sums,
): SumLine[] {
  const { names } = todayTexts[visit.language];
  const inGroup = (name: SpanTally["group"]) => ({
    ...tallySumOf(rows.filter(({ group }) => group === name)),
    currency,
    ...owedSumsOf(owed.filter(({ group }) => group === name)),
  });
  const has = (name: SpanTally["group"]) => rows.some(({ group }) => group === name);
  const others = (Object.keys(names) as (keyof typeof names)[]).filter(has);
  const approved = { ...inGroup("approved"), ...(isBatch && { returned: inGroup("givenBack") }) };
  return [
    ...(isBatch || has("approved") ? approvedLines(visit, approved) : []),
    ...others.flatMap((name) =>
      linesOfSum(visit, inGroup(name), {
        label: names[name],
        group: name,
        role: uncharged.includes(name) ? "quiet" : undefined,
      }),
    ),
  ];
}
