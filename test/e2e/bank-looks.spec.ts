import { expect, type Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { test } from "./bank.ts";
import { rewrite } from "./boxes.ts";
import { goldens, hasGoldens } from "./goldens.ts";
import { runAddresses } from "./run-addresses.ts";
import { bankScenes, panelScenes } from "./scenes/bank.ts";

const looks = [
  { name: "the bank's card page", language: "es", width: 320, colorScheme: "light" },
  { name: "the bank's card page", language: "en", width: 820, colorScheme: "dark" },
  { name: "the bank's card page with a wrong card", language: "es", width: 1280, colorScheme: "light" },
  { name: "the bank's plan page", language: "es", width: 360, colorScheme: "dark" },
  { name: "the bank's 3-D Secure page", language: "en", width: 320, colorScheme: "light" },
  { name: "the bank's slip, approved", language: "es", width: 1280, colorScheme: "dark" },
  { name: "the bank's slip, declined", language: "en", width: 320, colorScheme: "dark" },
  { name: "the bank's slip, approved in part", language: "es", width: 768, colorScheme: "light" },
  { name: "the bank's panel", language: "es", width: 320, colorScheme: "light" },
  { name: "the bank's panel", language: "en", width: 1280, colorScheme: "dark" },
  { name: "the bank's reference", language: "es", width: 820, colorScheme: "light" },
] as const;

/** Writes the same in place of what no two banks have alike: codes, references and times. */
async function sameEachTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const value of document.querySelectorAll(".receipt div:not(:first-child) dd")) value.textContent = "600000";
    for (const code of document.querySelectorAll("strong.otp")) code.textContent = "123456";
  });
  await rewrite(page, "\\d\\d:\\d\\d:\\d\\d", "14:05:09");
  await rewrite(page, "\\b[23]\\d:\\d\\d\\b", "29:59");
  await rewrite(page, "[\\d.]+ ms", "1.0 ms");
}

for (const { name, language, width, colorScheme } of looks) {
  test(`looks as designed, and axe finds nothing: ${name}, ${language}, ${width} px, ${colorScheme}`, async ({
    page,
    bank,
    browserName,
  }) => {
    test.skip(browserName !== "chromium", "the goldens are Chromium's");
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const scene = [...bankScenes, ...panelScenes].find((each) => each.name === name);
    await scene?.open({ page, language, addresses: runAddresses(), bank });
    const isReference = name.endsWith("reference");
    // Of the panel what stands below its clock; of the reference, whose tables are the contract's, the first window.
    const shown = name.endsWith("panel") ? page.locator("main") : page;
    if (!isReference) expect(await violations(page)).toEqual([]);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await sameEachTime(page);
    if (!(await hasGoldens(page, browserName))) return;
    const golden = `${name.replace(/the bank's |,/g, "").replaceAll(" ", "-")}-${width}-${language}-${colorScheme}.png`;
    await expect(shown as Page).toHaveScreenshot(golden, { ...goldens, fullPage: !isReference });
  });
}
