import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./test.ts";

/**
 * Compares with a golden. Skips where letters differ: the goldens are of Chromium on Linux with the font that
 * `npm run setup` installs.
 * @param shown the whole page, what of it fits the window, or an element
 */
export async function expectGolden(
  page: Page,
  name: string,
  shown: "page" | "window" | Locator = "page",
): Promise<void> {
  const engine = page.context().browser()?.browserType().name();
  const width = await page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    context.font = '100px "DejaVu Sans"';
    return Math.round(context.measureText("Ventanilla").width);
  });
  test.skip(engine !== "chromium" || process.platform !== "linux", "the goldens are Chromium's on Linux");
  test.skip(width !== 494, "no font of the goldens: run npm run setup");
  const how = { maxDiffPixelRatio: 0.005, animations: "disabled" } as const;
  if (typeof shown === "string") await expect(page).toHaveScreenshot(name, { ...how, fullPage: shown === "page" });
  else await expect(shown).toHaveScreenshot(name, how);
}
