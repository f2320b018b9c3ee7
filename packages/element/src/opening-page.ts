import { html, render } from "lit";
import type { Messages } from "./messages/es.ts";

/**
 * Says in an empty window or frame that the bank's page is on its way. Only by nodes and properties: what is opened is
 * under this page's policy, which may forbid inline styles and markup from strings.
 * @returns what is opened
 */
export function showOpening(opened: Window | null, { lang, opening, stuck }: Messages): Window | null {
  let page: Document | undefined;
  try {
    page = opened?.document;
  } catch {
    // It was open before, and shows the bank's page.
  }
  // Firefox may have no page there yet.
  if (page?.body) {
    page.title = opening;
    page.documentElement.style.cssText = `
      color-scheme: light dark;
      font: 1rem/1.5 system-ui;
      text-align: center;
      text-wrap: balance;
      margin: 30vh 1rem;
    `;
    render(html`<div lang=${lang} dir="auto"><h2>${opening}</h2>${stuck}</div>`, page.body);
  }
  return opened;
}
