import { type Html, html } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import { codeMeaning } from "../reason.ts";
import { testCards } from "../test-cards.ts";
import { outcomeMarks } from "./marks.ts";
import { pageTexts } from "./texts.ts";

/** What the buyer sees of a response code: never the code. An approval needs no sentence beside its title. */
export function outcomeWords(code: string, language: Language): { mark: Html; title: string; sentence?: string } {
  const text = pageTexts[language];
  const { finality, [language]: sentence } = codeMeaning(code);
  if (finality === "approved") return { mark: outcomeMarks.good, title: text.approved };
  if (finality === "declined") return { mark: outcomeMarks.bad, title: text.declined, sentence };
  if (finality === "pending") return { mark: outcomeMarks.pending, title: text.pending, sentence };
  return { mark: outcomeMarks.neutral, title: code === "10" ? text.partial : text.review, sentence };
}

/** The code and what it means here, for the developer: no issuer lets a buyer read that a card is reported stolen. */
export function codeNote(code: string, language: Language): Html {
  const text = pageTexts[language];
  return html`<p class="sandbox-note"><span class="tag">${text.tag}</span> ${text.code} <code>${code}</code>: ${meaningOf(code, language)}</p>`;
}

function meaningOf(code: string, language: Language): string {
  const card = testCards.find(({ ResponseCode, threeDs }) => ResponseCode === code && threeDs === undefined);
  return card?.[language] ?? pageTexts[language].platformRefusals[code] ?? codeMeaning(code).description;
}
