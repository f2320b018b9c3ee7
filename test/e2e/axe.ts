import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

/** What a page loads: `axe.source` is the same with its comments, twice as long. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * What axe finds wrong with a page as it is now, its frames included, one line for each rule: its name and the elements.
 * Runs in the page itself: `@axe-core/playwright` loads itself again into a blank page for each run, which takes longer
 * than the run.
 * @param within a selector. Default: the whole page
 */
export function violations(page: Page, within?: string): Promise<string[]> {
  return run(page, {}, within);
}

/**
 * The same in light colors, and then in dark ones and a narrow window, where only what axe says of colors and of what
 * scrolls can be another.
 * @param within a selector. Default: the whole page
 */
export async function violationsInBothSchemes(page: Page, within?: string): Promise<string[]> {
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await run(page, {}, within);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.emulateMedia({ colorScheme: "dark" });
  const runOnly = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];
  const dark = await run(page, { runOnly }, within);
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)];
}

/** The same for a page that runs no scripts, where axe could not run either: looks at a copy of it. */
export async function violationsOfCopy(page: Page): Promise<string[]> {
  const copy = await page.context().newPage();
  const text = (await page.content()).replace(/<script.*?<\/script>/s, "");
  await copy.setContent(text.replace("<head>", `<head><base href="${page.url()}">`));
  const found = await violationsInBothSchemes(copy);
  await copy.close();
  return found;
}

async function run(page: Page, options: RunOptions = {}, within?: string): Promise<string[]> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(source);
    }),
  );
  return page.evaluate(
    async ([selector, more]) => {
      const inPage = (window as unknown as { axe: typeof axe }).axe;
      // What it would load of style sheets, no rule that runs reads.
      const preload = { assets: ["media"] };
      const found = await inPage.run(selector ?? document, { resultTypes: ["violations"], preload, ...more });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [within, options] as const,
  );
}
