import { expect } from "@playwright/test";
import { violations, violationsInBothSchemes } from "./axe.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

// Every other page is a scene, where `testScenes` asks axe.
test("axe finds nothing in the playground, in both languages and with any theme, and 360 px are wide enough", async ({
  page,
}) => {
  const { shop } = runAddresses();
  await page.setViewportSize({ width: 360, height: 800 });
  for (const language of ["es", "en"]) {
    await page.goto(`${shop}/playground?lang=${language}&required=on&mode=modal`);
    for (const summary of await page.locator("#controls summary:visible").all()) await summary.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  }
  for (const theme of ["larimar", "ambar", "cacao", "noche"]) {
    await page.click(`[data-preset="${theme}"]`);
    expect(await violations(page, "#shop"), theme).toEqual([]);
  }
});
