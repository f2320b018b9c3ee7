import type { Page } from "@playwright/test";

/**
 * Looks may differ where the letters do: the goldens are of Chromium on Linux with the font that `npm run setup`
 * installs.
 */
export async function hasGoldens(page: Page, browserName: string): Promise<boolean> {
  const width = await page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    context.font = '100px "DejaVu Sans"';
    return Math.round(context.measureText("Ventanilla").width);
  });
  return browserName === "chromium" && process.platform === "linux" && width === 494;
}

/** How a page is compared with its golden. */
export const goldens = { maxDiffPixelRatio: 0.005, fullPage: true, animations: "disabled" } as const;
