import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
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
import type { Mode } from "../attempt/attempt.ts";
import { takeRandom } from "../base/random.ts";
import type { Site } from "../base/site.ts";
import { homeAddress } from "../http/origins.ts";
import type { Languages } from "./languages.ts";
import type { Texts } from "./texts.ts";

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

/** @throws ArgumentError naming the field of the option `storefront` */
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

/** A request at an address of the router, with its query, and its answer. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  settings: PageSettings;
  query: URLSearchParams;
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
  /** Where it has no address: the launch that it answers, to be sent again in another language. */
  relaunch?: Fields;
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
 * Buttons that send a launch again in each other language: its answer is at no address of its own. Of two fields of one
 * name the first counts: a buyer who presses them was not blocked.
 */
function languageButtons(settings: PageSettings, shown: string, fields: Fields): Html {
  const buttons = settings.languages
    .others(shown)
    .map(
      ({ language, name }) =>
        html`<button form="launch" formaction="${settings.mount}/attempts?lang=${language}" name="blocked" value="0" lang="${language}">${name}</button> `,
    );
  return html`<p class="languages">${buttons}</p>${launchForm(settings, fields)}`;
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
${page.relaunch && languageButtons(settings, language, page.relaunch)}
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

/** Where a page is shown, and where it leads back to. */
interface Way {
  mode: Mode;
  origin?: string | undefined;
  returnTo?: string | undefined;
}

/** The fields of a launch that may be sent again. */
type Fields = Record<string, string | undefined>;

/** Leaves a form to the browser, where a script has put the page into the shop's. */
const leftToBrowser = 'data-turbo="false" hx-boost="false" up-submit="false" data-astro-reload data-sveltekit-reload';

/**
 * A form that launches a payment from a page of the router, as the shop's page did.
 * @param target the window or frame that shows the answer. Default: the one of the form
 */
export function launchForm({ mount }: PageSettings, fields: Fields, button?: Html, target = "_self"): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  return html`<form method="post" action="${mount}/attempts" id="launch" target="${target}" ${new Html(leftToBrowser)}>
${inputs}${button}</form>`;
}

/**
 * The link to the shop: to the address that the launch named, else to the shop's home page. In a popup, a button that
 * closes the popup comes first; in a full page, one that launches again does. In a frame nothing does: the shop's page
 * has a button that closes the frame.
 */
export function backLink(
  settings: PageSettings,
  { mode, origin = settings.origin, returnTo }: Way,
  words: Texts,
  again?: Fields | false,
): Html {
  const target = returnTo ?? homeAddress(origin, settings);
  const retry = mode === "redirect" && again && launchForm(settings, again, html`<button>${words.again}</button>`);
  const first = mode === "popup" ? html`<button id="close" type="button">${words.close}</button>` : retry;
  return html`${first}<a class="${first ? "quiet" : ""}" href="${target}" target="_top">${words.back}</a>`;
}

/** Lets the button of {@link backLink} close the window. */
export const closeScript = 'document.getElementById("close")?.addEventListener("click", () => close());\n';

/**
 * A script that notifies the shop's page, so that it asks for the status: by message and by channel (COOP may have
 * removed the opener), with the attempt's id and nothing of its outcome. It lets {@link backLink} close the window, too.
 * @param origin of the page that launched: no other page gets the message
 * @param refused whether the launch was refused and is in no store: a process that does not know it never will
 */
export function noticeScript(origin: string, attempt: string | undefined, refused = false): string {
  return `${closeScript}const message = ${scriptValue({ type: "ventanilla:return", attempt, ...(refused && { refused }) })};
try { opener?.postMessage(message, ${scriptValue(origin)}) } catch {}
if (parent !== self) parent.postMessage(message, ${scriptValue(origin)});
const channel = new BroadcastChannel("ventanilla");
channel.postMessage(message);
setTimeout(() => channel.close());
`;
}
