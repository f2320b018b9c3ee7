import { partialApprovals } from "@ventanilla/client";
import { type Html, type HtmlValue, html, type Mark } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import { codeMeaning } from "../reason.ts";
import { testCards } from "../test-cards.ts";
import { pageTexts } from "./texts.ts";

/** What the buyer sees of a response code: never the code. An approval needs no sentence beside its title. */
export function outcomeWords(code: string, language: Language): { mark: Mark; title: string; sentence?: string } {
  const text = pageTexts[language];
  const { finality, [language]: sentence } = codeMeaning(code);
  if (finality === "approved") return { mark: "good", title: text.approved };
  if (finality === "declined") return { mark: "bad", title: text.declined, sentence };
  const title = finality === "pending" ? text.pending : text.review;
  return { mark: "alert", title: partialApprovals.has(code) ? text.partial : title, sentence };
}

/** The code and what it means here, for the developer: no issuer lets a buyer read that a card is reported stolen. */
export function codeWords(code: string, language: Language): Html {
  return html`${pageTexts[language].code} <code>${code}</code>: ${meaningOf(code, language)}`;
}

/** What is for the developer, apart from what a buyer reads. */
export function sandboxNote(language: Language, note: HtmlValue): Html {
  return html`<p class="sandbox-note"><span class="tag">${pageTexts[language].tag}</span> ${note}</p>`;
}

function meaningOf(code: string, language: Language): string {
  const card = testCards.find(({ ResponseCode, threeDs }) => ResponseCode === code && threeDs === undefined);
  return card?.[language] ?? pageTexts[language].platformRefusals[code] ?? codeMeaning(code).description;
}
