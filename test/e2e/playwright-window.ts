import { expect, type Locator, type Page } from "@playwright/test";
import { patience, type Window } from "./window.ts";

/** How long one element is waited for until it can be clicked, in milliseconds. */
const oneTry = 10_000;

/** A {@link Window} that Playwright drives. */
export function playwrightWindow(page: Page): Window {
  const find = (selector: string, text?: string | RegExp): Locator =>
    page
      .locator(selector)
      .filter({ visible: true, ...(text !== undefined && { hasText: text }) })
      .first();
  return {
    open: async (address) => void (await page.goto(address)),
    // Looked for again: a button may be hidden right after it was found, where a tag takes the place of its content.
    click: (selector, text) =>
      expect(() =>
        find(selector, text)
          .click({ timeout: oneTry })
          .catch((error: unknown) => {
            if (!page.isClosed()) throw error;
          }),
      ).toPass({ timeout: patience }),
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
