import { expect } from "@playwright/test";
import { violations } from "./axe.ts";
import { test } from "./bank.ts";
import { rewrite, writeAmounts } from "./boxes.ts";
import { goldens, hasGoldens } from "./goldens.ts";
import { runAddresses } from "./run-addresses.ts";
import { shopScenes } from "./scenes/shop.ts";

/** The amount that a page shows in all places. Default: those of one of each good, RD$ 16,680.00 together. */
const most = "9,999,999.99";

const looks = [
  { name: "the shop", language: "es", width: 320, colorScheme: "light", amount: most },
  { name: "the shop", language: "en", width: 1280, colorScheme: "dark" },
  { name: "the cart", language: "es", width: 320, colorScheme: "dark", amount: most },
  { name: "the cart", language: "en", width: 768, colorScheme: "light", amount: most },
  { name: "the cart", language: "es", width: 1280, colorScheme: "light", amount: "150,120.00" },
  { name: "the checkout", language: "en", width: 320, colorScheme: "light", amount: most },
  { name: "the checkout", language: "es", width: 768, colorScheme: "dark", amount: most },
  { name: "the checkout", language: "es", width: 1280, colorScheme: "light" },
  { name: "the orders", language: "es", width: 320, colorScheme: "light", amount: most },
  { name: "the orders", language: "en", width: 1280, colorScheme: "dark", amount: most },
] as const;

for (const look of looks) {
  const { name, language, width, colorScheme } = look;
  test(`looks as designed, and axe finds nothing: ${name}, ${language}, ${width} px, ${colorScheme}`, async ({
    page,
    bank,
    browserName,
  }) => {
    test.skip(browserName !== "chromium", "the goldens are Chromium's");
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const scene = shopScenes.find((each) => each.name === name);
    await scene?.open({ page, language, addresses: runAddresses(), bank });
    if ("amount" in look) await writeAmounts(page, look.amount);
    // The sandbox's cards are not the shop's to design.
    await page.evaluate(() => document.querySelector("details")?.removeAttribute("open"));
    // How many orders there were before is not the page's.
    await rewrite(page, "A-\\d{4}", "A-1001");
    expect(await violations(page)).toEqual([]);
    const golden = `${name.replace("the ", "")}-${width}-${language}-${colorScheme}.png`;
    if (await hasGoldens(page, browserName)) await expect(page).toHaveScreenshot(golden, goldens);
  });
}
