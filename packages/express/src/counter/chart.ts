import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { hasSum, tallySumOf } from "../staff/tally-sum.ts";
import type { TallyRow, TimeSpan } from "../stores/staff-store.ts";
import type { Times } from "./format.ts";
import { sumTexts } from "./texts/sums.ts";
import type { CounterLanguage } from "./texts/texts.ts";
import { todayTexts } from "./texts/today.ts";

const hourMs = 3_600_000;
const heightPx = 140;
/** Between two parts of a column. */
const gapPx = 2;

/** The groups of the tally, in the order in which an hour's payments are named. */
const groupNames = (language: CounterLanguage): [group: TallyRow["group"], name: string][] => [
  ["approved", sumTexts[language].approved],
  ...(Object.entries(todayTexts[language].names) as [TallyRow["group"], string][]),
];

/**
 * The parts of a column, from the bottom up: money that the bank has charged, may have charged, or holds. `reversed` is
 * what of the approved was given back, and `approved` the rest.
 */
const parts = ["approved", "reversed", "authorized", "decide", "waiting"] as const;
type Part = (typeof parts)[number];

/** What the payments of an hour came to, in minor units, by the part of the column. */
function moneyOf(rows: readonly TallyRow[], part: Part): number {
  const { minor, reversed } = tallySumOf(
    rows.filter(({ group }) => group === (part === "reversed" ? "approved" : part)),
  );
  if (part === "reversed") return reversed.minor;
  return part === "approved" ? minor - reversed.minor : minor;
}

/** What a chart is drawn with. */
export interface ChartContext {
  language: CounterLanguage;
  times: Times;
  /** The batch whose tally it is. */
  span: TimeSpan;
  now: number;
}

/**
 * Draws the money of a tally: a column for each hour, from the first payment to the batch close. A column shows its values
 * where a pointer or the focus is. A table with the same numbers is folded below.
 * @param rows at least one, and all of the currency
 */
export function chart(rows: readonly TallyRow[], currency: Money["currency"], context: ChartContext): Html {
  const { language, times, span, now } = context;
  const words = todayTexts[language].chart;
  const first = Math.min(...rows.map(({ hour }) => hour));
  const length = Math.ceil((span.until - span.from) / hourMs) - first;
  const hours = Array.from({ length }, (_, at) => ({
    rows: rows.filter(({ hour }) => hour === first + at),
    label: times.hour(span.from + (first + at) * hourMs),
  }));
  const present = parts.filter((part) => hours.some((hour) => moneyOf(hour.rows, part) > 0));
  const top = niceTop(
    Math.max(...hours.map((hour) => present.reduce((sum, part) => sum + moneyOf(hour.rows, part), 0))),
  );
  const nowAt = (now - span.from) / hourMs - first;
  const columns = hours.map((hour, at) => {
    const mark =
      Math.floor(nowAt) === at && html`<rect class="now" x="${percent(nowAt - at)}" width="2" height="${heightPx}"/>`;
    const drawing = html`<svg width="100%" height="${heightPx}" aria-hidden="true">${column(hour.rows, top)}${mark}</svg>`;
    if (hour.rows.length === 0) return html`<div>${drawing}</div>`;
    const said = `${hour.label}: ${valuesOf(hour.rows, currency, language)}`;
    return html`<div tabindex="0" role="img" aria-label="${said}">${drawing}<span class="value" aria-hidden="true">${said}</span></div>`;
  });
  // A label for each fourth part of the hours, and none above fewer hours.
  const step = Math.ceil(length / 4);
  const ticks = hours.filter((_, at) => at % step === 0 && at + step <= length);
  const scale = [top, top / 2].map((minor) => formatMoney({ minor, currency }).replace(/\.\d\d$/, ""));
  const names = { ...Object.fromEntries(groupNames(language)), reversed: words.reversed } as Record<Part, string>;
  return html`<figure class="chart">
<div class="plot"><div class="scale" aria-hidden="true">${scale.map((text) => html`<span>${text}</span>`)}<span>0</span></div><div class="hours">${columns}</div>
<div class="axis" aria-hidden="true">${ticks.map(({ label }) => html`<span class="over-${step}">${label}</span>`)}${ticks.length * step < length && html`<span class="over-${length - ticks.length * step}"></span>`}</div></div>
<ul class="legend" aria-hidden="true">${present.map((part) => html`<li><svg width="14" height="14"><rect class="${part}" width="14" height="14" rx="2"/></svg>${names[part]}</li>`)}
<li><svg width="14" height="14"><rect class="now" x="6" width="2" height="14"/></svg>${words.now(times.time(now))}</li></ul>
${table(hours, rows, currency, language)}
</figure>`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** The parts of an hour, one above the other, with gaps. An hour without money has a line at its foot. */
function column(rows: readonly TallyRow[], top: number): Html[] {
  let y = heightPx;
  const drawn = parts.flatMap((part) => {
    const height = (moneyOf(rows, part) / top) * heightPx;
    if (height <= 0) return [];
    y -= height;
    const shown = Math.max(1, y + height === heightPx ? height : height - gapPx);
    return [html`<rect class="${part}" x="10%" y="${y.toFixed(1)}" width="80%" height="${shown.toFixed(1)}" rx="2"/>`];
  });
  const isEmpty = drawn.length === 0 && rows.length > 0;
  return isEmpty ? [html`<rect class="plain" x="10%" y="${heightPx - 2}" width="80%" height="2"/>`] : drawn;
}

/** The sum and the count of a group in an hour, or only the count, where nobody has named a sum. Absent without payments. */
function groupValue(
  rows: readonly TallyRow[],
  group: TallyRow["group"],
  currency: Money["currency"],
): { sum: string; count: string } | undefined {
  const total = tallySumOf(rows.filter((row) => row.group === group));
  if (total.count === 0) return undefined;
  const { minor, count } = total;
  return { sum: hasSum(total) ? `${formatMoney({ minor, currency })} ` : "", count: `(${count})` };
}

/** The payments of an hour in words: each group with its sum and count. */
function valuesOf(rows: readonly TallyRow[], currency: Money["currency"], language: CounterLanguage): string {
  const groups = groupNames(language).flatMap(([group, name]) => {
    const value = groupValue(rows, group, currency);
    return value === undefined ? [] : [`${name} ${value.sum}${value.count}`];
  });
  return groups.join(", ");
}

function table(
  hours: readonly { rows: readonly TallyRow[]; label: string }[],
  all: readonly TallyRow[],
  currency: Money["currency"],
  language: CounterLanguage,
): Html {
  const words = todayTexts[language].chart;
  const present = groupNames(language).filter(([name]) => all.some(({ group }) => group === name));
  const cell = (rows: readonly TallyRow[], name: TallyRow["group"]) => {
    const value = groupValue(rows, name, currency);
    return html`<td>${value && html`${value.sum}<span class="dim">${value.count}</span>`}</td>`;
  };
  return html`<details><summary>${words.numbers}</summary><div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="numbers"><caption class="sr">${words.table}</caption>
<thead><tr><th scope="col">${words.hour}</th>${present.map(([, name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${hours.map(({ rows, label }) => rows.length > 0 && html`<tr><th scope="row">${label}</th>${present.map(([name]) => cell(rows, name))}</tr>`)}</tbody></table></div></details>`;
}

/** The top of the scale in minor units: the highest column, or a little above it. Its half is a whole amount, too. */
function niceTop(most: number): number {
  const whole = Math.max(2, most / 100);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(whole)) - 1) * 2;
  return Math.ceil(whole / step) * step * 100;
}
