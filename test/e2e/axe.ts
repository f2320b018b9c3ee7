import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * What axe finds wrong with a page as it is now, its frames included, one line for each rule: its name and the elements.
 * Runs in the page itself: `@axe-core/playwright` loads itself again into a blank page for each run, which takes longer
 * than the run.
 * @param within a selector. Default: the whole page
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
    }),
  );
  return page.evaluate(async (selector) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    const found = await inPage.run(selector ?? document, { resultTypes: ["violations"] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, within);
}
