import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Html, type HtmlValue, html } from "./html.ts";

/** Style sheets as they stand in a page. */
export interface InlineStyle {
  /** The element that holds them. */
  element: Html;
  /** The source by which the page's content security policy allows them. */
  source: string;
}

/**
 * Puts style sheets into one element, without their comments and line breaks.
 * @param sheets texts of the program
 * @returns the element, and its source for the policy
 * @example
 * const style = inlineStyle(":root { color-scheme: light dark }");
 */
export function inlineStyle(...sheets: string[]): InlineStyle {
  const text = sheets.join("\n").replace(/\/\*.*?\*\/|\s+/gs, " ");
  return { element: new Html(`<style>${text}</style>`), source: cspHash(text) };
}

/**
 * The source by which a content security policy allows an inline script or style.
 * @param text of the element, to the letter
 * @returns the text's hash in single quotes
 * @see https://www.w3.org/TR/CSP3/#external-hash
 * @example
 * cspHash("print()"); // "'sha256-…'"
 */
export function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const icons = {
  turning: html`<circle cx="28" cy="28" r="22" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-dasharray="90 60"/>`,
  good: html`<path d="m17 29 8 8 15-17" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  plain: html`<path d="M28 26v14m0-24v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
  alert: html`<path d="M28 16v15m0 8v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
  bad: html`<path d="m19.5 19.5 17 17m0-17-17 17" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>`,
  off: html`<path d="M18 28h20" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
};

/**
 * What a page's mark says: it is being worked on, it went well, nothing of that, somebody has to look, it was refused or
 * failed, it was given up.
 */
export type Mark = keyof typeof icons;

/**
 * The mark above the title of a page for buyers.
 * @param mark what it says
 * @returns a picture in the color of its class
 * @example
 * html`${pageMark("good")}<h1>${title}</h1>`;
 */
export function pageMark(mark: Mark): Html {
  return html`<svg class="mark ${mark}" viewBox="0 0 56 56" aria-hidden="true">${icons[mark]}</svg>`;
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i;

/**
 * Writes a whole page. It names an icon that is none: no browser asks the origin for `/favicon.ico`, nor complains of what
 * it answers.
 * @param page its parts
 * @returns the document
 * @example
 * const page = htmlDocument({ language: "es", title: "Recibo", head: style.element, body: html`<main>…</main>` });
 */
export function htmlDocument({
  language,
  title,
  head,
  body,
}: {
  language: string;
  title: string;
  head: HtmlValue;
  body: HtmlValue;
}): Html {
  return html`<!doctype html>
<html lang="${language}"${rightToLeft.test(language) && html` dir="rtl"`}>
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href=data:,>
${head}
</head>
<body>${body}</body>
</html>
`;
}

/** Headers of every answer: not cached, not sniffed, no Referer sent on. */
export const privateHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Headers of a page with forms: no site may frame it, and no other site learns its address. */
export const unframedHeaders: Readonly<Record<string, string>> = {
  ...privateHeaders,
  // Not `no-referrer`: with that, older browsers send "null" as the origin of a form.
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex",
};

/**
 * Removes headers that a middleware such as helmet has set for the shop's own pages. COOP would separate the popup from
 * the page that opened it, also on a redirect; report-only policies would report what our pages do on purpose.
 */
function removeShopHeaders(response: ServerResponse): void {
  response.removeHeader("Cross-Origin-Opener-Policy");
  response.removeHeader("Cross-Origin-Opener-Policy-Report-Only");
  response.removeHeader("Content-Security-Policy-Report-Only");
}

/**
 * Sends a text in UTF-8. Node gets its bytes as a text of Latin-1: such a text goes out with the head in one piece, while
 * one of UTF-8 takes a third longer.
 * @param response of which nothing has been sent
 * @param status of HTTP
 * @param headers beside its length
 * @param text the body
 * @example
 * sendText(response, 200, { ...privateHeaders, "Content-Type": "application/json" }, "{}");
 */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, "Content-Length": body.length });
  response.end(body.toString("latin1"), "latin1");
}

/**
 * Leads the browser on to another address with GET (303): a reload does not send a form again.
 * @param response of which nothing has been sent
 * @param location the address
 * @param headers of the answer. Default: those of a page with forms
 * @example
 * seeOther(response, "/orders/1");
 */
export function seeOther(response: ServerResponse, location: string, headers = unframedHeaders): void {
  removeShopHeaders(response);
  // Not chained, here and elsewhere: what a middleware has put in the place of `writeHead` may return nothing.
  response.writeHead(303, { ...headers, Location: location, "Content-Length": 0 });
  response.end();
}

/** How a document is sent, and what its policy allows: nothing else. */
export interface SentDocument {
  /** Of HTTP. */
  status: number;
  /** Of its text. */
  language: string;
  /** Beside those that follow from the others. */
  headers: Readonly<Record<string, string>>;
  /** Its style elements. */
  styles: readonly InlineStyle[];
  /** Sources of its scripts. Default: none */
  scripts?: readonly string[];
  /** The origin that its scripts speak to. Default: none */
  connect?: string | undefined;
  /** Origins that its forms may be posted to. Default: `'self'` */
  formAction?: string | undefined;
  /** The origin whose page may show it in a frame. Default: none */
  framedBy?: string | undefined;
}

/**
 * Sends a document under a content security policy that allows only what it contains.
 * @param response of which nothing has been sent
 * @param document see {@link htmlDocument}
 * @param sent what it contains
 * @example
 * sendDocument(response, page, { status: 200, language: "es", headers: unframedHeaders, styles: [style] });
 */
export function sendDocument(response: ServerResponse, document: Html | string, sent: SentDocument): void {
  const { status, language, headers, styles, scripts = [], connect, formAction = "'self'", framedBy = "'none'" } = sent;
  removeShopHeaders(response);
  const policy = [
    "default-src 'none'",
    `style-src ${styles.map(({ source }) => source).join(" ")}`,
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(" ")}`]),
    // The icon's.
    "img-src data:",
    ...(connect === undefined ? [] : [`connect-src ${connect}`]),
    `form-action ${formAction}`,
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
  ];
  const described = { "Content-Type": "text/html; charset=utf-8", "Content-Language": language };
  sendText(
    response,
    status,
    { ...headers, ...described, "Content-Security-Policy": policy.join("; ") },
    String(document),
  );
}
