import { formatMoney, type Html, type HtmlValue, html } from "@ventanilla/web";
import { compareTexts } from "../texts/compare.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Sides } from "./comparison.ts";

/** The head of a table whose rows end with {@link sideCells}. @param isPast whether the figures have changed since */
export function sidesHead(language: CounterLanguage, first: string | undefined, isPast = false): Html {
  const { result, kept } = compareTexts[language];
  const { bank, difference } = result.head;
  const here = isPast ? kept.here : result.head.here;
  return html`<thead><tr><th scope="col">${first}</th>${[here, bank, difference].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>`;
}

/** What each side has, and the difference, which stands out where there is one. On a phone each has its name beside it. */
export function sideCells(language: CounterLanguage, { here, bank }: Sides, money: (minor: bigint) => HtmlValue): Html {
  const { head } = compareTexts[language].result;
  const cell = (name: string, minor: bigint) =>
    html`<td class="number labeled${minor === 0n && " none"}"><span class="on-small">${name} </span><span>${money(minor)}</span></td>`;
  return html`${cell(head.here, here)}${cell(head.bank, bank)}${differenceCell(language, bank - here, money)}`;
}

/** How much more the bank has in each currency, or less, where it has not as much. */
export const differencesText = (sides: readonly (Sides & { currency?: string | undefined })[]): string[] =>
  sides
    .filter(({ here, bank }) => here !== bank)
    .map(
      ({ currency = "", here, bank }) => `${bank > here ? "+" : ""}${formatMoney({ minor: bank - here, currency })}`,
    );

/** How much more the bank has, or less. */
export function differenceCell(language: CounterLanguage, minor: bigint, money: (minor: bigint) => HtmlValue): Html {
  const { head } = compareTexts[language].result;
  return html`<td class="number labeled${minor === 0n ? " none" : " off"}"><span class="on-small">${head.difference} </span><span>${minor > 0n && "+"}${money(minor)}</span></td>`;
}
