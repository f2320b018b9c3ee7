import { type Html, html, pageMark } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Reason } from "../reason.ts";
import { chosenLanguage, preferredLanguage } from "./language.ts";
import { page } from "./layout.ts";
import { sandboxNote } from "./outcome-words.ts";
import { pageTexts } from "./texts.ts";

/** Why there is nothing to pay here; the names of its heading and sentence among the page's texts. */
export type Notice = "notFound" | "noSuchPage" | "wrongMethod" | "refused" | "broken";

/**
 * A page for a browser at an address where there is nothing to pay.
 *
 * @param back the store's address, where one is known
 * @param detail shown to the store's developer
 */
export function noticePage(notice: Notice, request: HttpRequest, back?: string, detail?: Reason): Html {
  const language = chosenLanguage(request) ?? preferredLanguage(request.acceptLanguage);
  const text = pageTexts[language];
  const other = new URLSearchParams(request.query);
  other.set("lang", language === "es" ? "en" : "es");
  return page({
    language,
    // The answer to a form has no address of its own.
    otherLanguage: request.method === "GET" ? `?${other.toString()}` : undefined,
    title: text[notice],
    main: html`<div class="outcome notice">${pageMark("plain")}<h1 class="heading">${text[notice]}</h1><p class="lead">${text[`${notice}Note`]}</p>${detail && detailOf(detail, language)}${wayOut(notice, back, language)}</div>`,
  });
}

/** Who is at an address that the bank never gives is its developer, and no buyer. */
function wayOut(notice: Notice, back: string | undefined, language: Language): Html {
  const text = pageTexts[language];
  if (back === undefined && notice === "noSuchPage") {
    return html`<p class="actions"><a class="primary" href="/?lang=${language}">${text.toPanel}</a></p>`;
  }
  if (back === undefined) return html`<p>${text.closeHint}</p>`;
  return html`<p class="actions"><a class="primary" href="${back}">${text.backToStore}</a></p>`;
}

function detailOf({ es, en }: Reason, language: Language): Html {
  const sentence = es === undefined ? html`<span lang="en">${en}</span>` : { es, en }[language];
  return sandboxNote(language, html`<strong>${pageTexts[language].forDeveloper}</strong> ${sentence}.`);
}
