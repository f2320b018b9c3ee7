import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  cookieOf,
  cspHash,
  Html,
  html,
  htmlDocument,
  inlineStyle,
  languageAmong,
  palette,
  parts,
  sendDocument,
  unframedHeaders,
} from "@ventanilla/web";
import { cookieText, yearSeconds } from "../http/browser.ts";
import { languagesOf } from "../page/languages.ts";
import type { DeskSettings } from "../staff/desk-settings.ts";
import { keptFields } from "./find/card-like.ts";
import { localeOf, timesOf } from "./format.ts";
import { errorSummary } from "./page/error-summary.ts";
import { keysScript } from "./page/keys.ts";
import { liveHeader, liveScript } from "./page/live-script.ts";
import { searchBox, searchScript } from "./page/search-box.ts";
import type { PageContent, Viewer } from "./pages.ts";
import type { CounterLanguage, CounterTexts } from "./texts/texts.ts";
import type { Visit } from "./visit.ts";

/** What every page of the counter needs, also a page for somebody who may not look. */
export interface CounterFrame
  extends Omit<
    Visit,
    "staff" | "waiting" | "fields" | "token" | "resolve" | "recordHandling" | "recordGivenBack" | "record" | "retry"
  > {
  /** Absent when `staff()` named nobody, and on the page of a request that failed. */
  staff?: Viewer;
  /** Absent where `staff` is. */
  waiting?: number;
}

/** Where an entry of the navigation leads, below the counter. */
const pathOf = (section = "today"): string => (section === "today" ? "" : section);

const style = inlineStyle(
  palette,
  parts,
  readFileSync(new URL("../../src/counter/counter.css", import.meta.url), "utf8"),
);
const scriptElement = (text: string) => new Html(`<script>${text}</script>`);
const ownScripts = [liveScript, searchScript, keysScript].map(cspHash);

