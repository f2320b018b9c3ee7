import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { VentanillaPay } from "@ventanilla/element";

// Not run as a module, the only thing with an address of its own: the pages' policies allow none of a test's.
export const element = readFileSync(
  new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url),
  "utf8",
).replaceAll("import.meta.url", "location.href");
export const shop = "http://shop.localhost";

const messages = {
  es: {
    pending: "El banco todavía no ha confirmado el resultado.",
    approved: "Gracias. El banco confirmó su pago.",
    declined: "Fondos insuficientes. Pruebe con otra tarjeta.",
    cancelled: "Salió de la página del banco sin pagar. No se le ha cobrado.",
    expired: "El tiempo para pagar terminó. No se le ha cobrado.",
    unknown: "No pague de nuevo todavía: la tienda confirmará el resultado con el banco.",
    failed: "El banco no respondió. No se le ha cobrado.",
  },
  en: {
    pending: "The bank has not confirmed the result yet.",
    approved: "Thank you. The bank confirmed your payment.",
    declined: "Insufficient funds. Please try another card.",
    cancelled: "You left the bank's page without paying. You have not been charged.",
    expired: "The time to pay is over. You have not been charged.",
    unknown: "Please do not pay again yet: the shop will confirm the result with the bank.",
    failed: "The bank did not answer. You have not been charged.",
  },
};
type Language = keyof typeof messages;
export const states = ["idle", "disabled", "open", "checking", ...Object.keys(messages.es)];

/** A page that shows the element in every state, or in some, named by its order; the router behind it is played. */
export async function gallery(
  page: Page,
  lang: Language,
  { style = "", dir = "ltr", shown = states }: { style?: string; dir?: string; shown?: string[] } = {},
): Promise<void> {
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    const [, outcome = ""] = /attempts\/(\w+)/.exec(url.pathname) ?? [];
    if (outcome === "checking") return;
    if (outcome === "" && url.pathname !== "/")
      return route.fulfill({ contentType: "text/html", body: "<title>-</title>" });
    if (outcome === "") return route.fulfill({ contentType: "text/html", body: "<title>Gallery</title>" });
    await route.fulfill({
      json: {
        v: 1,
        attempt: outcome,
        order: outcome,
        outcome: outcome in messages.es ? outcome : "pending",
        verified: true,
        safeToRetry: /declined|cancelled|expired|failed/.test(outcome),
        message: messages[lang][outcome as "pending"] ?? "",
        expiresAt: "2030-01-01T12:27:41Z",
      },
    });
  });
  await page.goto(`${shop}/`);
  await page.setContent(`<!doctype html><html lang="${lang}" dir="${dir}"><title>Gallery</title><style>
    :root { color-scheme: light dark; font: 16px/1.5 "DejaVu Sans", sans-serif }
    @media (prefers-color-scheme: dark) { body { background: #14181d; color: #e8ecf1 } }
    body { margin: 0; padding: 24px; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 28px 24px; align-items: start }
    ventanilla-pay { display: block; min-width: 0 }
    h1 { font: 12px "DejaVu Sans"; margin: 0; grid-column: 1 / -1 } main { display: contents }
    h2 { margin: 0 0 6px; font: 12px/1.4 "DejaVu Sans Mono", monospace; opacity: .7 } ${style}</style>
    <main><h1>Gallery</h1></main>`);
  await page.evaluate(() => {
    localStorage.clear();
    Date.now = () => Date.UTC(2030, 0, 1, 12);
  });
  await page.evaluate(element);
  await page.evaluate((names) => {
    window.open = () => ({ closed: false, focus() {}, close() {} }) as Window;
    HTMLFormElement.prototype.submit = () => {};
    for (const order of names) {
      if (!/idle|disabled|open/.test(order)) {
        localStorage.setItem(`ventanilla:/payments:${order}`, JSON.stringify({ attempt: order, at: 0 }));
      }
      const how = { order, disabled: order === "disabled", scrim: "off" };
      const pay = Object.assign(document.createElement("ventanilla-pay"), how);
      const section = document.createElement("section");
      section.append(Object.assign(document.createElement("h2"), { textContent: order }), pay);
      document.querySelector("main")?.append(section);
    }
  }, shown);
  await page.evaluate(() => void document.querySelector<VentanillaPay>("ventanilla-pay[order=open]")?.pay());
  for (const state of shown.filter((name) => name !== "idle" && name !== "disabled")) {
    await expect
      .poll(() =>
        page.evaluate(
          (order) => document.querySelector<VentanillaPay>(`ventanilla-pay[order=${order}]`)?.status,
          state,
        ),
      )
      .toBe(state);
  }
  await page.evaluate(() => document.querySelector<VentanillaPay>("ventanilla-pay[order=open]")?.checkStatus());
}
