import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Html, html } from "@ventanilla/web";
import type { Settings } from "../settings.ts";
import { cookieOf, setCookie, yearSeconds } from "../web/cookies.ts";
import { languagesOf } from "../web/languages.ts";
import { privateHeaders, removeShopHeaders } from "../web/page.ts";
import { localeOf } from "./format.ts";
import { liveHeader, liveScript } from "./live-script.ts";
import { counterStyle } from "./style.ts";
import type { CounterLanguage, CounterTexts } from "./texts/texts.ts";
import type { Viewer, Visit } from "./visit.ts";

/** What surrounds every page of the counter, also one for nobody. */
export interface CounterFrame extends Omit<Visit, "staff" | "fields" | "token" | "resolve" | "retry"> {
  /** Absent where nobody may look. */
  staff?: Viewer;
}

/** What stands between the header and the end. */
export interface CounterPage {
  /** Default: 200 */
  status?: number;
  title: string;
  /** The entry of the navigation that the page belongs to. */
  section?: keyof CounterTexts["nav"];
  /** Follows the heading. */
  body: Html;
  /** Whether the page looks for news by itself, where scripts run. Default: no */
  live?: boolean;
}

/** The navigation: where each entry leads. */
const navigation: readonly [section: keyof CounterTexts["nav"], path: string][] = [
  ["today", ""],
  ["decide", "decide"],
  ["payments", "payments"],
  ["close", "close"],
];

const styleElement = new Html(`<style>${counterStyle}</style>`);
const scriptElement = new Html(`<script>${liveScript}</script>`);
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const styleHash = hashOf(counterStyle);
const scriptHash = hashOf(liveScript);

/** Of the pages: nobody may frame them, and no other site learns their addresses. */
const counterHeaders: Record<string, string> = {
  ...privateHeaders,
  // Not `no-referrer`: with that, older browsers call the origin of a form "null".
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex",
};

/** Of a file: a browser that opens it all the same runs nothing in it. */
export const downloadHeaders: Record<string, string> = {
  ...counterHeaders,
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

const languageCookie = "ventanilla-counter-language";
const builtIn = languagesOf();

/** The language of a page: what its link says, which the browser then keeps, else the browser's own, else Spanish. */
export function languageOf(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  settings: Settings,
): CounterLanguage {
  const isKnown = (tag: unknown): tag is CounterLanguage => tag === "es" || tag === "en";
  const asked = query.get("lang");
  if (isKnown(asked)) {
    setCookie(response, settings, `${languageCookie}=${asked}`, { sameSite: "Lax", maxAge: yearSeconds });
    return asked;
  }
  const kept = cookieOf(request, languageCookie);
  if (isKnown(kept)) return kept;
  return builtIn.choose(undefined, request.headers["accept-language"]) === "en" ? "en" : "es";
}

/** The same page in the other language. A page that a form has led to is not sent again. */
function languageLink({ language, words, request, query }: CounterFrame): Html | undefined {
  if (request.method === "POST") return undefined;
  const other = language === "es" ? "en" : "es";
  const again = new URLSearchParams(query);
  again.set("lang", other);
  return html`<a href="?${again.toString()}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a>`;
}

/** The name of the store, which leads to the shop's own page for its staff where there is one. */
function storeName({ settings, exits }: CounterFrame): Html {
  const name = html`<bdi>${settings.storefront.name}</bdi>`;
  return exits.home === undefined ? name : html`<a href="${exits.home}">${name}</a>`;
}

function signOutForm({ exits, words }: CounterFrame): Html | undefined {
  if (exits.signOut === undefined) return undefined;
  return html`<form method="post" action="${exits.signOut}"><button class="link">${words.signOut}</button></form>`;
}

/** Sends a page of the counter; to the script of an open one, only what changes. */
export function showPage(frame: CounterFrame, page: CounterPage): void {
  const { language, settings, words, request, response, staff, root } = frame;
  const { status = 200, title, section, body, live = false } = page;
  const nav =
    staff !== undefined &&
    html`<nav aria-label="${words.navigation}"><ul>${navigation.map(
      ([name, path]) =>
        html`<li><a href="${root}${path}"${name === section && html` aria-current="page"`}>${words.nav[name]}</a></li>`,
    )}</ul></nav>`;
  const changing = html`${nav}
<main id="content" tabindex="-1">
<h1>${title}</h1>
${body}
</main>`;
  const member = staff && encodeURIComponent(staff.name);
  const isFragment = request.headers[liveHeader.toLowerCase()] === "1";
  if (isFragment && member !== undefined) response.setHeader(liveHeader, member);
  const document = isFragment
    ? changing
    : html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${settings.storefront.name}</title>
${styleElement}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<p class="store">${storeName(frame)} <span>${words.product}</span></p>
<div class="who">${staff !== undefined && html`<bdi>${staff.name}</bdi>${signOutForm(frame)}`} ${languageLink(frame)}</div>
</header>
${live && html`<div id="stale" role="status" data-text="${words.stale}" data-locale="${localeOf(language)}" data-zone="${settings.timeZone}"></div>`}
<div id="live"${live && html` data-member="${member}"`}>${changing}</div>
${live && scriptElement}
</body>
</html>
`;
  send(frame, status, document.toString());
}

function send({ response, language }: CounterFrame, status: number, document: string): void {
  removeShopHeaders(response);
  response.writeHead(status, {
    ...counterHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(document),
    "Content-Language": language,
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${styleHash}`,
      `script-src ${scriptHash}`,
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
  });
  response.end(document);
}

/** Sends a page that says one thing: why there is no other. */
export function showProblem(frame: CounterFrame, status: number, problem: keyof CounterTexts["problems"]): void {
  const { title, message } = frame.words.problems[problem];
  const back = frame.staff !== undefined && html`<p><a href="${frame.root}">${frame.words.backToToday}</a></p>`;
  showPage(frame, { status, title, body: html`<p class="lead">${message}</p>${back}` });
}

/** Leads to another address of the counter, after a form: a page that is loaded again sends nothing again. */
export function goTo({ response, root }: CounterFrame, path: string): void {
  response.writeHead(303, { ...counterHeaders, Location: `${root}${path}`, "Content-Length": 0 });
  response.end();
}
