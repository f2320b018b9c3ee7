import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { largestProducts } from "../../stores/largest-products.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { changeText, percent, timesOf } from "../format.ts";
import { legendItem, plot } from "../sums/bars.ts";
import { shareBars } from "../sums/share-bars.ts";
import { type SumLine, sumLines } from "../sums/sum-lines.ts";
import { type BusinessTexts, businessTexts } from "../texts/business.ts";
import { sumTexts } from "../texts/sums.ts";
import { todayTexts } from "../texts/today.ts";
import type { Visit } from "../visit.ts";
import { type Line, partsOf } from "./parts.ts";
import { paymentsQuery } from "./payments-query.ts";
import { type PeriodSums, sumsOf } from "./period-sums.ts";
import { type Length, namesOf } from "./periods.ts";
import type { Shown, Split } from "./shown.ts";

/** How many products a page has at most: its file has more. */
const maxProducts = 20;

/** How many bars there are before the one of all others: the table has their numbers. */
const maxBars = 8;

/** The first column of the table, and what the table is. */
interface Head {
  column: string;
  about: string;
  /** Of how many lines it says that nothing happened in them. */
  none(lines: number): string;
  isLatestFirst?: boolean;
  /** A class of the table. */
  name?: Split;
}

/** All periods together, then each of them, or each part, as a column and as a row. */
export function currencyCard(visit: Visit, shown: Shown, currency: Money["currency"], isNamed: boolean): Html {
  const { language } = visit;
  const { by, split, periods } = shown;
  const words = businessTexts[language];
  const own = (rows: readonly SpanTally[]) => rows.filter((row) => row.currency === currency);
  const all = own(periods.flatMap(({ rows }) => rows));
  const parts = split === "product" ? largestProducts(all, maxProducts) : all;
  const lines = split === undefined ? periodLines(visit, shown, currency) : partsOf(visit, { ...shown, split }, parts);
  const head =
    split === undefined
      ? { column: words.period[by], about: words.table[by], none: words.noneIn[by], isLatestFirst: true }
      : { ...words.part[split], none: words.noneIn.hour, name: split };
  return html`<section class="card">
${isNamed && html`<h2>${words.in[currency]}</h2>`}
<div class="beside"><div>${wholeSum(language, shown, { sums: sumsOf(all), earlier: sumsOf(own(shown.before ?? [])) }, currency)}
${split !== undefined && split !== "hour" ? shares(language, head, lines) : columns(language, split === undefined ? lines.toReversed() : lines, currency)}</div>
${table(visit, head, lines, currency)}</div></section>`;
}

function periodLines({ language, settings }: Visit, { by, periods }: Shown, currency: Money["currency"]): Line[] {
  const words = businessTexts[language];
  const times = timesOf(language, settings.timeZone);
  return periods.map(({ period, rows }) => {
    const { whole: name, ...names } = namesOf(by, period, times);
    const note = period.isOpen ? words.open : undefined;
    const sums = sumsOf(rows.filter((row) => row.currency === currency));
    return { name, ...names, note, sums, to: linksOf(by, period.batches, currency) };
  });
}

/** Where the numbers of a period lead: to its payments, or to its days. */
function linksOf(by: Length, batches: Shown["periods"][number]["period"]["batches"], currency: Money["currency"]) {
  const [first] = batches;
  const until = (batches.at(-1) ?? first).date;
  return {
    back: paymentsQuery([first.date, until], { currency }, "returns"),
    within: by === "day" ? `close?batch=${until}` : `business?by=day&from=${first.date}&until=${until}`,
    declined: paymentsQuery([first.date, until], { state: "declined", currency }),
  };
}

/** What all periods come to, and as many before them. */
function wholeSum(
  language: Visit["language"],
  { by, periods }: Shown,
  { sums, earlier }: { sums: PeriodSums; earlier: PeriodSums },
  currency: Money["currency"],
): Html {
  const words = businessTexts[language];
  const { payments, marked } = sumTexts[language];
  const { taken, back, unnamed } = sums;
  const net = taken.minor - back.minor;
  const amount = (minor: number) => formatMoney({ minor, currency });
  return sumLines([
    { label: words.taken, count: payments(taken.count), amount: amount(taken.minor) },
    ...(unnamed > 0 ? [{ label: marked.partialUnknown, count: payments(unnamed), role: "part" as const }] : []),
    ...(back.count > 0 ? [{ label: words.back, count: words.times(back.count), amount: amount(-back.minor) }] : []),
    { label: words.net, amount: amount(net), role: "main" },
    ...(by === "month" ? [] : beforeLines(words.before[by](periods.length))),
  ]);

  function beforeLines(label: string): SumLine[] {
    if (earlier.taken.count + earlier.back.count === 0) return [];
    const netBefore = earlier.taken.minor - earlier.back.minor;
    const change = netBefore > 0 && { count: changeText((net - netBefore) / netBefore, language) };
    return [{ label, ...change, amount: amount(netBefore), role: "quiet" }];
  }
}

