import type { Payments } from "@ventanilla/express";
import type { PageVisit } from "@ventanilla/express/counter";
import { Html, html } from "@ventanilla/web";
import { encode } from "uqr";
import type { manageLinks } from "../manage.ts";
import type { Parts } from "../options.ts";
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

/** The ways between the pages. A link's page is one of those that the list leads to. */
export const waysOf = ({ words, at, path }: StaffVisit): Html =>
  html`<p class="row tabs">${Object.entries(words.ways).map(
    ([to, label]) =>
      html`<a href="${at(to)}"${to === (path in words.ways ? path : "all") && html` aria-current="${to === path ? "page" : "true"}"`}>${label}</a>`,
  )}</p>`;

/** Draws a QR code, black on white in every color scheme: scanners need the contrast, and four modules around it. */
export function qrOf(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${new Html(modules.join(""))}"/></svg>`;
}
