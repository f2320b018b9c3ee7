import { type Html, html } from "@ventanilla/web";
import { percent } from "../format.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/**
 * A part of a whole, as a bar on a line as long as the whole, with its number behind it.
 * @param share 0 to 1
 * @param of the class that the bar is drawn with, and what it is a part of, for whoever does not see it
 */
export const shareBar = (
  share: number,
  { tone, about }: { tone: "approved" | "declined"; about: string },
  language: CounterLanguage,
): Html =>
  html`<span class="share"><svg width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="2"/><rect class="${tone}" width="${(100 * share).toFixed(1)}%" height="6" rx="2"/></svg> <span class="sr">${about}:</span> <span class="dim">${percent(share, language)}</span></span>`;
