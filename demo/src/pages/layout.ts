import { type Html, type HtmlValue, html } from "@ventanilla/web";
import { storefront } from "../merchant.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";

/** A page of the shop: its content, and what its header and footer depend on. */
export interface Page {
  title: string;
  body: Html;
  /** Which section of the header the page belongs to. */
  section?: "shelf" | "cart" | "orders";
  /** Whether it is the staff's: its header has no sections of the shop, and it looks like the counter. */
  isStaff?: boolean;
  /** Whether it says itself whom to call. */
  saysPhone?: boolean;
  /** Style sheets of its own, by name. */
  styles?: readonly string[];
  /** Module scripts, by address. */
  scripts?: readonly string[];
  /** More for the head, e.g. a refresh for browsers without JavaScript. */
  head?: HtmlValue;
}

const sections = [
  ["shelf", "/"],
  ["cart", "/cart"],
  ["orders", "/orders"],
] as const;

/** Whom to call. */
export function helpLine(language: Language): Html {
  const { href, label } = storefront.contact;
  return html`<p>${texts[language].help} <a href="${href}">${label}</a></p>`;
}

const shared = ["look", "base", "frame", "products", "payment"];

/** The whole document of a page, in the visitor's language. `inCart` is the number on the cart link. */
export function layout(
  { title, body, section, isStaff = false, saysPhone = false, styles = [], scripts = [], head }: Page,
  visit: Visit,
  inCart: number,
): string {
  const say = texts[visit.language];
  return html`<!doctype html>
<html lang="${visit.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${storefront.name}</title>
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
${[...shared, ...(isStaff ? ["staff"] : []), ...styles].map((name) => html`<link rel="stylesheet" href="/assets/${name}.css">\n`)}
${scripts.map((address) => html`<script type="module" src="${address}"></script>\n`)}${head}
</head>
<body${isStaff && html` class="desk"`}>
<a class="skip" href="#content">${say.skip}</a>
<header class="top">
  <div class="bar">
    <a class="brand" href="/"><img src="/assets/mark.svg" alt="" width="36" height="36"><span>${storefront.name}</span></a>
    ${
      !isStaff &&
      html`<nav aria-label="${say.nav}">
      ${sections.map(
        ([name, address]) =>
          html`<a href="${address}"${section === name && html` aria-current="page"`}>${say[name]}${
            name === "cart" && inCart > 0 && html` <b class="count">${inCart}</b>`
          }</a>`,
      )}
    </nav>`
    }
    <a class="language" href="${visit.inOtherLanguage}" lang="${say.otherLanguageIs}" hreflang="${
      say.otherLanguageIs
    }">${say.otherLanguage}</a>
  </div>
</header>
<div class="awning"></div>
<main id="content" tabindex="-1">
${body}
</main>
<footer>
  <p>${say.footer} <a href="/playground">${say.playground}</a></p>
  ${!saysPhone && helpLine(visit.language)}
</footer>
</body>
</html>
`.toString();
}
