import { type Html, type HtmlValue, html } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import type { HttpResponse } from "../http/response.ts";
import { pageHead } from "./head.ts";
import { bankMark } from "./marks.ts";
import { pageTexts } from "./texts.ts";

/** The parts of a page; the rest is the same on all pages of the bank. */
export type PageContent = {
  language: Language;
  title: string;
  /** What is being paid, below the bank's name. */
  slip?: HtmlValue;
  main: HtmlValue;
  /** The same page in the other language; without it there is no switch. */
  otherLanguage?: string | undefined;
  /** The script's file in assets/, if the page has one. The page works without it. */
  script?: "page.js" | "return.js";
};

const styles = ["frame.css", "banner.css", "form.css", "choice.css"];

/** A whole page of the bank. */
export function page({ language, title, slip, main, otherLanguage, script }: PageContent): Html {
  const text = pageTexts[language];
  return html`${pageHead(language, `${title} · ${text.bank}`, styles, script)}
<body>
<header class="banner">
<div class="bank">
<p class="bank-name">${bankMark}<span>${text.bank} <span class="tag" title="${text.tagMeaning}">${text.tag}</span></span></p>
${otherLanguage && html`<a class="language" href="${otherLanguage}" lang="${language === "es" ? "en" : "es"}" hreflang="${language === "es" ? "en" : "es"}">${text.otherLanguage}</a>`}
</div>
${slip}
</header>
<main>${main}</main>
<footer><p>${text.tagMeaning}. ${text.footer}</p></footer>
</body>
</html>
`;
}

/**
 * A page as a response, under the bank's content security policy: nothing inline, nothing from other origins, never
 * cached, framed by its own origin only. The address holds the GUID of the page, so the Referer is the bare origin.
 *
 * @param formAction where its forms may go: `self`, or `anywhere` for a page that returns the buyer to the shop.
 *   Browsers also check the shop's redirects, so that the shop's origin alone is not enough
 */
export function pageResponse(status: number, content: Html, formAction: "self" | "anywhere" = "self"): HttpResponse {
  // A page that returns the buyer may have to post twice, the first time from its script.
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
