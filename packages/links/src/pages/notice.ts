import { type Html, html, type Mark, pageMark } from "@ventanilla/web";
import { shownCode } from "../code.ts";
import { amountText, type Link } from "../link.ts";
import type { PageWords } from "../texts.ts";
import { type Page, sendPage, type Visit } from "./frame.ts";

const marks: Partial<Record<keyof PageWords["titles"], Mark>> = {
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
  /** A form that leads on. */
  form?: Html;
  /** Where else the page leads. */
  waysOn?: Partial<Record<"again" | "mine" | "receipt" | "retry" | "update", string>>;
}

/** Sends a page that only says how it stands, and leads on. */
export function sendNotice(visit: Visit, notice: keyof PageWords["titles"], view: NoticeView = {}): void {
  const { words, language } = visit;
  const { status, refresh, link, first, form, waysOn = {} } = view;
  const title = words.titles[notice];
  const ways = Object.entries(waysOn) as [keyof typeof waysOn, string][];
  const body = html`${pageMark(marks[notice] ?? "plain")}
<h1>${title}</h1>
<p>${first !== undefined && html`<strong>${first}</strong> `}${words.messages[notice]}</p>
${
  link &&
  html`<dl><div class="item"><dt><bdi>${link.description}</bdi></dt><dd>${amountText(link, language)}</dd></div><div><dt>${words.code}</dt><dd>${shownCode(link.code)}</dd></div></dl>`
}
${form}${ways.map(([way, href], at) => html`<a${at > 0 && html` class="quiet"`} href="${href}">${words[way]}</a>`)}`;
  const isEnd = refresh === undefined && form === undefined && ways.length === 0;
  sendPage(visit, { status, title, refresh, isEnd, body });
}

export function sendTooMany(visit: Visit, seconds: number): void {
  visit.response.setHeader("Retry-After", seconds);
  sendNotice(visit, "tooMany", { status: 429 });
}

/** Asks for a code that was told on the telephone: it leads to the link's page. */
export function codeForm({ language, words }: Visit, action: string, typed = ""): Html {
  const { code, codeHint, go } = words;
  const isWrong = typed !== "";
  return html`<form action="${action}">
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="code">${code}</label>
<input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint" value="${typed}"${isWrong && html` aria-invalid="true"`}>
<p class="${isWrong ? "error" : "hint"}" id="code-hint">${codeHint}</p></div>
<button>${go}</button>
</form>`;
}
