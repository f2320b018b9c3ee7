import type { Money } from "@ventanilla/client";
import { type Cell, formatMoney, type Html, html } from "@ventanilla/web";
import { currencies } from "../attempt/rules.ts";
import type { SpanTally } from "../stores/staff-store.ts";
import { legendItem, plot } from "./bars.ts";
import { percent, timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { type PeriodSums, sumsOf } from "./period-sums.ts";
import { type Days, type Length, lastPeriods, lengths, namesOf, type Period } from "./periods.ts";
import { sendCsv, wholeCsv } from "./send-csv.ts";
import { sumLines } from "./sum-lines.ts";
import { type BusinessTexts, businessTexts } from "./texts/business.ts";
import { sumTexts } from "./texts/sums.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/** `/business`: days, weeks or months side by side, as sums and as a file. */
export const businessRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/business$/, answer: showBusiness },
  { method: "GET", path: /^\/business\.csv$/, answer: sendFile },
];

/** Periods with what is in each. */
interface Shown {
  by: Length;
  /** The days that the address names. */
  days?: Days;
  periods: { period: Period; rows: SpanTally[] }[];
}

/** Reads the periods that the address names, the latest first. */
async function shownIn({ query, settings }: Visit): Promise<Shown> {
  const { store } = settings;
  const by = (Object.keys(lengths) as Length[]).find((length) => length === query.get("by")) ?? "day";
  const [from, until] = [query.get("from"), query.get("until")];
  const days = by === "day" && from !== null && until !== null ? { from, until } : undefined;
  const periods = lastPeriods(by, await store.now(), settings, days);
  const rows = (await store.tallies({ spans: periods.flatMap(({ batches }) => batches) })).values();
  return {
    by,
    ...(days && { days }),
    periods: periods.map((period) => ({ period, rows: period.batches.flatMap(() => rows.next().value ?? []) })),
  };
}

async function showBusiness(visit: Visit): Promise<void> {
  const { language, settings, root, query } = visit;
  const words = businessTexts[language];
  const shown = await shownIn(visit);
  const used = currencies.filter((each) =>
    shown.periods.some(({ rows }) => rows.some(({ currency }) => currency === each)),
  );
  const { time } = timesOf(language, settings.timeZone);
  const [latest] = shown.periods;
  const file = new URLSearchParams([...query].filter(([name]) => name !== "lang"));
  const choice = (length: Length) =>
    html`<a href="${root}business?by=${length}"${length === shown.by && shown.days === undefined && html` aria-current="true"`}>${words.last[length]}</a>`;
  showPage(visit, {
    title: words.title,
    section: "business",
    body: html`<p class="row choices">${choice("day")} ${choice("week")} ${choice("month")}</p>
${used.length === 0 ? html`<p class="card empty">${words.none}</p>` : used.map((currency) => currencyCard(visit, shown, currency, used.length > 1))}
${used.length > 0 && html`<p class="row ways"><a class="button quiet" href="${root}business.csv?${file.toString()}">${words.file}</a></p>`}
<details class="lead"><summary>${words.how}</summary><p>${words.batches(time(latest?.period.batches[0].until ?? 0))}</p><p>${words.counted}</p></details>`,
  });
}

/** A period as it is shown, in one currency. */
interface Line {
  period: Period;
  names: ReturnType<typeof namesOf>;
  sums: PeriodSums;
}

/** All periods together, then each as a column and as a row. */
function currencyCard(visit: Visit, { by, periods }: Shown, currency: Money["currency"], isNamed: boolean): Html {
  const { language, settings } = visit;
  const words = businessTexts[language];
  const times = timesOf(language, settings.timeZone);
  const own = (rows: readonly SpanTally[]) => rows.filter((row) => row.currency === currency);
  const lines: Line[] = periods.map(({ period, rows }) => ({
    period,
    names: namesOf(by, period, times),
    sums: sumsOf(own(rows)),
  }));
  const all = sumsOf(own(periods.flatMap(({ rows }) => rows)));
  return html`<section class="card">
${isNamed && html`<h2>${words.in[currency]}</h2>`}
<div class="beside">${wholeSum(language, all, currency)}
${columns(language, lines.toReversed(), currency)}</div>
${table(visit, by, lines, currency)}</section>`;
}

function wholeSum(language: Visit["language"], sums: PeriodSums, currency: Money["currency"]): Html {
  const words = businessTexts[language];
  const { payments, marked } = sumTexts[language];
  const { taken, back, unnamed } = sums;
  const amount = (minor: number) => formatMoney({ minor, currency });
  return sumLines([
    { label: words.taken, count: payments(taken.count), amount: amount(taken.minor) },
    ...(unnamed > 0 ? [{ label: marked.partialUnknown, count: payments(unnamed), role: "part" as const }] : []),
    ...(back.count > 0 ? [{ label: words.back, count: words.times(back.count), amount: amount(-back.minor) }] : []),
    { label: words.net, amount: amount(taken.minor - back.minor), role: "main" },
  ]);
}

