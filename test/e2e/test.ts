import { type BrowserContext, test as base, type Page } from "@playwright/test";

// Playwright asks for the stack at each of its calls, to map it; here the lines are already those of the sources.
Reflect.deleteProperty(Error, "prepareStackTrace");
Error.stackTraceLimit = 10;

/**
 * A test in a window that the worker keeps: Firefox takes longer to open a window than to load five pages. What a test
 * leaves behind is cleared, but for the storage of pages it has left; the tests' orders all differ.
 */
export const test = base.extend<object, { kept: Kept }>({
  kept: [
    async ({ browser }, use) => {
      const context = await browser.newContext(asLaunched);
      await use({ context });
      await context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ kept }, use) => use(kept.context),
  page: async ({ kept }, use) => {
    kept.page ??= await kept.context.newPage();
    await use(kept.page);
    await clear(kept);
  },
});

/**
 * A test that asks nothing of an engine that no other asks of it, of the element's own tests, too, which are played in
 * every engine: `playwright.config.ts` says where it is played.
 */
export const engineFree = { tag: "@engine-free" } as const;

/** The same in a window of its own: what a test does to the clock or the network of a kept one cannot be undone. */
export const ownWindow = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext(asLaunched);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

/** Motion as the browser was told when it was started: it would move what nobody watches. */
const asLaunched = { reducedMotion: null } as const;

interface Kept {
  context: BrowserContext;
  page?: Page | undefined;
}

async function clear(kept: Kept): Promise<void> {
  const { context, page } = kept;
  await context.clearCookies();
  await context.clearPermissions();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  if (page?.isClosed()) kept.page = undefined;
  else if (page) await empty(page);
}

async function empty(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // A page may have no storage.
  await page
    .evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      // A page that sees its window closed may still have something to write, which the next test would find.
      Storage.prototype.setItem = () => {};
    })
    .catch(() => {});
  // Not about:blank, which would take over the policy of the page before.
  await page.goto("data:,");
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.setViewportSize({ width: 1280, height: 720 });
}
