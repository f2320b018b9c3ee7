import { type Html, html } from "@ventanilla/web";
import { percent } from "../format.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** Parts of one whole in whole percent: they add up to 1, which each rounded by itself would not. */
export function wholeShares(counts: readonly number[]): number[] {
  const sum = counts.reduce((all, count) => all + count, 0);
  const shares = counts.map((count, at) => ({ at, exact: (100 * count) / sum }));
  const rest = 100 - shares.reduce((all, { exact }) => all + Math.floor(exact), 0);
  const raised = shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1)).slice(0, rest);
  return shares.map((share) => (Math.floor(share.exact) + Number(raised.includes(share))) / 100);
}

/**
 * A part of a whole, as a bar with its number behind it. All bars have one scale: their track is the whole.
 * @param share 0 to 1
 * @param of the class that the bar is drawn with, and what it is a part of, for whoever does not see it
 */
export const shareBar = (
  share: number,
  { tone, about }: { tone: "approved" | "declined"; about: string },
  language: CounterLanguage,
): Html =>
  html`<span class="share"><svg width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="2"/><rect class="${tone}" width="${(100 * share).toFixed(1)}%" height="6" rx="2"/></svg> <span class="sr">${about}:</span> <span class="dim">${percent(share, language)}</span></span>`;
