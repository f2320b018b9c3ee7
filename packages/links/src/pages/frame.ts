import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type PageText, type Payments, pageStyle } from "@ventanilla/express";
import {
  cspHash,
  Html,
  type HtmlValue,
  html,
  htmlDocument,
  inlineStyle,
  type Mark,
  makeLimiter,
  networkOf,
  pageMark,
  seeOther,
  sendDocument,
  unframedHeaders,
  wholeText,
} from "@ventanilla/web";
import { shownCode } from "../code.ts";
import { type Language, otherLanguage, times } from "../language.ts";
import { amountText, type Link, type LinkState } from "../link.ts";
import type { Parts } from "../options.ts";
import type { Ticket } from "../order/ticket.ts";
import { pageTexts } from "../texts.ts";
import { shopColors } from "./preview.ts";

const sheet = readFileSync(new URL("../../src/pages/links.css", import.meta.url), "utf8");
/** Comes back to the tag's page when the payment is approved: it says so, with the receipt. */
const approvedScript = 'addEventListener("pay-approved", () => location.reload());';

export function makeDesk(parts: Parts, router: Payments) {
  const style = inlineStyle(pageStyle, sheet, shopColors(parts.storefront.color));
  return { ...parts, router, limiter: makeLimiter(), style };
}

/** A request to the buyers' pages, and its answer. Express adds `ip`. */
export interface Visit extends ReturnType<typeof makeDesk> {
  request: IncomingMessage & { ip?: string | undefined };
  response: ServerResponse;
  language: Language;
  words: (typeof pageTexts)["es"];
}

export interface LinkVisit extends Visit {
  link: Link;
  ticket: Ticket | undefined;
  /** The time of the database. */
  now: number;
  /** How many more can be sold. Of a link that is its own order, the router says whether it can be paid. */
  left: number;
  wished: readonly Wish[];
  /** Whether they have sent the form: their browser has a ticket, if it keeps cookies. */
  isSent: boolean;
}

/** What the buyer asks for in the address of a link: its form again, or a payment that seems to be somebody else's. */
export const wishes = ["again", "mine"] as const;
type Wish = (typeof wishes)[number];

export const addressOf = ({ url }: Link, language: Language, wished: readonly Wish[] = []): string =>
  [`${url}?lang=${language}`, ...wished.map((wish) => `${wish}=1`)].join("&");

export const goToLink = ({ response, link, language }: LinkVisit, wished: readonly Wish[] = [], rest = ""): void =>
  seeOther(response, `${addressOf(link, language, wished)}${rest}`);

export const visitorOf = ({ ip, socket }: Visit["request"]): string => networkOf(ip ?? socket.remoteAddress ?? "");

interface Page {
  status?: number | undefined;
  /** What the browser's tab and a chat's preview say before the shop's name. */
  title: string;
  /** The address that a chat shows a preview of. Default: none */
  previewed?: string;
  /** The address of the tag's script. It sends forms to the origin of the pages, and speaks to that alone. */
  element?: string;
  /** After so many seconds. */
  refresh?: number | undefined;
  /** How the store is asked where nothing on the page leads on: by a button. Default: by a link in a line */
  help?: "filled" | "outlined" | undefined;
  body: HtmlValue;
}

/** Sends a page under a policy that allows only what it contains. */
export function sendPage(visit: Visit, page: Page): void {
  const { response, language, words, style, origin, publicUrl, storefront } = visit;
  const { contact, name } = storefront;
  const { status = 200, title, previewed, element, refresh, help, body } = page;
  const head = html`${
    previewed !== undefined &&
    html`<meta name="description" content="${words.preview(name)}">
<meta property="og:type" content="website"><meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${words.preview(name)}">
<meta property="og:url" content="${previewed}"><meta property="og:image" content="${publicUrl}/preview.png">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`
  }
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
${style.element}
${element !== undefined && html`<script type="module" src="${element}"></script>`}`;
  const contactLink = contact && html`<a href="${contact.href}"><bdi>${contact.label}</bdi></a>`;
  const main = html`<main>
<div class="awning"></div>
<p class="store"><bdi>${name}</bdi></p>
${body}
<footer class="${help}">
${contact && html`<p>${words.contact} ${!help && contactLink}</p>${help && contactLink}`}
<p>${otherLanguage(language)}</p>
</footer>
</main>
${element !== undefined && html`<script type="module">${new Html(approvedScript)}</script>`}`;
  const document = htmlDocument({ language, title: `${title} · ${name}`, head, body: main });
  const sent = { status, language, headers: unframedHeaders, styles: [style] };
  const allowed = { scripts: [origin, cspHash(approvedScript)], connect: origin, formAction: `'self' ${origin}` };
  sendDocument(response, document, element === undefined ? sent : { ...sent, ...allowed });
}

type Notice = keyof Visit["words"]["titles"];

interface NoticeView extends Pick<Page, "status" | "refresh"> {
  mark?: Mark;
  link?: Link;
  first?: string | undefined;
  waysOn?: Partial<Record<"again" | "another" | "mine" | "receipt", string>>;
}

/** Sends a page that only says how it stands, in words of its own or of the router, and leads on. */
export function sendNotice(visit: Visit, notice: Notice | PageText, view: NoticeView = {}): void {
  const { language, words } = visit;
  const { mark = "plain", link, first, waysOn = {}, ...page } = view;
  const said = typeof notice === "object" ? notice : { title: words.titles[notice], message: words.messages[notice] };
  const ways = Object.entries(waysOn) as [keyof typeof waysOn, string][];
  const body = html`${pageMark(mark)}
<h1>${said.title}</h1>
<p>${first !== undefined && html`<strong>${first}</strong> `}${said.message}</p>
${
  link &&
  html`<dl><div class="item"><dt><bdi>${link.description}</bdi></dt><dd>${amountText(link, language)}</dd></div><div><dt>${words.code}</dt><dd>${shownCode(link.code)}</dd></div></dl>`
}${waysOn.mine && html`<p>${words.isMine}</p>`}
${ways.map(([way, href], at) => html`<a${at > 0 && html` class="quiet"`} href="${href}">${words[way]}</a>`)}`;
  const help = notice === "early" || notice === "paid" ? "outlined" : "filled";
  sendPage(visit, { ...page, title: said.title, help: page.refresh || ways.length > 0 ? undefined : help, body });
}

export function sendTooMany(visit: Visit, seconds: number): void {
  visit.response.setHeader("Retry-After", seconds);
  sendNotice(visit, visit.words.refused.too_many, { status: 429 });
}

/** Since when a link stands as it does, or until when it did; `undefined` where that is not known. */
export function sinceText(link: Link, state: LinkState, paid: number | undefined, language: Language) {
  if (state === "open" || state === "soldOut") return undefined;
  const at = { early: link.from, expired: link.until, withdrawn: link.withdrawnAt, paid }[state];
  return at === undefined ? undefined : pageTexts[language].since[state](wholeText(times[language].moment(at)));
}
