import { type Html, html } from "@ventanilla/web";
import type { TallyRow } from "../stores/staff-store.ts";
import type { Times } from "./format.ts";
import type { TodayTexts } from "./texts/today.ts";

const hourMs = 3_600_000;
const heightPx = 140;

/** The parts of a column, from the bottom up. `other`: payments that ended without a charge and without a refusal. */
const series = ["approved", "authorized", "declined", "waiting", "decide", "other"] as const;
type Series = (typeof series)[number];

/** The part of a column in which the payments of a group are drawn. */
const seriesOf: Record<TallyRow["group"], Series> = {
  approved: "approved",
  authorized: "authorized",
  declined: "declined",
  waiting: "waiting",
  decide: "decide",
  cancelled: "other",
  failed: "other",
  expired: "other",
  notPaid: "other",
};

/** How many payments of an hour are in each part of its column. */
type Hour = Record<Series, number>;

const emptyHour: Hour = { approved: 0, authorized: 0, declined: 0, waiting: 0, decide: 0, other: 0 };

function hoursOf(rows: readonly TallyRow[], length: number): Hour[] {
  const hours = Array.from({ length }, (): Hour => ({ ...emptyHour }));
  for (const { group, hour, count } of rows) {
    const found = hours[hour];
    if (found !== undefined) found[seriesOf[group]] += count;
  }
  return hours;
}

/**
 * Draws the payments of the tally as one column for each hour. A table with the same numbers follows, for screen
 * readers. Parts without payments are left out.
 * @param rows at least one
 */
export function chart(
  rows: readonly TallyRow[],
  span: { from: number; until: number },
  words: TodayTexts,
  times: Times,
): Html {
  const hours = hoursOf(rows, Math.ceil((span.until - span.from) / hourMs));
  const present = series.filter((name) => hours.some((hour) => hour[name] > 0));
  const sums = hours.map((hour) => present.reduce((sum, name) => sum + hour[name], 0));
  const top = niceTop(Math.max(...sums));
  const names: Record<Series, string> = { approved: words.chart.approved, ...words.names, other: words.chart.other };
  const width = 100 / hours.length;
  const percent = (value: number) => `${value.toFixed(3)}%`;
  const columns = hours.map((hour, index) => {
    let y = heightPx;
    return present.map((name) => {
      const height = (hour[name] / top) * heightPx;
      y -= height;
      if (height === 0) return undefined;
      return html`<rect class="${name}" x="${percent(width * (index + 0.12))}" y="${y.toFixed(1)}" width="${percent(width * 0.76)}" height="${height.toFixed(1)}"/>`;
    });
  });
  const label = (hour: number) => times.hour(span.from + hour * hourMs);
  const quarter = Math.floor(hours.length / 4);
  return html`<figure class="chart">
<div class="plot" aria-hidden="true"><div class="scale"><span>${top}</span><span>${top / 2}</span><span>0</span></div>
<svg width="100%" height="${heightPx + 2}"><path class="grid" d="M0 .5h9999M0 ${heightPx / 2}h9999M0 ${heightPx + 0.5}h9999"/>${columns}</svg></div>
<div class="axis" aria-hidden="true">${[0, 1, 2, 3].map((n) => html`<span>${label(n * quarter)}</span>`)}</div>
<figcaption><ul class="legend" aria-hidden="true">${present.map((name) => html`<li><svg width="14" height="14"><rect class="${name}" width="14" height="14" rx="2"/></svg>${names[name]}</li>`)}</ul></figcaption>
<div class="sr"><table><caption>${words.chart.table}</caption>
<thead><tr><th scope="col">${words.chart.hour}</th>${present.map((name) => html`<th scope="col">${names[name]}</th>`)}</tr></thead>
<tbody>${hours.map((hour, index) => (sums[index] ?? 0) > 0 && html`<tr><th scope="row">${label(index)}</th>${present.map((name) => html`<td>${hour[name]}</td>`)}</tr>`)}</tbody></table></div>
</figure>`;
}

/** The top of the scale: the highest column, or a little above it. An even number, so that its half is whole. */
function niceTop(most: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1) * 2;
  return Math.ceil(most / step) * step;
}
