import { expect } from "@playwright/test";
import { violations } from "./axe.ts";
import { test } from "./bank.ts";
import { rewrite, writeAmounts } from "./boxes.ts";
import { goldens, hasGoldens } from "./goldens.ts";
import { runAddresses } from "./run-addresses.ts";
import { playgroundScenes } from "./scenes/playground.ts";

const looks = [
  { language: "es", width: 320, colorScheme: "dark" },
  { language: "en", width: 820, colorScheme: "light" },
  { language: "es", width: 1280, colorScheme: "light" },
] as const;

for (const { language, width, colorScheme } of looks) {
  test(`time lines look as designed, and axe finds nothing: ${language}, ${width} px, ${colorScheme}`, async ({
    page,
    bank,
    browserName,
  }) => {
    test.skip(browserName !== "chromium", "the goldens are Chromium's");
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const scene = playgroundScenes.find(({ name }) => name === "the playground's time lines");
    await scene?.open({ page, language, addresses: runAddresses(), bank });
    await writeAmounts(page, "9,999,999.99");
    // Made up each time; and the clock has the machine's time zone.
    await rewrite(page, "P00l-[a-z0-9]{6}", "P00l-x7k2p9");
    await rewrite(page, "[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}", "2b7e4d8a-3c1f-4e5a-9b6d-8f0a1c2e3d4f");
    await rewrite(page, "\\d+:\\d\\d:\\d\\d[.,]\\d{3}[^{]*$", "9:41:07.250");
    expect(await violations(page)).toEqual([]);
    const golden = `playground-${width}-${language}-${colorScheme}.png`;
    // The header and the footer are the shop's.
    const { maxDiffPixelRatio, animations } = goldens;
    const shot = { maxDiffPixelRatio, animations };
    if (await hasGoldens(page, browserName)) await expect(page.locator("main")).toHaveScreenshot(golden, shot);
  });
}
