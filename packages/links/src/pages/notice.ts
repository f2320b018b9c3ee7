import { type Html, html, type Mark, pageMark } from "@ventanilla/web";
import { shownCode } from "../code.ts";
import type { Language } from "../language.ts";
import { amountText, type Link } from "../link.ts";
import { type PageWords, pageTexts } from "../texts.ts";
import type { Page, Visit } from "./frame.ts";

/** The names of pages that only say something, and lead on. */
type Notice = keyof PageWords["titles"];

const marks: Partial<Record<Notice, Mark>> = {
  paid: "good",
  paidHere: "good",
  review: "alert",
  reviewOfOther: "alert",
  expired: "off",
  withdrawn: "off",
};

interface NoticeView extends Pick<Page, "status" | "refresh"> {
  link?: Link;
  /** The sentence before the others. */
  first?: string | undefined;
  /** Where a code is typed once more, in place of what was typed. */
  code?: { at: string; typed: string };
  /** Where a form tries again. */
  retryAt?: string;
  /** Where else the page leads. */
  waysOn?: Partial<Record<"again" | "mine" | "receipt" | "retry" | "update", string>>;
}

/** Sends a page that says how it stands, and leads on. */
export function sendNotice(visit: Visit, notice: Notice, view: NoticeView = {}): void {
  const { sendPage, language } = visit;
  const { status, refresh, link, first, code, retryAt, waysOn = {} } = view;
  const words = pageTexts[language];
  const title = words.titles[notice];
  const ways = Object.entries(waysOn) as [keyof typeof waysOn, string][];
  const isEnd = refresh === undefined && code === undefined && retryAt === undefined && ways.length === 0;
  // Nothing has to be done there.
  const isCalm = notice === "early" || notice === "paid";
  const end = isEnd ? (isCalm ? "quiet" : "loud") : undefined;
  const body = html`${pageMark(marks[notice] ?? "plain")}
<h1>${title}</h1>
<p>${first !== undefined && html`<strong>${first}</strong> `}${words.messages[notice]}</p>
${
  link &&
  html`<dl><div class="item"><dt><bdi>${link.description}</bdi></dt><dd>${amountText(link.amount, language)}</dd></div><div><dt>${words.code}</dt><dd>${shownCode(link.code)}</dd></div></dl>`
}
${code && codeForm(language, code.at, code.typed)}
${retryAt !== undefined && html`<form method="post" action="${retryAt}"><input type="hidden" name="lang" value="${language}">${hidden("retry")}<button>${words.retry}</button></form>`}${ways.map(
  ([way, href], at) => html`<a${at > 0 && html` class="quiet"`} href="${href}">${words[way]}</a>`,
)}`;
  sendPage(visit, { status, title, refresh, end, body });
}

/** A wish in a form. */
export const hidden = (name: string): Html => html`<input type="hidden" name="${name}" value="1">`;

export function sendTooMany(visit: Visit, seconds: number): void {
  visit.response.setHeader("Retry-After", seconds);
  sendNotice(visit, "tooMany", { status: 429 });
}

/** Asks for a code that was told on the telephone: it leads to the link's page. */
export function codeForm(language: Language, action = "", typed = ""): Html {
  const { code, codeHint, go } = pageTexts[language];
  return html`<form action="${action}">
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="code">${code}</label>
<input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint" value="${typed}"${typed !== "" && html` aria-invalid="true"`}>
<p class="${typed === "" ? "hint" : "error"}" id="code-hint">${codeHint}</p></div>
<button>${go}</button>
</form>`;
}
