import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { Html, html } from "@ventanilla/web";
import { takeRandom } from "../base/random.ts";
import type { Site } from "../base/site.ts";
import { privateHeaders, removeShopHeaders } from "../http/headers.ts";
import { sendText } from "../http/json.ts";
import type { Languages } from "./languages.ts";
import type { KnownStorefront } from "./storefront.ts";
import { inlineStyle, palette } from "./style.ts";

/** The style sheet of the router's pages, for pages of a package that buyers see beside them. */
export const pageStyle: string = palette + readFileSync(new URL("../../src/page/page.css", import.meta.url), "utf8");
const style = inlineStyle(pageStyle);

const icons = {
  turning: html`<circle cx="28" cy="28" r="22" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-dasharray="90 60"/>`,
  good: html`<circle cx="28" cy="28" r="26" fill="currentColor" opacity=".14"/><path d="m17 29 8 8 15-17" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  plain: html`<circle cx="28" cy="28" r="26" fill="currentColor" opacity=".14"/><path d="M28 26v14m0-24v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
  bad: html`<circle cx="28" cy="28" r="26" fill="currentColor" opacity=".14"/><path d="M28 16v15m0 8v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
};

/**
 * Keeps browsers from asking the shop's origin for `/favicon.ico`, and from complaining of what it answers. The page's
 * policy has to allow {@link iconSource}.
 */
export const noIcon: Html = html`<link rel="icon" href=data:,>`;

/** The directive of a content security policy that {@link noIcon} needs. */
export const iconSource = "img-src data:";

/** What the router's pages say of the shop. */
export interface PageSettings extends Site {
  storefront: KnownStorefront;
  languages: Languages;
}

/** One of the router's own pages. */
export interface Page {
  status: number;
  language: string;
  title: string;
  /** The icon above the title. */
  mark: keyof typeof icons;
  body: Html;
  /** Runs in the page, under a nonce. Must hold no value that was not encoded by {@link scriptValue}. */
  script?: string;
  /** The seconds after which the page reloads, or `5;url=https://…`. */
  refresh?: number | string;
  /** Origins that a form in the page may post to. */
  formAction?: string[];
  /** The origin whose page may show this one in a frame. Default: none */
  framedBy?: string | undefined;
}

/** A value as a JavaScript literal that cannot end the script element around it. */
export function scriptValue(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The shop's contact, if it has one. Its link opens a window of its own: this one may be a popup or a frame. */
const contactLine = ({ storefront: { contact }, languages }: PageSettings, language: string): Html | undefined =>
  contact &&
  html`<p class="contact">${languages.of(language).contact} <a href="${contact.href}" target="_blank" rel="noopener"><bdi>${contact.label}</bdi></a></p>`;

const isRightToLeft = (language: string): boolean => /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i.test(language);

/**
 * Sends a page under a content security policy that allows only what the page contains. Without COOP, which would
 * separate the popup from the page that opened it.
 */
export function sendPage(response: ServerResponse, settings: PageSettings, page: Page): void {
  const nonce = takeRandom(16).toString("base64");
  const document = html`<!doctype html>
<html lang="${page.language}"${isRightToLeft(page.language) && html` dir="rtl"`}>
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${noIcon}
${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh}">`}
${style.element}
</head>
<body><main>
<p class="store"><bdi>${settings.storefront.name}</bdi></p>
<svg class="mark ${page.mark}" viewBox="0 0 56 56" aria-hidden="true">${icons[page.mark]}</svg>
<h1>${page.title}</h1>
${page.body}
${contactLine(settings, page.language)}
</main>
${page.script !== undefined && html`<script nonce="${nonce}">${new Html(page.script)}</script>`}
</body>
</html>
`;
  removeShopHeaders(response);
  // This header is older than frame-ancestors, and cannot allow another origin.
  if (page.framedBy !== undefined) response.removeHeader("X-Frame-Options");
  const headers = {
    ...privateHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": page.language,
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${style.source}`,
      ...(page.script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
      iconSource,
      `form-action ${page.formAction?.join(" ") ?? "'self'"}`,
      `frame-ancestors ${page.framedBy ?? "'none'"}`,
      "base-uri 'none'",
    ].join("; "),
  };
  sendText(response, page.status, headers, document.toString());
}
