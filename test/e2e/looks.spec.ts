import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { VentanillaPay } from "@ventanilla/element";
import { violations } from "./axe.ts";
import { expectGolden } from "./goldens.ts";
import { test } from "./test.ts";

// Not run as a module, the only thing with an address of its own: the pages' policies allow none of a test's.
const element = readFileSync(
  new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url),
  "utf8",
).replaceAll("import.meta.url", "location.href");
const shop = "http://shop.localhost";

const messages = {
  es: {
    pending: "El banco todavía no ha confirmado el resultado.",
    approved: "Gracias. Su pago fue aprobado.",
    declined: "Fondos insuficientes. Pruebe con otra tarjeta.",
    cancelled: "Salió de la página del banco sin pagar. No se le ha cobrado.",
    expired: "El tiempo para pagar terminó. No se le ha cobrado.",
    unknown: "No pague de nuevo todavía: la tienda confirmará el resultado con el banco.",
    failed: "El banco no respondió. No se le ha cobrado.",
  },
  en: {
    pending: "The bank has not confirmed the result yet.",
    approved: "Thank you. Your payment was approved.",
    declined: "Insufficient funds. Please try another card.",
    cancelled: "You left the bank's page without paying. You have not been charged.",
    expired: "The time to pay is over. You have not been charged.",
    unknown: "Please do not pay again yet: the shop will confirm the result with the bank.",
    failed: "The bank did not answer. You have not been charged.",
  },
};
type Language = keyof typeof messages;
const states = ["idle", "disabled", "open", "checking", ...Object.keys(messages.es)];

/** A page that shows the element in every state, or in some, named by its order; the router behind it is played. */
async function gallery(
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
      const pay = Object.assign(document.createElement("ventanilla-pay"), { order, disabled: order === "disabled" });
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

for (const lang of ["es", "en"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`every state looks as designed, and axe finds nothing: ${lang}, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 1120, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await gallery(page, lang);
      expect(await violations(page)).toEqual([]);
      await expectGolden(page, `${lang}-${colorScheme}.png`);
    });
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the dialog looks as designed, and axe finds nothing: ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 560 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await gallery(page, "es", { shown: ["idle", "disabled", "approved", "declined"] });
    await page.evaluate(
      () => void document.querySelector<VentanillaPay>("ventanilla-pay[order=idle]")?.pay({ mode: "modal" }),
    );
    await expect(page.getByRole("dialog", { name: "Complete el pago en la página del banco." })).toBeVisible();
    await expect(page.getByRole("button", { name: "¿No la ve? Ábrala en otra ventana" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expectGolden(page, `dialog-${colorScheme}.png`, "window");
  });
}

/** Every button that sticks out of its place, or whose words do; empty is good. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("ventanilla-pay")].flatMap(({ shadowRoot, order }) =>
      [...(shadowRoot?.querySelectorAll("button, [part=note]") ?? [])]
        .filter((part) => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > innerWidth)
        .map(() => order),
    ),
  );

test("fits 320 pixels, and text of twice the size", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await gallery(page, "es");
  expect(await overflowing(page)).toEqual([]);
  await page.addStyleTag({ content: ":root { font-size: 32px !important }" });
  expect(await overflowing(page)).toEqual([]);
  // Nothing to scroll to, beside a scrollbar that takes its place.
  const [content, place] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(content).toBe(place);
});

test("is read from right to left where the page is", async ({ page }) => {
  await gallery(page, "en", { dir: "rtl" });
  const [icon, words] = await page.evaluate(() => {
    const note = document.querySelector("ventanilla-pay[order=declined]")?.shadowRoot?.querySelector("[part=note]");
    return [...(note?.children ?? [])].map((part) => part.getBoundingClientRect().left);
  });
  expect(icon).toBeGreaterThan(words as number);
});

test("a sentence on a right-to-left page ends with its full stop", async ({ page }) => {
  await gallery(page, "en", { dir: "rtl", shown: ["declined"] });
  const stops = await page.evaluate(() => {
    const root = document.querySelector("ventanilla-pay")?.shadowRoot;
    const range = document.createRange();
    const leftOf = (text: Text, at: number) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return ["[part=message]", "small"].map((part) => {
      const text = [...(root?.querySelector(part)?.childNodes ?? [])].find((node) => node instanceof Text && node.data);
      if (!(text instanceof Text)) return "no text";
      const { length } = text.data;
      return leftOf(text, length - 1) > leftOf(text, length - 2) ? text.data.at(-1) : "before its sentence";
    });
  });
  expect(stops).toEqual([".", "."]);
});

test("keeps its outlines where the system chooses the colors", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium's forced colors can be switched on");
  await page.emulateMedia({ forcedColors: "active" });
  await gallery(page, "en");
  const widths = await page.evaluate(() => {
    const root = document.querySelector("ventanilla-pay[order=declined]")?.shadowRoot;
    return ["button", "[part=note]"].map((part) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(root?.querySelector(part) as Element);
      return `${borderTopWidth} ${borderTopColor}`;
    });
  });
  for (const border of widths) expect(border).toMatch(/^1px rgb\(/);
});

test("has a name for every state, a status that is read out, and a button that the keyboard reaches", async ({
  page,
}) => {
  await gallery(page, "en");
  const names: Record<string, string> = {
    open: "Show the bank's page",
    pending: "Return to the bank's page",
    approved: "Paid",
    unknown: "Payment under review",
  };
  for (const state of states) {
    const pay = page.locator(`ventanilla-pay[order=${state}]`);
    const own = /idle|disabled|checking/.test(state) ? "Pay by card" : "Try again";
    await expect(pay.getByRole("button", { name: names[state] ?? own, exact: true })).toBeVisible();
    await expect(pay.getByRole("status")).toHaveText(/idle|disabled/.test(state) ? "" : /\w+/);
  }
  await expect(page.getByRole("timer")).toHaveText("Time left to pay: 27:41");
  const reached: string[] = [];
  for (let i = 0; i < states.length - 1; i++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const at = document.activeElement as VentanillaPay;
        const { outlineStyle, outlineWidth } = getComputedStyle(at.shadowRoot?.activeElement as Element);
        return `${at.getAttribute("order")} ${outlineWidth} ${outlineStyle}`;
      }),
    );
  }
  expect(reached).toEqual(states.filter((state) => state !== "disabled").map((state) => `${state} 3px solid`));
});

test("nothing on the page moves when the element arrives", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium tells of layout shifts");
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<title>Shop</title>" }));
  await page.goto(`${shop}/`);
  await page.setContent(`<style>ventanilla-pay:not(:defined) { display: block; min-height: 3rem }</style>
    <p>before</p><ventanilla-pay order="A-1"></ventanilla-pay><p>after</p>`);
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.title += ` ${(entry as unknown as { value: number }).value}`;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const top = () => page.evaluate(() => document.querySelectorAll("p")[1]?.getBoundingClientRect().top);
  const painted = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  const before = await top();
  await painted();
  await page.evaluate(element);
  await expect(page.getByRole("button", { name: "Pagar con tarjeta" })).toBeVisible();
  await painted();
  expect(await top()).toBe(before);
  expect(await page.title()).not.toMatch(/\d/);
});
