import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Html, html } from "@ventanilla/web";

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --dim: #5a6474; --paper: #f6f7f9; --card: #fff; --line: #dfe3e8; --accent: #0b5c4d; --on: #fff; --alert: #9a5300 }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf2; --dim: #a3adba; --paper: #12161c; --card: #1b2129; --line: #303944; --accent: #5fd0b5; --on: #08211b; --alert: #f2b765 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: min(26rem, 100%); padding: 2rem 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; text-align: center }
.mark { width: 3.5rem; height: 3.5rem; margin-bottom: .75rem; color: var(--accent) }
.mark.bad { color: var(--alert) }
.mark.turning circle { transform-origin: center; animation: turn 1s linear infinite }
@keyframes turn { to { transform: rotate(1turn) } }
@media (prefers-reduced-motion: reduce) { .mark.turning circle { animation: none } }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; text-wrap: balance }
p { margin: 0 0 1rem; color: var(--dim); overflow-wrap: anywhere; text-wrap: pretty }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; padding: .9rem 0; border-block: 1px solid var(--line); text-align: start; font-size: .9375rem }
dt { color: var(--dim) } dd { margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
a, button { display: block; width: 100%; min-height: 2.75rem; padding: .6rem 1rem; border: 0; border-radius: .625rem; background: var(--accent); color: var(--on); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
a + button, button + a, form + a { margin-top: .625rem }
a.quiet { background: none; color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
.late { animation: appear 0s 3s both } @keyframes appear { from { visibility: hidden } }
`;
const styleElement = new Html(`<style>${style}</style>`);
const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

const marks = {
  turning: html`<circle cx="28" cy="28" r="22" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-dasharray="90 60"/>`,
  good: html`<circle cx="28" cy="28" r="26" fill="currentColor" opacity=".14"/><path d="m17 29 8 8 15-17" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  bad: html`<circle cx="28" cy="28" r="26" fill="currentColor" opacity=".14"/><path d="M28 16v15m0 8v.5" fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round"/>`,
};

/** One of the router's own small pages. */
export interface Page {
  status: number;
  language: "es" | "en";
  title: string;
  mark: keyof typeof marks;
  body: Html;
  /** Runs in the page, under a nonce. Must hold no value that was not encoded by {@link scriptValue}. */
  script?: string;
  /** Seconds after which the page asks again. */
  refresh?: number;
  /** Origins that a form in the page may post to. */
  formAction?: string[];
  /** The origin whose page may show this one in a frame. Default: nobody. */
  framedBy?: string | undefined;
}

/** A value as a JavaScript literal that cannot end the script element it stands in. */
export function scriptValue(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Headers of everything the router answers: never cached, never sniffed, no address given away. */
export const privateHeaders: Record<string, string> = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Takes back what a middleware for the shop's own pages has set, as helmet does. An opener policy severs the popup from
 * the page that opened it, on a redirect as well; a policy on trial would report what the router's pages have to do.
 */
export function removeShopHeaders(response: ServerResponse): void {
  response.removeHeader("Cross-Origin-Opener-Policy");
  response.removeHeader("Cross-Origin-Opener-Policy-Report-Only");
  response.removeHeader("Content-Security-Policy-Report-Only");
}

/** Sends a page under a content security policy that allows nothing but what it contains. Sets no COOP: it would sever the popup. */
export function sendPage(response: ServerResponse, page: Page): void {
  const nonce = randomBytes(16).toString("base64");
  const document = html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh}">`}
${styleElement}
</head>
<body><main>
<svg class="mark ${page.mark}" viewBox="0 0 56 56" aria-hidden="true">${marks[page.mark]}</svg>
<h1>${page.title}</h1>
${page.body}
</main>
${page.script !== undefined && html`<script nonce="${nonce}">${new Html(page.script)}</script>`}
</body>
</html>
`.toString();
  removeShopHeaders(response);
  // An older rule than frame-ancestors, which cannot name another origin.
  if (page.framedBy !== undefined) response.removeHeader("X-Frame-Options");
  response.writeHead(page.status, {
    ...privateHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(document),
    "Content-Language": page.language,
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${styleHash}`,
      ...(page.script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
      `form-action ${page.formAction?.join(" ") ?? "'self'"}`,
      `frame-ancestors ${page.framedBy ?? "'none'"}`,
      "base-uri 'none'",
    ].join("; "),
  });
  response.end(document);
}
