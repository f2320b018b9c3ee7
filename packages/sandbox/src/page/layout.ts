import { type Html, type HtmlValue, html } from "@ventanilla/web";
import type { HttpResponse } from "../http-response.ts";
import type { Language } from "../purchase.ts";
import { bankMark } from "./marks.ts";
import { pageTexts } from "./texts.ts";

/** What goes into the frame that all pages of the bank share. */
export type PageContent = {
  language: Language;
  title: string;
  /** Below the bank's name, on the counter side: what is being paid. */
  counter?: HtmlValue;
  main: HtmlValue;
  /** The same page in the other language; without it there is no switch. */
  otherLanguage?: string | undefined;
  /** The script's file in assets/, if the page has one. It works without. */
  script?: "page.js" | "return.js";
};

/** A whole page of the bank. */
export function page({ language, title, counter, main, otherLanguage, script }: PageContent): Html {
  const text = pageTexts[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${text.bank}</title>
<link rel="icon" type="image/svg+xml" href="/assets/mark.svg">
${["frame", "counter", "form", "choice"].map(
  (name) => html`<link rel="stylesheet" href="/assets/${name}.css">
`,
)}
${script && html`<script type="module" src="/assets/${script}"></script>`}
</head>
<body>
<header class="counter">
<div class="bank">
<p class="bank-name">${bankMark}<span>${text.bank} <span class="tag" title="${text.tagMeaning}">${text.tag}</span></span></p>
${otherLanguage && html`<a class="language" href="${otherLanguage}" lang="${language === "es" ? "en" : "es"}" hreflang="${language === "es" ? "en" : "es"}">${text.otherLanguage}</a>`}
</div>
${counter}
</header>
<main>${main}</main>
<footer><p>${text.tagMeaning}. ${text.footer}</p></footer>
</body>
</html>
`;
}

/**
 * A page as an answer, under the bank's own content security policy: nothing inline, nothing from elsewhere, never
 * cached, framed by nobody else. The address of the page holds its GUID, so only its origin is told to others.
 *
 * @param formAction where its forms may go: `self`, or `anywhere` for a page that hands the buyer back to the shop
 *   (whose own redirects browsers check too, so that naming the shop's origin would not do)
 */
export function pageResponse(status: number, content: Html, formAction: "self" | "anywhere" = "self"): HttpResponse {
  // A page that sends the buyer back may also have to post twice, the first time by its script.
  const to = formAction === "self" ? "form-action 'self'" : "form-action http: https:; connect-src http: https:";
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; ${to}; base-uri 'none'`,
      "x-frame-options": "SAMEORIGIN",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin",
      "cache-control": "no-store",
    },
    body: String(content),
  };
}