/** A column for each line: what was charged, and which part of as much went back. */
function columns(language: Visit["language"], lines: readonly Line[], currency: Money["currency"]): Html {
  const words = businessTexts[language];
  const bars = lines.map(({ name, short, sums: { taken, back, ...sums } }) => ({
    label: short,
    parts: [
      ["approved", Math.max(0, taken.minor - back.minor)],
      ["reversed", back.minor],
    ] as const,
    said:
      taken.count + back.count > 0 ? `${name}: ${valuesOf(language, { taken, back, ...sums }, currency)}` : undefined,
  }));
  const hasBack = lines.some(({ sums }) => sums.back.minor > 0);
  const legend = html`${legendItem("approved", words.kept)}${hasBack && legendItem("reversed", words.back)}`;
  return html`<figure class="chart">
${plot(bars, currency, { legend, cut: todayTexts[language].chart.cut })}
</figure>`;
}

/** What part each line is of what was charged. */
function shares(language: Visit["language"], { column, about }: Head, lines: readonly Line[]): Html {
  const [only, ...others] = lines.filter(({ sums }) => sums.taken.minor > 0);
  if (only !== undefined && others.length === 0) return html`<p>${businessTexts[language].only(only.name)}</p>`;
  const all = lines.slice(0, maxBars).map(({ name, sums }) => ({ name, value: sums.taken.minor }));
  const rest = countedSumOf(lines.slice(maxBars).map(({ sums }) => sums.taken));
  if (rest.count > 0) all.push({ name: businessTexts[language].rest, value: rest.minor });
  const columnNames = { name: column, share: businessTexts[language].share };
  return shareBars({ about, columns: columnNames, groups: [{ shares: all }], tone: "approved" }, language);
}

/** The values of a line in words. */
function valuesOf(language: Visit["language"], { taken, back }: PeriodSums, currency: Money["currency"]): string {
  const words = businessTexts[language];
  const value = (name: string, minor: number) => `${name} ${formatMoney({ minor, currency })}`;
  const parts = [`${value(words.taken, taken.minor)} (${taken.count})`];
  if (back.minor > 0) parts.push(value(words.back, back.minor), value(words.net, taken.minor - back.minor));
  return parts.join(", ");
}

/** The lines in their order: those next to each other in which nothing happened together, each other one alone. */
function runs(lines: readonly Line[]): Line[][] {
  const isEmpty = ({ sums: { taken, back, declined } }: Line) => taken.count + back.count + declined === 0;
  const all: Line[][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last?.[0] !== undefined && isEmpty(last[0]) && isEmpty(line)) last.push(line);
    else all.push([line]);
  }
  return all;
}

/** A row for each line, and one for those next to each other in which nothing happened. */
function table({ language, root }: Visit, head: Head, lines: readonly Line[], currency: Money["currency"]): Html {
  const words = businessTexts[language];
  const amount = (minor: number) => formatMoney({ minor, currency });
  const link = (path: string | undefined, text: Html | string, isEmpty = false) =>
    isEmpty || path === undefined ? text : html`<a href="${root}${path}">${text}</a>`;
  const cell = (name: keyof BusinessTexts["columns"], content: Html | string) =>
    html`<td class="number ${name}">${name !== "net" && html`<span class="on-small">${words.columns[name]}</span> `}<span>${content}</span></td>`;
  const row = ({ name, note, to, sums: { taken, back, approved, declined } }: Line) => {
    const [isNone, isKept] = [taken.count === 0, back.count === 0];
    return html`<tr class="${isNone && "none"} ${isKept && "kept"}"><th scope="row">${link(to?.taken ?? to?.within, name, to?.within === undefined && isNone)}${note !== undefined && html` <span class="dim">${note}</span>`}</th>
${cell("taken", link(to?.taken ?? to?.within, amount(taken.minor), isNone))}
${cell("back", link(to?.back, isKept ? "–" : amount(-back.minor), isKept))}
${cell("net", amount(taken.minor - back.minor))}
${cell("payments", link(to?.taken ?? to?.within, String(taken.count), isNone))}
${cell("approved", approved === undefined ? "–" : link(to?.declined, percent(approved, language), declined === 0))}</tr>`;
  };
  const folded = (run: readonly Line[]) => {
    // Periods stand the latest first, hours as they follow each other.
    const [first, last] = head.isLatestFirst ? [run.at(-1), run[0]] : [run[0], run.at(-1)];
    return html`<tr class="none"><th scope="row"><span class="whole">${first?.short} –</span> <span class="whole">${last?.end ?? last?.short}</span></th><td class="empty" colspan="5">${head.none(run.length)}</td></tr>`;
  };
  const heads = Object.values(words.columns).map((name) => html`<th scope="col" class="number">${name}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.in[currency]}: ${head.about}"><table class="list periods ${head.name}"><caption class="sr">${head.about}</caption>
<thead><tr><th scope="col">${head.column}</th>${heads}</tr></thead>
<tbody>${runs(lines).map((run) => (run.length > 1 ? folded(run) : run.map(row)))}</tbody></table></div>`;
}
