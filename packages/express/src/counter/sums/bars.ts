import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";

const heightPx = 140;
/** Between two parts of a column. */
const gapPx = 2;
/** The least height of what is not zero. */
const minPx = 4;

/** A column of a chart. */
export interface Bar {
  /** Stands below it. */
  label: string;
  /** The end of the label that a narrow chart leaves out. */
  unit?: string | undefined;
  /** Its parts from the bottom up, in minor units, each with the class that it is drawn with. */
  parts: readonly (readonly [name: string, minor: number])[];
  /** Its values in words, which stand above it where a pointer or the focus is. Absent: there is nothing to say. */
  said?: string | undefined;
  /** Whether it is of the hour that runs. */
  isNow?: boolean;
}

/**
 * Draws columns of money, side by side, with a scale. Where few are many times as high as all others, these are cut, which
 * is drawn: the scale is that of the others, and below the columns stands what the cut ones come to.
 * @param legend what stands below the columns, besides those that are cut. Columns of one kind need none
 */
export function plot(
  bars: readonly Bar[],
  currency: Money["currency"],
  { legend, cut: cutText }: { legend: Html | false; cut(label: string): string },
): Html {
  const most = mostShown(bars.map(heightOf));
  const top = niceTop(most);
  // At most eight labels, the last one below the newest column. Where it is narrow, of long ones each
  // second is shown, or each fourth.
  const step = Math.ceil(bars.length / 8);
  const isMany = bars.length > 4 * step;
  const isShort = bars.every(({ label }) => label.length <= 2);
  const some = bars.length > 6 * step ? ["", "half", "fourth", "half"] : ["", isMany ? "half" : "fourth"];
  // Of a few columns the first has its label too: it may be the only one with money.
  const few = Array.from({ length: bars.length - 1 }, (_, at) => (at === 0 ? "" : "fourth"));
  const kinds = bars.length > 4 ? some : few;
  const columns = bars.map((bar, at) => {
    const { said } = bar;
    const ago = bars.length - 1 - at;
    const now = bar.isNow && html`<rect class="now" x="2%" y="${heightPx}" width="96%" height="4"/>`;
    const shown = ago === 0 ? "newest" : !isShort && kinds[(ago / step) % kinds.length];
    const label = html`<text class="${shown}" x="50%" y="${heightPx + 4}" dy="1em" text-anchor="middle">${bar.unit ? html`${bar.label.slice(0, -bar.unit.length).trim()}<tspan> ${bar.unit}</tspan>` : bar.label}</text>`;
    const drawing = html`<svg width="100%" height="${heightPx}" aria-hidden="true">${column(bar, top)}${now}${ago % step === 0 && label}</svg>`;
    if (said === undefined) return html`<div>${drawing}</div>`;
    return html`<div tabindex="0" role="img" aria-label="${said}">${drawing}<span class="value" aria-hidden="true">${said}</span></div>`;
  });
  const scale = [top, top / 2].map((minor) =>
    formatMoney({ minor, currency })
      .replace(/\.\d\d$/, "")
      .split("\u00a0"),
  );
  const cut = bars
    .filter((bar) => heightOf(bar) > most)
    .map((bar) => html`<li>${cutIcon}${cutText(bar.label)} ${formatMoney({ minor: heightOf(bar), currency })}</li>`);
  return html`<div class="plot"><div class="scale" aria-hidden="true">${scale.map(([sign, text]) => html`<span><i>${sign}\u00a0</i>${text}</span>`)}<span>0</span></div><div class="hours${isShort && " short"}">${columns}</div></div>
<ul class="legend" aria-hidden="true">${legend}${cut}</ul>`;
}

const heightOf = ({ parts }: Bar): number => parts.reduce((sum, [, minor]) => sum + minor, 0);

/** How many times as high as the next one a column is that hides the others, and which part of all may be cut. */
const hides = 6;
const mayBeCut = 1 / 3;

/** The highest column that is drawn whole: at most a third of those with money are cut. */
function mostShown(heights: readonly number[]): number {
  const sorted = heights.filter((height) => height > 0).toSorted((a, b) => b - a);
  const cut = sorted.findLastIndex(
    (height, at) => at + 1 <= sorted.length * mayBeCut && height >= hides * (sorted[at + 1] ?? height),
  );
  return sorted[cut + 1] ?? 0;
}

const cutIcon = html`<svg width="14" height="14"><rect class="plain" width="14" height="14" rx="2"/><path class="cut" d="m-2 10 18-6"/></svg>`;

/** An entry of a legend. */
export const legendItem = (name: string, label: string): Html =>
  html`<li><svg width="14" height="14"><rect class="${name}" width="14" height="14" rx="2"/></svg>${label}</li>`;

/**
 * The parts of a column, one above the other, with gaps, each high enough to be seen. One without money has a line at its
 * foot, and one that is higher than the scale ends there, with a gap across.
 */
function column(bar: Bar, top: number): Html[] {
  const { parts, said } = bar;
  const isCut = heightOf(bar) > top;
  let y = heightPx;
  const drawn = parts.flatMap(([name, minor]) => {
    if (minor <= 0) return [];
    const height = Math.max(minPx, (minor / Math.max(top, heightOf(bar))) * heightPx);
    const shown = y === heightPx ? height : height - gapPx;
    y -= height;
    return [html`<rect class="${name}" x="10%" y="${y.toFixed(1)}" width="80%" height="${shown.toFixed(1)}" rx="2"/>`];
  });
  if (isCut) drawn.push(html`<line class="cut" x1="0" y1="34" x2="100%" y2="22"/>`);
  const isEmpty = drawn.length === 0 && said !== undefined;
  return isEmpty ? [html`<rect class="plain" x="10%" y="${heightPx - 2}" width="80%" height="2"/>`] : drawn;
}

const tops = [1, 2, 4, 6, 8];

/** The top of the scale in minor units: the highest column, or a little above it. Its half is a whole amount, too. */
function niceTop(most: number): number {
  const whole = Math.max(2, most / 100);
  const unit = 10 ** Math.floor(Math.log10(whole));
  return (tops.find((top) => top * unit >= whole) ?? 10) * unit * 100;
}
