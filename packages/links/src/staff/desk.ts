import type { Payments } from "@ventanilla/express";
import type { PageVisit } from "@ventanilla/express/counter";
import { Html, html } from "@ventanilla/web";
import { renderSVG } from "uqr";
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
export const postForm = ({ at, token }: StaffVisit, path: string, content: Html, name = ""): Html =>
  html`<form class="${name}" method="post" action="${at(path)}" novalidate><input type="hidden" name="token" value="${token}">${content}</form>`;

/** The ways between the pages. A link's page is one of those that the list leads to. */
export const waysOf = ({ words, at, path }: StaffVisit): Html =>
  html`<p class="row tabs">${Object.entries(words.ways).map(
    ([to, label]) =>
      html`<a href="${at(to)}"${to === (path in words.ways ? path : "all") && html` aria-current="${to === path ? "page" : "true"}"`}>${label}</a>`,
  )}</p>`;

/** A QR code, black on white in every color scheme: scanners need the contrast, and four modules around it. */
export const qrOf = (text: string, label: string): Html =>
  html`<div class="qr" role="img" aria-label="${label}">${new Html(renderSVG(text, { ecc: "M", border: 4, pixelSize: 1 }))}</div>`;
