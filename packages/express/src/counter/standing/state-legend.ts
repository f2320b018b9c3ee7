import { type Html, html } from "@ventanilla/web";
import { legendTexts } from "../texts/legend.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import { badgeOf, type Standing } from "./standing.ts";

/** What each state means, folded. The shop and the bank's page have the same words: see the staff's guide. */
export function stateLegend(language: CounterLanguage): Html {
  const { title, states } = legendTexts[language];
  const meanings = Object.entries(states) as [Standing & keyof typeof states, string][];
  return html`<details class="lead"><summary>${title}</summary><ul class="card plain">${meanings.map(
    ([standing, meaning]) => html`<li>${badgeOf(standing, language)} ${meaning}</li>`,
  )}</ul></details>`;
}
