import { type Html, html } from "@ventanilla/web";
import { percent } from "../format.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** A part of a whole, as a bar and as numbers. */
export interface Share {
  name: string;
  /** What it comes to: bars are as long as that. */
  value: number;
  /** Its number, between its name and its share of the whole. Default: none */
  number?: Html | string;
}

/** Shares of one whole, each with a bar below its name: the largest is as wide as there is space. */
export interface ShareBars {
  /** What the table is, for whoever does not see it. */
  about: string;
  /** The names of the columns. */
  columns: { name: string; number?: string; share: string };
  groups: readonly { name?: string; shares: readonly Share[] }[];
  /** The class that bars are drawn with. */
  tone: "approved" | "declined";
}

/** Draws shares. */
export function shareBars({ about, columns, groups, tone }: ShareBars, language: CounterLanguage): Html {
  const values = groups.flatMap(({ shares }) => shares.map(({ value }) => value));
  const [whole, most] = [values.reduce((sum, value) => sum + value, 0), Math.max(1, ...values)];
  const hasNumbers = columns.number !== undefined;
  const row = ({ name, value, number }: Share) =>
    html`<tr class="${value === 0 && "none"}"><th scope="row">${name}<svg width="100%" height="6" aria-hidden="true"><rect class="${tone}" width="${((100 * value) / most).toFixed(1)}%" height="6" rx="2"/></svg></th>${hasNumbers && html`<td class="number">${number}</td>`}<td class="number dim">${value === 0 ? "–" : percent(value / whole, language)}</td></tr>`;
  return html`<table class="shares"><caption class="sr">${about}</caption>
<thead class="sr"><tr><th scope="col">${columns.name}</th>${hasNumbers && html`<th scope="col">${columns.number}</th>`}<th scope="col">${columns.share}</th></tr></thead>
${groups.map(({ name, shares }) => html`<tbody>${name !== undefined && html`<tr><th scope="rowgroup" colspan="3">${name}</th></tr>`}${shares.map(row)}</tbody>`)}</table>`;
}
