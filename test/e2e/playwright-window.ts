import { expect, type Locator, type Page } from "@playwright/test";
import { patience, type Window } from "./window.ts";

/** A {@link Window} that Playwright drives. */
export function playwrightWindow(page: Page): Window {
  const find = (selector: string, text?: string | RegExp): Locator =>
    page
      .locator(selector)
      .filter({ visible: true, ...(text !== undefined && { hasText: text }) })
      .first();
  return {
    open: async (address) => void (await page.goto(address)),
    click: (selector, text) =>
      find(selector, text)
        .click({ timeout: patience })
        .catch((error: unknown) => {
          if (!page.isClosed()) throw error;
        }),
    doubleClick: (selector, text) => find(selector, text).dblclick({ timeout: patience }),
    fill: (selector, value) => find(selector).fill(value, { timeout: patience }),
    see: (selector, text) => expect(find(selector, text)).toBeVisible({ timeout: patience }),
    arrive: (part) => page.waitForURL((address) => address.href.includes(part), { timeout: patience }),
    address: async () => page.url(),
    back: async () => void (await page.goBack()),
    close: () => page.close(),
    tab: async () => playwrightWindow(await page.context().newPage()),
    async popup() {
      const opened = await expect
        .poll(() => ownPopup(page), { timeout: patience, message: "a window opened by this one" })
        .toBeTruthy()
        .then(() => ownPopup(page));
      if (!opened) throw new Error("the window was closed again at once");
      return playwrightWindow(opened);
    },
    gone: () => expect.poll(() => page.isClosed(), { timeout: patience }).toBe(true),
  };
}

async function ownPopup(page: Page): Promise<Page | undefined> {
  for (const other of page.context().pages()) if ((await other.opener()) === page) return other;
  return undefined;
}
