import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import {
  checkContact,
  checkLine,
  Html,
  html,
  htmlDocument,
  inlineStyle,
  type Mark,
  pageMark,
  palette,
  parts,
  privateHeaders,
  refuseUnknownNames,
  sendDocument,
} from "@ventanilla/web";
import { takeRandom } from "../base/random.ts";
import type { Site } from "../base/site.ts";
import type { Languages } from "./languages.ts";

/** The style sheet of the router's pages, for pages of a package that buyers see beside them. */
export const pageStyle: string =
  palette + parts + readFileSync(new URL("../../src/page/page.css", import.meta.url), "utf8");
const style = inlineStyle(pageStyle);

/** Who the store is to its buyers, on every page of the router. */
export interface Storefront {
  /** As the buyers know it, at most 80 characters. Default: the name of `merchant` */
  name?: string;
  /** Where a buyer gets help. Every page of the router shows it. */
  contact?: {
    /** `tel:`, `mailto:` or `https:`, such as `https://wa.me/18095550123`. */
    href: string;
    /** What the link says, at most 80 characters. Default: the address without its scheme */
    label?: string;
  };
}

/**
 * Checks the option `storefront`, and completes it.
 * @throws ArgumentError naming the field
 */
export function storefrontOf(storefront: Storefront = {}, merchantName: string) {
  refuseUnknownNames("storefront", storefront, ["name", "contact"]);
  const { name = merchantName, contact } = storefront;
  return {
    name: checkLine("storefront.name", name, 80),
    contact: contact && checkContact("storefront.contact", contact),
  };
}

/** What the router's pages say of the shop. */
export interface PageSettings extends Site {
  storefront: ReturnType<typeof storefrontOf>;
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
  /** Its address, relative or of the router, where it is read in other languages. Default: it is not */
  address?: string | undefined;
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

/** Links to the page at an address in each other language, in the words of that. */
function languageLinks({ languages }: PageSettings, shown: string, address: string): Html {
  const [path, search] = address.split("?");
  const query = new URLSearchParams(search);
  return html`<p class="languages">${languages.others(shown).map(({ language, name }) => {
    query.set("lang", language);
    return html`<a href="${path}?${query.toString()}" hreflang="${language}" lang="${language}">${name}</a> `;
  })}</p>`;
}

/**
 * Sends a page under a content security policy that allows only what the page contains. Without COOP, which would
 * separate the popup from the page that opened it.
 */
export function sendPage(response: ServerResponse, settings: PageSettings, page: Page): void {
  const { status, language, title, address, script, refresh, framedBy } = page;
  const nonce = takeRandom(16).toString("base64");
  const body = html`<main>
<div class="awning"></div>
<p class="store"><bdi>${settings.storefront.name}</bdi></p>
${pageMark(page.mark)}
<h1>${title}</h1>
${page.body}
${contactLine(settings, language)}
${address !== undefined && languageLinks(settings, language, address)}
</main>
${script !== undefined && html`<script nonce="${nonce}">${new Html(script)}</script>`}`;
  // This header is older than frame-ancestors, and cannot allow another origin.
  if (framedBy !== undefined) response.removeHeader("X-Frame-Options");
  const head = html`${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}\n${style.element}`;
  sendDocument(response, htmlDocument({ language, title, head, body }), {
    status,
    language,
    headers: privateHeaders,
    styles: [style],
    scripts: script === undefined ? [] : [`'nonce-${nonce}'`],
    formAction: page.formAction?.join(" "),
    framedBy,
  });
}