/** The headers of a file: a browser that opens it instead of saving it runs nothing in it. */
export const downloadHeaders: Record<string, string> = {
  ...unframedHeaders,
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

const languageCookie = "ventanilla-counter-language";
const builtIn = languagesOf();

/**
 * The language of a page: that of the link, which a cookie keeps; else that of the cookie, the browser's, or Spanish.
 */
export function languageOf(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  settings: DeskSettings,
): CounterLanguage {
  const known = (tag: unknown): CounterLanguage | undefined => languageAmong(tag, ["es", "en"]);
  const asked = known(query.get("lang"));
  if (asked !== undefined) {
    const kept = cookieText(settings, `${languageCookie}=${asked}`, { sameSite: "Lax", maxAge: yearSeconds });
    response.appendHeader("Set-Cookie", kept);
    return asked;
  }
  const kept = known(cookieOf(request, languageCookie));
  if (kept !== undefined) return kept;
  return builtIn.ofVisit({ request, query }) === "en" ? "en" : "es";
}

/** A link or button to the same page in the other language. */
function otherLanguage({ language, words, method, query, root }: CounterFrame, { section, again }: PageContent): Html {
  const other = language === "es" ? "en" : "es";
  const same = keptFields(query);
  same.set("lang", other);
  const attributes = html` hreflang="${other}" lang="${other}"`;
  if (method !== "POST") return html`<a href="?${same.toString()}"${attributes}>${words.otherLanguage}</a>`;
  if (again !== undefined && "form" in again) {
    return html`<button class="link" form="${again.form}" formaction="?lang=${other}" lang="${other}">${words.otherLanguage}</button>`;
  }
  const [path = "", search] = (again?.path ?? pathOf(section)).split("?");
  const elsewhere = new URLSearchParams(search);
  elsewhere.set("lang", other);
  return html`<a href="${root}${path}?${elsewhere.toString()}"${attributes}>${words.otherLanguage}</a>`;
}

/** The name of the store. It links to the shop's own page for its staff where there is one. */
function storeName({ settings, exits }: CounterFrame): Html {
  const name = html`<bdi>${settings.storefront.name}</bdi>`;
  return exits.home === undefined ? name : html`<a href="${exits.home}">${name}</a>`;
}

function signOutForm({ exits, words }: CounterFrame): Html | undefined {
  if (exits.signOut === undefined) return undefined;
  return html`<form method="post" action="${exits.signOut}"><button class="link">${words.signOut}</button></form>`;
}

/** Who looks, and what is not about payments. Wide screens show it all, and on narrow ones it opens. */
function menu(frame: CounterFrame, page: PageContent): Html {
  const { words, staff } = frame;
  return html`<details class="menu"><summary>${words.menu}</summary><div class="who">
${staff !== undefined && html`<bdi>${staff.name}</bdi>`}
<a href="${words.guide}" target="_blank" rel="noreferrer">${words.help}</a>
${otherLanguage(frame, page)}
${staff !== undefined && signOutForm(frame)}
</div></details>`;
}

function navigationOf({ words, root, waiting = 0 }: CounterFrame, section: string | undefined): Html {
  const count = html` <span class="count">${waiting > 99 ? "99+" : waiting}</span>`;
  return html`<nav aria-label="${words.navigation}"><ul>${Object.entries(words.nav).map(
    ([name, label]) =>
      html`<li><a href="${root}${pathOf(name)}"${name === section && html` aria-current="page"`}>${label}${name === "decide" && waiting > 0 && count}</a></li>`,
  )}</ul></nav>`;
}

/** Whether the script of an open page asks, and nobody has opened the page just now. */
export const isUpdate = ({ headers }: IncomingMessage): boolean => headers[liveHeader.toLowerCase()] === "1";

/** On paper alone: when it was as the page says, and who has printed it. The head of the page has the name as text. */
const printed = ({ words, language, settings }: CounterFrame, { name }: Viewer, at: number): Html =>
  html`<p class="printed" data-by="${name}">${words.asOf(timesOf(language, settings.timeZone).moment(at))}</p>`;

/**
 * Sends a page of the counter. The script of an open page gets only the part that changes.
 * @param at the time, where the page shows what is kept
 */
export function showPage(frame: CounterFrame, page: PageContent, at?: number): void {
  const { language, settings, words, request, response, staff } = frame;
  const { status = 200, title, section, body, live = false } = page;
  const sheets = page.style === undefined ? [style] : [style, inlineStyle(page.style)];
  const scripts = page.script === undefined ? [] : [page.script];
  const isAdmitted = staff !== undefined;
  const changing = html`${isAdmitted && navigationOf(frame, section)}
<main id="content" tabindex="-1"${!isAdmitted && html` class="card"`}>
<h1>${page.heading ?? title}</h1>
${page.tabs}${errorSummary(language, page.wrong ?? {})}${body}
${isAdmitted && at !== undefined && printed(frame, staff, at)}</main>`;
  const member = staff && encodeURIComponent(staff.name);
  const isFragment = isUpdate(request);
  if (isFragment && member !== undefined) response.setHeader(liveHeader, member);
  const document = isFragment
    ? changing
    : htmlDocument({
        language,
        title: `${title} · ${settings.storefront.name}`,
        head: sheets.map(({ element }) => element),
        body: html`
<a class="skip" href="#content">${words.skip}</a>
<div class="awning"></div>
<header>
<p class="store">${storeName(frame)} <span>${words.product}</span></p>
${isAdmitted && searchBox(frame)}
${menu(frame, page)}
</header>
${live !== false && html`<div id="stale" role="status" data-text="${words.stale}" data-locale="${localeOf(language)}" data-zone="${settings.timeZone}"></div>`}
<div id="live"${live !== false && html` data-member="${member}"`}${typeof live === "number" && html` data-seconds="${live}"`}>${changing}</div>
${[...(live === false ? [] : [liveScript]), ...(isAdmitted ? [searchScript, keysScript] : []), ...scripts].map(scriptElement)}
`,
      });
  sendDocument(response, document, {
    status,
    language,
    headers: unframedHeaders,
    styles: sheets,
    scripts: [...ownScripts, ...scripts.map(cspHash)],
    connect: "'self'",
  });
}

/** Sends a page that only says why the requested one is not shown. */
export function showProblem(frame: CounterFrame, status: number, problem: keyof CounterTexts["problems"]): void {
  const { words, exits, root, staff } = frame;
  const { title, message } = words.problems[problem];
  const [href, label] = staff === undefined ? [exits.home, words.toHome] : [root, words.backToToday];
  const way = href !== undefined && html`<p><a class="button" href="${href}">${label}</a></p>`;
  const body = html`<p>${message}</p>${way}`;
  showPage(frame, {
    status,
    title,
    body: staff === undefined ? body : html`<section class="card lead">${body}</section>`,
  });
}
