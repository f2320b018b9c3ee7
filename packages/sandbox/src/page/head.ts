import { type Html, html } from "@ventanilla/web";

/** The beginning of every page: doctype, language and head. `styles` and `script` are paths in `/assets/`. */
export function pageHead(lang: string, title: string, styles: readonly string[], script?: string): Html {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/assets/mark.svg">
${["look.css", ...styles].map(
  (path) => html`<link rel="stylesheet" href="/assets/${path}">
`,
)}${script !== undefined && html`<script type="module" src="/assets/${script}"></script>`}
</head>`;
}