/** A column for each period, the earliest first: what was charged, and which part of as much went back. */
function columns(language: Visit["language"], lines: readonly Line[], currency: Money["currency"]): Html {
  const words = businessTexts[language];
  const bars = lines.map(({ names, sums: { taken, back, ...sums } }) => ({
    label: names.short,
    parts: [
      ["approved", Math.max(0, taken.minor - back.minor)],
      ["reversed", back.minor],
    ] as const,
    said:
      taken.count + back.count > 0
        ? `${names.whole}: ${valuesOf(language, { taken, back, ...sums }, currency)}`
        : undefined,
  }));
  const hasBack = lines.some(({ sums }) => sums.back.minor > 0);
  return html`<figure class="chart">
${plot(bars, currency)}
<ul class="legend" aria-hidden="true">${legendItem("approved", words.kept)}${hasBack && legendItem("reversed", words.back)}</ul>
</figure>`;
}

/** The values of a period in words. */
function valuesOf(language: Visit["language"], { taken, back }: PeriodSums, currency: Money["currency"]): string {
  const words = businessTexts[language];
  const value = (name: string, minor: number) => `${name} ${formatMoney({ minor, currency })}`;
  const parts = [`${value(words.taken, taken.minor)} (${taken.count})`];
  if (back.minor > 0) parts.push(value(words.back, back.minor), value(words.net, taken.minor - back.minor));
  return parts.join(", ");
}

/** A row for each period, the latest first. Its numbers lead to the payments, or to its days. */
function table(visit: Visit, by: Length, lines: readonly Line[], currency: Money["currency"]): Html {
  const { language, root } = visit;
  const words = businessTexts[language];
  const amount = (minor: number) => formatMoney({ minor, currency });
  const row = ({ period: { batches, isOpen }, names, sums }: Line) => {
    const { taken, back, approved, declined } = sums;
    const [first] = batches;
    const until = (batches.at(-1) ?? first).date;
    const within = by === "day" ? `close?batch=${until}` : `business?by=day&from=${first.date}&until=${until}`;
    const refused = `payments?state=declined&currency=${currency}&from=${first.date}&until=${until}`;
    const link = (path: string, text: Html | string, isEmpty: boolean) =>
      isEmpty ? text : html`<a href="${root}${path}">${text}</a>`;
    const cell = (name: keyof BusinessTexts["columns"], content: Html | string) =>
      html`<td class="number ${name}">${name !== "net" && html`<span class="on-small">${words.columns[name]}</span> `}<span>${content}</span></td>`;
    const [isNone, isKept] = [taken.count === 0, back.count === 0];
    return html`<tr class="${isNone && "none"} ${isKept && "kept"}"><th scope="row"><a href="${root}${within}">${names.whole}</a>${isOpen && html` <span class="dim">${words.open}</span>`}</th>
${cell("taken", link(within, amount(taken.minor), isNone))}
${cell("back", link(within, isKept ? "–" : amount(-back.minor), isKept))}
${cell("net", amount(taken.minor - back.minor))}
${cell("payments", link(within, String(taken.count), isNone))}
${cell("approved", approved === undefined ? "–" : link(refused, percent(approved, language), declined === 0))}</tr>`;
  };
  const heads = Object.entries(words.columns).map(([, name]) => html`<th scope="col" class="number">${name}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.in[currency]}: ${words.table[by]}"><table class="list periods"><caption class="sr">${words.table[by]}</caption>
<thead><tr><th scope="col">${words.period[by]}</th>${heads}</tr></thead>
<tbody>${lines.map(row)}</tbody></table></div>`;
}

/** Sends the sums as a file: a row for each period and currency that has any, the earliest first. */
async function sendFile(visit: Visit): Promise<void> {
  const words = businessTexts[visit.language];
  const { by, periods } = await shownIn(visit);
  const rows = periods.toReversed().flatMap(({ period: { batches }, rows: all }) =>
    currencies.flatMap((currency): Cell[][] => {
      const own = all.filter((row) => row.currency === currency);
      const { taken, back, unnamed, declined } = sumsOf(own);
      const dates = [batches[0].date, (batches.at(-1) ?? batches[0]).date];
      const amounts = [taken.minor, back.minor, taken.minor - back.minor].map((minor) => ({ minor }));
      const counts = [taken.count, unnamed, back.count, declined].map(String);
      return own.length === 0 ? [] : [[...dates, currency, ...amounts, ...counts]];
    }),
  );
  const last = periods[0]?.period.batches.at(-1)?.date ?? "";
  await sendCsv(visit, `ventanilla-${by}-${last}.csv`, wholeCsv([words.csv, ...rows]));
}
