import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";

const heightPx = 140;
/** Between two parts of a column. */
const gapPx = 2;

/** A column of a chart. */
export interface Bar {
  /** Stands below it. */
  label: string;
  /** Its parts from the bottom up, in minor units, each with the class that it is drawn with. */
  parts: readonly (readonly [name: string, minor: number])[];
  /** Its values in words, which stand above it where a pointer or the focus is. Absent: there is nothing to say. */
  said?: string | undefined;
  /** How far in it the present moment is, 0 to 1. Absent in all others. */
  now?: number | undefined;
}

/** Draws columns of money, side by side, with a scale. */
export function plot(bars: readonly Bar[], currency: Money["currency"]): Html {
  const top = niceTop(Math.max(...bars.map(({ parts }) => parts.reduce((sum, [, minor]) => sum + minor, 0))));
  const columns = bars.map((bar) => {
    const { said, now } = bar;
    const mark = now !== undefined && html`<rect class="now" x="${percent(now)}" width="2" height="${heightPx}"/>`;
    const drawing = html`<svg width="100%" height="${heightPx}" aria-hidden="true">${column(bar, top)}${mark}</svg>`;
    if (said === undefined) return html`<div>${drawing}</div>`;
    return html`<div tabindex="0" role="img" aria-label="${said}">${drawing}<span class="value" aria-hidden="true">${said}</span></div>`;
  });
  // A label for each fourth part of the columns, and none above fewer columns.
  const step = Math.ceil(bars.length / 4);
  const ticks = bars.filter((_, at) => at % step === 0 && at + step <= bars.length);
  const rest = bars.length - ticks.length * step;
  const scale = [top, top / 2].map((minor) => formatMoney({ minor, currency }).replace(/\.\d\d$/, ""));
  return html`<div class="plot"><div class="scale" aria-hidden="true">${scale.map((text) => html`<span>${text}</span>`)}<span>0</span></div><div class="hours">${columns}</div>
<div class="axis" aria-hidden="true">${ticks.map(({ label }) => html`<span class="over-${step}">${label}</span>`)}${rest > 0 && html`<span class="over-${rest}"></span>`}</div></div>`;
}

/** An entry of a legend. */
export const legendItem = (name: string, label: string): Html =>
  html`<li><svg width="14" height="14"><rect class="${name}" width="14" height="14" rx="2"/></svg>${label}</li>`;

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** The parts of a column, one above the other, with gaps. One without money has a line at its foot. */
function column({ parts, said }: Bar, top: number): Html[] {
  let y = heightPx;
  const drawn = parts.flatMap(([name, minor]) => {
    const height = (minor / top) * heightPx;
    if (height <= 0) return [];
    y -= height;
    const shown = Math.max(1, y + height === heightPx ? height : height - gapPx);
    return [html`<rect class="${name}" x="10%" y="${y.toFixed(1)}" width="80%" height="${shown.toFixed(1)}" rx="2"/>`];
  });
  const isEmpty = drawn.length === 0 && said !== undefined;
  return isEmpty ? [html`<rect class="plain" x="10%" y="${heightPx - 2}" width="80%" height="2"/>`] : drawn;
}

/** The top of the scale in minor units: the highest column, or a little above it. Its half is a whole amount, too. */
function niceTop(most: number): number {
  const whole = Math.max(2, most / 100);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(whole)) - 1) * 2;
  return Math.ceil(whole / step) * step * 100;
}
