import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import type { SpanTally, TimeSpan } from "../../stores/staff-store.ts";
import { hasSum, tallySumOf } from "../../stores/tally-sum.ts";
import type { Times } from "../format.ts";
import { legendItem, plot } from "../sums/bars.ts";
import { sumTexts } from "../texts/sums.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import { todayTexts } from "../texts/today.ts";

const hourMs = 3_600_000;

/** The groups of the tally, in the order in which an hour's payments are named. */
const groupNames = (language: CounterLanguage): [group: SpanTally["group"], name: string][] => [
  ["approved", sumTexts[language].approved],
  ...(Object.entries(todayTexts[language].names) as [SpanTally["group"], string][]),
];

/**
 * The parts of a column, from the bottom up: money that the bank has charged, may have charged, or holds. `reversed` is
 * what of the approved was given back, and `approved` the rest.
 */
const parts = ["approved", "reversed", "authorized", "decide", "waiting"] as const;
type Part = (typeof parts)[number];

/** What the payments of an hour came to, in minor units, by the part of the column. */
function moneyOf(rows: readonly SpanTally[], part: Part): number {
  const { minor, reversed } = tallySumOf(
    rows.filter(({ group }) => group === (part === "reversed" ? "approved" : part)),
  );
  if (part === "reversed") return reversed.minor;
  return part === "approved" ? minor - reversed.minor : minor;
}

const hourOf = ({ split }: SpanTally): number => Number(split);

/** Whether a chart says more than the sums: money of more than one hour. */
export const hasColumns = (rows: readonly SpanTally[]): boolean =>
  new Set(rows.filter((row) => parts.some((part) => moneyOf([row], part) > 0)).map(hourOf)).size > 1;

/** What a chart is drawn with. */
export interface ChartContext {
  language: CounterLanguage;
  times: Times;
  /** The batch whose tally it is. */
  span: TimeSpan;
  now: number;
  /** What stands above it, where it is not the only one. */
  name?: string | false;
}

/**
 * Draws the money of a tally: a column for each hour, from the first payment to the batch close. A column shows its values
 * where a pointer or the focus is. A table with the same numbers is folded below.
 * @param rows by hour: at least one, and all of the currency
 */
export function chart(rows: readonly SpanTally[], currency: Money["currency"], context: ChartContext): Html {
  const { language, times, span, now, name } = context;
  const words = todayTexts[language].chart;
  const first = Math.min(...rows.map(hourOf));
  const length = Math.ceil((span.until - span.from) / hourMs) - first;
  const hours = Array.from({ length }, (_, at) => ({
    rows: rows.filter((row) => hourOf(row) === first + at),
    label: times.hour(span.from + (first + at) * hourMs),
  }));
  const present = parts.filter((part) => hours.some((hour) => moneyOf(hour.rows, part) > 0));
  const nowAt = (now - span.from) / hourMs - first;
  const bars = hours.map((hour, at) => ({
    label: hour.label,
    parts: parts.map((part) => [part, moneyOf(hour.rows, part)] as const),
    said: hour.rows.length > 0 ? `${hour.label}: ${valuesOf(hour.rows, currency, language)}` : undefined,
    isNow: Math.floor(nowAt) === at,
  }));
  const names = { ...Object.fromEntries(groupNames(language)), reversed: words.reversed } as Record<Part, string>;
  const legend = html`${present.map((part) => legendItem(part, names[part]))}
<li><svg width="14" height="14"><rect class="now" y="6" width="14" height="4"/></svg>${words.now(times.time(now))}</li>`;
  return html`<figure class="chart">${name && html`<figcaption>${name}</figcaption>`}
${plot(bars, currency, { legend, cut: words.cut })}
${table(hours, rows, currency, language)}
</figure>`;
}

/** The sum and the count of a group in an hour, or only the count, where nobody has named a sum. Absent without payments. */
function groupValue(
  rows: readonly SpanTally[],
  group: SpanTally["group"],
  currency: Money["currency"],
): { sum: string; count: string } | undefined {
  const total = tallySumOf(rows.filter((row) => row.group === group));
  if (total.count === 0) return undefined;
  const { minor, count } = total;
  return { sum: hasSum(total) ? `${formatMoney({ minor, currency })} ` : "", count: `(${count})` };
}

/** The payments of an hour in words: each group with its sum and count. */
function valuesOf(rows: readonly SpanTally[], currency: Money["currency"], language: CounterLanguage): string {
  const groups = groupNames(language).flatMap(([group, name]) => {
    const value = groupValue(rows, group, currency);
    return value === undefined ? [] : [`${name} ${value.sum}${value.count}`];
  });
  return groups.join(", ");
}

function table(
  hours: readonly { rows: readonly SpanTally[]; label: string }[],
  all: readonly SpanTally[],
  currency: Money["currency"],
  language: CounterLanguage,
): Html {
  const words = todayTexts[language].chart;
  const present = groupNames(language).filter(([name]) => all.some(({ group }) => group === name));
  const cell = (rows: readonly SpanTally[], name: SpanTally["group"]) => {
    const value = groupValue(rows, name, currency);
    return html`<td>${value && html`${value.sum}<span class="dim">${value.count}</span>`}</td>`;
  };
  return html`<details><summary>${words.numbers}</summary><div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="numbers"><caption class="sr">${words.table}</caption>
<thead><tr><th scope="col">${words.hour}</th>${present.map(([, name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${hours.map(({ rows, label }) => rows.length > 0 && html`<tr><th scope="row">${label}</th>${present.map(([name]) => cell(rows, name))}</tr>`)}</tbody></table></div></details>`;
}
