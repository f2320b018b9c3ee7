import { buttonIcons } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import { draw, make, makeIcon, write } from "./nodes.ts";

/** What the page is called by itself, else its host. */
function shopName(): string {
  return document.querySelector<HTMLMetaElement>("meta[property='og:site_name']")?.content || location.host;
}

/**
 * Says in an empty window or frame that the bank's page is on its way: the shop's name, what is paid, and a sign that
 * moves, as on the router's page that comes after it. Only by nodes and properties: what is opened is under this page's
 * policy, which may forbid inline styles and markup from strings.
 * @param label the merchant's own text for the button, which may name the amount
 * @returns what is opened
 */
export function showOpening(opened: Window | null, { lang, opening, stuck }: Messages, label: string): Window | null {
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
      overflow-wrap: anywhere;
      margin: 20vh 1rem;
    `;
    const icon = makeIcon();
    icon.style.cssText = `
      width: 3.5rem;
      fill: none;
      stroke: currentColor;
    `;
    draw(icon, buttonIcons.turning);
    const texts = [write(make("h2"), opening), write(make("p"), label), write(make("p"), stuck)];
    const shop = write(make("strong"), shopName());
    page.body.replaceChildren(make("div", { lang, dir: "auto" }, shop, make("div", {}, icon), ...texts));
    const isStill = globalThis.matchMedia?.("(prefers-reduced-motion)").matches;
    if (!isStill) icon.animate?.({ rotate: ["0turn", "1turn"] }, { duration: 1000, iterations: Infinity });
  }
  return opened;
}
