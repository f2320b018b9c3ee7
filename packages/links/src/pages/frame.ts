import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { pageStyle } from "@ventanilla/express";
import {
  cspHash,
  Html,
  type HtmlValue,
  html,
  htmlDocument,
  inlineStyle,
  sendDocument,
  unframedHeaders,
  wholeText,
} from "@ventanilla/web";
import { type Language, otherLanguage, times } from "../language.ts";
import type { Link, LinkState } from "../link.ts";
import type { Settings } from "../options.ts";
import { shopColors } from "./preview.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";

export const texts = { es, en };

/** A page of the buyers'. */
export interface Page {
  status?: number;
  language: Language;
  /** What the browser's tab and a chat's preview say before the shop's name. */
  title: string;
  /** Addresses of a chat's preview. Default: none */
  preview?: { url: string; image: string };
  /** The address of a module script, and the router's origin, where its forms go and its answers come from. */
  element?: { src: string; origin: string };
  /** A module's text: constant. */
  script?: string;
  /** After so many seconds the page is loaded again. */
  refresh?: number | undefined;
  /** Where nothing on the page leads on, the store does, by a button: a `quiet` one where nothing has to be done. */
  end?: "loud" | "quiet" | undefined;
  body: HtmlValue;
}

const sheet = readFileSync(new URL("../../src/pages/links.css", import.meta.url), "utf8");

/** Sends a page under a policy that allows only what it contains. */
export type SendPage = (response: ServerResponse, page: Page) => void;

export function makeSendPage({ storefront }: Settings): SendPage {
  const style = inlineStyle(pageStyle, sheet, shopColors(storefront.color));
  const { contact, name } = storefront;

  return function sendPage(response, page) {
    const { status = 200, language, title, element, script } = page;
    const words = texts[language];
    const head = html`<meta name="robots" content="noindex">
${page.preview && previewOf(page, page.preview, name)}
${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh}">`}
${style.element}
${element && html`<script type="module" src="${element.src}"></script>`}`;
    const body = html`<main>
<div class="awning"></div>
<p class="store"><bdi>${name}</bdi></p>
${page.body}
<footer>
${contact && contactOf(words, contact, page.end)}
<p>${otherLanguage(language)}</p>
</footer>
</main>
${script !== undefined && html`<script type="module">${new Html(script)}</script>`}`;
    sendDocument(response, htmlDocument({ language, title: `${title} · ${name}`, head, body }), {
      status,
      language,
      headers: unframedHeaders,
      styles: [style],
      scripts: [...(element ? [element.origin] : []), ...(script === undefined ? [] : [cspHash(script)])],
      connect: element?.origin,
      ...(element && { formAction: `'self' ${element.origin}` }),
    });
  };
}

/** How the store is reached: a link, or a button on a page that leads nowhere else. */
function contactOf(
  words: (typeof texts)["es"],
  { href, label }: { href: string; label: string },
  end: Page["end"],
): Html {
  if (end === undefined) return html`<p>${words.contact} <a href="${href}"><bdi>${label}</bdi></a></p>`;
  return html`<a${end === "quiet" && html` class="quiet"`} href="${href}">${words[href.startsWith("tel:") ? "call" : "reach"](label)}</a>`;
}

const previewOf = ({ title, language }: Page, { url, image }: { url: string; image: string }, name: string): Html =>
  html`<meta name="description" content="${texts[language].preview(name)}">
<meta property="og:type" content="website"><meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${texts[language].preview(name)}">
<meta property="og:url" content="${url}"><meta property="og:image" content="${image}">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`;

/** Since when a link stands as it does, or until when it did; `undefined` where that is not known. */
export function sinceText(
  { from: early, until: expired, withdrawnAt: withdrawn }: Link,
  state: Exclude<LinkState, "open">,
  paid: number | undefined,
  language: Language,
): string | undefined {
  const at = { early, expired, withdrawn, paid }[state];
  return at === undefined ? undefined : texts[language].since[state](wholeText(times[language].moment(at)));
}

/** Leads the browser on after a form (303): a reload does not send it again. */
export function redirect(response: ServerResponse, to: string, cookies: string[] = []): void {
  // Beside those of the shop's own middleware.
  if (cookies.length > 0) response.appendHeader("Set-Cookie", cookies);
  response.writeHead(303, { ...unframedHeaders, Location: to, "Content-Length": 0 });
  response.end();
}
