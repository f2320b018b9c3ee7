import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { pageStyle } from "@ventanilla/express";
import { Html, type HtmlValue, html } from "@ventanilla/web";
import type { Settings } from "../options.ts";
import type { ReceiptPage } from "../receipt/receipt-page.ts";
import { paleOf } from "./preview.ts";
import type { Language } from "./request.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";

export const texts = { es, en };

/** A page of the buyers'. */
interface Page {
  status?: number;
  language: Language;
  /** What the browser's tab and a chat's preview say before the shop's name. */
  title: string;
  /** The address of this page in the other language. */
  inOtherLanguage: string;
  /** Addresses of a chat's preview. Default: none */
  preview?: { url: string; image: string };
  /** The address of a module script, and the router's origin, where its forms go and its answers come from. */
  element?: { src: string; origin: string };
  /** A module's text: constant. */
  script?: string;
  /** After so many seconds the page is loaded again. */
  refresh?: number;
  body: HtmlValue;
}

const sheet = readFileSync(new URL("../../src/pages/links.css", import.meta.url), "utf8");

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const icons = {
  good: html`<path d="m17 29 8 8 15-17" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  plain: html`<path d="M28 26v14m0-24v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
  bad: html`<path d="M28 16v15m0 8v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
};

/** The mark above a page's title, as on the router's pages. */
export const mark = (kind: keyof typeof icons): Html =>
  html`<svg class="mark ${kind}" viewBox="0 0 56 56" aria-hidden="true"><circle cx="28" cy="28" r="26" fill="currentColor" opacity=".14"/>${icons[kind]}</svg>`;

/** Headers of every answer: not cached, and the address, which is the key to a payment, is told to no other site. */
const headers = {
  "Cache-Control": "no-store",
  // Not `no-referrer`: with that, older browsers send "null" as the origin of a form.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex",
};

/** Sends a page under a policy that allows only what it contains. */
export type SendPage = (response: ServerResponse, page: Page) => void;

export function makeSendPage({ storefront }: Settings): SendPage {
  const colors = `:root{--shop:${storefront.color};--pale:${paleOf(storefront.color)}}`;
  const style = `${pageStyle}${sheet}`.replace(/\/\*.*?\*\/|\s+/gs, " ") + colors;

  return function sendPage(response, page) {
    const { status = 200, language, title, element, script } = page;
    const words = texts[language];
    const { contact, name } = storefront;
    const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<meta name="robots" content="noindex">
${page.preview && previewOf(page, page.preview, name)}
<link rel="icon" href="data:,">
${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh}">`}
<style>${new Html(style)}</style>
${element && html`<script type="module" src="${element.src}"></script>`}
</head>
<body><main>
<div class="awning"></div>
<p class="store"><bdi>${name}</bdi></p>
${page.body}
<footer>
${contact && html`<p>${words.contact} <a href="${contact.href}"><bdi>${contact.label}</bdi></a></p>`}
<p><a href="${page.inOtherLanguage}" lang="${words.otherLanguage.code}" hreflang="${words.otherLanguage.code}">${words.otherLanguage.name}</a></p>
</footer>
</main>
${script !== undefined && html`<script type="module">${new Html(script)}</script>`}
</body>
</html>
`.toString();
    sendDocument(response, document, {
      status,
      language,
      style,
      scripts: [element && new URL(element.src).origin, script !== undefined && hashOf(script)],
      ...(element && { router: element.origin }),
    });
  };
}

/** What the policy of a document allows. */
interface SentDocument {
  status: number;
  language: Language;
  /** The text of its style. */
  style: string;
  /** Sources of its scripts. */
  scripts: readonly (string | false | undefined)[];
  /** The origin that forms go to, beside ours, and answers come from. */
  router?: string;
}

function sendDocument(
  response: ServerResponse,
  document: string,
  { status, language, style, scripts, router }: SentDocument,
): void {
  // What the shop's middleware has set for its own pages: it would separate the bank's window from this one.
  for (const header of ["Cross-Origin-Opener-Policy", "Content-Security-Policy-Report-Only"])
    response.removeHeader(header);
  const sources = scripts.filter((source) => typeof source === "string");
  response.writeHead(status, {
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(document),
    "Content-Language": language,
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      ...(sources.length === 0 ? [] : [`script-src ${sources.join(" ")}`]),
      ...(router === undefined ? [] : [`connect-src ${router}`]),
      "img-src data:",
      `form-action 'self'${router === undefined ? "" : ` ${router}`}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
  });
  response.end(response.req.method === "HEAD" ? undefined : document);
}

/** Sends the page of a receipt. */
export function sendReceipt(
  response: ServerResponse,
  { document, style, script }: ReceiptPage,
  language: Language,
): void {
  sendDocument(response, document, { status: 200, language, style, scripts: [hashOf(script)] });
}

const previewOf = ({ title, language }: Page, { url, image }: { url: string; image: string }, name: string): Html =>
  html`<meta name="description" content="${texts[language].preview(name)}">
<meta property="og:type" content="website"><meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${texts[language].preview(name)}">
<meta property="og:url" content="${url}"><meta property="og:image" content="${image}">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`;

/** Leads the browser on after a form (303): a reload does not send it again. */
export function redirect(response: ServerResponse, to: string, cookies: string[] = []): void {
  // Beside those of the shop's own middleware.
  if (cookies.length > 0) response.appendHeader("Set-Cookie", cookies);
  response.writeHead(303, { ...headers, Location: to, "Content-Length": 0 });
  response.end();
}

/** Sends a picture that anybody may keep. */
export function sendPicture(response: ServerResponse, picture: Buffer): void {
  const cached = { "Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff" };
  response.writeHead(200, { ...cached, "Content-Type": "image/png", "Content-Length": picture.length });
  response.end(response.req.method === "HEAD" ? undefined : picture);
}
