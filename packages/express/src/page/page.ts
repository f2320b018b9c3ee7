import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import {
  Html,
  html,
  htmlDocument,
  inlineStyle,
  type Mark,
  pageMark,
  palette,
  parts,
  privateHeaders,
  sendDocument,
} from "@ventanilla/web";
import { takeRandom } from "../base/random.ts";
import type { Site } from "../base/site.ts";
import type { Languages } from "./languages.ts";
import type { KnownStorefront } from "./storefront.ts";

/** The style sheet of the router's pages, for pages of a package that buyers see beside them. */
export const pageStyle: string =
  palette + parts + readFileSync(new URL("../../src/page/page.css", import.meta.url), "utf8");
const style = inlineStyle(pageStyle);

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
  mark: Mark;
  body: Html;
  /** The links to the page in other languages. Default: none, as it goes on by itself */
  inOthers?: Html | undefined;
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

/** A sentence, or its part up to a colon, that says whether the buyer was charged, in the router's own words. */
const charged = /[^.:\s][^.:]*(?:ningún cargo|haya cobrado|not charged|been charged)[^.:]*[.:]/;

/** A message as a paragraph, in which the eye finds first whether the buyer was charged. */
export function messageParagraph(message: string): Html {
  const [found = ""] = charged.exec(message) ?? [];
  const [before = "", after = ""] = found === "" ? [message] : message.split(found);
  return html`<p>${before}${found && html`<strong>${found}</strong>`}${after}</p>`;
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i;

/**
 * Sends a page under a content security policy that allows only what the page contains. Without COOP, which would
 * separate the popup from the page that opened it.
 */
export function sendPage(response: ServerResponse, settings: PageSettings, page: Page): void {
  const nonce = takeRandom(16).toString("base64");
  const body = html`<main>
<div class="awning"></div>
<p class="store"><bdi>${settings.storefront.name}</bdi></p>
${pageMark(page.mark)}
<h1>${page.title}</h1>
${page.body}
${contactLine(settings, page.language)}
${page.inOthers}
</main>
${page.script !== undefined && html`<script nonce="${nonce}">${new Html(page.script)}</script>`}`;
  const refresh = page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh}">`;
  const { status, language, title, framedBy } = page;
  const isRightToLeft = rightToLeft.test(language);
  // This header is older than frame-ancestors, and cannot allow another origin.
  if (framedBy !== undefined) response.removeHeader("X-Frame-Options");
  const document = htmlDocument({ language, isRightToLeft, title, head: html`${refresh}\n${style.element}`, body });
  sendDocument(response, document, {
    status,
    language,
    headers: privateHeaders,
    styles: [style],
    ...(page.script !== undefined && { scripts: [`'nonce-${nonce}'`] }),
    formAction: page.formAction?.join(" "),
    framedBy,
  });
}
