import { type Html, html } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import type { Reason } from "../reason.ts";
import { page } from "./layout.ts";
import { outcomeMarks } from "./marks.ts";
import { pageTexts } from "./texts.ts";

/** Why there is nothing to pay here; the names of its heading and sentence among the page's texts. */
export type Notice = "notFound" | "noSuchPage" | "wrongMethod" | "refused" | "broken";

/**
 * A page for a browser at an address where there is nothing to pay.
 *
 * @param back the store's address, where one is known
 * @param detail shown to the store's developer
 */
export function noticePage(notice: Notice, language: Language, back?: string, detail?: Reason): Html {
  const text = pageTexts[language];
  return page({
    language,
    title: text[notice],
    main: html`<div class="outcome">${outcomeMarks.neutral}<h1 class="heading">${text[notice]}</h1><p class="lead">${text[`${notice}Note`]}</p>${detail && detailOf(detail, language)}${wayOut(back, language)}</div>`,
  });
}

function wayOut(back: string | undefined, language: Language): Html {
  const text = pageTexts[language];
  if (back === undefined) return html`<p>${text.closeHint}</p>`;
  return html`<p class="actions"><a class="primary" href="${back}">${text.backToStore}</a></p>`;
}

function detailOf({ es, en }: Reason, language: Language): Html {
  const sentence = es === undefined ? html`<span lang="en">${en}</span>` : { es, en }[language];
  const { tag, forDeveloper } = pageTexts[language];
  return html`<p class="sandbox-note"><span class="tag">${tag}</span> <strong>${forDeveloper}</strong> ${sentence}.</p>`;
}
