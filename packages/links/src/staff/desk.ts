import type { Payments } from "@ventanilla/express";
import type { PageVisit } from "@ventanilla/express/counter";
import { Html, html } from "@ventanilla/web";
import { encode } from "uqr";
import { shownCode } from "../code.ts";
import { isRange, type Link, stateOf } from "../link.ts";
import type { manageLinks } from "../manage.ts";
import type { Parts } from "../options.ts";
import { sinceText } from "../pages/frame.ts";
import type { staffTexts } from "../texts.ts";

/** A visit of the staff, with what the counter's pages of links work with. */
export interface StaffVisit extends PageVisit, Parts {
  manage: ReturnType<typeof manageLinks>;
  router: Payments;
  words: (typeof staffTexts)["es"];
  /** The time of the database. */
  now: number;
  /** The address of one of these pages, below the counter. */
  at(path: string): string;
}

/** A form that the counter takes from this person's browser alone. */
export const postForm = ({ at, token }: StaffVisit, path: string, content: Html, name?: string): Html =>
  html`<form${name !== undefined && html` class="${name}"`} method="post" action="${at(path)}"><input type="hidden" name="token" value="${token}">${content}</form>`;

/** The form of a page that charges, for whoever may. */
export const chargingForm = (visit: StaffVisit, form: Html): Html =>
  html`${waysOf(visit)}${visit.staff.mayResolve ? form : html`<p class="card">${visit.words.mayNot}</p>`}`;

/** The ways between the pages. A link's page is one of those that the list leads to. */
export const waysOf = ({ words, at, path }: StaffVisit): Html =>
  html`<p class="row tabs">${Object.entries(words.ways).map(
    ([to, label]) =>
      html`<a href="${at(to)}"${to === (path in words.ways ? path : "all") && html` aria-current="${to === path ? "page" : "true"}"`}>${label}</a>`,
  )}</p>`;

export function badgeOf(link: Link, { now, words }: StaffVisit): Html {
  const state = stateOf(link, now);
  return html`<span class="badge ${state === "paid" ? "good" : state}">${stateWord(link, now, words)}</span>`;
}

/** A state in one word: that of the buyer's page. */
export function stateWord(link: Link, now: number, words: StaffVisit["words"]): string {
  const state = stateOf(link, now);
  return words.states[state === "paid" && link.times !== "once" ? "soldOut" : state];
}

/** What tells links apart at a glance: whose it is, who chooses the amount, how many times it can be paid, and when. */
export function kindsOf(
  { amount, customer, times, from = 0, until, paid }: Link,
  { now, words, moment }: StaffVisit,
): Html {
  const kinds = [
    customer.name && html`<bdi>${customer.name}</bdi>`,
    isRange(amount) && words.free,
    typeof times === "number" ? words.paidOf(paid.count, times) : words.timesOf(times),
    from > now && `${words.facts.from} ${moment(from)}`,
    until !== undefined && `${words.facts.until} ${moment(until)}`,
  ];
  return html`<div class="kinds">${kinds.map((kind) => kind && html`<span>${kind}</span> `)}</div>`;
}

/** The address as it is typed, which breaks before its code. */
export const spelledOf = ({ url, code }: Link): Html =>
  html`${url.replace(/^https?:\/\//, "").replace(code, "")}<wbr><span class="whole">${shownCode(code)}</span>`;

/** How a link has come to its end, and when; `undefined` while it can be paid. */
export function endOf(link: Link, { now, words, language }: StaffVisit, paidAt?: number): string | undefined {
  const state = stateOf(link, now);
  if (state === "paid" && paidAt === undefined) return words.soldOut(link.paid.count);
  return state === "open" ? undefined : sinceText(link, state, paidAt, language);
}

/** Draws a QR code, black on white in every color scheme: scanners need the contrast, and four modules around it. */
export function qrOf(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${new Html(modules.join(""))}"/></svg>`;
}
